import type { Memory } from "../domain/index.js";
import { foldText, queryTerms } from "../language/index.js";
import { canonicalAttribute, valueClass } from "../language/slots/index.js";
import { HOLDING_TERMS } from "./holding-terms.js";
import type { Statement } from "./statement.js";

const EMPTY_TERMS = new Set([...HOLDING_TERMS, ..."asks always only really 遍".split(" ")]);
const FIGURE = /\d|[#@/]/u;
const SAME_SHARE = 0.75;
const CHANGED_SHARE = 0.5;
const FEWEST_SHARED = 2;

interface Matter {
  readonly words: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
}

const CACHE_SIZE = 4_000;
const cache = new Map<string, Matter>();

/** What a statement is about, as terms; figures apart. Cached: the same rows are compared again and again. */
function matterOf(content: string): Matter {
  const known = cache.get(content);
  if (known !== undefined) return known;
  const terms = queryTerms(content).filter((term) => !EMPTY_TERMS.has(term));
  const matter = {
    words: new Set(terms.filter((term) => !FIGURE.test(term))),
    figures: new Set(terms.filter((term) => FIGURE.test(term))),
  };
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(content, matter);
  return matter;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const term of a) if (b.has(term)) count += 1;
  return count;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && shared(a, b) === a.size;
}

/** What the user wants done, as against what is so. */
function isInstruction(of: Pick<Memory, "kind">): boolean {
  return of.kind === "procedure" || of.kind === "avoidance";
}

/**
 * A memory that says the same in other words: equal polarity and figures, and most of the shorter one's words in the longer one. Both
 * are about one subject; slots that differ in attribute or value are never the same (P30).
 */
export function findDuplicate(statement: Statement, about: readonly Memory[]): Memory | undefined {
  const own = matterOf(statement.content);
  return about.find((memory) => {
    if (memory.polarity !== statement.polarity) return false;
    if (memory.attribute !== statement.attribute && isInstruction(memory) !== isInstruction(statement)) return false;
    if ((memory.expiresAt === undefined) !== (statement.expiresAt === undefined)) return false;
    const bothSlotted = memory.attribute !== undefined && statement.attribute !== undefined;
    if (bothSlotted && memory.attribute !== statement.attribute) return false;
    const other = matterOf(memory.content);
    if (!sameSet(own.figures, other.figures)) return false;
    const smaller = Math.min(own.words.size, other.words.size);
    const common = shared(own.words, other.words);
    const figures = own.figures.size > 0 ? 1 : 0;
    return common + figures >= FEWEST_SHARED && smaller > 0 && common / smaller >= SAME_SHARE;
  });
}

function characters(text: string): ReadonlySet<string> {
  return new Set(
    [...foldText(text)].filter(
      (sign) =>
        /\p{Script=Han}/u.test(sign) &&
        !/[的了是在我你他她用户就都也改换成为到把给早上晚点半一二三四五六七八九十个]/u.test(sign),
    ),
  );
}

/** Share of the words (Chinese: of the characters) that name the matter of `a` and occur in `b`. */
function overlap(a: string, b: string): number {
  const own = matterOf(a).words;
  const words = own.size === 0 ? 0 : shared(own, matterOf(b).words) / own.size;
  const ownCharacters = characters(a);
  const byCharacter = ownCharacters.size === 0 ? 0 : shared(ownCharacters, characters(b)) / ownCharacters.size;
  return Math.max(words, byCharacter);
}

/** What the words of a change leave when the new value is taken out: what it is about. */
function topicOf(statement: Statement): string {
  const cut = statement.evidence.search(
    /(?:改成|改为|改到|改在|换成|换到|换为|推迟到|提前到|调到|调整为|变成|\b(?:moved|changed|switched|pushed|is now|are now)\b)/iu,
  );
  return cut > 0 ? statement.evidence.slice(0, cut) : statement.content;
}

function changedPart(statement: Statement): string {
  const topic = topicOf(statement);
  return statement.evidence.length > topic.length ? statement.evidence.slice(topic.length) : statement.content;
}

