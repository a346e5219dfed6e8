import { hasHan, hasOwnSubject } from "../../language/index.js";
import type { Holder } from "./held.js";
import { holderInSentence, holderOf, holderOfSentenceBefore, sentencesBefore } from "./holder.js";
import { isOfKinOf, isOfSpouseOf, partIn, tellsOfPart } from "./holder-zh.js";
import { leftOut } from "./left-out.js";

/** A clause that names nobody, and whom it goes on about. */
export interface GoingOn {
  readonly subject: string;
  /** What to put in front of the clause. */
  readonly prefix: string;
}

/** 怕打雷, 三岁, 叫朵朵, 雅马哈的: what a clause without a subject says of a person, animal or thing rather than of what the speaker does. */
const TRAIT_ZH =
  /^(?:现在|今年|平时|从小|一直|刚|快|已经|特别|最|很|挺|也|还|都|就|只)*(?:叫|姓|属|怕|会|爱|喜欢|讨厌|不(?:吃|喝|爱|喜欢|能|会|让|怎么|太)|只(?:吃|喝|收|认|听)|吃|喝|在|住|是|有|没|长|重|高|[\d一二两三四五六七八九十半]{1,4}(?:岁|个?月|年|斤|公斤|米|平|楼|块|千|万)|[^，。]{1,8}的$|[^，。]{0,6}(?:休息|营业|开门|关门|打烊)|见|做|教|学|跑|开|放|养)/u;
/** 也养了条狗, 打算再买一台: what the speaker does once more. */
const AGAIN_SPEAKER = /^(?:也|还|又|再|打算|准备|想|计划|正|刚)/u;

function lacksSubject(clause: string): boolean {
  return !/[我咱俺你您他她它佢]|用户/u.test(clause) && !hasOwnSubject(clause);
}

function inChinese(text: string, at: number, clause: string): GoingOn | undefined {
  const isPart = tellsOfPart(clause);
  const holder = holderInSentence(text, at) ?? fromSentenceBefore(text, at, clause, isPart);
  if (holder === undefined || holder.subject === "user") return undefined;
  if (isPart) return { subject: holder.subject, prefix: `${holder.words}的` };
  if (!lacksSubject(clause)) return undefined;
  if (holder.isIntroduced === true && (AGAIN_SPEAKER.test(clause) || !TRAIT_ZH.test(clause))) return undefined;
  return { subject: holder.subject, prefix: holder.words };
}

/** 雪球。萨摩耶，两岁: a name alone, or a thing told about just before, where only a trait of it follows. */
function fromSentenceBefore(text: string, at: number, clause: string, isPart: boolean): Holder | undefined {
  if (holderInSentence(text, at) !== undefined || sentencesBefore(text, at).length === 0) return undefined;
  const opens = /(?:^|[。！？!?\n])\s*$/u.test(text.slice(0, at));
  if (!opens || !(isPart || TRAIT_ZH.test(clause))) return undefined;
  return holderOfSentenceBefore(text, at);
}

const VERB_EN =
  /^(?:and |but )?(?:(?:also|now|still|just|never|always|usually|only|mostly|probably|currently) )*(?:works|lives|has|owns|runs|teaches|studies|plays|speaks|likes|loves|hates|prefers|drinks|eats|is|was|drives|collects|gets|goes|wakes|sleeps|swims|rides|takes|makes|does|comes|uses|wears|needs|wants|keeps|knows|doesn['’]t|isn['’]t|sings|paints|writes|reads|cooks|bakes|grows|breeds|trains|coaches|sells|starts|finishes|leaves|stays|pays|walks|hikes|climbs|sails|travels|practi[sc]es|hibernates|whistles|barks|bites|sheds|answers|costs|weighs|opens|closes|seats|holds|accepts|smokes|snores|kidded|limps|chews|kicks|hides|follows|fits)\b/iu;
const MODAL_EN = /^(?:and |but )?(?:won['’]t|can['’]t|cannot|can|must|has to|used to)\b/iu;
/** What "is" is left out before: a trait, an age, a place. */
const TRAIT_EN =
  /^(?:and |but )?(?:(?:now|still|just|probably|about|almost|nearly|also|very|quite|always|mostly) )*(?:an? (?=\p{L})|allergic|afraid|scared|terrified|obsessed|deaf|blind|lame|married|divorced|single|retired|vegetarian|vegan|diabetic|coeliac|celiac|intolerant|born|raised|based|named|called|known|made|built|fitted|insured|serviced|parked|kept|stored|shared|left-handed|right-handed|fluent|good (?:at|with)|bad (?:at|with)|on (?:a|an|the)\b|up at|asleep by|open |closed |moving |expecting|pregnant|house-trained|neutered|[a-z]{3,}(?:ed|en) (?:every|each|by|in|on|at|with|from|since|for|as)\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\d{1,2})(?: (?:next|this|in|years?|months?|now|already|last)\b|$|,))/iu;
