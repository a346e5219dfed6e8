import { toSimplified } from "../script.js";
import { type TaggedWord, tagWords } from "../segmenter.js";
import type { Entity, EntityKind } from "./entity.js";
import { hasNameShape, isLikelyName, isSurname } from "./names.js";

interface Placed extends TaggedWord {
  readonly start: number;
  readonly end: number;
}

const ORGANISATION_END =
  /^.{0,8}(?:公司|集团|科技|银行|大学|学院|医院|研究院|研究所|实验室|事务所|工作室|出版社|中学|小学|高中|幼儿园|基金会|协会|委员会|股份|证券|保险|传媒|律所|俱乐部|酒店|餐厅|超市)$/u;
/** Words that may stand inside the name of an organisation or project. */
const NAME_TAG = /^(?:n(?!d)|x|eng|j|b|vn|an|nz|nt|ns|nr|m$)/u;
const NOT_A_NAME =
  /^(?:我们|你们|他们|咱们|公司|集团|项目|这家|那家|一家|两家|某|本|该|新|老|大|小|人|家|个|名|位|时候|时间|事情|东西|问题|学校|客户|合作|目前|现在|今天|明天|昨天|同事|老板|领导|朋友|爸爸|妈妈|老婆|老公|孩子|儿子|女儿|所有|其他|整个|开源|重点|主要|大型|负责|经理|[一二三四五六七八九十]|\d+)$/u;
/** Words that describe a company and name none. */
const GENERIC =
  /^(?:科技|互联网|软件|技术|产品|银行|大学|医院|外资|国企|民营|创业|上市|电商|保险|证券|传媒|贸易|物流|建筑|金融|测试|数据|管理|支付|订单|推荐|监控|新)$/u;
const TITLE =
  "总监|总裁|总(?![是共之结体算部会有和数在得要能觉额监裁经])|老师|经理|医生|大夫|教授|主任|博士|律师|先生|女士|小姐|太太|同学|阿姨|叔叔|师傅|工程师|工(?![作程资具厂业人地期艺会号单时序])|姐|哥|院长|校长|老板|秘书|局长|部长";
const TITLED = new RegExp(`(?<name>\\p{Script=Han}{1,3}?)(?:${TITLE})`, "gu");
const NICKNAME =
  /(?:[小老阿](?<!阿(?=[司莫里胶拉托奇尔根富联斯]))(?<name>\p{Script=Han}))(?!\p{Script=Han}?[时学孩朋组区明道店])/gu;