/**
 * The one memory that a stated change without a slot is about: most of the change's matter is in it, and it holds a value of
 * the same sort (a time for a time, money for money). None where two fit equally well.
 */
export function findChanged(statement: Statement, about: readonly Memory[]): Memory | undefined {
  const topic = topicOf(statement);
  const sort = valueClass(changedPart(statement));
  if (sort === "words" || sort === "name") return undefined;
  const scored = about
    .filter((memory) => memory.expiresAt === undefined && valueClass(memory.content) === sort)
    .map((memory) => ({ memory, share: overlap(topic, memory.content) }))
    .filter(({ share }) => share >= CHANGED_SHARE)
    .sort((a, b) => b.share - a.share);
  const [best, second] = scored;
  if (best === undefined || (second !== undefined && second.share === best.share)) return undefined;
  return best.memory;
}

/** Positive statements about what a retraction names: all of its matter is in them. */
export function findRetracted(statement: Statement, about: readonly Memory[]): readonly Memory[] {
  const object = objectOf(statement.evidence);
  if (object === undefined) return [];
  return about.filter((memory) => memory.polarity === "positive" && overlap(object, memory.content) === 1);
}

const OBJECT_ZH =
  /(?:不再|再也不|不|没再|戒了?|戒掉|取消了?|停用|弃用)(?:喜欢|需要|用|喝|吃|在|做|去|要|走|发|住|玩|看|学|养|抽|打|跑|练|负责|爱)?(?<object>[\p{Script=Han}A-Za-z\d# -]{1,14}?)了?(?:$|[，。,！])/u;
const OBJECT_EN =
  /(?:no longer|stopped|quit|gave up|given up|dropped|ditched|cancell?ed|sold|done with|don'?t|doesn'?t) (?:\w+ing |like |use |eat |drink |want |need |work (?:at|for|with|in) |live in |do |go to |take |have )?(?<object>[^,.;]{2,40}?)(?: any ?more| any longer)?(?:$|[,.;])/iu;

/** What a retraction ends: "我现在不喝咖啡了" → 咖啡. */
function objectOf(evidence: string): string | undefined {
  const object = OBJECT_ZH.exec(evidence)?.groups?.object ?? OBJECT_EN.exec(evidence)?.groups?.object;
  const bare = object?.trim();
  return bare === undefined || bare === "" ? undefined : bare;
}

const TOPIC_FRAME =
  /^(?:about |that |the fact that |i am |i'm |i’m |i |we are |we're |we |my |our |the |me |关于|有关|我的?|我们的?|你记的|之前(?:说的)?|以前(?:说的)?|那个)+/iu;

/** Current memories that a request to forget names: by their attribute, or all of its words in content or evidence. */
export function findForgotten(statement: Statement, held: readonly Memory[]): readonly Memory[] {
  const topic = (statement.value ?? "").trim().replace(TOPIC_FRAME, "");
  if (topic === "") return [];
  const attribute = canonicalAttribute(topic);
  const folded = foldText(topic);
  const named = topic
    .split(/\s+/u)
    .map((word) => ({ attribute: canonicalAttribute(word), words: matterOf(word).words }));
  const { words, figures } = matterOf(topic);
  return held.filter((memory) => {
    if (memory.attribute === attribute && memory.subject === statement.subject) return true;
    const text = `${memory.content}\n${memory.evidence}`;
    if (foldText(text).includes(folded)) return true;
    const other = matterOf(text);
    // "my latex allergy": the attribute by its own name, which the memory may word otherwise ("allergic to latex")
    const byAttribute = named.filter((word) => word.attribute === memory.attribute).flatMap((word) => [...word.words]);
    const asked = new Set([...words].filter((word) => !byAttribute.includes(word)));
    return (
      asked.size + figures.size > 0 &&
      shared(asked, other.words) === asked.size &&
      shared(figures, other.figures) === figures.size
    );
  });
}
