/*
 * Trains the classifiers that say how a statement stands to an earlier one of the same user, and writes them beside the policy:
 * `update` (the earlier no longer holds) and `same` (it says nothing new).
 *
 *   npx tsx scripts/relating/train.ts [--dry-run]
 *
 * The corpus beside this file is our own writing, in both languages.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createBundledEmbedder } from "../../src/adapters/models/bundled/index.js";
import type { RelationClassifier } from "../../src/domain/index.js";
import { pairFeatures } from "../../src/remember/relating/pair-features.js";
import { readSaid } from "../../src/remember/relating/said.js";
import { normaliseWording } from "../../src/remember/rules/wording.js";
import { type Choices, crossValidate, figuresAt, type Row, standardise, train } from "../training/logistic.js";

interface Pair {
  readonly lang: "zh" | "en";
  readonly domain: string;
  readonly kind: "update" | "same" | "beside";
  readonly first: string;
  readonly second: string;
}

const FOLDS = 8;
const STEPS = 120;
const RIDGE = 0.4;
const THRESHOLDS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const SAID_AT = Date.UTC(2026, 2, 2, 9);

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function readCorpus(): Pair[] {
  return readdirSync(here("."))
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(here(name), "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Pair);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

async function main(): Promise<void> {
  const pairs = readCorpus();
  const embedder = createBundledEmbedder({ modelFolder: here("../../model") });
  await embedder.open();
  const contentOf = (text: string): string => normaliseWording(text, SAID_AT, "UTC", false);
  const firsts = await embedder.embedPassages(pairs.map(({ first }) => contentOf(first)));
  const seconds = await embedder.embedPassages(pairs.map(({ second }) => contentOf(second)));
  const { modelId } = embedder.profile;
  await embedder.close();
  const features = pairs.map(({ first, second }, index) => {
    const [a, b] = [firsts[index], seconds[index]];
    if (a === undefined || b === undefined) throw new Error("a vector is missing");
    return pairFeatures(readSaid(first), readSaid(second), dot(a, b));
  });
  const names = [...new Set(features.flatMap((each) => Object.keys(each)))].sort();
  const inputs = features.map((each, index) => {
    const [a = new Float32Array(0), b = new Float32Array(0)] = [firsts[index], seconds[index]];
    return Float64Array.from([
      ...names.map((name) => each[name] ?? 0),
      ...a,
      ...b,
      ...a.map((value, at) => value * (b[at] ?? 0)),
    ]);
  });
  const dimension = firsts[0]?.length ?? 0;
  const choices: Choices = { ridge: new Float64Array(names.length + 3 * dimension).fill(RIDGE), steps: STEPS };
  const classifier: Record<string, unknown> = {
    version: `${pairs.length} pairs`,
    embeddingModel: modelId,
  };
  for (const kind of ["update", "same"] as const) {
    const { rows, unfold } = standardise(
      pairs.map(
        (pair, index): Row => ({
          input: inputs[index] ?? new Float64Array(0),
          target: pair.kind === kind ? 1 : 0,
          group: pair.domain,
        }),
      ),
    );
    const judged = crossValidate(rows, choices, FOLDS);
    for (const lang of ["both", "zh", "en"]) {
      const chosen = rows.flatMap((_row, index) => (lang === "both" || pairs[index]?.lang === lang ? [index] : []));
      console.log(`\n${kind}, ${lang} (${chosen.length} pairs, whole domains left out)`);
      for (const threshold of THRESHOLDS) {
        const targets = chosen.map((index) => rows[index]?.target ?? 0);
        console.log(
          `  at ${threshold.toFixed(1)}  ${figuresAt(
            targets,
            chosen.map((index) => judged[index] ?? 0),
            threshold,
          )}`,
        );
      }
    }
    if (process.argv.includes("--misses")) {
      pairs.forEach((pair, index) => {
        const p = judged[index] ?? 0;
        if ((pair.kind === kind) !== p >= 0.5)
          console.log(`  ${p.toFixed(2)} ${pair.kind} | ${pair.first} | ${pair.second}`);
      });
    }
    const model = unfold(train(rows, choices));
    const vector = (part: number): number[] =>
      [...model.weights.slice(names.length + part * dimension, names.length + (part + 1) * dimension)].map(round);
    classifier[kind] = {
      bias: round(model.bias),
      features: Object.fromEntries(
        names
          .map((name, index) => [name, round(model.weights[index] ?? 0)] as const)
          .filter(([, weight]) => weight !== 0),
      ),
      earlier: vector(0),
      later: vector(1),
      product: vector(2),
    };
  }
  if (process.argv.includes("--dry-run")) return;
  writeFileSync(
    here("../../src/policy/relation-classifier.ts"),
    `import type { RelationClassifier } from "../domain/index.js";\n\n/** Written by scripts/relating/train.ts. */\nexport const RELATION_CLASSIFIER: RelationClassifier = ${JSON.stringify(classifier, undefined, 2).replace(/\[[^\]]*\]/gu, (list) => list.replace(/\s+/gu, " "))};\n`,
  );
}

await main();
