/*
 * Trains the classifiers that say how a statement stands to an earlier one of the same user, and writes them beside the policy:
 * `update` (the earlier no longer holds) and `same` (it says nothing new).
 *
 *   npx tsx scripts/relating/train.ts [--dry-run] [--misses]
 *
 * The corpus beside this file is our own writing, in both languages.
 */
import { fileURLToPath } from "node:url";
import { dot, type RelationClassifier } from "../../src/domain/index.js";
import { pairFeatures } from "../../src/remember/relating/pair-features.js";
import { readSaid } from "../../src/remember/relating/said.js";
import { normaliseWording } from "../../src/remember/rules/wording.js";
import { printFigures, readCorpus, round, withEmbedder, writeWeights } from "../training/corpus.js";
import { type Choices, crossValidate, type Row, standardise, train, type Weights } from "../training/logistic.js";

interface Pair {
  readonly lang: "zh" | "en";
  readonly domain: string;
  readonly kind: "update" | "same" | "beside";
  readonly first: string;
  readonly second: string;
}

const FOLDS = 8;
const STEPS = 120;
/** By kind: what says the same shows in few signs, what changes something in many. */
const RIDGE = { update: 0.25, same: 0.08 } as const;
const SAID_AT = Date.UTC(2026, 2, 2, 9);

interface Read {
  readonly names: readonly string[];
  /** Features in the order of `names`, then both vectors, then their product number by number. */
  readonly inputs: readonly Float64Array[];
  readonly dimension: number;
  readonly modelId: string;
}

function readPairs(pairs: readonly Pair[]): Promise<Read> {
  return withEmbedder(async (embedder) => {
    const contentOf = (text: string): string => normaliseWording(text, SAID_AT, "UTC", false);
    const firsts = await embedder.embedPassages(pairs.map(({ first }) => contentOf(first)));
    const seconds = await embedder.embedPassages(pairs.map(({ second }) => contentOf(second)));
    const vectorsOf = (index: number): [Float32Array, Float32Array] => [
      firsts[index] ?? new Float32Array(0),
      seconds[index] ?? new Float32Array(0),
    ];
    const features = pairs.map(({ first, second }, index) =>
      pairFeatures(readSaid(first), readSaid(second), dot(...vectorsOf(index))),
    );
    const names = [...new Set(features.flatMap((each) => Object.keys(each)))].sort();
    const inputs = features.map((each, index) => {
      const [a, b] = vectorsOf(index);
      const product = a.map((value, at) => value * (b[at] ?? 0));
      return Float64Array.from([...names.map((name) => each[name] ?? 0), ...a, ...b, ...product]);
    });
    return { names, inputs, dimension: embedder.profile.dimension, modelId: embedder.profile.modelId };
  });
}

function toWeights({ names, dimension }: Read, { bias, weights }: Weights): RelationClassifier["update"] {
  const vector = (part: number): number[] => {
    const start = names.length + part * dimension;
    return [...weights.slice(start, start + dimension)].map(round);
  };
  const features = names.map((name, index) => [name, round(weights[index] ?? 0)] as const);
  return {
    bias: round(bias),
    features: Object.fromEntries(features.filter(([, weight]) => weight !== 0)),
    earlier: vector(0),
    later: vector(1),
    product: vector(2),
  };
}

const pairs = readCorpus<Pair>(fileURLToPath(new URL(".", import.meta.url)));
const read = await readPairs(pairs);

function trainFor(kind: "update" | "same"): RelationClassifier["update"] {
  const choices: Choices = { ridge: new Float64Array(read.inputs[0]?.length ?? 0).fill(RIDGE[kind]), steps: STEPS };
  const { rows, unfold } = standardise(
    pairs.map(
      (pair, index): Row => ({
        input: read.inputs[index] ?? new Float64Array(0),
        target: pair.kind === kind ? 1 : 0,
        group: pair.domain,
      }),
    ),
  );
  const judged = crossValidate(rows, choices, FOLDS);
  const figures = pairs.map(({ lang, domain }, index) => ({
    ...{ lang, domain, target: rows[index]?.target ?? 0 },
    probability: judged[index] ?? 0,
  }));
  printFigures(kind, figures);
  if (process.argv.includes("--misses")) {
    pairs.forEach((pair, index) => {
      const p = judged[index] ?? 0;
      if ((pair.kind === kind) !== p >= 0.5)
        console.log(`  ${p.toFixed(2)} ${pair.kind} | ${pair.first} | ${pair.second}`);
    });
  }
  return toWeights(read, unfold(train(rows, choices)));
}

const classifier: RelationClassifier = {
  version: `${pairs.length} pairs`,
  embeddingModel: read.modelId,
  update: trainFor("update"),
  same: trainFor("same"),
};
const note = "Written by scripts/relating/train.ts.";
writeWeights("relation-classifier.ts", "RelationClassifier", "RELATION_CLASSIFIER", note, classifier);
