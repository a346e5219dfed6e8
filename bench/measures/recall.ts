import { type Embedder, makeScope } from "keepsake";
import { type BulkStatement, bulkLoad, type EngineWithParts } from "keepsake/testing";
import { langgraphStore } from "../alternatives/langgraph.js";
import { mem0 } from "../alternatives/mem0.js";
import { questions, withVectors } from "../corpus.js";
import { type Figure, figure, less, timeEach } from "../figures.js";
import { inFolder, withEngine } from "../workspace.js";

export const SIZES = [1_000, 10_000, 100_000] as const;
/** mem0 takes each statement through its endpoint and its entity index: ten thousand would take the rest of the hour. */
const MEM0_SIZE = 1_000;
const WARM_UP = 5;
const QUERIES = 100;

/** Recall of one user, whole and without the embedding of the query, and two other memories over the same vectors. */
export async function measureRecall(sizes: readonly number[] = SIZES): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const label = size.toLocaleString("en");
    await withEngine({ worker: { enabled: false } }, async (engine) => {
      const data = await withVectors(engine.parts.embedder, 7, size);
      await bulkLoad(engine.parts, makeScope("default", "ada"), data);
      figures.push(...(await recallFigures(engine, "ada", label)));
      figures.push(await langgraphFigure(engine.parts.embedder, data, label));
      if (size === MEM0_SIZE) figures.push(...(await mem0Figures(engine.parts.embedder, data, label)));
    });
  }
  return figures;
}

/**
 * The total, the embedding alone on other questions of the same kind, the difference, and the total where the embedder still
 * knows the question: the last two say, each in its way, what this engine adds.
 */
async function recallFigures(engine: EngineWithParts, user: string, label: string): Promise<readonly Figure[]> {
  const memory = engine.keepsake.user(user);
  await timeEach(questions(1, WARM_UP), (query) => memory.recall({ query }));
  const asked = questions(2, QUERIES);
  const total = figure(`recall, ${label} memories`, "ms", await timeEach(asked, (query) => memory.recall({ query })));
  const embedding = await embeddingFigure(engine.parts.embedder, label);
  const again = await timeEach(asked, (query) => memory.recall({ query }));
  return [
    total,
    embedding,
    less(`own part of recall, ${label} memories`, total, embedding),
    figure(`recall, question asked before, ${label}`, "ms", again),
  ];
}

async function embeddingFigure(embedder: Embedder, label: string): Promise<Figure> {
  return figure(
    `query embedding alone, beside ${label}`,
    "ms",
    await timeEach(questions(3, QUERIES), (query) => embedder.embedQuery(query)),
  );
}

async function langgraphFigure(embedder: Embedder, data: readonly BulkStatement[], label: string): Promise<Figure> {
  const search = await langgraphStore(embedder, data);
  await timeEach(questions(4, WARM_UP), search);
  return figure(`LangGraph.js InMemoryStore, ${label}`, "ms", await timeEach(questions(5, QUERIES), search));
}

async function mem0Figures(
  embedder: Embedder,
  data: readonly BulkStatement[],
  label: string,
): Promise<readonly Figure[]> {
  return inFolder(async (folder) => {
    const other = await mem0(embedder, data, folder);
    if (other === undefined) return [];
    try {
      await timeEach(questions(6, WARM_UP), (query) => other.search(query));
      const times = await timeEach(questions(7, QUERIES), (query) => other.search(query));
      return [figure(`mem0 (open source, in process), ${label}`, "ms", times)];
    } finally {
      await other.close();
    }
  });
}
