import { type ItemId, SECOND_MS, type Turn, type TurnId } from "../../domain/index.js";
import { isBlank } from "../../language/index.js";
import type { PairReader } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import type { ScoredCandidate } from "../fuse.js";
import { textOf } from "../rank.js";
import { isOtherScript } from "./measures.js";
import { passagesFor } from "./passages.js";
import type { Evidence } from "./weigh-evidence.js";

/** What a reader of pairs made of a question and the best candidates: of each that was read, the probability that it answers. */
export type AnswerReading = ReadonlyMap<ItemId, number>;

/*
 * What the log-odds of the surest reading count beside the other signs, whose weights stay: logistic regression of it and their sum
 * (`scripts/answering`: .84; over resamples .62 to .89); fitted with it one by one they told the questions of others apart less well. Of the
 * questions in doubt, whole conversations left out, it brings the area under the curve from .78 to .84 on our own stores and from .69 to .76
 * on scenarios written by others, where the topic is there and the answer is not. An even chance adds nothing, so no bias goes with it.
 */
const WEIGHT = 0.75;
/** Log-odds from which it counts no more, as being surer tells little more. Then nothing more is read. */
const SURE = 0.6;
const LEAST = -5;
/** Outside of these log-odds no reading would change what is answered at an even chance. */
const DOUBTFUL = { from: -1, to: 3 } as const;

function logOdds(probability: number): number {
  const within = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(within / (1 - within));
}

/** What it cannot know from two texts: who of several is right, and what is pointed at ("and the other one?"). */
function canTell({ rightPerson }: Evidence, { rewriting }: UnderstoodQuery): boolean {
  return rewriting === undefined && rightPerson === undefined;
}

/** Whether a reader is worth asking: the signs leave the answer in doubt, and it can tell. */
export function isInDoubt(evidence: Evidence, query: UnderstoodQuery): boolean {
  const { answerable } = evidence;
  return answerable > DOUBTFUL.from && answerable < DOUBTFUL.to && canTell(evidence, query);
}

/** The evidence after reading: a question is answered as surely as the surest of what was read for it. */
export function withReading(evidence: Evidence, answers: AnswerReading): Evidence {
  if (answers.size === 0) return evidence;
  const surest = Math.min(SURE, Math.max(LEAST, ...[...answers.values()].map(logOdds)));
  const bySigns = evidence.answerable;
  return { ...evidence, answerable: bySigns + WEIGHT * surest, read: { surest, bySigns } };
}

interface ToRead {
  readonly id: ItemId;
  readonly text: string;
}

/**
 * The best, each text once, with the name of who said it; a turn that a memory tells is read as the memory. Nothing where all are of
 * the other language: little that it was trained on is a question of one and an answer of the other.
 */
function toRead(ranked: readonly ScoredCandidate[], { turns, query, most }: ReadingOf): readonly ToRead[] {
  const terms = new Set(query.terms);
  const texts = new Map<string, ItemId>();
  for (const { candidate, toldBy } of ranked) {
    if (texts.size >= most) break;
    if (toldBy !== undefined) continue;
    const speaker = candidate.type === "episode" && candidate.speaker !== undefined ? `${candidate.speaker}: ` : "";
    for (const passage of passagesFor(textOf(candidate, turns) ?? "", terms)) {
      const text = `${speaker}${passage}`;
      if (!texts.has(text)) texts.set(text, candidate.id);
    }
  }
  const best = [...texts].slice(0, most);
  const said = best.map(([text]) => text);
  return isOtherScript(query, said) ? [] : best.map(([text, id]) => ({ id, text }));
}

/** What a reading is of. */
export interface ReadingOf {
  readonly query: UnderstoodQuery;
  readonly turns: ReadonlyMap<TurnId, Turn>;
  /** So many texts. */
  readonly most: number;
}

/** It does not see when a text was said: a question that names a time is read without it, too. */
function wordingsOf({ text, time }: UnderstoodQuery): readonly string[] {
  const timeless = time === undefined ? text : text.replace(time.text, " ").trim();
  return timeless === text || isBlank(timeless) ? [text] : [text, timeless];
}

/** A reader that hangs keeps no recall waiting, also one without a deadline. */
const MOST_MS = 2 * SECOND_MS;

/**
 * Reads the best candidates beside the question, best first, until one is sure to answer it.
 * @throws what the reader throws
 */
export async function readAnswers(
  reader: PairReader,
  ranked: readonly ScoredCandidate[],
  of: ReadingOf,
): Promise<AnswerReading> {
  const answers = new Map<ItemId, number>();
  const signal = AbortSignal.timeout(MOST_MS);
  const wordings = wordingsOf(of.query);
  for (const { id, text } of toRead(ranked, of)) {
    const answer = Math.max(
      ...(await reader.readAnswers(
        wordings.map((first) => ({ first, second: text })),
        signal,
      )),
    );
    answers.set(id, Math.max(answer, answers.get(id) ?? 0));
    if (logOdds(answer) >= SURE) break;
  }
  return answers;
}
