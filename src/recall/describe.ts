import { type TimeZone, type Turn, USER_SUBJECT } from "../domain/index.js";
import { describeDay, hasHan } from "../language/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import type { ScoredCandidate } from "./fuse.js";

/** A neighbour turn helps to read the centre; a long one must not outweigh it. A Han character says as much as two letters or more. */
const NEIGHBOUR_CHARACTERS = 240;
const NEIGHBOUR_HAN_CHARACTERS = 100;

const ROLE_NAMES = { user: "User", assistant: "Assistant", tool: "Tool", system: "System" } as const;

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed().trimEnd()} […]`;
}

/** One line a turn, in the order of the session: `[2026-06-01] Ana: …`. The centre whole, its neighbours cut when long. */
export function describeEpisode(
  centre: Turn,
  neighbours: readonly Turn[],
  language: UnderstoodQuery["language"],
): string {
  return [centre, ...neighbours]
    .sort((a, b) => a.position - b.position)
    .map((turn) => {
      const text =
        turn.id === centre.id
          ? turn.text
          : cut(turn.text, hasHan(turn.text) ? NEIGHBOUR_HAN_CHARACTERS : NEIGHBOUR_CHARACTERS);
      return `[${describeDay(turn.at, turn.timeZone, language)}] ${turn.speaker ?? ROLE_NAMES[turn.role]}: ${text}`;
    })
    .join("\n");
}

interface Words {
  readonly meaning: (share: number) => string;
  readonly words: (words: string) => string;
  readonly someWords: string;
  readonly names: string;
  readonly speaker: (names: string) => string;
  readonly aboutAsked: (names: string) => string;
  readonly inTime: (time: string) => string;
  readonly nearTime: (time: string) => string;
  readonly session: string;
  readonly important: string;
  readonly saysWhen: string;
  readonly weak: string;
  readonly asked: string;
  readonly superseded: (day: string) => string;
  readonly join: string;
}

const EN: Words = {
  meaning: (share) => `${share >= 0.6 ? "very close" : "close"} in meaning`,
  words: (words) => `shares the words ${words}`,
  someWords: "shares words with the query",
  names: "holds the names or numbers asked for",
  speaker: (names) => `said by ${names}, who is asked about`,
  aboutAsked: (names) => `is about ${names}, who is asked about`,
  inTime: (time) => `from the time asked about (${time})`,
  nearTime: (time) => `from near the time asked about (${time})`,
  session: "from a conversation that matches well",
  important: "important to the user",
  saysWhen: "says when",
  weak: "a weak match on several signs",
  asked: "states what is asked for",
  superseded: (day) => `superseded on ${day}`,
  join: "; ",
};

const ZH: Words = {
  meaning: (share) => (share >= 0.6 ? "意思很接近" : "意思接近"),
  words: (words) => `有相同的词：${words}`,
  someWords: "与问题有相同的词",
  names: "含有所问的名称或数字",
  speaker: (names) => `是所问的人（${names}）说的`,
  aboutAsked: (names) => `说的是所问的人（${names}）`,
  inTime: (time) => `在所问的时间内（${time}）`,
  nearTime: (time) => `接近所问的时间（${time}）`,
  session: "所在的对话整体相关",
  important: "对用户重要",
  saysWhen: "说明了时间",
  weak: "多项较弱的相关迹象",
  asked: "说的正是所问的",
  superseded: (day) => `已于 ${day} 被取代`,
  join: "；",
};

const SHOWN_WORDS = 4;

/** Why a candidate stands where it stands, in the language of the query. */
export function describeWhy(
  { candidate, signals, supersededAt }: ScoredCandidate,
  query: UnderstoodQuery,
  text: string,
  timeZone: TimeZone,
): string {
  const say = query.language === "zh" ? ZH : EN;
  const reasons: string[] = [];
  if (supersededAt !== undefined) reasons.push(say.superseded(describeDay(supersededAt, timeZone, query.language)));
  if ((signals.aspect ?? 0) > 0) reasons.push(say.asked);
  const meaning = Math.max(signals.vector ?? 0, signals.vectorNext ?? 0);
  if (meaning >= 0.35) reasons.push(say.meaning(meaning));
  if ((signals.keyword ?? 0) > 0) {
    const lower = text.toLowerCase();
    const shared = query.terms.filter((term) => lower.includes(term)).slice(0, SHOWN_WORDS);
    reasons.push(
      shared.length === 0
        ? say.someWords
        : say.words(shared.map((term) => `“${term}”`).join(query.language === "zh" ? "、" : ", ")),
    );
  }
  if ((signals.entity ?? 0) > 0) reasons.push(say.names);
  if (query.askedSpeakers.size > 0 && signals.speaker === 1) {
    const names = [...query.askedSpeakers].join(", ");
    reasons.push(
      candidate.type === "memory" && candidate.memory.subject !== USER_SUBJECT
        ? say.aboutAsked(names)
        : say.speaker(names),
    );
  }
  if (query.time !== undefined && (signals.time ?? 0) > 0.3) {
    reasons.push(signals.time === 1 ? say.inTime(query.time.text) : say.nearTime(query.time.text));
  }
  if ((signals.when ?? 0) > 0) reasons.push(say.saysWhen);
  if ((signals.session ?? 0) >= 0.9) reasons.push(say.session);
  if ((signals.importance ?? 0) >= 0.7) reasons.push(say.important);
  return (reasons.length === 0 ? [say.weak] : reasons).join(say.join);
}
