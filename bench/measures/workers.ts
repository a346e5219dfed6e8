import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EngineWithParts, openWithParts, startModelServer } from "keepsake/testing";
import pg from "pg";
import { freePort, startKeepsake, stop, untilAnswering } from "../child.js";
import { statements } from "../corpus.js";
import { databaseUrl } from "../database.js";
import { type Figure, figure } from "../figures.js";
import { inFolder } from "../workspace.js";

const ROUNDS = 3;
const USERS = 40;
const MODEL_DELAY_MS = 200;
const MOST_MS = 120_000;

interface Place {
  readonly folder: string;
  readonly url: string;
  readonly schema: string;
  readonly modelUrl: string;
}

async function startWorker({ folder, url, schema, modelUrl }: Place): Promise<ChildProcess> {
  const port = await freePort();
  const worker = startKeepsake(folder, ["serve", "--role", "worker"], {
    ...{ KEEPSAKE_STORAGE: "postgres", KEEPSAKE_POSTGRES_URL: url, KEEPSAKE_POSTGRES_SCHEMA: schema },
    ...{ KEEPSAKE_EMBEDDER: "fake", KEEPSAKE_HTTP_PORT: String(port) },
    ...{ KEEPSAKE_MODEL_URL: modelUrl, KEEPSAKE_MODEL_NAME: "slow" },
  });
  let errors = "";
  worker.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString("utf8");
  });
  try {
    await untilAnswering(`http://127.0.0.1:${port}/health/ready`, performance.now(), worker);
    return worker;
  } catch (cause) {
    await stop(worker);
    throw new Error(`the worker did not start: ${errors.slice(0, 500)}`, { cause });
  }
}

async function dropSchema(url: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`);
  await client.end();
}

/** Seconds from the last acknowledgement of a turn each of many users until all are digested. */
async function digest(engine: EngineWithParts, round: string): Promise<number> {
  const texts = statements(11, USERS);
  const { storage } = engine.parts;
  await Promise.all(
    texts.map((text, index) =>
      engine.keepsake.user(`${round}-${index}`).record({ sessionId: "chat", turns: [{ role: "user", text }] }),
    ),
  );
  const began = performance.now();
  for (;;) {
    const { waiting, leased } = await storage.queue.backlog();
    if (waiting + leased === 0) return (performance.now() - began) / 1_000;
    if (performance.now() - began > MOST_MS)
      throw new Error(`${waiting + leased} turns still wait after ${MOST_MS} ms`);
    await sleep(20);
  }
}

async function timeWith(workers: number, place: Place, engine: EngineWithParts): Promise<number[]> {
  const running: ChildProcess[] = [];
  try {
    for (let index = 0; index < workers; index += 1) running.push(await startWorker(place));
    await digest(engine, `${workers}-warm`);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await digest(engine, `${workers}-${round}`));
    return times;
  } finally {
    await Promise.all(running.map(stop));
  }
}

/** Turns of 40 users digested by one worker process and by two, each asking a model that takes 200 ms for every call. Needs a PostgreSQL. */
export async function measureWorkers(): Promise<readonly Figure[]> {
  const url = databaseUrl();
  const schema = `bench_${randomBytes(6).toString("hex")}`;
  const model = await startModelServer({ chatDelayMs: MODEL_DELAY_MS, answer: () => ({ items: [] }) });
  try {
    return await inFolder(async (folder) => {
      const engine = await openWithParts({
        ...{ dataFolder: folder, storage: { kind: "postgres", url, schema, partitions: 4 } },
        ...{ embedder: { kind: "fake" }, worker: { enabled: false }, log: { level: "error" } },
      });
      try {
        const place = { folder, url, schema, modelUrl: model.url };
        const [one, two] = [await timeWith(1, place, engine), await timeWith(2, place, engine)];
        // a model that is asked again after each answer would make two workers look better than they are
        const asked = model.requests.length / (2 * (ROUNDS + 1) * USERS);
        if (asked > 1)
          throw new Error(`the model was asked ${asked.toFixed(2)} times a turn: its answers were not accepted`);
        const rate = (times: readonly number[]): number[] => times.map((seconds) => USERS / seconds);
        const [alone, together] = [
          figure("one worker", "per second", rate(one)),
          figure("two workers", "per second", rate(two)),
        ];
        return [
          alone,
          together,
          figure("calls of the model for each turn", "times", [asked]),
          figure(
            "two workers over one",
            "times",
            rate(two).map((each) => each / alone.median),
          ),
        ];
      } finally {
        await engine.close();
      }
    });
  } finally {
    await model.close();
    await dropSchema(url, schema);
  }
}