const BOOK = /《(?<name>[^》\n]{1,40})》/gu;
const QUOTED_PROJECT =
  /(?:项目|代号|产品)(?:名称?)?(?:叫做?|是|为|名为)?\s?[“"「『](?<name>[^”"」』\n]{1,24})[”"」』]/gu;
const PROJECT_AFTER =
  /项目(?:代号)?\s?(?<name>[A-Z][A-Za-z0-9_-]{0,24})|(?<before>[A-Za-z][A-Za-z0-9_-]{0,24})\s?(?:项目|專案|计划(?!在|于))/gu;

/** Simplified where that keeps every offset. */
function simplifiedInPlace(text: string): string {
  const simplified = toSimplified(text);
  return simplified.length === text.length ? simplified : text;
}

function placeWords(source: string): readonly Placed[] {
  const placed: Placed[] = [];
  let start = 0;
  for (const { word, tag } of tagWords(source)) {
    placed.push({ word, tag, start, end: start + word.length });
    start += word.length;
  }
  return placed;
}

function* ended(words: readonly Placed[], text: string): Generator<Entity> {
  for (let index = 0; index < words.length; index += 1) {
    const last = words[index];
    if (last === undefined) continue;
    const organisation = ORGANISATION_END.test(last.word);
    const project = last.word === "项目" || last.word === "系统" || last.word === "平台";
    if (!organisation && !project) continue;
    let first = index;
    while (first > 0 && index - first < 5 && joins(words[first - 1], words[first])) first -= 1;
    const begin = words[first]?.start ?? last.start;
    const plain =
      organisation && first === index && ([...last.word].length < 4 || /nt|nz|^n$/u.test(last.tag) === false);
    const named = words.slice(first, index).some(({ word }) => !GENERIC.test(word));
    if (plain || (first < index && !named) || (project && first === index) || last.end - begin > 24) continue;
    if (organisation && ORGANISATION_END.test(words[index + 1]?.word ?? "")) continue;
    yield entity(text, begin, last.end, organisation ? "organisation" : last.word === "项目" ? "project" : "product");
  }
}

function joins(word: Placed | undefined, next: Placed | undefined): boolean {
  if (word === undefined || next === undefined) return false;
  return NAME_TAG.test(word.tag) && /^[\p{Script=Han}A-Za-z0-9&·-]+$/u.test(word.word) && !NOT_A_NAME.test(word.word);
}

function entity(text: string, start: number, end: number, kind: EntityKind): Entity {
  return { text: text.slice(start, end), start, end, kind };
}

function kindOf({ word, tag }: TaggedWord): EntityKind | undefined {
  const length = [...word].length;
  if (tag === "nr" || tag === "nrfg") return hasNameShape(word) ? "person" : undefined;
  if (tag === "nrt" && length >= 3) return "person";
  if (tag === "x" && isLikelyName(word)) return "person";
  if (tag === "ns" && length >= 2) return "place";
  if (tag === "nt" && length >= 3) return "organisation";
  if (tag === "nz" && length >= 2) return "name";
  return undefined;
}

/** A family name and the one or two characters after it that the dictionary could not join: 李 雷, 韩 梅梅. */
function* loosePeople(words: readonly Placed[], text: string): Generator<Entity> {
  for (let index = 0; index + 1 < words.length; index += 1) {
    const family = words[index];
    const given = words[index + 1];
    if (family === undefined || given === undefined || !isSurname(family.word) || !/^(?:nr|x|n)/u.test(family.tag))
      continue;
    const length = [...given.word].length;
    const fits = /^(?:nr|x|n$|a$|an|ng|g)/u.test(given.tag) && length <= 2 && isLikelyName(family.word + given.word);
    if (fits) yield entity(text, family.start, given.end, "person");
  }
}

function* latinProducts(words: readonly Placed[], text: string): Generator<Entity> {
  for (const { word, tag, start, end } of words) {
    if (
      tag !== "eng" ||
      word.length < 2 ||
      /^(?:am|pm|ok|hi|hello|yes|no|http|https|www|com|vs|and|or|the|to|of|by|in|is|id|bug)$/iu.test(word)
    )
      continue;
    const alone =
      !/[A-Za-z0-9@._/#-]/u.test(text.charAt(start - 1)) &&
      !/[@_/]/u.test(text.charAt(end)) &&
      !/^[ ]?[a-z]/u.test(text.slice(end, end + 2));
    const spaced = /[a-z] $/u.test(text.slice(Math.max(0, start - 2), start));
    if (alone && !spaced) yield entity(text, start, end, "product");
  }
}

function* patterned(words: readonly Placed[], text: string): Generator<Entity> {
  const wordAt = new Map(words.map((word) => [word.start, word]));
  for (const match of text.matchAll(TITLED)) {
    const name = match.groups?.name ?? "";
    const at = [...name].findLastIndex((sign) => isSurname(sign));
    if (at < 0 || [...name].length - at > 3) continue;
    const start = match.index + at;
    const whole = text.slice(start, match.index + match[0].length);
    const family = name.slice([...name].slice(0, at).join("").length);
    const word = wordAt.get(start);
    // It must begin a word, and not a common one: 公司工作, 项目经理 hold no names.
    if (word === undefined || (word.word.length > 1 && !/^(?:nr|x)/u.test(word.tag))) continue;
    if (family.length === 1 || hasNameShape(family)) yield entity(text, start, start + whole.length, "person");
  }
  for (const match of text.matchAll(NICKNAME)) {
    if (isSurname(text.charAt(match.index - 1))) continue;
    if (isSurname(match.groups?.name ?? "")) yield entity(text, match.index, match.index + match[0].length, "person");
  }
  for (const [pattern, kind] of [
    [BOOK, "name"],
    [QUOTED_PROJECT, "project"],
    [PROJECT_AFTER, "project"],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const name = match.groups?.name ?? match.groups?.before;
      if (name === undefined) continue;
      const start = match.index + match[0].indexOf(name);
      yield entity(text, start, start + name.length, kind);
    }
  }
}

/**
 * Names of a text with Chinese in it, in lists of falling trust. The tagger proposes; shapes (family name, suffix, title) decide.
 */
export function listChineseNames(text: string): readonly (readonly Entity[])[] {
  return namesOf(simplifiedInPlace(text)).map((list) =>
    list.map(({ start, end, kind }) => entity(text, start, end, kind)),
  );
}

function namesOf(text: string): readonly (readonly Entity[])[] {
  const words = placeWords(text);
  const tagged = words.flatMap((word) => {
    const kind = kindOf(word);
    return kind === undefined ? [] : [entity(text, word.start, word.end, kind)];
  });
  return [
    [...patterned(words, text)],
    [...ended(words, text)],
    [...loosePeople(words, text), ...tagged],
    [...latinProducts(words, text)],
  ];
}
