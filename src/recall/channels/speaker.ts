import { foldName, type Memory, USER_SUBJECT } from "../../domain/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import type { EpisodeCandidate } from "../candidate.js";
import type { Channel } from "./channel.js";

const THE_ONE = 1;
/** Neither the one who is asked about nor surely someone else. */
export const UNKNOWN = 0.5;
const SOMEONE_ELSE = 0;

function scoreEpisode(candidate: EpisodeCandidate, query: UnderstoodQuery): number {
  const asked = query.askedSpeakers;
  if (asked.size > 0) return candidate.speaker !== undefined && asked.has(candidate.speaker) ? THE_ONE : SOMEONE_ELSE;
  if (query.asksAboutAssistant) return candidate.role === "assistant" ? THE_ONE : UNKNOWN;
  // What an agent or a tool said about the user is hearsay beside the user's own words.
  return candidate.role === "user" ? THE_ONE : SOMEONE_ELSE;
}

function scoreMemory(memory: Memory, query: UnderstoodQuery): number {
  const { askedSpeakers, speakers } = query;
  if (askedSpeakers.size === 0) return query.asksAboutAssistant ? UNKNOWN : THE_ONE;
  const subject = foldName(memory.subject);
  if ([...askedSpeakers].some((name) => foldName(name) === subject)) return THE_ONE;
  if (subject === USER_SUBJECT) return speakers.people.length <= 1 ? THE_ONE : UNKNOWN;
  return speakers.people.some((name) => foldName(name) === subject) ? SOMEONE_ELSE : UNKNOWN;
}

/** Who is asked about against who spoke (episodes) or whom the statement is about (memories). A rule, not a matter of text. */
export const speakerChannel: Channel = {
  weight: "speaker",
  name: "speaker",
  neutral: UNKNOWN,
  score: (candidate, { query }) =>
    candidate.type === "memory" ? scoreMemory(candidate.memory, query) : scoreEpisode(candidate, query),
};
