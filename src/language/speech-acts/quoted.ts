import { hasHan, toSimplified } from "../script.js";
import type { Span } from "../span.js";

/* Quotations in the first person. Whoever is quoted, "I" is not the user, unless the user quotes themselves, a name, or a wish. */

/** A letter may be quoted whole. In characters */
const LONGEST_QUOTED = 1_200;
/** What introduces a quotation stands close before it. In characters */
const LONGEST_FRAME = 160;

const CLOSED_BY: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["‘", "’"],
  ["“", "”"],
  ["「", "」"],
  ["『", "』"],
]);
/** The straight marks open behind a space or a mark only: elsewhere they are an apostrophe, inches, or a plural's possessive. */
const STRAIGHT = /["']/u;
const MAY_OPEN = /^$|[\s([{（【:：=,，。.!?—–\-/]|\p{Script=Han}/u;
const SHORTENED = /^'(?:cause|cos|til|till|em|n|twas|bout|round|\d\ds?)\b/iu;

interface Quotation {
  /** Of the opening mark. */
  readonly start: number;
  /** Behind the closing one. */
  readonly end: number;
}

function opens(text: string, at: number): boolean {
  const mark = text.charAt(at);
  if (!STRAIGHT.test(mark)) return CLOSED_BY.has(mark);
  if (!MAY_OPEN.test(text.charAt(at - 1)) || !/\S/u.test(text.charAt(at + 1))) return false;
  return !SHORTENED.test(text.slice(at, at + 8));
}

function closes(text: string, at: number, closing: string): boolean {
  if (text.charAt(at) !== closing) return false;
  return !STRAIGHT.test(closing) || (/\S/u.test(text.charAt(at - 1)) && !/[\p{L}\d]/u.test(text.charAt(at + 1)));
}

/** Where the quotation that opens here ends; of several apostrophes the last before another opens. */
function endOf(text: string, from: number): number | undefined {
  const closing = CLOSED_BY.get(text.charAt(from)) ?? "";
  let found: number | undefined;
  const last = Math.min(text.length, from + LONGEST_QUOTED);
  for (let at = from + 1; at < last; at += 1) {
    if (text.charAt(at) === "\n" && text.charAt(at + 1) === "\n") break;
    if (closes(text, at, closing)) {
      found = at + 1;
      // "the boys' room": a possessive ends nothing where a better mark follows
      if (closing !== "'" || text.charAt(at - 1) !== "s") break;
    } else if (found !== undefined && opens(text, at)) break;
  }
  return found;
}

function findQuotations(text: string): readonly Quotation[] {
  const found: Quotation[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (!opens(text, at)) continue;
    const end = endOf(text, at);
    if (end === undefined) continue;
    found.push({ start: at, end });
    at = end - 1;
  }
  return found;
}

const FIRST_PERSON_EN =
  /(?:^|[^\p{L}'’])(?:I|[Ww]e)(?:['’](?:m|ve|d|ll|re))? [\p{L}]|(?:^|[^\p{L}'’])(?:I['’]m|I['’]ve|[Mm]y|[Oo]ur)(?: \p{L}+){1,3} (?:is|are|was|were|has|have|lives?|works?)\b|\bname['’]?s (?=\p{Lu})/u;
const FIRST_PERSON_ZH = /(?:我|咱|俺|本人)(?!国|的天|去)/u;
const SHORTEST_HAN = 4;

function isFirstPerson(words: string): boolean {
  if (FIRST_PERSON_EN.test(words)) return true;
  return hasHan(words) && [...words].length >= SHORTEST_HAN && FIRST_PERSON_ZH.test(words);
}

/** The user quotes themselves. */
const OWN_EN =
  /(?:^|[^\p{L}])(?:I|we)(?:['’](?:ve|d|ll)| have| had| will| would)? (?:(?:just|always|already|then|also|finally|still|even|only) )*(?:say|said|tell|told|write|wrote|written|reply|replied|text|texted|answer|answered|ask|asked|mention|mentioned|think|thought|mean|meant|explained|shouted|announced|admitted|posted|emailed)\b/iu;
const OWN_ZH =
  /(?:^|[，,。；\s])(?:但是?|所以|然后|后来)?(?:我|咱|俺)(?:们)?(?:刚才|刚刚|昨天|今天|上次|当时|就|都|也|只|一直|经常|总|跟[^，。我]{1,8}?|对[^，。我]{1,6}?|和[^，。我]{1,8}?|给[^，。我]{1,6}?|向[^，。我]{1,6}?)*(?:说|讲|告诉|回|写|答|喊|想|承认|解释|发)/u;
/** A name, a title, a motto: a value and no speech. */
const NAMES =
  /\b(?:called|named|titled|entitled|nicknamed|is|are|was|as|to|motto|mantra|with)\s*[:：]?\s*$|(?:叫做?|名叫|称为|称作|标题是?|名字是?|歌名是?|书名是?|改成|换成|口头禅是?|座右铭是?)\s*[:：]?\s*$/iu;
/** How the listener is to speak, or what is to be kept: the user's own wish. */
const WISHES_EN =
  /^\W*(?:please |and |but |also |so )*(?:don['’]?t|do not|never|always|stop|avoid|no more|from now on|going forward|whenever|when|every time|if (?:i|you)|instead of|rather than|use|remember|note|keep in mind|for the record|fyi|sign|end|begin|start|open|close)\b|\b(?:you (?:always|never|keep|should|must|can|don['’]?t)|instead of|rather than|i (?:prefer|want|hate|like|love|dislike|['’]d rather)\b)/iu;
const WISHES_ZH =
  /(?:别|不要|不用|不许|以后|今后|每次|一律|统一|避免|少用|少说|记住|记得|记一下|记下|备注|开头|结尾|落款|署名|你(?:总|老|别|不|要|应该|可以)|我(?:喜欢|讨厌|希望|想让|要你|不想))/u;
/** Somebody else says it, whatever wish the words hold. */
const OTHER_SAYS =
  /\b(?:said|says|told|tells|wrote|writes|texted|replied|shouted|asked|whispered|sang|sings|posted|according to|put it)\b|(?:[他她妈爸友事板生师姐妹哥弟人家]|客户|领导|[老小阿]\p{Script=Han})们?(?:常|总是?|老|也|都|昨天|今天|刚才|跟我|对我|[^，。我别要]{0,2})(?:说|讲|写|喊|唱|问)|告诉我|发来|回复我/iu;
/** An order for a text: the words are its material. */
const ORDERS =
  /^\W*(?:(?:please|can you|could you|now|and|ok|help me|just) )*(?:write|draft|compose|translate|rewrite|rephrase|proofread|polish|read|print|say|sing|repeat|type|post|reply|answer|send|paste|make|put|create|generate|parse|summari[sz]e|correct|fix)\b|^(?:请|帮我|帮忙|给我|替我|麻烦)*(?:写|翻译|润色|改写|念|读|唱|打印|发|回复|造|编|生成|朗读|解析)/iu;

function isUsersOwn(frame: string): boolean {
  const text = hasHan(frame) ? toSimplified(frame) : frame;
  if (OWN_EN.test(text) || OWN_ZH.test(text)) return true;
  if (ORDERS.test(text)) return false;
  if (NAMES.test(text)) return true;
  return (WISHES_EN.test(text) || WISHES_ZH.test(text)) && !OTHER_SAYS.test(text);
}

const SENTENCE_END = /[.!?。！？\n]/u;
const CLAUSE_END = /[,，;；。.!?！？\n]/u;

/** The words that introduce what is quoted: of its sentence, before it. */
function frameStart(text: string, quote: Quotation): number {
  const least = Math.max(0, quote.start - LONGEST_FRAME);
  let at = quote.start;
  while (at > least && !SENTENCE_END.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Of the frame, the clause that introduces: "I like tea, but my sister says '…'" keeps the tea. */
function clauseStart(frame: string): number {
  const bare = frame.replace(/[\s,，:：;；]+$/u, "");
  for (let at = bare.length; at > 0; at -= 1) if (CLAUSE_END.test(bare.charAt(at - 1))) return at;
  return 0;
}

/**
 * Stretches that quote somebody in the first person who is not the user, with the clause that introduces them and the one that goes on
 * behind. The user's own quotations of themselves, names, and wishes about wording stay. Linear in the text.
 */
export function findQuoted(text: string): readonly Pick<Span, "start" | "end">[] {
  const spans: { start: number; end: number }[] = [];
  for (const quote of findQuotations(text)) {
    if (!isFirstPerson(text.slice(quote.start + 1, quote.end - 1))) continue;
    const from = frameStart(text, quote);
    const frame = text.slice(from, quote.start);
    let behind = quote.end;
    // what ends its own sentence is gone on with by nobody
    const isWhole = SENTENCE_END.test(text.charAt(quote.end - 2));
    const most = Math.min(text.length, quote.end + LONGEST_FRAME);
    while (!isWhole && behind < most && !CLAUSE_END.test(text.charAt(behind))) behind += 1;
    const after = text.slice(quote.end, behind);
    const own = frame.trim() === "" ? OWN_EN.test(after) || OWN_ZH.test(after) : isUsersOwn(frame);
    if (own) continue;
    spans.push({ start: from + clauseStart(frame), end: behind });
  }
  return spans;
}
