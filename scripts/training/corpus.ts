import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createBundledEmbedder } from "../../src/adapters/models/bundled/index.js";
import type { Embedder } from "../../src/ports/index.js";
import { figuresAt } from "./logistic.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every line of the `.jsonl` files in a folder, in order of name. */
export function readCorpus<Example>(folder: string): Example[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Example);
}

/** Runs the work with the bundled embedder open. */
export async function withEmbedder<Result>(work: (embedder: Embedder) => Promise<Result>): Promise<Result> {
  const embedder = createBundledEmbedder({ modelFolder: join(root, "model") });
  await embedder.open();
  try {
    return await work(embedder);
  } finally {
    await embedder.close();
  }
}

export interface Judged {
  readonly lang: string;
  readonly domain: string;
  readonly target: 0 | 1;
  readonly probability: number;
}

/** Precision and recall at several thresholds: of all, and of each language. */
export function printFigures(title: string, judged: readonly Judged[]): void {
  for (const lang of ["both languages", "zh", "en"]) {
    const chosen = judged.filter((each) => lang === "both languages" || each.lang === lang);
    console.log(`\n${title}, ${lang} (${chosen.length}, whole domains left out)`);
    for (const threshold of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
      const targets = chosen.map(({ target }) => target);
      const probabilities = chosen.map(({ probability }) => probability);
      console.log(`  at ${threshold.toFixed(1)}  ${figuresAt(targets, probabilities, threshold)}`);
    }
  }
}

export const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Writes trained weights as a module of the policy, unless the run is a dry one. */
export function writeWeights(file: string, type: string, name: string, note: string, weights: object): void {
  if (process.argv.includes("--dry-run")) return;
  const text = JSON.stringify(weights, undefined, 2).replace(/\[[^\]]*\]/gu, (list) => list.replace(/\s+/gu, " "));
  const lines = [
    `import type { ${type} } from "../domain/index.js";`,
    "",
    `/** ${note} */`,
    `export const ${name}: ${type} = ${text};`,
  ];
  writeFileSync(join(root, "src/policy", file), `${lines.join("\n")}\n`);
}
