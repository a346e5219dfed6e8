import type { Candidate, Turn } from "../domain/index.js";
import { forgetTopic, isMove } from "../language/speech-acts/index.js";
import { LONGEST_CONTENT } from "./rules/candidate.js";
import { fromCompletion } from "./rules/completed.js";
import { withoutLeftEmployer } from "./rules/employer.js";
import { type Extraction, NOTHING } from "./rules/extraction.js";
import { forgetting, silencedAnswer } from "./rules/forgetting.js";
import { fromRecord } from "./rules/from-record.js";
import { fromSentence } from "./rules/from-sentence.js";
import { saidByOther } from "./rules/group-talk.js";
import { withOwnName } from "./rules/naming.js";
import { answersQuiz } from "./rules/quizzed.js";
import { type ReadSentence, readTurn } from "./rules/read-turn.js";
import type { ExtractionContext, Reader } from "./rules/reader.js";
import { sectionOf } from "./rules/section.js";
import { companyShare, worthThreshold } from "./worth/threshold.js";

export type { Extraction } from "./rules/extraction.js";
export type { ExtractionContext } from "./rules/reader.js";

/** In a turn longer than this only what is plainly meant to last is taken. */
const LONG_TURN = 500;
const LONG_TURN_THRESHOLD = 0.58;
/** In a story the classifier must be that much surer. */
const LONG_TURN_MARGIN = 0.15;
/** Behind the end of a part that is announced as what matters, the rest is told in passing; before it nothing was announced yet. */
const SECTIONED_TURN = 160;
const BEHIND_SECTION = 0.75;
const BEHIND_MARGIN = 0.4;
/** A sentence no longer than this only opens the part: 说正经的，帮我记一下。 In characters */
const BARE_OPENING = 14;
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
  const sureness = (from: number | undefined) => (base === undefined || from === undefined ? {} : { worthFrom: from });
  const reader: Reader = {
    turn,
    text,
    context,
    company,
    threshold: long ? LONG_TURN_THRESHOLD : context.policy.extraction.minConfidence,
    ...sureness(worthFrom),
  };
  const section = text.length > SECTIONED_TURN ? sectionOf(sentences) : undefined;
  const inSection: Reader = { ...reader, threshold: context.policy.extraction.minConfidence, ...sureness(base) };
  const behind: Reader = {
    ...reader,
    threshold: BEHIND_SECTION,
    ...sureness(Math.min(1, (base ?? 1) + BEHIND_MARGIN)),
  };
  const said = context.before.filter(({ role }) => role === "user").map((each) => each.text);
  // what another of the talk wants forgotten is not the user's wish
  const silenced = forgetting(
    reader,
    sentences.filter(({ saidBy }) => saidBy === undefined),
  );
  if (silenced?.offTheRecord === true || silenced?.forgetsPrevious === true) return silenced;
  if (silenced === undefined && (isMove(text, said) || answersQuiz(text, context.before))) return NOTHING;
  const record = silenced === undefined ? fromRecord(reader, sentences) : undefined;
  const kept: Candidate[] = [...(record?.found ?? [])];
  for (const sentence of sentences) {
    if (record !== undefined && sentence.start < record.end) continue;
    if (kept.length >= MAX_CANDIDATES) break;
    if (section?.start === sentence.start && sentence.text.trim().length <= BARE_OPENING) continue;
    if (silenced !== undefined && forgetTopic(sentence.text) !== undefined) {
      const told = besideForgetting(sentence).flatMap((part) => fromSentence(reader, part));
      kept.push(...told.filter(({ attribute }) => attribute !== undefined));
      continue;
    }
    const isBefore = section === undefined || sentence.start < section.start;
    const read = underHead(isBefore ? reader : sentence.start < section.end ? inSection : behind, sentence);
    const told = fromCompletion(read, sentence) ?? fromSentence(read, sentence);
    const found = sentence.saidBy === undefined ? told : saidByOther(told, sentence.saidBy);
    kept.push(...found.filter((candidate) => candidate.content.length <= LONGEST_CONTENT));
  }
  return {
    ...NOTHING,
    candidates: [...(silenced?.candidates ?? []), ...withOwnName(withoutLeftEmployer(kept))],
    withoutEpisode: silenced !== undefined,
  };
}

/** An item of a list is read under its head. */
function underHead(reader: Reader, { head }: ReadSentence): Reader {
  return head === undefined ? reader : { ...reader, head };
}

/** 我搬到了成都，别再记我住在上海: what the sentence says before it asks to forget, and behind that. */
function besideForgetting(sentence: ReadSentence): readonly ReadSentence[] {
  const asks = sentence.pieces.findIndex((piece) => forgetTopic(piece.text) !== undefined);
  if (asks < 0) return [];
  return [sentence.pieces.slice(0, asks), sentence.pieces.slice(asks + 1)].flatMap((pieces) => {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { start, end } = { start: first.start, end: last.end };
    return [{ pieces, start, end, text: sentence.text.slice(start - sentence.start, end - sentence.start) }];
  });
}
