/*
 * Trains the classifier that decides, where the rules do not, whether a clause is worth keeping, and writes it beside the policy.
 *
 *   npx tsx scripts/worth/train.ts             trains, prints precision and recall with whole domains left out, writes the weights
 *   npx tsx scripts/worth/train.ts --dry-run   the same without writing
 *
 * The corpus beside this file is our own writing: clauses as people say them, in both languages, labelled by whether an
 * assistant that meets the speaker again in three months should still know them. Ridge-penalised logistic regression, full batches, Adam (Kingma and Ba 2015).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createBundledEmbedder } from "../../src/adapters/models/bundled/index.js";
import type { WorthClassifier } from "../../src/domain/index.js";
import { readPieces } from "../../src/remember/rules/units.js";
import { surfaceFeatures } from "../../src/remember/worth/features.js";
import { asOnePiece, isJudged } from "../../src/remember/worth/judge-worth.js";

interface Example {
  readonly text: string;
  readonly lang: "zh" | "en";
  readonly domain: string;
  readonly worth: 0 | 1;
}
interface Row {
  readonly example: Example;
  /** Dense: surface features in the order of `names`, then the vector. */
  readonly input: Float64Array;
}
interface Weights {
  readonly bias: number;
  readonly weights: Float64Array;
}

const FOLDS = 7;
const STEPS = 500;
const LEARNING_RATE = 0.03;
const RIDGE = { surface: 0.002, vector: 0.0004 } as const;
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function readCorpus(): Example[] {
  const files = readdirSync(here("."))
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  return files.flatMap((name) =>
    readFileSync(here(name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Example),
  );
}

function probability(model: Weights, input: Float64Array): number {
  let logit = model.bias;
  for (let index = 0; index < input.length; index++) logit += (model.weights[index] ?? 0) * (input[index] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}

/** @param used which of the inputs may have a weight */
function train(rows: readonly Row[], used: readonly boolean[], surface: number): Weights {
  const size = used.length;
  const weights = new Float64Array(size);
  const first = new Float64Array(size + 1);
  const second = new Float64Array(size + 1);
  let bias = 0;
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(size + 1);
    for (const { input, example } of rows) {
      const error = (probability({ bias, weights }, input) - example.worth) / rows.length;
      for (let index = 0; index < size; index++) gradient[index] = (gradient[index] ?? 0) + error * (input[index] ?? 0);
      gradient[size] = (gradient[size] ?? 0) + error;
    }
    for (let index = 0; index <= size; index++) {
      const weight = weights[index] ?? 0;
      const ridge = index === size ? 0 : index < surface ? RIDGE.surface : RIDGE.vector;
      const slope = (gradient[index] ?? 0) + ridge * weight;
      first[index] = 0.9 * (first[index] ?? 0) + 0.1 * slope;
      second[index] = 0.999 * (second[index] ?? 0) + 0.001 * slope * slope;
      const moved =
        (LEARNING_RATE * ((first[index] ?? 0) / (1 - 0.9 ** step))) /
        (Math.sqrt((second[index] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
      if (index === size) bias -= moved;
      else if (used[index] === true) weights[index] = weight - moved;
    }
  }
  return { bias, weights };
}

interface Judged {
  readonly example: Example;
  readonly p: number;
}

function figuresAt(judged: readonly Judged[], threshold: number): string {
  const kept = judged.filter(({ p }) => p >= threshold);
  const right = kept.filter(({ example }) => example.worth === 1).length;
  const worth = judged.filter(({ example }) => example.worth === 1).length;
  const [precision, recall] = [right / Math.max(1, kept.length), right / Math.max(1, worth)];
  const f1 = (2 * precision * recall) / (precision + recall);
  return `P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`;
}

/** Each domain is judged by a model that has seen none of it. */
function crossValidate(rows: readonly Row[], used: readonly boolean[], surface: number): Judged[] {
  const domains = [...new Set(rows.map(({ example }) => example.domain))].sort();
  return Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(domains.filter((_domain, index) => index % FOLDS === fold));
    const model = train(
      rows.filter(({ example }) => !held.has(example.domain)),
      used,
      surface,
    );
    return rows
      .filter(({ example }) => held.has(example.domain))
      .map(({ example, input }) => ({ example, p: probability(model, input) }));
  }).flat();
}

function print(title: string, judged: readonly Judged[]): void {
  console.log(`\n${title} (${judged.length} clauses, whole domains left out)`);
  for (const threshold of THRESHOLDS) console.log(`  at ${threshold.toFixed(1)}  ${figuresAt(judged, threshold)}`);
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

async function main(): Promise<void> {
  const corpus = readCorpus();
  const embedder = createBundledEmbedder({ modelFolder: here("../../model") });
  await embedder.open();
  const pieces = corpus.map(({ text }) => asOnePiece(text));
  const vectors = await embedder.embedPassages(corpus.map(({ text }) => text));
  const judgedAt = corpus.flatMap((_, index) => {
    const piece = pieces[index];
    return piece !== undefined && isJudged(piece) ? [index] : [];
  });
  const surfaces = pieces.map((piece) => surfaceFeatures(piece));
  const names = [...new Set(judgedAt.flatMap((index) => Object.keys(surfaces[index] ?? {})))].sort();
  const rows = judgedAt.flatMap((index): Row[] => {
    const [example, surface, vector] = [corpus[index], surfaces[index], vectors[index]];
    if (example === undefined || surface === undefined || vector === undefined) return [];
    return [{ example, input: Float64Array.from([...names.map((name) => surface[name] ?? 0), ...vector]) }];
  });
  const gated = corpus.length - rows.length;
  const lost = corpus.filter((each, index) => each.worth === 1 && !judgedAt.includes(index)).length;
  console.log(`${corpus.length} clauses; ${gated} stopped by the gates, ${lost} of them worth keeping`);
  const pieceCount = corpus.filter(({ text }) => readPieces({ text, start: 0, end: text.length }).length > 1).length;
  console.log(`${pieceCount} of several pieces`);
  const all = names.length + embedder.profile.dimension;
  const use = (from: number, to: number): boolean[] =>
    Array.from({ length: all }, (_, index) => index >= from && index < to);
  print("surface alone", crossValidate(rows, use(0, names.length), names.length));
  print("vector alone", crossValidate(rows, use(names.length, all), names.length));
  const both = crossValidate(rows, use(0, all), names.length);
  print("both", both);
  for (const lang of ["zh", "en"] as const)
    print(
      `both, ${lang}`,
      both.filter(({ example }) => example.lang === lang),
    );
  for (const domain of [...new Set(both.map(({ example }) => example.domain))].sort())
    console.log(
      `${domain.padEnd(24)} ${figuresAt(
        both.filter(({ example }) => example.domain === domain),
        0.5,
      )}`,
    );
  const model = train(rows, use(0, all), names.length);
  const classifier: WorthClassifier = {
    version: `${corpus.length} clauses`,
    embeddingModel: embedder.profile.modelId,
    bias: round(model.bias),
    features: Object.fromEntries(names.map((name, index) => [name, round(model.weights[index] ?? 0)])),
    vector: [...model.weights.slice(names.length)].map(round),
  };
  await embedder.close();
  if (process.argv.includes("--dry-run")) return;
  const text = JSON.stringify(classifier, undefined, 2).replace(/\[[^\]]*\]/u, (list) => list.replace(/\s+/gu, " "));
  writeFileSync(
    here("../../src/policy/worth-classifier.ts"),
    `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: weights that happen to look like constants\nimport type { WorthClassifier } from "../domain/index.js";\n\n/** Written by scripts/worth/train.ts; whole domains left out, precision at 0.5: ${figuresAt(both, 0.5)}. */\nexport const WORTH_CLASSIFIER: WorthClassifier = ${text};\n`,
  );
}

await main();
