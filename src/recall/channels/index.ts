import { aspectChannel, spokenAspectChannel } from "./aspect.js";
import type { Channel } from "./channel.js";
import { currentChannel } from "./current.js";
import { entityChannel } from "./entity.js";
import { importanceChannel, memoryChannel, summaryChannel } from "./importance.js";
import { keywordChannel } from "./keyword.js";
import { questionChannel, whenChannel } from "./question.js";
import { recencyChannel } from "./recency.js";
import { sessionChannel } from "./session.js";
import { speakerChannel } from "./speaker.js";
import { spellingChannel } from "./spelling.js";
import { timeChannel } from "./time.js";
import { vectorChannel, vectorNextChannel } from "./vector.js";

export type { Channel, ScoringContext } from "./channel.js";
export { UNKNOWN } from "./speaker.js";
export { deviationsAboveUnrelated } from "./vector.js";

/** Need only what the indexes and the rows say. */
export const FIRST_PASS: readonly Channel[] = [
  vectorChannel,
  vectorNextChannel,
  keywordChannel,
  speakerChannel,
  timeChannel,
  recencyChannel,
  importanceChannel,
  memoryChannel,
  summaryChannel,
  aspectChannel,
];

/** Needs to know how the candidate's session did. */
export const SESSION_PASS: readonly Channel[] = [sessionChannel];

/** Need the words of the candidate, which are read for the best only. */
export const TEXT_PASS: readonly Channel[] = [
  entityChannel,
  questionChannel,
  whenChannel,
  spellingChannel,
  currentChannel,
  spokenAspectChannel,
];

export const ALL_CHANNELS: readonly Channel[] = [...FIRST_PASS, ...SESSION_PASS, ...TEXT_PASS];
