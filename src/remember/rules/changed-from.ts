import { hasHan, type Span } from "../../language/index.js";
import { findSlots, type SlotMatch } from "../../language/slots/index.js";
import { typedValues } from "./typed-values.js";

/* 以前五点开门，入冬以后改成五点半: one clause says what was, the next one what it has become. Together they are one change. */

/** A clause, or two that are one change, with what these fill together. */
interface Joined extends Span {
  readonly slots?: readonly SlotMatch[];
}

const WAS = /^(?:我们?|咱们?|俺们?|店里|家里|公司|单位)?(?:以前|之前|原来|原先|本来|从前)(?!的)/u;
const BECAME =
  /^(?:后来|现在|如今|目前|最近|今年|去年|上个?月|[\p{Script=Han}\d]{1,6}(?:以后|之后|起|开始))?[，,]?(?:就|都|又|才|统一|全)*(?:改|换|变|调|提前|推迟|延)(?:成|到|为|至|在)(?<value>[^，。]{1,20})/u;
/** 房租涨了: that something rose, and not from what to what. */
const MOVED =
  /(?<noun>[\p{Script=Han}A-Za-z]{2,6}?)(?:又|也|都|刚|已经)*(?:涨|降|升|调|变|改|加|减|提)(?:价|高|低|整)?(?:了|啦)$/u;
const FROM_TO = /^(?:一下子)?从[^，。]{1,12}?(?:涨|降|升|调|变|改|加|减|提)(?:到|成|为|至|回)/u;
/** "The rent went up, from 1200 to 1350" */
const MOVED_EN =
  /^(?:and |but |so )?(?:my|our|the|his|her|their|\p{Lu}\p{Ll}+['’]s) [^,.;]{2,40}? (?:(?:has |have |had )?(?:just |now )?(?:went|gone|goes|going|came|come) (?:up|down)|rose|risen|dropped|fell|fallen|increased|decreased|(?:was|is|got|has been|were) (?:raised|cut|lowered|reduced|increased))(?: (?:again|last|this) ?(?:week|month|year)?)?$/iu;
const FROM_TO_EN = /^from [^,;]{1,24} to [^,;]{1,24}$/iu;
const LONGEST = 24;

/** What of the clause's subject only says when: 店里以前. */
const WAS_LAST = /(?:以前|之前|原来|原先|本来|从前)$/u;
const WHEN = /^.*(?:[上这下本]个?月|[今去前明]年|最近|昨天|今天|[上这下]周|\d月)/u;

/** The slots of the first clause with the value that the second one names, where that is of the same sort. */
function withNewValue(slots: readonly SlotMatch[], became: string): readonly SlotMatch[] {
  return slots.flatMap((slot) => {
    const old = typedValues(slot.value ?? "")[0];
    const value = typedValues(became).find(({ sort }) => sort === old?.sort);
    if (value === undefined) return [];
    const subject = slot.subject.replace(WAS_LAST, "");
    return [{ ...slot, value: value.text, subject, elliptic: slot.elliptic || subject === "" }];
  });
}

/** What two neighbouring clauses make together; undefined where they are no change. */
function changeOf(sentence: string, first: Span, second: Span | undefined): Joined | undefined {
  if (second === undefined) return undefined;
  const span = { text: sentence.slice(first.start, second.end), start: first.start, end: second.end };
  if (!hasHan(first.text)) {
    const moves = MOVED_EN.test(first.text.trim()) && FROM_TO_EN.test(second.text.trim());
    return moves ? { ...span, slots: findSlots(`${first.text.trim()} ${second.text.trim()}`) } : undefined;
  }
  const [was, became] = [first.text.trim(), second.text.trim().replace(/[。！!]+$/u, "")];
  if ([...was].length > LONGEST || [...became].length > LONGEST) return undefined;
  if (WAS.test(was) && BECAME.test(became)) return { ...span, slots: withNewValue(findSlots(was), became) };
  const noun = FROM_TO.test(became) ? MOVED.exec(was)?.groups?.noun?.replace(WHEN, "") : undefined;
  return noun === undefined ? undefined : { ...span, slots: findSlots(`${noun}${became}`) };
}

/** Joins the clauses of a sentence that are one change. Pure; linear in it. */
export function joinChanges(sentence: string, clauses: readonly Span[]): readonly Joined[] {
  const joined: Joined[] = [];
  for (let at = 0; at < clauses.length; at += 1) {
    const clause = clauses[at];
    if (clause === undefined) continue;
    const change = changeOf(sentence, clause, clauses[at + 1]);
    if (change !== undefined) at += 1;
    joined.push(change ?? clause);
  }
  return joined;
}
