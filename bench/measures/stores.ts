import { makeScope } from "keepsake";
import { bulkLoad, type EngineWithParts } from "keepsake/testing";
import { recordTurns, type TurnMap } from "../../evals/engine/recorder.js";
import type { DataConversation } from "../../evals/readers/conversation.js";
import { readDataFile } from "../../evals/readers/files.js";
import { readLocomo } from "../../evals/readers/locomo.js";
import { questions, withVectors } from "../corpus.js";
import { inSchema } from "../database.js";
import { type Figure, figure, timeInTurn } from "../figures.js";
import { withEngine } from "../workspace.js";

const WARM_UP = 5;
const ROUNDS = 100;
const ASKED_AFTER_MS = 60_000;
const PARTITIONS = 16;

/** Runs `work` with an engine on SQLite and one on PostgreSQL, both empty. */
function withBoth<Result>(
  work: (sqlite: EngineWithParts, postgres: EngineWithParts) => Promise<Result>,
): Promise<Result> {
  return inSchema((url, schema) => {
    const storage = { kind: "postgres", url, schema, partitions: PARTITIONS } as const;
    return withEngine({}, (sqlite) => withEngine({ storage }, (postgres) => work(sqlite, postgres)));
  });
}

/** What was recalled, by what does not differ between two engines that heard the same: ids are made anew by each. */
async function answersOf(engine: EngineWithParts, conversation: DataConversation): Promise<readonly string[]> {
  const memory = engine.keepsake.user("ada");
  const map: TurnMap = new Map();
  await recordTurns(memory, conversation.turns, conversation.timeZone, map);
  const now = Math.max(...conversation.turns.map((turn) => turn.at)) + ASKED_AFTER_MS;
  const answers: string[] = [];
  for (const { query } of conversation.questions) {
    const { items } = await memory.recall({ query, now });
    const told = items.map(({ type, content, turnIds }) => [type, content, turnIds.map((id) => map.get(id))]);
    answers.push(JSON.stringify(told));
  }
  return answers;
}

/** Questions of the file's first conversation that get the same items in the same order from both stores. */
async function measureAgreement(path: string): Promise<readonly Figure[]> {
  const [conversation] = readLocomo(await readDataFile(path));
  if (conversation === undefined) throw new Error(`${path} holds no conversation`);
  return withBoth(async (sqlite, postgres) => {
    const mine = await answersOf(sqlite, conversation);
    const theirs = await answersOf(postgres, conversation);
    const same = mine.map((answer, index) => (answer === theirs[index] ? 1 : 0));
    const share = same.reduce<number>((sum, one) => sum + one, 0) / same.length;
    for (const [index, one] of same.entries())
      if (one === 0)
        console.error(`differs: ${conversation.questions[index]?.query}\n  ${mine[index]}\n  ${theirs[index]}`);
    return [figure(`same items in the same order, ${same.length} questions`, "times", [share])];
  });
}

/** Recall of one user with `size` memories over SQLite and over PostgreSQL, in turn. */
async function measureBoth(size: number): Promise<readonly Figure[]> {
  return withBoth(async (sqlite, postgres) => {
    const data = await withVectors(sqlite.parts.embedder, 7, size);
    const loading: Figure[] = [];
    for (const [name, engine] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) {
      const began = performance.now();
      await bulkLoad(engine.parts, makeScope("default", "ada"), data);
      loading.push(figure(`loading, ${name}`, "per second", [(size * 1_000) / (performance.now() - began)]));
    }
    const [asked, alone] = [questions(1, WARM_UP + ROUNDS), questions(2, WARM_UP + ROUNDS)];
    const run = (first: number, rounds: number) =>
      timeInTurn(rounds, {
        sqlite: (round) => sqlite.keepsake.user("ada").recall({ query: asked[first + round] ?? "" }),
        postgres: (round) => postgres.keepsake.user("ada").recall({ query: asked[first + round] ?? "" }),
        embedding: (round) => sqlite.parts.embedder.embedQuery(alone[first + round] ?? ""),
      });
    await run(0, WARM_UP);
    const times = await run(WARM_UP, ROUNDS);
    const label = `${size.toLocaleString("en")} memories`;
    return [
      ...loading,
      figure(`recall over SQLite, ${label}`, "ms", times.sqlite),
      figure(`recall over PostgreSQL, ${label}`, "ms", times.postgres),
      figure("query embedding alone", "ms", times.embedding),
    ];
  });
}

/** The two durable stores beside each other. @param data a LoCoMo file; without one, what they answer is not compared */
export async function measureStores(sizes: readonly number[], data: string | undefined): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) figures.push(...(await measureBoth(size)));
  if (data !== undefined) figures.push(...(await measureAgreement(data)));
  return figures;
}