/** "Pickle. the nubian doe, …": what a bare name stands for. */
const IS_ONE_EN = /^(?:the|an?|my|our) [\p{L}\d][\p{L}\d '-]{1,36}(?:,|$)/iu;
const OPENS_CLAUSE_EN =
  /^(?:(?:and|but|so|because|although|if|when) )?(?:i|i['’]\p{L}+|we|we['’]\p{L}+|you|he|she|it|they|this|that|these|those|there|here|the|my|our|your|his|her|its|their|who|which|what|please|don['’]t|do|no|not|never|always|let['’]s|every|each|any|all|some)\b/iu;
const FINITE_EN =
  /\b(?:is|are|was|were|has|have|had|will|would|should|does|did|['’]s|['’]re|can|runs|works|lives|starts|goes)\b/iu;

function inEnglish(text: string, at: number, clause: string): GoingOn | undefined {
  const holder = holderInSentence(text, at) ?? holderOfBefore(text, at);
  if (holder === undefined || holder.subject === "user") return undefined;
  const { subject, words } = holder;
  if (leftOut(clause) === "I " && (!MODAL_EN.test(clause) || holderInSentence(text, at) === undefined))
    return undefined;
  if (VERB_EN.test(clause) || (MODAL_EN.test(clause) && at > 0)) return { subject, prefix: `${words} ` };
  if (IS_ONE_EN.test(clause) && holderInSentence(text, at) === undefined && isJottedUnder(text, at))
    return { subject, prefix: `${words} is ` };
  if (OPENS_CLAUSE_EN.test(clause)) return undefined;
  const isFar = holderInSentence(text, at) === undefined && !isJottedUnder(text, at) && !words.startsWith("The ");
  if (TRAIT_EN.test(clause)) return isFar ? undefined : { subject, prefix: `${words} is ` };
  if (holder.isIntroduced === true || FINITE_EN.test(clause.split(/[,;]/u)[0] ?? "")) return undefined;
  if (!words.startsWith("The ") || !isJottedUnder(text, at)) return undefined;
  return { subject, prefix: `${words}: ` };
}

/** In its sentence, or right behind a bare name: a fragment further on may be about anything. */
function isJottedUnder(text: string, at: number): boolean {
  if (holderInSentence(text, at) !== undefined) return !FINITE_EN.test(wordsBefore(text, at));
  const [last = "", ...more] = sentencesBefore(text, at);
  return more.length === 0 && last.length <= LONGEST_NAME && !FINITE_EN.test(last) && !/[,;:]/u.test(last);
}

const LONGEST_NAME = 40;

/** What stands before `at` in its sentence. */
function wordsBefore(text: string, at: number): string {
  return (
    text
      .slice(Math.max(0, at - 300), at)
      .split(/[.!?\n]/u)
      .at(-1) ?? ""
  );
}

/** "Biscuit. a rescue greyhound, …": of the sentence before only a bare name, or what it is plainly about. */
function holderOfBefore(text: string, at: number): Holder | undefined {
  const opens = /(?:^|[.!?\n;])\s*$/u.test(text.slice(0, at));
  return opens ? holderOfSentenceBefore(text, at) : undefined;
}

/**
 * Whom a clause that names nobody goes on about: who or what the nearest clause before it names, in its sentence or, for a trait alone,
 * the sentence before. undefined where the clause has a subject, where that is the speaker, or nothing was named.
 * @param text the turn
 * @param at where the clause begins in it
 */
export function goingOn(text: string, at: number, clause: string): GoingOn | undefined {
  const bare = clause.trim();
  return hasHan(bare) ? inChinese(text, at, bare) : inEnglish(text, at, bare);
}

/** Whose part, trait or spouse a Chinese clause tells of, where that is not the speaker's. */
export function partGoingOn(text: string, at: number, clause: string): GoingOn | undefined {
  const bare = clause.trim();
  const holder = holderInSentence(text, at);
  if (holder === undefined || holder.subject === "user") return undefined;
  return tellsOfPart(bare) || isOfSpouseOf(bare, holder) || isOfKinOf(bare, holder)
    ? { subject: holder.subject, prefix: `${holder.words}的` }
    : undefined;
}

/** Whether English words begin with the predicate of somebody named before them: written small behind the name. */
export function opensWithPredicate(text: string): boolean {
  return VERB_EN.test(text) || MODAL_EN.test(text) || TRAIT_EN.test(text);
}

/** Whom the first of several clauses is about, where that is not the speaker. */
export function otherHolderOf(clauses: readonly string[]): Holder | undefined {
  for (const clause of [...clauses].reverse()) {
    const holder = holderOf(clause);
    if (holder !== undefined) return holder.subject === "user" ? undefined : holder;
  }
  return undefined;
}

/** 店名每天十点开门 → 店: what goes on is said of the thing, not of its name. */
export function wholeOf(part: string): string {
  return partIn(part) === part ? part.replace(/名$/u, "") : part;
}
