import type { Candidate } from "../../domain/index.js";
import { hasHan } from "../../language/index.js";
import { toCandidate } from "./candidate.js";
import { complete } from "./completion.js";
import { type Coordinate, coordinates } from "./coordinated.js";
import { fromSentence } from "./from-sentence.js";
import { saidOfThemselves } from "./of-themselves.js";
import type { ReadSentence } from "./read-turn.js";
import type { Reader } from "./reader.js";
import { restate } from "./restated.js";
import { isDropped, type Piece, readPieces } from "./units.js";

/** The statement that is said anew was judged worth keeping when it was first said; whether it was kept decides what becomes of it. */
const THRESHOLD = 0.05;
const CONFIDENCE = 0.8;

/** Where no rule asks for any of it: the whole, as it was kept before. */
function asOne(reader: Reader, pieces: readonly Piece[]): readonly Candidate[] {
  const said = pieces.filter((piece) => !isDropped(piece));
  const [first, last] = [said[0], said.at(-1)];
  if (first === undefined || last === undefined) return [];
  const candidate = toCandidate(reader, { pieces: said, start: first.start, end: last.end }, CONFIDENCE);
  return candidate === undefined ? [] : [candidate];
}

/** What a sentence says that names only a new value, or says one thing in two halves, read as it would be said whole; undefined where it is none. */
export function fromCompletion(reader: Reader, sentence: ReadSentence): readonly Candidate[] | undefined {
  const parts = coordinates(sentence);
  if (parts !== undefined) return fromCoordinates(reader, parts);
  const completion = complete(reader.turn, reader.context.before, sentence);
  const whole = completion ?? restate(sentence.text, reader.text.slice(0, sentence.start));
  if (whole === undefined) return fromReport(reader, sentence);
  const found = readWhole(reader, whole.text, whole.value);
  if (found.length === 0) return undefined;
  const language = hasHan(whole.text) ? "zh" : "en";
  return found.map((candidate) => ({
    ...candidate,
    evidence: sentence.text.trim(),
    confidence: Math.max(candidate.confidence, CONFIDENCE),
    ...(completion === undefined
      ? { rule: `${language}.restated` }
      : { intent: "correct", rule: `${language}.completed`, revises: completion.revises }),
  }));
}

/** "My friend Ann said she moved to Oslo" as "my friend Ann moved to Oslo", where a rule asks for that; undefined where none does. */
function fromReport(reader: Reader, sentence: ReadSentence): readonly Candidate[] | undefined {
  const text = saidOfThemselves(sentence.text);
  if (text === undefined) return undefined;
  const { worth: _judgedByItself, ...context } = reader.context;
  const { worthFrom: _sureness, ...plain } = reader;
  const whole = { text, start: 0, end: text.length };
  const found = fromSentence({ ...plain, text, context }, { ...whole, pieces: readPieces(whole) });
  const own = found.filter(({ subject }) => subject !== "user");
  return own.length === 0 ? undefined : own.map((each) => ({ ...each, evidence: sentence.text.trim() }));
}

/** Each of several things that a sentence says of one head; undefined where one of them would be lost. */
function fromCoordinates(reader: Reader, parts: readonly Coordinate[]): readonly Candidate[] | undefined {
  const read = parts.map(({ text, evidence }) =>
    readWhole(reader, text, "").map((candidate) => ({ ...candidate, evidence })),
  );
  return read.some((found) => found.length !== 1) ? undefined : read.flat();
}

/** The statements of a text that stands for a sentence of the turn; those that hold the value. */
function readWhole(reader: Reader, text: string, value: string): readonly Candidate[] {
  const { worth: _judgedByItself, ...context } = reader.context;
  const { worthFrom: _sureness, ...plain } = reader;
  const whole = { text, start: 0, end: text.length };
  const asSaid: Reader = { ...plain, text, context, threshold: THRESHOLD };
  const pieces = readPieces(whole);
  const byRules = fromSentence(asSaid, { ...whole, pieces }).filter(({ evidence }) => evidence.includes(value));
  return byRules.length > 0 ? byRules : asOne(asSaid, pieces);
}
