import { hasHan, type Span } from "../../language/index.js";
import { toThirdPersonEnglish } from "./third-person-en.js";
import { toThirdPersonChinese } from "./third-person-zh.js";

/** A sentence, or an item of a list with the head that it stands under. */
export interface ListedSentence extends Span {
  /** In the third person; an item is not read without it. */
  readonly head?: string;
}

/** What a list item has in front of it: 1), -, 第二，, "Third,". */
const MARK_ALONE =
  /^\s*(?:[-*+•·▪●○–—>]+|[（(]?(?:\d{1,2}|[一二三四五六七八九十]{1,2}|[a-hA-H])[)）.．、][ \t]*|[①-⑳])\s*$/u;
const ORDINAL_ZH =
  /(?<=^|[，,。；;：:\s])(?:第(?<n>[一二三四五六七八九])(?:[，,、：:]\s?|(?:个|条|点|件)?(?:是|呢)?[，,、：:]\s?|(?:个|条|点|件)是)|其(?<q>[一二三四五六])[，,、：:]?|(?<m>[一二三四五六七八九])、)/gu;
const ORDINAL_EN =
  /(?<=^|[\s,;:.])(?:(?:and )?(?<n>first|second|third|fourth|fifth|sixth)(?:ly)?[,:] |\((?<q>[1-9])\) )/giu;
