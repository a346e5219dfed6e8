import type { ChildProcess } from "node:child_process";
import { makeScope } from "keepsake";
import { bulkLoad, openWithParts } from "keepsake/testing";
import { freePort, residentMb, stop, untilAnswering } from "../child.js";
import { questions, withVectors } from "../corpus.js";
import { type Figure, figure } from "../figures.js";
import { arrive, type Call, JsonPoster, saturate } from "../http-load.js";
import { KEY, startServer } from "../http-server.js";
import { inFolder } from "../workspace.js";

const MEMORIES = 10_000;
const CONCURRENT = 8;
const SLICES = 5;
const SLICE_MS = 4_000;
const STEADY_MS = 30_000;
const LOAD_SHARE = 0.8;
const SECONDS_A_MINUTE = 60;

export interface HttpChoices {
  /** Minutes at the steady load. Absent: half a minute. */
  readonly soakMinutes?: number;
  readonly embedder: "bundled" | "fake";
}

interface Sides {
  readonly library: Call;
  readonly http: Call;
}

/** In turn, so that what slows the machine down for a while slows both down. */
async function inSlices({ library, http }: Sides): Promise<{ readonly library: number[]; readonly http: number[] }> {
  const rates = { library: [] as number[], http: [] as number[] };
  for (let slice = 0; slice < SLICES; slice += 1) {
    const terms = { concurrent: CONCURRENT, forMs: SLICE_MS, from: slice * 100_000 };
    rates.library.push((await saturate(library, terms)).perSecond);
    rates.http.push((await saturate(http, terms)).perSecond);
  }
  return rates;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function steady(
  http: Call,
  rate: number,
  server: ChildProcess,
  soakMinutes: number | undefined,
): Promise<readonly Figure[]> {
  const forMs = soakMinutes === undefined ? STEADY_MS : soakMinutes * SECONDS_A_MINUTE * 1_000;
  const resident: number[] = [];
  const { times, errors } = await arrive(http, {
    ...{ perSecond: rate * LOAD_SHARE, forMs },
    watch: () => resident.push(residentMb(server)),
  });
  const tenth = Math.max(1, Math.floor(resident.length / 10));
  return [
    figure(
      `recall over HTTP at ${LOAD_SHARE * 100} % load (${(rate * LOAD_SHARE).toFixed(0)}/s, ${times.length} calls)`,
      "ms",
      times,
    ),
    figure("p99 ÷ p50 at that load", "times", [quantile(times, 0.99) / quantile(times, 0.5)]),
    figure("errors at that load", "calls", [errors]),
    figure("resident memory of the server, first tenth", "MB", resident.slice(0, tenth)),
    figure("resident memory of the server, last tenth", "MB", resident.slice(-tenth)),
  ];
}

/** Recall over HTTP, with a key and limits, beside the library's own, over the same store and embedder; then at a steady load. */
export async function measureHttpThroughput({ soakMinutes, embedder }: HttpChoices): Promise<readonly Figure[]> {
  return inFolder(async (dataFolder) => {
    const engine = await openWithParts({
      ...{ dataFolder, embedder: { kind: embedder } },
      ...{ worker: { enabled: false }, log: { level: "error" } },
    });
    await bulkLoad(engine.parts, makeScope("default", "ada"), await withVectors(engine.parts.embedder, 7, MEMORIES));
    const port = await freePort();
    const server = startServer(dataFolder, port, embedder);
    const poster = new JsonPoster(`http://127.0.0.1:${port}`, KEY);
    try {
      await untilAnswering(`http://127.0.0.1:${port}/health/ready`, performance.now(), server);
      const asked = questions(1, 1_000);
      const memory = engine.keepsake.user("ada");
      // no two calls ask the same, so that no cache of query vectors answers them
      const queryOf = (round: number): string => `${asked[round % asked.length]} ${round}`;
      const sides: Sides = {
        library: (round) => memory.recall({ query: queryOf(2 * round) }),
        http: (round) => poster.post("/v1/users/ada/recall", { query: queryOf(2 * round + 1) }),
      };
      for (const side of [sides.library, sides.http])
        await saturate(side, { concurrent: CONCURRENT, forMs: SLICE_MS, from: 9e6 });
      const rates = await inSlices(sides);
      const ratios = rates.http.map((rate, at) => rate / (rates.library[at] ?? Number.NaN));
      return [
        figure(`recall by the library, ${MEMORIES} memories, ${CONCURRENT} at a time`, "per second", rates.library),
        figure("recall over HTTP, with key and limits, likewise", "per second", rates.http),
        figure("HTTP ÷ library, slice by slice", "times", ratios),
        ...(await steady(sides.http, middle(rates.http), server, soakMinutes)),
      ];
    } finally {
      poster.close();
      await stop(server);
      await engine.close();
    }
  });
}
