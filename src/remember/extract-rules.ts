import type { Candidate, Turn } from "../domain/index.js";
import { forgetTopic, isMove } from "../language/speech-acts/index.js";
import { LONGEST_CONTENT } from "./rules/candidate.js";
import { fromCompletion } from "./rules/completed.js";
import { withoutLeftEmployer } from "./rules/employer.js";
import { type Extraction, NOTHING } from "./rules/extraction.js";
import { forgetting, silencedAnswer } from "./rules/forgetting.js";
import { fromRecord } from "./rules/from-record.js";
import { fromSentence } from "./rules/from-sentence.js";
import { withOwnName } from "./rules/naming.js";
import { readTurn } from "./rules/read-turn.js";
import type { ExtractionContext, Reader } from "./rules/reader.js";
import { companyShare, worthThreshold } from "./worth/threshold.js";

export type { Extraction } from "./rules/extraction.js";
export type { ExtractionContext } from "./rules/reader.js";

/** In a turn longer than this only what is plainly meant to last is taken. */
const LONG_TURN = 500;
const LONG_TURN_THRESHOLD = 0.65;
/** In a story the classifier must be that much surer. */
const LONG_TURN_MARGIN = 0.15;
const MAX_CANDIDATES = 40;

/**
 * The rule path: what a turn says that is worth keeping, without any model. Pure; only the user's own words yield anything; most turns
 * yield nothing. Linear in the text, of which at most `policy.extraction.maxTurnCharacters` are read.
 */
export function extractByRules(turn: Turn, context: ExtractionContext): Extraction {
  if (turn.role !== "user") return silencedAnswer(turn, context.before) ?? NOTHING;
  const text = turn.text.slice(0, context.policy.extraction.maxTurnCharacters);
  const sentences = context.sentences ?? readTurn(turn, context.policy);
  const long = text.length > LONG_TURN;
  const company = context.worth === undefined ? 0 : companyShare(turn, context.before);
  const base = worthThreshold(context, company);
  const worthFrom = base === undefined || !long ? base : Math.min(1, base + LONG_TURN_MARGIN);
  const reader: Reader = {
    turn,
    text,
    context,
    company,
    threshold: long ? LONG_TURN_THRESHOLD : context.policy.extraction.minConfidence,
    ...(worthFrom === undefined ? {} : { worthFrom }),
  };
  const said = context.before.filter(({ role }) => role === "user").map((each) => each.text);
  const silenced = forgetting(reader, sentences);
  if (silenced?.offTheRecord === true || silenced?.forgetsPrevious === true) return silenced;
  if (silenced === undefined && isMove(text, said)) return NOTHING;
  const record = silenced === undefined ? fromRecord(reader, sentences) : undefined;
  const kept: Candidate[] = [...(record?.found ?? [])];
  for (const sentence of sentences) {
    if (record !== undefined && sentence.start < record.end) continue;
    if (kept.length >= MAX_CANDIDATES) break;
    if (silenced !== undefined && forgetTopic(sentence.text) !== undefined) continue;
    const found = fromCompletion(reader, sentence) ?? fromSentence(reader, sentence);
    kept.push(...found.filter((candidate) => candidate.content.length <= LONGEST_CONTENT));
  }
  return {
    ...NOTHING,
    candidates: [...(silenced?.candidates ?? []), ...withOwnName(withoutLeftEmployer(kept))],
    withoutEpisode: silenced !== undefined,
  };
}
