import { cpus, loadavg, totalmem } from "node:os";

/** One row of a benchmark's table. */
export interface Figure {
  readonly what: string;
  readonly unit: "ms" | "MB" | "per second" | "times" | "seconds" | "calls" | "bytes";
  readonly runs: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
}

/** Summary of measured values, in any order. */
export function figure(what: string, unit: Figure["unit"], values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { what, unit, runs: sorted.length, min: at(0), median: at(0.5), p95: at(0.95) };
}

/** How many times as long as `b` it takes, quantile by quantile. */
export function ratio(what: string, a: Figure, b: Figure): Figure {
  return { what, unit: "times", runs: a.runs, min: a.min / b.min, median: a.median / b.median, p95: a.p95 / b.p95 };
}

/** Runs `work` once per item and returns the milliseconds of each. */
export async function timeEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await work(item);
    times.push(performance.now() - began);
  }
  return times;
}

/** What is left of a total when something else is taken off, row by row of the summary; never below 0. */
export function less(what: string, total: Figure, part: Figure): Figure {
  const rest = (a: number, b: number): number => Math.max(0, a - b);
  return {
    ...total,
    what,
    min: rest(total.min, part.min),
    median: rest(total.median, part.median),
    p95: rest(total.p95, part.median),
  };
}

/**
 * Does each of `tasks` once a round, for `rounds` rounds, and returns the milliseconds of each: what slows the machine down
 * for a while slows all of them down.
 */
export async function timeInTurn<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, (round: number) => Promise<unknown>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(tasks) as Name[];
  const times = Object.fromEntries(names.map((name): [Name, number[]] => [name, []])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const began = performance.now();
      await tasks[name](round);
      times[name].push(performance.now() - began);
    }
  }
  return times;
}

export function machine(): Readonly<Record<string, string | number>> {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 1e9),
    loadAverage1m: Number((loadavg()[0] ?? 0).toFixed(1)),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

export function table(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ what }) => what.length), 4);
  const number = (value: number): string =>
    (value < 10 ? value.toFixed(2) : value < 1_000 ? value.toFixed(1) : value.toFixed(0)).padStart(10);
  const head = `${"".padEnd(width)} ${"unit".padStart(10)}${"runs".padStart(7)}${"min".padStart(10)}${"median".padStart(10)}${"p95".padStart(10)}`;
  const rows = figures.map(
    ({ what, unit, runs, min, median, p95 }) =>
      `${what.padEnd(width)} ${unit.padStart(10)}${String(runs).padStart(7)}${number(min)}${number(median)}${number(p95)}`,
  );
  return [head, ...rows].join("\n");
}
