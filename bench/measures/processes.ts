import { setTimeout as sleep } from "node:timers/promises";
import { makeScope } from "keepsake";
import { bulkLoad, openWithParts } from "keepsake/testing";
import { freePort, residentMb, runKeepsake, startKeepsake, stop, untilAnswering } from "../child.js";
import { questions, withVectors } from "../corpus.js";
import { type Figure, figure } from "../figures.js";
import { inFolder } from "../workspace.js";

const ROUNDS = 5;
const MEMORIES = 1_000;

async function withStore<Result>(work: (dataFolder: string) => Promise<Result>): Promise<Result> {
  return inFolder(async (dataFolder) => {
    const engine = await openWithParts({ dataFolder, worker: { enabled: false }, log: { level: "error" } });
    await bulkLoad(engine.parts, makeScope("default", "ada"), await withVectors(engine.parts.embedder, 7, MEMORIES));
    await engine.close();
    return work(dataFolder);
  });
}

/** From starting `keepsake serve` to its first answer. */
export async function measureStartUp(): Promise<readonly Figure[]> {
  return withStore(async (folder) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const port = await freePort();
      const began = performance.now();
      const server = startKeepsake(folder, ["serve"], { KEEPSAKE_HTTP_PORT: String(port) });
      times.push(
        await untilAnswering(`http://127.0.0.1:${port}/health/ready`, began, server).finally(() => stop(server)),
      );
    }
    return [figure("server start to first answer", "ms", times)];
  });
}

/** Resident memory of a server that has the model loaded and does nothing. */
export async function measureIdle(): Promise<readonly Figure[]> {
  return withStore(async (folder) => {
    const port = await freePort();
    const server = startKeepsake(folder, ["serve"], { KEEPSAKE_HTTP_PORT: String(port) });
    try {
      await untilAnswering(`http://127.0.0.1:${port}/health/ready`, performance.now(), server);
      await sleep(3_000);
      const samples: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        samples.push(residentMb(server));
        await sleep(1_000);
      }
      return [figure("resident memory of an idle server", "MB", samples)];
    } finally {
      await stop(server);
    }
  });
}

/** `keepsake recall` as a command of its own: process, model and store are opened for one question. */
export async function measureColdRecall(): Promise<readonly Figure[]> {
  return withStore(async (folder) => {
    const times: number[] = [];
    for (const query of questions(9, ROUNDS)) times.push(await runKeepsake(folder, ["recall", query]));
    return [figure("cold `keepsake recall`", "ms", times)];
  });
}
