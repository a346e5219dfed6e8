/*
 * Trains the classifier that decides, where the rules do not, whether a clause is worth keeping, and writes it beside the policy.
 *
 *   npx tsx scripts/worth/train.ts [--dry-run] [--only-both]
 *
 * With --only-both the features alone and the vectors alone are not measured.
 *
 * The corpus beside this file is our own writing: clauses as people say them, in both languages, labelled by whether an
 * assistant that meets the speaker again in three months should still know them.
 */
import { fileURLToPath } from "node:url";
import type { WorthClassifier } from "../../src/domain/index.js";
import { surfaceFeatures } from "../../src/remember/worth/features.js";
import { asOnePiece, isJudged } from "../../src/remember/worth/judge-worth.js";
import { printFigures, readCorpus, round, withEmbedder, writeWeights } from "../training/corpus.js";
import { type Choices, crossValidate, figuresAt, type Row, train } from "../training/logistic.js";

interface Example {
  readonly text: string;
  readonly lang: "zh" | "en";
  readonly domain: string;
  readonly worth: 0 | 1;
}

const FOLDS = 7;
const STEPS = 500;
/**
 * Added to the trained bias: the corpus is richer than talk in what only passes (it was gathered for its look-alikes), so that the
 * policy's thresholds keep what they kept. In logits.
 */
const PRIOR_SHIFT = 0.3;
const RIDGE = { surface: 0.002, vector: 0.0004 } as const;

function choicesFor(surface: number, dimension: number, used: "surface" | "vector" | "both"): Choices {
  const out = Number.POSITIVE_INFINITY;
  const ridge = new Float64Array(surface + dimension).fill(used === "vector" ? out : RIDGE.surface, 0, surface);
  return { ridge: ridge.fill(used === "surface" ? out : RIDGE.vector, surface), steps: STEPS };
}

await withEmbedder(async (embedder) => {
  const corpus = readCorpus<Example>(fileURLToPath(new URL(".", import.meta.url)));
  const judged = corpus.filter(({ text }) => isJudged(asOnePiece(text)));
  const lost = corpus.filter((each) => each.worth === 1 && !judged.includes(each)).length;
  console.log(`${corpus.length} clauses; ${corpus.length - judged.length} stopped by the gates, ${lost} worth keeping`);
  const vectors = await embedder.embedPassages(judged.map(({ text }) => text));
  const surfaces = judged.map(({ text }) => surfaceFeatures(asOnePiece(text)));
  const names = [...new Set(surfaces.flatMap((surface) => Object.keys(surface)))].sort();
  const rows = judged.map(
    (example, index): Row => ({
      input: Float64Array.from([...names.map((name) => surfaces[index]?.[name] ?? 0), ...(vectors[index] ?? [])]),
      target: example.worth,
      group: example.domain,
    }),
  );
  const { dimension, modelId } = embedder.profile;
  let both: number[] = [];
  const measured = process.argv.includes("--only-both")
    ? (["both"] as const)
    : (["surface", "vector", "both"] as const);
  for (const used of measured) {
    both = crossValidate(rows, choicesFor(names.length, dimension, used), FOLDS);
    const figures = judged.map(({ lang, domain, worth }, index) => ({
      ...{ lang, domain, target: worth },
      probability: both[index] ?? 0,
    }));
    printFigures(used, figures);
  }
  const model = train(rows, choicesFor(names.length, dimension, "both"));
  const classifier: WorthClassifier = {
    version: `${corpus.length} clauses`,
    embeddingModel: modelId,
    bias: round(model.bias + PRIOR_SHIFT),
    features: Object.fromEntries(names.map((name, index) => [name, round(model.weights[index] ?? 0)])),
    vector: [...model.weights.slice(names.length)].map(round),
  };
  const targets = rows.map(({ target }) => target);
  const note = `Written by scripts/worth/train.ts; whole domains left out, at 0.5: ${figuresAt(targets, both, 0.5)}.`;
  writeWeights("worth-classifier.ts", "WorthClassifier", "WORTH_CLASSIFIER", note, classifier);
});
