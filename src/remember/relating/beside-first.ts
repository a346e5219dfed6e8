import type { Said } from "./said.js";

/** Groups whose members are told apart, not exchanged: who does one thing on weekdays may do another at weekends. */
const TOLD_APART: readonly string[] = ["week", "stage", "season", "kin", "direction", "order"];

function namesOtherSide(first: Said, second: Said): boolean {
  return TOLD_APART.some((group) => {
    const [one, other] = [first.sides.get(group), second.sides.get(group)];
    return one !== undefined && other !== undefined && ![...other].some((side) => one.has(side));
  });
}

/** What goes on as it was. */
const GOES_ON =
  /\bstill\b|\b(?:same as|as) (?:ever|always|before)\b|\bstays? (?:as it is|the same)\b|仍然|依旧|照旧|照样|老样子/iu;
const CONDITION =
  /^(?:if|when|whenever|unless|in case)\b|^(?:如果|要是|万一|一旦|假如)|^[^，,。]{1,10}(?:没|不|未)[^，,。]{1,6}(?:就|则)/iu;

/** A rule for one case stands beside the rule for all others. */
function isCaseOf(first: Said, second: Said): boolean {
  return CONDITION.test(second.text.trim()) && !CONDITION.test(first.text.trim());
}

/** The second statement, which announces no change, says something beside the first: another side, another case, or that it goes on. Pure. */
export function isBesideFirst(first: Said, second: Said): boolean {
  return GOES_ON.test(second.text) || namesOtherSide(first, second) || isCaseOf(first, second);
}

const NOT_TODAY =
  /\b(?:no|not|skip(?:ping)?|without|won'?t|n't)\b[^.!?,]{1,40}\b(?:today|tonight|this (?:time|once|morning|evening))\b|(?:今天|今晚|今儿|这次|这回|这顿)(?:我|就|先|都)*不(?!再|干|做)\p{Script=Han}{1,4}了/iu;

/** "No milk tea today", 今天不喝了: what is left out once has not ended. */
export function isOnlyOnce(text: string): boolean {
  return NOT_TODAY.test(text);
}
