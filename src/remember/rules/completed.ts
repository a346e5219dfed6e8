import type { Candidate } from "../../domain/index.js";
import { hasHan } from "../../language/index.js";
import { probabilityOf } from "../worth/with-worth.js";
import { type Answer, answerOf } from "./asked.js";
import { toCandidate } from "./candidate.js";
import { complete, completeHeld } from "./completion.js";
import { type Coordinate, coordinates } from "./coordinated.js";
import { fromSentence } from "./from-sentence.js";
import { isDropped } from "./joints.js";
import { saidOfThemselves } from "./of-themselves.js";
import type { Piece } from "./piece.js";
import type { ReadSentence } from "./read-turn.js";
import type { Reader } from "./reader.js";
import { restate } from "./restated.js";
import { readPieces } from "./units.js";

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
  const whole =
    completion ?? correctedWithin(sentence.text) ?? restate(sentence.text, reader.text.slice(0, sentence.start));
  if (whole === undefined) return fromAnswer(reader, sentence) ?? fromReport(reader, sentence);
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

/** "The budget is 900, actually make it 1100": taken back in the same breath. */
const TAKEN_BACK =
  /(?:[,;，；]|\s[-–—]+)\s*(?=(?:(?:oh|no|wait|sorry|hmm)[, ]+)*(?:actually|no wait|no sorry|wait|scratch that|make (?:it|that)|i mean|rather)\b|(?:哦|啊|噢)?(?:不对|不是|说错了|写错了|算了|等等)[，,]?|还是改成|改成)/giu;
const LONGEST_CORRECTED = 160;

/** A sentence that takes a value of its own back, with the new one in its place; undefined where it does not. */
function correctedWithin(sentence: string): { readonly text: string; readonly value: string } | undefined {
  if (sentence.length > LONGEST_CORRECTED) return undefined;
  const at = [...sentence.matchAll(TAKEN_BACK)].at(-1);
  if (at === undefined || at.index === 0) return undefined;
  return completeHeld(sentence.slice(at.index + at[0].length), sentence.slice(0, at.index));
}

/** An answer that no rule asks for is kept where its question asks for what lasts, in talk that is matter. */
const MOSTLY_MATTER = 0.2;

/** What an answer says together with its question, read as it would be said whole; undefined where it is none, or not worth it. */
function fromAnswer(reader: Reader, sentence: ReadSentence): readonly Candidate[] | undefined {
  if (sentence.pieces.some(({ speech }) => speech.cues.explicit)) return undefined;
  const answer = answerOf(reader.text, sentence, reader.context.before);
  if (answer === undefined) return undefined;
  const { worth: _judgedByItself, ...context } = reader.context;
  const { worthFrom: _sureness, ...plain } = reader;
  const whole = { text: answer.text, start: 0, end: answer.text.length };
  const asSaid: Reader = { ...plain, text: answer.text, context };
  const pieces = readPieces(whole);
  const byRules = fromSentence(asSaid, { ...whole, pieces });
  const found = byRules.length > 0 || !isWorthAnswer(reader, sentence, answer) ? byRules : asOne(asSaid, pieces);
  const language = hasHan(answer.text) ? "zh" : "en";
  const evidence = sentence.text.trim();
  return found.length === 0
    ? undefined
    : found.map((each) => ({
        ...each,
        evidence,
        rule: each.attribute === undefined ? `${language}.answered` : each.rule,
      }));
}

function isWorthAnswer(reader: Reader, sentence: ReadSentence, { lasts }: Answer): boolean {
  if (lasts && reader.company < MOSTLY_MATTER) return true;
  const judged = sentence.pieces.flatMap((piece) => probabilityOf(reader, piece) ?? []);
  return reader.worthFrom !== undefined && Math.max(0, ...judged) >= reader.worthFrom;
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
