import type { SummaryText, TurnRange } from "../../domain/index.js";
import { hasHan } from "../../language/index.js";

/** The few words that frame a summary, in the language of the conversation. */
export interface SummaryWording {
  readonly user: string;
  readonly assistant: string;
  readonly colon: string;
  readonly listMark: string;
  readonly decisions: string;
  readonly openQuestions: string;
  readonly entities: string;
  readonly opening: (firstDay: string, lastDay: string, turns: number) => string;
}

export const ENGLISH_SUMMARY: SummaryWording = {
  user: "User",
  assistant: "Assistant",
  colon: ": ",
  listMark: "; ",
  decisions: "Decided",
  openQuestions: "Still open",
  entities: "About",
  opening: (first, last, turns) =>
    first === last
      ? `Conversation of ${first} (${turns} turns)`
      : `Conversation of ${first} to ${last} (${turns} turns)`,
};

export const CHINESE_SUMMARY: SummaryWording = {
  user: "用户",
  assistant: "助手",
  colon: "：",
  listMark: "；",
  decisions: "已决定",
  openQuestions: "尚无答案",
  entities: "涉及",
  opening: (first, last, turns) =>
    first === last ? `${first} 的对话（${turns} 条发言）` : `${first} 至 ${last} 的对话（${turns} 条发言）`,
};

/** Sentences one after the other: with a space unless both sides are Chinese. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => {
    if (text === "") return sentence;
    if (/[\p{L}\p{N}]$/u.test(text)) return hasHan(text.slice(-1)) ? `${text}；${sentence}` : `${text}. ${sentence}`;
    return /[。！？；：…”」』）]$/u.test(text) ? `${text}${sentence}` : `${text} ${sentence}`;
  }, "");
}

/** The summary as the text of a memory: readable alone, each list on a line of its own. */
export function renderSummary(
  text: SummaryText,
  range: TurnRange,
  days: { readonly first: string; readonly last: string },
  wording: SummaryWording,
): string {
  const list = (heading: string, items: readonly string[], mark = wording.listMark): readonly string[] =>
    items.length === 0 ? [] : [`${heading}${wording.colon}${items.join(mark)}`];
  return [
    `${wording.opening(days.first, days.last, range.turns)}${wording.colon}${text.summary}`.trim(),
    ...list(wording.decisions, text.decisions),
    ...list(wording.openQuestions, text.openQuestions),
    ...list(wording.entities, text.entities, wording === CHINESE_SUMMARY ? "、" : ", "),
  ].join("\n");
}
