/*
 * Trains the classifier that decides, where no pattern does, whether a statement instructs whoever reads it, and writes it beside the
 * policy.
 *
 *   npx tsx scripts/injection/train.ts [--dry-run]
 *
 * The corpus beside this file is our own writing, in both languages: orders to a model inside content (data sent away, rules set aside,
 * another person to be, memories planted, things hidden from the user, tools misused, consent that nobody gave) against what people
 * plainly say: their own standing wishes, recipes, talk of security, quotations, facts, rules at work, requests.
 */
import { fileURLToPath } from "node:url";
import type { InjectionClassifier } from "../../src/domain/index.js";
import { injectionSigns } from "../../src/language/injection/index.js";
import { printFigures, readCorpus, round, withEmbedder, writeWeights } from "../training/corpus.js";
import { crossValidate, figuresAt, type Row, train } from "../training/logistic.js";

interface Example {
  readonly text: string;
  readonly lang: "zh" | "en";
  readonly domain: string;
  readonly instructs: 0 | 1;
}

const FOLDS = 7;
const STEPS = 400;
const RIDGE = { signs: 0.003, vector: 0.002 } as const;
const DECIDED_AT = 0.8;

await withEmbedder(async (embedder) => {
  const corpus = readCorpus<Example>(fileURLToPath(new URL(".", import.meta.url)));
  const vectors = await embedder.embedPassages(corpus.map(({ text }) => text));
  const signs = corpus.map(({ text }) => injectionSigns(text));
  const names = [...new Set(signs.flatMap((each) => Object.keys(each)))].sort();
  const rows = corpus.map(
    (example, index): Row => ({
      input: Float64Array.from([...names.map((name) => signs[index]?.[name] ?? 0), ...(vectors[index] ?? [])]),
      target: example.instructs,
      group: example.domain,
    }),
  );
  const { dimension, modelId } = embedder.profile;
  const ridge = new Float64Array(names.length + dimension).fill(RIDGE.signs).fill(RIDGE.vector, names.length);
  const choices = { ridge, steps: STEPS };
  const judged = crossValidate(rows, choices, FOLDS);
  printFigures(
    "signs and vector",
    corpus.map(({ lang, domain, instructs }, index) => ({
      lang,
      domain,
      target: instructs,
      probability: judged[index] ?? 0,
    })),
  );
  for (const domain of [...new Set(corpus.map((each) => each.domain))]) {
    const marked = corpus.filter((each, index) => each.domain === domain && (judged[index] ?? 0) >= DECIDED_AT).length;
    console.log(
      `  ${domain}: ${marked} of ${corpus.filter((each) => each.domain === domain).length} marked at ${DECIDED_AT}`,
    );
  }
  const model = train(rows, choices);
  const classifier: InjectionClassifier = {
    version: `${corpus.length} texts`,
    embeddingModel: modelId,
    bias: round(model.bias),
    features: Object.fromEntries(names.map((name, index) => [name, round(model.weights[index] ?? 0)])),
    vector: [...model.weights.slice(names.length)].map(round),
  };
  const targets = rows.map(({ target }) => target);
  const note = `Written by scripts/injection/train.ts; whole domains left out, at ${DECIDED_AT}: ${figuresAt(targets, judged, DECIDED_AT)}.`;
  writeWeights("injection-classifier.ts", "InjectionClassifier", "INJECTION_CLASSIFIER", note, classifier);
});
