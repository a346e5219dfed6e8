import { hasHan } from "../script.js";
import { listChineseNames } from "./chinese.js";
import { listEnglishNames } from "./english.js";
import type { Entity, EntityKind } from "./entity.js";
import { withoutPets } from "./pets.js";

const CN_DIGIT = "[零〇一二两三四五六七八九十百千]";

/** Shapes that say by themselves what they are. Of overlapping finds the first kind listed wins. */
const SHAPES: readonly (readonly [EntityKind, RegExp])[] = [
  ["identifier", /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/giu],
  [
    "identifier",
    /(?<![\w-])(?!(?:UTF|ISO|SHA|RFC|COVID|GPT)-\d)[A-Z][A-Z0-9]{1,9}(?:-[A-Z0-9]{1,12}){0,3}-\d{1,20}(?:-\d{1,10}){0,3}(?![\w-])/gu,
  ],
  ["identifier", /(?<![\w#&/])#\d{1,10}(?![\w-])/gu],
  [
    "identifier",
    /(?:合同|订单|工单|单据|发票|编号|单号|工号|学号|案号|资产|设备|流水|批次|contract|order|ticket|invoice|case|reference|serial|tracking|account)\s?(?:编号|号码|号|no\.?|number|num|id|#)?\s?(?:is|是|为|[:：#])?\s?(?<value>(?=[A-Za-z-]{0,12}\d)[A-Za-z0-9][A-Za-z0-9_-]{3,31})(?![\w-])/giu,
  ],
  ["identifier", /(?<![\w-])(?=[A-Z]{0,6}\d)[A-Z]{2,6}\d{3,12}(?![\w-])/gu],
  ["date", /(?<![\d./-])(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])(?![\d/-])/gu],
  ["date", /(?<!\d)(?:(?:19|20)\d{2}年)?(?:0?[1-9]|1[0-2])月(?:0?[1-9]|[12]\d|3[01])[日号]/gu],
  ["date", /(?<!\d)(?:19|20)\d{2}年(?:0?[1-9]|1[0-2])月/gu],
  [
    "date",
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s\d{1,2}(?:st|nd|rd|th)?(?:,\s(?:19|20)\d{2})?\b|\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s(?:19|20)\d{2})?\b/gu,
  ],
  [
    "amount",
    /(?:[¥￥$€£₹]|\b(?:USD|CNY|RMB|EUR|GBP|HKD|JPY|NT\$)\s?)\s?\d[\d,]{0,20}(?:\.\d{1,4})?(?:\s?(?:万亿|亿|万|千|百万|k|m|b|bn|million|billion|thousand)\b|万|亿)?/giu,
  ],
  [
    "amount",
    new RegExp(
      `(?<![\\d.])(?:\\d[\\d,]{0,20}(?:\\.\\d{1,4})?|${CN_DIGIT}{1,8})\\s?(?:万亿|亿|百万|千万|万|千|k|m|million|billion|thousand)?\\s?(?:元|块钱|块(?!\\p{Script=Han})|人民币|美元|美金|欧元|港币|港元|日元|英镑|dollars?\\b|bucks\\b|euros?\\b|pounds?\\b|yuan\\b|rmb\\b|usd\\b|cny\\b|eur\\b|gbp\\b)`,
      "giu",
    ),
  ],
  ["amount", /(?<![\d.])\d[\d,]{0,20}(?:\.\d{1,4})?\s?(?:万亿|亿|百万|千万|万)(?!里|分|人|次|一|台|户|条|字|步)/gu],
  ["version", /(?<![\w.-])v\d{1,4}(?:\.\d{1,6}){0,3}(?:-[a-z]{1,10}(?:\.?\d{1,4})?)?(?![\w.]*\w)/giu],
  ["version", /(?<![\w.-])\d{1,4}(?:\.\d{1,6}){2}(?:-[a-z]{1,10}(?:\.?\d{1,4})?)?(?![\w-]|\.\d)/giu],
  [
    "version",
    /(?:version|release|版本)(?:号)?\s?(?:is|是|为|[:：])?\s?(?<value>\d{1,4}(?:\.\d{1,6}){1,3})(?![\w-]|\.\d)/giu,
  ],
  ["channel", /(?<![\w#&/])#(?=[\w-]{0,40}[A-Za-z\p{Script=Han}])[\p{L}\p{N}][\p{L}\p{N}_-]{1,40}/gu],
  ["person", /(?<![\w.@/])@[A-Za-z\p{Script=Han}][\w\p{Script=Han}.-]{1,31}(?<![.-])(?![\w@/])/gu],
];

function fromShapes(text: string): readonly Entity[] {
  const found: Entity[] = [];
  for (const [kind, pattern] of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.value ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      const bare = value.trim();
      found.push({ text: bare, start, end: start + bare.length, kind });
    }
  }
  return found;
}

/** Earlier lists win; within a list the first and then the longest. */
function withoutOverlaps(lists: readonly (readonly Entity[])[]): Entity[] {
  const kept: Entity[] = [];
  for (const list of lists) {
    const earlier = [...kept].sort((a, b) => a.start - b.start);
    const sorted = [...list].sort((a, b) => a.start - b.start || b.end - a.end);
    let pointer = 0;
    let coveredTo = -1;
    for (const entity of sorted) {
      while ((earlier[pointer]?.end ?? Number.POSITIVE_INFINITY) <= entity.start) pointer += 1;
      const blocked = (earlier[pointer]?.start ?? Number.POSITIVE_INFINITY) < entity.end;
      if (blocked || entity.start < coveredTo || entity.end <= entity.start) continue;
      coveredTo = entity.end;
      kept.push(entity);
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** No turn of people is longer; what lies beyond are pastes, and naming all of them helps nobody. */
const LONGEST_LOOK = 50_000;

/**
 * What a text names: people, organisations, projects, products, identifiers, amounts, versions, dates, channels, places, and capitalised
 * names of no known kind; in order, without overlaps, offsets exact. By rule and dictionary: a name unknown to both that looks like common
 * words is missed. Only the first 50,000 characters are looked at.
 */
export function findEntities(text: string): Entity[] {
  const head = text.length > LONGEST_LOOK ? text.slice(0, LONGEST_LOOK) : text;
  const lists = [fromShapes(head)];
  if (hasHan(head)) lists.push(...listChineseNames(head));
  if (/[A-Za-z]/u.test(head)) lists.push(...listEnglishNames(head));
  return withoutPets(head, withoutOverlaps(lists));
}
