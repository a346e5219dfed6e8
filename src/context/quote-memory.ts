import { type EpochMs, type Memory, type RecalledItem, type TimeZone, USER_SUBJECT } from "../domain/index.js";
import { describeDay, findInjection } from "../language/index.js";
import type { Wording } from "./wording.js";

/** Longer session ids and names are no help to a reader. */
const LABEL_CHARACTERS = 48;

/** No `<` of stored text reaches the prompt as one: it can neither close the tag nor open another. */
function escapeMarkup(text: string): string {
  return text.replaceAll("<", "&lt;");
}

/** A label stands inside a line of ours: one line, short, no markup, and no instruction, since nothing quotes it there. */
export function escapeLabel(label: string, wording: Wording): string {
  if (findInjection(label).length > 0) return wording.withheldMark;
  const line = label.replace(/[\s[\]]+/gu, " ").trim();
  return escapeMarkup(line.length > LABEL_CHARACTERS ? `${line.slice(0, LABEL_CHARACTERS).toWellFormed()}…` : line);
}

/** Lines that try to instruct a model are not shown at all (requirement 9.6): quoting alone does not stop every reader. */
export function withholdInstructions(text: string, wording: Wording): string {
  const marks = findInjection(text);
  if (marks.length === 0) return text;
  let offset = 0;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const end = offset + line.length;
    const tainted = marks.some((mark) => mark.start <= end && mark.end >= offset);
    if (!tainted) lines.push(line);
    else if (lines.at(-1) !== wording.withheldMark) lines.push(wording.withheldMark);
    offset = end + 1;
  }
  return lines.join("\n");
}

/** Every line of stored text begins with `> `, so that none can pass for a heading or a source of ours. */
export function quote(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/u)
    .map((line) => `> ${escapeMarkup(line)}`)
    .join("\n");
}

function whoseMemory(memory: Memory, wording: Wording): string {
  return wording.about(memory.subject === USER_SUBJECT ? wording.user : escapeLabel(memory.subject, wording));
}

/** What was replaced from a date on holds until then. */
function isPast(memory: Memory, now: EpochMs): boolean {
  if (memory.status === "expired") return true;
  return memory.validTo === undefined ? memory.status === "superseded" : memory.validTo <= now;
}

/** Where an item comes from, in one line: date, session, about whom or by whom, current or past. */
export function describeSource(
  item: RecalledItem,
  wording: Wording,
  at: { readonly now: EpochMs; readonly timeZone: TimeZone; readonly language: Parameters<typeof describeDay>[2] },
): string {
  const marks = [describeDay(item.saidAt, at.timeZone, at.language)];
  if (item.sessionId !== undefined) marks.push(wording.session(escapeLabel(item.sessionId, wording)));
  const endedAt = item.type === "memory" ? item.memory.validTo : item.supersededAt;
  const ended =
    endedAt === undefined || endedAt > at.now
      ? []
      : [wording.supersededOn(describeDay(endedAt, at.timeZone, at.language))];
  if (item.type === "memory") {
    const isOver = isPast(item.memory, at.now);
    marks.push(whoseMemory(item.memory, wording), ...ended, isOver ? wording.past : wording.current);
  } else {
    marks.push(...ended);
    if (item.speaker !== undefined) marks.push(wording.saidBy(escapeLabel(item.speaker, wording)));
    marks.push(wording.record);
  }
  return marks.join(wording.separator);
}

/** One line of the profile: the statement, and whom it is about where that is not the user. */
export function quoteProfileMemory(memory: Memory, content: string, wording: Wording): string {
  const line = quote(content.replace(/\s+/gu, " "));
  return memory.subject === USER_SUBJECT ? line : `${line} (${whoseMemory(memory, wording)})`;
}
