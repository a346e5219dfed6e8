import { foldName } from "../domain/index.js";
import { type CalendarDay, type ClockTime, findClock, findDate } from "./source-dates.js";
import { findRoleOfName } from "./source-roles.js";

/** What one line of a transcript is. A `text` line goes on with the message before it. */
export type TranscriptLine =
  | { readonly type: "blank" }
  | { readonly type: "date"; readonly day: CalendarDay; readonly clock?: ClockTime; readonly label: string }
  | {
      readonly type: "message";
      readonly speaker: string;
      readonly text: string;
      readonly stamped: boolean;
      readonly day?: CalendarDay;
      readonly clock?: ClockTime;
    }
  | { readonly type: "broken-stamp"; readonly stamp: string }
  | { readonly type: "text" };

/** Up to three words of letters, with the marks that names have; no digits first, no colon, no sentence. */
const NAME = "(?:\\p{L}[\\p{L}\\p{M}\\p{N}.'’·_-]{0,30})(?: [\\p{L}\\p{N}(（][\\p{L}\\p{M}\\p{N}.'’·_)）-]{0,30}){0,2}";
const SPOKEN = new RegExp(`^(?:[*_]{2})?(${NAME})(?:[*_]{2})?\\s?(?:：|:(?!//))(?:[*_]{2})?\\s*(.*)$`, "u");
const BRACKETED = /^[[(【（]([^\])】）]{3,40})[\])】）]\s*[-–]?\s*(.+)$/u;
const LEADING_STAMP =
  /^((?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T,，]*)?(?:[上下中]午)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?)\s*[-–,，]?\s+(?=\p{L})(.+)$/u;
const NAME_THEN_STAMP = new RegExp(
  `^(${NAME})\\s{1,4}(\\d{4}[-/.年]\\d{1,2}[-/.月]\\d{1,2}日?\\s+(?:[上下中]午)?\\d{1,2}:\\d{2}(?::\\d{2})?)$`,
  "u",
);
/** What people put around a date that stands alone: rules, hashes, brackets, stars. */
const ORNAMENT_HEAD = /^(?:[#=*\-—–~_·•\s[(【（]+|日期[:：]|date:\s)+/iu;
const ORNAMENT_TAIL = /[#=*\-—–~_·•\s\])】）:：]+$/u;
/** Longer lines hold no stamp or name that the patterns must look for beyond their head. */
const HEAD_CHARACTERS = 200;

function splitSpoken(text: string): { speaker: string; text: string } | undefined {
  const match = SPOKEN.exec(text.slice(0, HEAD_CHARACTERS));
  if (match === null) return undefined;
  const [, speaker = "", start = ""] = match;
  return { speaker: speaker.trim(), text: start + text.slice(HEAD_CHARACTERS) };
}

function findStamp(stamp: string): { day?: CalendarDay; clock?: ClockTime } | undefined {
  const clock = findClock(stamp);
  return clock === undefined ? findDate(stamp) : { clock };
}

function readStamped(line: string): TranscriptLine | undefined {
  const head = line.slice(0, HEAD_CHARACTERS);
  const trailing = NAME_THEN_STAMP.exec(head);
  if (trailing !== null) {
    const [, speaker = "", stamp = ""] = trailing;
    const read = findDate(stamp);
    if (read !== undefined) return { type: "message", speaker, text: "", stamped: true, ...read };
  }
  const match = BRACKETED.exec(head) ?? LEADING_STAMP.exec(head);
  if (match === null) return undefined;
  const [, stamp = "", start = ""] = match;
  const spoken = splitSpoken(start + line.slice(HEAD_CHARACTERS));
  if (spoken === undefined) return undefined;
  const read = findStamp(stamp);
  if (read !== undefined) return { type: "message", ...spoken, stamped: true, ...read };
  return /\d{1,4}[-/.:年]\d/u.test(stamp) ? { type: "broken-stamp", stamp } : undefined;
}

function readDateLine(line: string): TranscriptLine | undefined {
  if (line.length > HEAD_CHARACTERS) return undefined;
  const label = line.replace(ORNAMENT_HEAD, "").replace(ORNAMENT_TAIL, "");
  const read = findDate(label);
  return read === undefined ? undefined : { type: "date", label, ...read };
}

/** @param isIndented lines set in from the margin go on with the message before */
export function readTranscriptLine(line: string): TranscriptLine {
  const trimmed = line.trim();
  if (trimmed === "") return { type: "blank" };
  const dated = readDateLine(trimmed) ?? readStamped(trimmed);
  if (dated !== undefined) return dated;
  if (/^(?:\s{2,}|\t)/u.test(line)) return { type: "text" };
  const spoken = splitSpoken(trimmed);
  return spoken === undefined ? { type: "text" } : { type: "message", ...spoken, stamped: false };
}

/** Words before a colon that name a field of a note rather than a person. */
const LABELS = new Set(
  [
    "note notes ps p.s todo subject re fwd from to cc date time place address phone email url http https title summary example e.g step warning error info debug answer question q a",
    "注 备注 注意 附 附言 主题 标题 日期 时间 地点 地址 电话 邮箱 项目 说明 例如 比如 步骤 警告 错误 原因 结果 结论 总结 问题 答案 负责人 预算 版本 审批人",
  ].flatMap((words) => words.split(" ")),
);

export interface TranscriptCensus {
  /** Messages carry times: a line without one goes on with the message before. */
  readonly stamped: boolean;
  /** Names that speak, where messages carry no times. */
  isSpeaker(name: string): boolean;
  /** The one human among assistants, where there is exactly one. */
  readonly onlyPerson?: string;
  readonly dates: number;
  readonly messages: number;
  readonly others: number;
}

/**
 * Who speaks in the head of a transcript. A name that comes up once may be a label inside a message ("Note: …"), so without
 * times a speaker is a name that comes up twice, or stands for a role, or opens the file or a day, or is not a label's word.
 */
export function takeCensus(head: string): TranscriptCensus {
  const counts = new Map<string, number>();
  const stampedNames = new Set<string>();
  const openers = new Set<string>();
  let dates = 0;
  let stamped = 0;
  let plain = 0;
  let others = 0;
  let opens = true;
  for (const text of head.split(/\r\n|\n|\r/u)) {
    const line = readTranscriptLine(text);
    if (line.type === "date") {
      dates += 1;
      opens = true;
    } else if (line.type === "message") {
      if (line.stamped) {
        stamped += 1;
        stampedNames.add(line.speaker);
      } else plain += 1;
      if (opens) openers.add(line.speaker);
      counts.set(line.speaker, (counts.get(line.speaker) ?? 0) + 1);
      opens = false;
    } else if (line.type !== "blank") others += 1;
  }
  const isSpeaker = (name: string): boolean =>
    findRoleOfName(name) !== undefined ||
    openers.has(name) ||
    (!LABELS.has(foldName(name)) && ((counts.get(name) ?? 0) >= 2 || !/^\p{Ll}/u.test(name)));
  const byTimes = stamped > 0 && stamped >= plain / 4;
  const speakers = byTimes ? [...stampedNames] : [...counts.keys()].filter(isSpeaker);
  const people = speakers.filter((name) => findRoleOfName(name) === undefined);
  const hasAssistant = speakers.some((name) => findRoleOfName(name) === "assistant");
  const [person] = people;
  return {
    stamped: byTimes,
    isSpeaker,
    dates: dates + (stamped > 0 ? 1 : 0),
    messages: stamped + plain,
    others,
    ...(hasAssistant && people.length === 1 && person !== undefined ? { onlyPerson: person } : {}),
  };
}
