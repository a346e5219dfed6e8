import type { ChildProcess } from "node:child_process";
import { makeScope } from "keepsake";
import { bulkLoad, openWithParts } from "keepsake/testing";
import { freePort, processorMs, residentMb, stop, untilAnswering } from "../child.js";
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
/** Of what was answered at most: the load at which the figures of a steady service are told. */
export const LOAD_SHARE = 0.8;
const SECONDS_A_MINUTE = 60;

export interface HttpChoices {
  /** Minutes at the steady load. Absent: half a minute. */
  readonly soakMinutes?: number;
  readonly embedder: "bundled" | "fake";
  /** Of what was answered at most, e.g. on a machine that others use at the same time. */
  readonly load: number;
}

interface Side {
  readonly call: Call;
  /** Of the process that does the work. */
  readonly pid: number | undefined;
}

interface Slices {
  readonly rates: number[];
  /** Milliseconds of a processor for each answer: what a busy machine changes least. */
  readonly costs: number[];
}

async function slice({ call, pid }: Side, { rates, costs }: Slices, from: number): Promise<void> {
  const before = processorMs(pid);
  const { perSecond, times } = await saturate(call, { concurrent: CONCURRENT, forMs: SLICE_MS, from });
  rates.push(perSecond);
  costs.push((processorMs(pid) - before) / times.length);
}

/** In turn, so that what slows the machine down for a while slows both down. */
async function inSlices(library: Side, http: Side): Promise<{ readonly library: Slices; readonly http: Slices }> {
  const measured = { library: { rates: [], costs: [] } as Slices, http: { rates: [], costs: [] } as Slices };
  for (let at = 0; at < SLICES; at += 1) {
    await slice(library, measured.library, at * 100_000);
    await slice(http, measured.http, at * 100_000);
  }
  return measured;
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
  { rate, share }: { readonly rate: number; readonly share: number },
  server: ChildProcess,
  soakMinutes: number | undefined,
): Promise<readonly Figure[]> {
  const forMs = soakMinutes === undefined ? STEADY_MS : soakMinutes * SECONDS_A_MINUTE * 1_000;
  const resident: number[] = [];
  const { times, errors } = await arrive(http, {
    ...{ perSecond: rate, forMs },
    watch: () => resident.push(residentMb(server)),
  });
  const tenth = Math.max(1, Math.floor(resident.length / 10));
  return [
    figure(`recall over HTTP at ${share * 100} % load (${rate.toFixed(0)}/s, ${times.length} calls)`, "ms", times),
    figure("p99 ÷ p50 at that load", "times", [quantile(times, 0.99) / quantile(times, 0.5)]),
    figure("errors at that load", "calls", [errors]),
    figure("resident memory of the server, first tenth", "MB", resident.slice(0, tenth)),
    figure("resident memory of the server, last tenth", "MB", resident.slice(-tenth)),
  ];
}

function compared({ library, http }: { readonly library: Slices; readonly http: Slices }): readonly Figure[] {
  const each = (above: readonly number[], below: readonly number[]): number[] =>
    above.map((value, at) => value / (below[at] ?? Number.NaN));
  return [
    figure(`recall by the library, ${MEMORIES} memories, ${CONCURRENT} at a time`, "per second", library.rates),
    figure("recall over HTTP, with key and limits, likewise", "per second", http.rates),
    figure("HTTP ÷ library, slice by slice", "times", each(http.rates, library.rates)),
    figure("processor time of a recall by the library", "ms", library.costs),
    figure("processor time of a recall over HTTP, of the server", "ms", http.costs),
    figure("library ÷ HTTP by processor time", "times", each(library.costs, http.costs)),
  ];
}

/** Recall over HTTP, with a key and limits, beside the library's own, over the same store and embedder; then at a steady load. */
export async function measureHttpThroughput({ soakMinutes, embedder, load }: HttpChoices): Promise<readonly Figure[]> {
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
      const library: Side = { call: (round) => memory.recall({ query: queryOf(2 * round) }), pid: process.pid };
      const http: Side = {
        call: (round) => poster.post("/v1/users/ada/recall", { query: queryOf(2 * round + 1) }),
        pid: server.pid,
      };
      const warmUp = { concurrent: CONCURRENT, forMs: SLICE_MS, from: 9e6 };
      for (const { call } of [library, http]) await saturate(call, warmUp);
      const measured = await inSlices(library, http);
      return [
        ...compared(measured),
        ...(await steady(http.call, { rate: middle(measured.http.rates) * load, share: load }, server, soakMinutes)),
      ];
    } finally {
      poster.close();
      await stop(server);
      await engine.close();
    }
  });
}
