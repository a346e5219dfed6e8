import { makeScope } from "keepsake";
import { type BulkStatement, bulkLoad, type EngineWithParts } from "keepsake/testing";
import { langgraphStore } from "../alternatives/langgraph.js";
import { mem0 } from "../alternatives/mem0.js";
import { questions, withVectors } from "../corpus.js";
import { type Figure, figure, less, timeEach, timeInTurn } from "../figures.js";
import { inFolder, WITHOUT_READER, withEngine } from "../workspace.js";

export const SIZES = [1_000, 10_000, 100_000] as const;
/** mem0 takes each statement through its endpoint and its entity index: ten thousand take long, and are asked for by name. */
export const MEM0_SIZE = 1_000;
const WARM_UP = 5;
const ROUNDS = 100;

/** Recall of one user, whole and without the embedding of the query, and two other memories over the same vectors. */
export async function measureRecall(
  sizes: readonly number[] = SIZES,
  mem0Size: number = MEM0_SIZE,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    await withEngine(WITHOUT_READER, async (engine) => {
      const data = await withVectors(engine.parts.embedder, 7, size);
      await bulkLoad(engine.parts, makeScope("default", "ada"), data);
      figures.push(
        ...(await inFolder((folder) => recallFigures(engine, data, size === mem0Size ? folder : undefined))),
      );
    });
  }
  return [...figures, await recallThatReads(sizes[0] ?? 1_000)];
}

/** As it ships: where it is in doubt that there is an answer, the best are read beside the question. That is a model's time, as embedding is. */
async function recallThatReads(size: number): Promise<Figure> {
  return withEngine({ worker: { enabled: false } }, async ({ parts, keepsake }) => {
    await bulkLoad(parts, makeScope("default", "ada"), await withVectors(parts.embedder, 7, size));
    const memory = keepsake.user("ada");
    const ask = (queries: readonly string[]) => timeEach(queries, (query) => memory.recall({ query }));
    const asked = questions(5, WARM_UP + ROUNDS);
    await ask(asked.slice(0, WARM_UP));
    return figure(
      `recall with a reader of pairs, ${size.toLocaleString("en")} memories`,
      "ms",
      await ask(asked.slice(WARM_UP)),
    );
  });
}

/**
 * The total, the embedding alone, the difference, and the total where the embedder still knows the question: the last two
 * say, each in its way, what this engine adds.
 */
async function recallFigures(
  engine: EngineWithParts,
  data: readonly BulkStatement[],
  mem0Folder: string | undefined,
): Promise<readonly Figure[]> {
  const { embedder } = engine.parts;
  const memory = engine.keepsake.user("ada");
  const langgraph = await langgraphStore(embedder, data);
  const [asked = [], alone = [], forLanggraph = []] = [1, 2, 3].map((seed) => questions(seed, WARM_UP + ROUNDS));
  const run = (first: number, rounds: number) =>
    timeInTurn(rounds, {
      total: (round) => memory.recall({ query: asked[first + round] ?? "" }),
      embedding: (round) => embedder.embedQuery(alone[first + round] ?? ""),
      again: (round) => memory.recall({ query: asked[first + round] ?? "" }),
      langgraph: (round) => langgraph(forLanggraph[first + round] ?? ""),
    });
  await run(0, WARM_UP);
  const times = await run(WARM_UP, ROUNDS);
  const forMem0 = mem0Folder === undefined ? [] : await timeMem0(engine, data, mem0Folder);
  return summarise(data.length.toLocaleString("en"), times, forMem0);
}

/** After the others, not among them: what mem0 allocates per search would be collected in their time. */
async function timeMem0(
  { parts: { embedder } }: EngineWithParts,
  data: readonly BulkStatement[],
  folder: string,
): Promise<readonly number[]> {
  const other = await mem0(embedder, data, folder);
  if (other === undefined) return [];
  const asked = questions(4, WARM_UP + ROUNDS);
  const run = (first: number, rounds: number) =>
    timeInTurn(rounds, { mem0: (round) => other.search(asked[first + round] ?? "") });
  await run(0, WARM_UP);
  const { mem0: times } = await run(WARM_UP, ROUNDS);
  await other.close();
  return times;
}

type Times = Readonly<Record<"total" | "embedding" | "again" | "langgraph", readonly number[]>>;

function summarise(size: string, times: Times, forMem0: readonly number[]): readonly Figure[] {
  const total = figure(`recall, ${size} memories`, "ms", times.total);
  const embedding = figure(`query embedding alone, beside ${size}`, "ms", times.embedding);
  return [
    total,
    embedding,
    less(`own part of recall, ${size} memories`, total, embedding),
    figure(`recall, question asked before, ${size}`, "ms", times.again),
    figure(`LangGraph.js InMemoryStore, ${size}`, "ms", times.langgraph),
    ...(forMem0.length === 0 ? [] : [figure(`mem0 (open source, in process), ${size}`, "ms", forMem0)]),
  ];
}
