import type { Embedder } from "keepsake";
import type { BulkStatement } from "keepsake/testing";

/** Mulberry32: small, fast, the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PEOPLE = [
  "Mara",
  "Jonas",
  "Priya",
  "Tomás",
  "Yuki",
  "Amina",
  "陈思远",
  "林晓彤",
  "周子墨",
  "Elif",
  "Noah",
  "Ingrid",
];
const PLACES = ["Lisbon", "Hangzhou", "Oslo", "成都", "Nairobi", "Kyoto", "苏州", "Porto", "Graz", "青岛"];
const THINGS = [
  "the staging database",
  "the billing export",
  "the garden shed",
  "报销系统",
  "春季发布会",
  "the choir rehearsal",
  "the night train",
  "搬家计划",
];
const ACTS = ["moved", "renamed", "postponed", "finished", "handed over", "booked", "cancelled"];
const DAYS = ["Monday", "Tuesday", "Friday", "last weekend", "the first of May", "the end of the quarter"];
const TASTES = [
  "green tea",
  "oat milk",
  "spicy noodles",
  "绿茶",
  "不放香菜的面",
  "window seats",
  "tabs over spaces",
  "早上开会",
];

type Pick = (words: readonly string[]) => string;
type Sentence = (pick: Pick, number: () => number) => string;

const STATEMENTS: readonly Sentence[] = [
  (pick, number) => `${pick(PEOPLE)} ${pick(ACTS)} ${pick(THINGS)} on ${pick(DAYS)}, ticket ${number()}.`,
  (pick, number) => `The user prefers ${pick(TASTES)} when travelling to ${pick(PLACES)}, since trip ${number()}.`,
  (pick, number) => `${pick(PEOPLE)}在${pick(PLACES)}负责${pick(THINGS)}，内线号码是${number()}。`,
  (pick, number) => `用户和${pick(PEOPLE)}约好去${pick(PLACES)}，预算是${number()}元。`,
  (pick, number) => `${pick(THINGS)} listens on port ${number()} and belongs to ${pick(PEOPLE)}.`,
  (pick, number) =>
    `When in ${pick(PLACES)}, ${pick(PEOPLE)} stays at number ${number()} and asks for ${pick(TASTES)}.`,
];
const QUESTIONS: readonly Sentence[] = [
  (pick) => `What did ${pick(PEOPLE)} do about ${pick(THINGS)}?`,
  (pick) => `Which ${pick(["drink", "food", "seat"])} does the user like in ${pick(PLACES)}?`,
  (pick) => `${pick(PEOPLE)}在${pick(PLACES)}负责什么？`,
  (pick) => `和${pick(PEOPLE)}去${pick(PLACES)}的预算是多少？`,
  (pick, number) => `Who owns ${pick(THINGS)}, and was it port ${number()}?`,
];

function sentences(kinds: readonly Sentence[], seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const pick: Pick = (words) => words[Math.floor(random() * words.length)] ?? "";
  const number = (): number => 1_000 + Math.floor(random() * 9_000);
  return Array.from({ length: count }, () => kinds[Math.floor(random() * kinds.length)]?.(pick, number) ?? "");
}

/** Invented statements in both languages, the same for the same seed. */
export function statements(seed: number, count: number): string[] {
  return sentences(STATEMENTS, seed, count);
}

/** Questions, no two alike, so that no cache of query vectors answers them. */
export function questions(seed: number, count: number): string[] {
  return sentences(QUESTIONS, seed, count).map((question, at) => `${question} (${seed}-${at})`);
}

const REAL_VECTORS = 1_000;
const NOISE = 0.6;

/**
 * Statements with vectors. The first thousand are embedded; the others take the vector of one of these, moved by seeded noise
 * and brought back to unit norm: a hundred thousand texts would take an hour to embed, and a search does not see the difference.
 */
export async function withVectors(embedder: Embedder, seed: number, count: number): Promise<BulkStatement[]> {
  const texts = statements(seed, count);
  const real = await embedder.embedPassages(texts.slice(0, REAL_VECTORS));
  const random = randomFrom(seed + 1);
  const now = Date.UTC(2026, 0, 1);
  return texts.map((content, at) => {
    const origin = real[at % real.length] ?? new Float32Array(embedder.profile.dimension);
    return { content, vector: at < real.length ? origin : moved(origin, random), saidAt: now + at * 60_000 };
  });
}

function moved(origin: Float32Array, random: () => number): Float32Array {
  const scale = (NOISE * Math.sqrt(12)) / Math.sqrt(origin.length);
  return unit(origin.map((value) => value + (random() - 0.5) * scale));
}

export function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares) || 1;
  return vector.map((value) => value / norm);
}

/** Statements of one other user, as many and as long as real ones, with vectors of chance. */
export function* foreignStatements(
  seed: number,
  count: number,
  dimension: number,
  pool: readonly string[],
): Generator<BulkStatement> {
  const random = randomFrom(seed);
  for (let at = 0; at < count; at += 1) {
    const vector = unit(Float32Array.from({ length: dimension }, () => random() - 0.5));
    yield { content: pool[Math.floor(random() * pool.length)] ?? "", vector, saidAt: Date.UTC(2026, 0, 1) + at };
  }
}
