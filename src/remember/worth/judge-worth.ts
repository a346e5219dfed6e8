import { KeepsakeError, type Policy, type Turn } from "../../domain/index.js";
import type { Span } from "../../language/index.js";
import { findSlots } from "../../language/slots/index.js";
import { classifySpeech } from "../../language/speech-acts/index.js";
import type { EngineParts } from "../../ports/index.js";
import { askReader, BEHIND_THE_CHAT } from "../ask-reader.js";
import { mixed } from "../logistic.js";
import { isDropped } from "../rules/joints.js";
import type { Piece } from "../rules/piece.js";
import type { ReadSentence } from "../rules/read-turn.js";
import { runsOf } from "../rules/units.js";
import { surfaceFeatures } from "./features.js";
import { worthOf } from "./worth.js";

/** How far the classifier thinks a clause or sentence of the turn worth keeping, 0–1; undefined where it was not asked. */
export type Worth = (span: Span) => number | undefined;

/** Clauses of one turn that are judged; a longer turn is a paste or a story, and rules alone read the rest. */
const MOST_JUDGED = 48;
const SHORTEST_HAN = 4;
const SHORTEST = 10;

/** A whole sentence read as one piece. */
export function asOnePiece(text: string, start = 0): Piece {
  const speech = classifySpeech(text, { sentence: text, isLast: true });
  const readable = speech.act === "statement" || speech.act === "retraction" || speech.act === "request";
  return { text, start, end: start + text.length, speech, slots: readable ? findSlots(text) : [] };
}

/** Whether the gates leave the clause to be judged at all: questions, pastes, stories and the like never are. */
export function isJudged(piece: Piece): boolean {
  if (isDropped(piece)) return false;
  return /\p{Script=Han}/u.test(piece.text) ? [...piece.text].length >= SHORTEST_HAN : piece.text.length >= SHORTEST;
}

/** Every clause, and every run of several. */
function toJudge(sentences: readonly ReadSentence[]): readonly Piece[] {
  return sentences
    .flatMap((sentence) => {
      const runs = runsOf(sentence).filter((run) => run.pieces.length > 1);
      return [...sentence.pieces, ...runs.map((run) => asOnePiece(run.text, run.start))].filter(isJudged);
    })
    .slice(0, MOST_JUDGED);
}

/** How much the reader's word counts beside the regression's. 0–1 */
const READER_SHARE = 0.35;
/** What the regression thinks less of than this, the surest word of the reader lifts over no threshold: it is not read. 0–1 */
const HOPELESS = 0.0075;
/** Characters of the turn before and of the turn itself that a clause is read after. */
const MOST_BEFORE = 300;

/** What was said just before a clause: the turn before, and its own turn up to it. */
function saidBefore({ text }: Pick<Turn, "text">, before: readonly Pick<Turn, "text">[], { start }: Span): string {
  const last = before.at(-1)?.text.slice(-MOST_BEFORE).trim();
  return `${last === undefined || last === "" ? "" : `${last} … `}${text.slice(Math.max(0, start - MOST_BEFORE), start)}`;
}

/** What the reader thinks of each clause; undefined of those that it did not read. */
async function readWorth(
  parts: Pick<EngineParts, "reader">,
  turn: Pick<Turn, "text">,
  before: readonly Pick<Turn, "text">[],
  pieces: readonly Piece[],
): Promise<readonly (number | undefined)[]> {
  const pairs = pieces.map((piece) => ({ first: saidBefore(turn, before, piece), second: piece.text }));
  const asked = await askReader(parts, pairs, (reader, some, limit) => reader.readWorth(some, limit), BEHIND_THE_CHAT);
  return asked.answers;
}

/** With vectors of a model that the classifier was not made for the reader judges alone; what it did not read is not judged. */
async function judgeByReader(
  parts: Pick<EngineParts, "reader">,
  turn: Pick<Turn, "text">,
  before: readonly Pick<Turn, "text">[],
  pieces: readonly Piece[],
): Promise<Worth | undefined> {
  if (parts.reader === undefined) return undefined;
  const answers = await readWorth(parts, turn, before, pieces);
  const judged = new Map(pieces.map((piece, index) => [keyOf(piece), answers[index]] as const));
  return (span) => judged.get(keyOf(span));
}

/**
 * Asks the policy's classifier about the clauses of a turn. With another embedding model than it was trained on the
 * reader of pairs judges alone; where none answers nothing is judged and the rules decide alone, which is counted.
 */
export async function judgeWorth(
  parts: Pick<EngineParts, "embedder" | "telemetry" | "reader"> & { readonly policy: Pick<Policy, "extraction"> },
  turn: Pick<Turn, "role" | "text">,
  before: readonly Pick<Turn, "text">[],
  sentences: readonly ReadSentence[],
  signal?: AbortSignal,
): Promise<Worth | undefined> {
  const classifier = parts.policy.extraction.worth?.classifier;
  if (classifier === undefined || turn.role !== "user") return undefined;
  const pieces = toJudge(sentences);
  if (pieces.length === 0) return undefined;
  if (classifier.embeddingModel !== parts.embedder.profile.modelId) return judgeByReader(parts, turn, before, pieces);
  let vectors: readonly Float32Array[];
  try {
    vectors = await parts.embedder.embedPassages(
      pieces.map((piece) => piece.text),
      signal,
    );
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError) || !thrown.code.startsWith("MODEL_")) throw thrown;
    parts.telemetry.count("keepsake_worth_unjudged", 1, { reason: thrown.code });
    return undefined;
  }
  const judged = new Map<string, number>();
  for (const [index, piece] of pieces.entries()) {
    const vector = vectors[index];
    if (vector !== undefined) judged.set(keyOf(piece), worthOf(classifier, vector, surfaceFeatures(piece)));
  }
  const open = pieces.filter((piece) => (judged.get(keyOf(piece)) ?? 0) >= HOPELESS);
  const answers = await readWorth(parts, turn, before, open);
  for (const [index, piece] of open.entries())
    judged.set(keyOf(piece), mixed(judged.get(keyOf(piece)) ?? 0, answers[index], READER_SHARE));
  return (span) => judged.get(keyOf(span));
}

function keyOf({ start, end }: Pick<Span, "start" | "end">): string {
  return `${start}-${end}`;
}