const PLACES: readonly string[] = ["first", "second", "third", "fourth", "fifth", "sixth"];
const DIGITS_ZH = "一二三四五六七八九";
const LONGEST_HEAD = 48;
const LONGEST_HEAD_HAN = 20;
/** Says that things follow, and not what they are. */
const SAYS_NOTHING =
  /记|以下|如下|下面|几[件点条个句样]|注意|听好|说[几三两四]|\b(?:note|remember|the following|here(?:['’]s| are| is)|(?:some|few|couple of|couple) (?:things|points|updates)|things to (?:know|note)|updates?|list|points?|news)\b\s*$|^(?:ok|so|well|right|and)$/iu;
const ASKS = /[?？]|\b(?:can|could|would|will) you\b|\bplease\b|^(?:help|write|give|tell|make|draft)\b|请|帮|麻烦|你/iu;

function placeOf({ n, q, m }: Readonly<Record<string, string | undefined>>): number {
  if (q !== undefined) return /\d/u.test(q) ? Number(q) : DIGITS_ZH.indexOf(q) + 1;
  if (m !== undefined) return DIGITS_ZH.indexOf(m) + 1;
  return n === undefined ? 0 : /[a-z]/iu.test(n) ? PLACES.indexOf(n.toLowerCase()) + 1 : DIGITS_ZH.indexOf(n) + 1;
}

/** The ordinals of a sentence that run first, second, …; none where only one does. */
function ordinalsOf(text: string): readonly { readonly at: number; readonly end: number; readonly place: number }[] {
  const marks: { at: number; end: number; place: number }[] = [];
  for (const match of text.matchAll(hasHan(text) ? ORDINAL_ZH : ORDINAL_EN)) {
    const place = placeOf(match.groups ?? {});
    if (place === (marks.at(-1)?.place ?? 0) + 1 || (marks.length === 0 && place > 0))
      marks.push({ at: match.index, end: match.index + match[0].length, place });
  }
  return marks;
}

const COUNTED_ZH =
  /^(?<who>.*?)有?(?:这|那)?(?:[一二两三四五六七八九十几\d]{1,2}(?:大|个|条|点|件|样|种|项|只|位)(?:小|大)?)(?<what>[\p{Script=Han}]{2,10})$/u;
const COUNTED_EN =
  /^(?:(?<who>i|we)(?:['’]ve got| have(?: got)?|['’]ve) |(?<own>my|our) )?(?:two|three|four|five|six|\d|some|a few|several|the following) (?<what>[\p{L}].*)$/iu;

/** 下面说下我妈的药: what follows tells of it. */
const TELLS_OF_ZH =
  /^(?:下面|先|再|给你|跟你|和你|帮我|我)*(?:说|讲|介绍|交代)(?:一下|下)(?<what>(?:我|我们|咱)[\p{Script=Han}]{0,6}的[\p{Script=Han}]{1,8})$/u;

/** How an item says what list it is of; undefined where the head tells nothing, or is no head. */
function headOf(said: string): string | undefined {
  const written = said.trim().replace(/[\s:：,，.。;；—–-]+$/u, "");
  const text = TELLS_OF_ZH.exec(written)?.groups?.what ?? written;
  const han = hasHan(text);
  if (text === "" || [...text].length > (han ? LONGEST_HEAD_HAN : LONGEST_HEAD)) return undefined;
  if (SAYS_NOTHING.test(text) || ASKS.test(text)) return undefined;
  if (han) {
    const { who, what } = COUNTED_ZH.exec(text)?.groups ?? {};
    const bare =
      what === undefined ? text : `${who ?? ""}${who === undefined || /的$|^$/u.test(who) ? "" : "的"}${what}`;
    return toThirdPersonChinese(bare);
  }
  const { who, own, what } = COUNTED_EN.exec(text)?.groups ?? {};
  const bare = what === undefined ? text : who !== undefined || own !== undefined ? `my ${what}` : what;
  const worded = toThirdPersonEnglish(bare);
  return worded.charAt(0).toUpperCase() + worded.slice(1);
}

const DASH = /\s[-–•*]\s+/gu;

/** "My house rules: - shoes off - no phones at dinner" */
function dashedItems(sentence: Span): readonly ListedSentence[] | undefined {
  const opening = /^(?<head>[^:：\n]{2,48}[:：])\s+[-–•*]\s+/u.exec(sentence.text);
  const head = headOf(opening?.groups?.head ?? "");
  if (opening === null || head === undefined) return undefined;
  let at = opening[0].length;
  const items: ListedSentence[] = [];
  for (const end of [...sentence.text.slice(at).matchAll(DASH)].map(({ index }) => index + opening[0].length)) {
    items.push(itemAt(sentence, at, end, head));
    at = end + (/^\s[-–•*]\s+/u.exec(sentence.text.slice(end))?.[0].length ?? 0);
  }
  items.push(itemAt(sentence, at, sentence.text.length, head));
  return items.length > 1 ? items : undefined;
}

function itemAt(sentence: Span, from: number, to: number, head: string): ListedSentence {
  const text = sentence.text.slice(from, to).trim();
  const start = sentence.start + sentence.text.indexOf(text, from);
  return { text, start, end: start + text.length, head };
}

/** "Three things about my knee: torn meniscus in 2019, no kneeling": what is counted is said of the head. */
function countedItem(sentence: Span): readonly ListedSentence[] | undefined {
  const at = sentence.text.search(/[:：]/u);
  if (at < 0) return undefined;
  const before = sentence.text.slice(0, at);
  const rest = sentence.text.slice(at + 1);
  const isHead = (hasHan(before) ? TELLS_OF_ZH : COUNTED_EN).test(before.trim());
  const head = isHead && rest.trim() !== "" ? headOf(before) : undefined;
  if (head === undefined || ordinalsOf(rest).length > 0 || OWN_SUBJECT.test(rest)) return undefined;
  return [itemAt(sentence, at + 1, sentence.text.length, head)];
}

const OWN_SUBJECT = /[我咱俺]|\b(?:i|we|is|are|has|have)\b|['’](?:s|m|re)\b/iu;

interface Open {
  readonly head?: string;
  readonly place: number;
}

/** The items of one sentence, without their marks; the sentence itself where it lists nothing. */
function itemsOf(sentence: Span, open: Open | undefined): readonly (ListedSentence & { readonly place?: number })[] {
  const dashed = dashedItems(sentence) ?? countedItem(sentence);
  if (dashed !== undefined) return dashed;
  const marks = ordinalsOf(sentence.text);
  const first = marks[0];
  const continues = first !== undefined && first.at === 0 && open !== undefined && first.place === open.place + 1;
  if (
    first === undefined ||
    !(
      continues ||
      (first.place === 1 && (marks.length > 1 || first.at === 0 || ENDS_AS_HEAD.test(sentence.text.slice(0, first.at))))
    )
  )
    return [sentence];
  const before = sentence.text.slice(0, first.at);
  const head = continues ? open.head : headOf(before);
  const items = marks.map(({ end, place }, index) => {
    const to = marks[index + 1]?.at ?? sentence.text.length;
    const raw = sentence.text.slice(end, to);
    const text = raw.replace(/[\s,，;；]+$/u, "");
    const start = sentence.start + end;
    return { text, start, end: start + text.length, place, ...(head === undefined ? {} : { head }) };
  });
  const listed = items.filter(({ text }) => text.trim() !== "");
  const told = before.replace(/[\s:：,，;；]+$/u, "");
  const isPlain = head === undefined && told.trim() !== "" && !SAYS_NOTHING.test(told);
  return isPlain ? [{ text: told, start: sentence.start, end: sentence.start + told.length }, ...listed] : listed;
}

/** A sentence that ends in a colon, before what it is the head of. */
const ENDS_AS_HEAD = /[:：]\s*$/u;

/**
 * The sentences of a text with its lists taken apart: each item by itself, with the head that it stands under, and without its number.
 * Pure; linear in the text.
 */
export function listItems(text: string, sentences: readonly Span[]): readonly ListedSentence[] {
  const out: ListedSentence[] = [];
  let open: Open | undefined;
  let list: { readonly head?: string } | undefined;
  for (const [index, sentence] of sentences.entries()) {
    const before = sentences[index - 1];
    const gap = text.slice(before?.end ?? 0, sentence.start);
    const isMarked = gap.split("\n").some((line, at, lines) => at === lines.length - 1 && MARK_ALONE.test(line));
    if (isMarked) {
      if (list === undefined && before !== undefined) {
        const head = isHead(before, gap) ? headOf(before.text) : undefined;
        list = head === undefined ? {} : { head };
        if (head !== undefined && out.at(-1)?.start === before.start) out.pop();
      }
      out.push({ ...sentence, ...(list?.head === undefined ? {} : { head: list.head }) });
      continue;
    }
    list = undefined;
    const items = itemsOf(sentence, open);
    const last = items.at(-1);
    open =
      last?.place === undefined
        ? undefined
        : { place: last.place, ...(last.head === undefined ? {} : { head: last.head }) };
    out.push(...items.map(({ place: _place, ...item }) => item));
  }
  return out;
}

function isHead(sentence: Span, gap: string): boolean {
  return ENDS_AS_HEAD.test(sentence.text) || /^\s*[:：]/u.test(gap);
}
