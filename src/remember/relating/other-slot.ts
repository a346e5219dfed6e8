import { foldName, type Memory, USER_SUBJECT } from "../../domain/index.js";
import { queryTerms } from "../../language/index.js";
import { EN_RELATIONS, relationSubject, ZH_RELATIONS } from "../../language/slots/index.js";
import type { Statement } from "../statement.js";

type Placed = Pick<Memory, "subject" | "attribute" | "qualifiers">;

/** Who said it, where several speak: what one says of oneself is nothing that another said. */
function saidByOthers(a: Placed, b: Placed): boolean {
  const [one, other] = [a.qualifiers.speaker, b.qualifiers.speaker];
  return one !== undefined && other !== undefined && foldName(one) !== foldName(other);
}

/** What only tells the later value from the earlier. */
const NEW = /^(?:new|current|latest|现在|目前|最新|新)$/u;

/** The words that name the slot: "the dose of sertraline" and "my sertraline" may be one, "the capital" and "the language of Japan" are not. */
function wordsOf({ subject, attribute, qualifiers }: Placed): ReadonlySet<string> {
  const named = subject === USER_SUBJECT ? [] : [subject];
  const { part, topic } = qualifiers;
  const texts = [...named, attribute ?? "", part ?? "", topic ?? ""];
  return new Set(texts.flatMap((text) => queryTerms(text)).filter((word) => !NEW.test(word)));
}

function holds(whole: ReadonlySet<string>, part: ReadonlySet<string>): boolean {
  return part.size > 0 && [...part].every((word) => whole.has(word));
}

const RELATION = new RegExp(`\\b(?:${EN_RELATIONS})s?\\b|${ZH_RELATIONS}`, "giu");
const THIRD_PERSON = /\b(?:he|him|his|she|her|hers|they|them|their|it|its)\b|[他她它]/iu;

/**
 * The memory is about somebody of the user's whom the statement, which is about another, neither names nor means by a pronoun: what
 * changed of one person has not changed of the next (P30). Pure.
 */
export function isOfOtherKin(statement: Pick<Statement, keyof Placed>, words: string, memory: Placed): boolean {
  if (!memory.subject.startsWith("user's ") || foldName(statement.subject) === foldName(memory.subject)) return false;
  if (THIRD_PERSON.test(words)) return false;
  const { person } = memory.qualifiers;
  if (person !== undefined && words.toLowerCase().includes(person)) return false;
  return ![...words.matchAll(RELATION)].some(
    ([word]) => relationSubject(word.replace(/(?<=\p{Ll}{3})s$/u, "")) === memory.subject,
  );
}

const RUN = 4;
const LONGEST_COMPARED = 200;
const FIRST_PERSON_ZH = /[我咱俺]/u;

/**
 * 第一志愿填西电 behind 闺女…，第一志愿报哈工大: words that name nobody, and hold a whole expression of what was said of somebody, go on
 * about them. Only for Chinese, which leaves the subject out. Pure.
 */
export function takesUpMatter(words: string, memoryEvidence: string): boolean {
  if (FIRST_PERSON_ZH.test(words)) return false;
  const said = words.slice(0, LONGEST_COMPARED);
  return (memoryEvidence.slice(0, LONGEST_COMPARED).match(/\p{Script=Han}{4,}/gu) ?? []).some((run) =>
    Array.from({ length: run.length - RUN + 1 }, (_, at) => run.slice(at, at + RUN)).some((part) =>
      said.includes(part),
    ),
  );
}

/** My mother and my doctor are two people: what is said of the one neither changes nor repeats what was said of the other. Pure. */
export function areTwoPeople(statement: Pick<Statement, keyof Placed>, memory: Placed): boolean {
  const [one, other] = [statement.subject, memory.subject].map(foldName);
  if (one === undefined || other === undefined) return false;
  if (one === other) return areTwoByOrder(statement.qualifiers.person, memory.qualifiers.person);
  if (!one.startsWith("user's ") || !other.startsWith("user's ")) return false;
  // a son is a child, and a parent one of the parents
  return !SAME_CIRCLE.some((circle) => circle.has(one) && circle.has(other));
}

/** 大女儿 and 小女儿; a name beside them may be either's. */
function areTwoByOrder(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other && BY_ORDER.test(one) && BY_ORDER.test(other);
}

const BY_ORDER =
  /^(?:[大小二三老][\p{Script=Han}]{1,3}|(?:elder|eldest|older|oldest|little|younger|youngest|middle|big)\b.*)$/u;

const SAME_CIRCLE: readonly ReadonlySet<string>[] = [
  ["child", "son", "daughter"],
  ["parents", "mother", "father"],
  ["partner", "wife", "husband", "girlfriend", "boyfriend"],
  ["pet", "dog", "cat"],
  ["colleague", "boss", "teacher", "friend", "classmate", "roommate"],
].map((circle) => new Set(circle.map((name) => `user's ${name}`)));

/**
 * Both fill a slot, and not the same one: another subject's or another attribute's value is neither changed nor repeated, however near
 * the words are (P30). Where the words of one slot are all among the other's, it is one slot named more closely. Pure.
 */
export function isOfOtherSlot(statement: Pick<Statement, keyof Placed>, memory: Placed): boolean {
  if (saidByOthers(statement, memory)) return true;
  if (statement.attribute === undefined || memory.attribute === undefined) return false;
  const sameSubject = foldName(statement.subject) === foldName(memory.subject);
  if (sameSubject && foldName(statement.attribute) === foldName(memory.attribute)) return false;
  const [own, other] = [wordsOf(statement), wordsOf(memory)];
  return !holds(own, other) && !holds(other, own);
}
