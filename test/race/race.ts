import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openKeepsake } from "keepsake";
import { inspectSlot } from "./inspect.js";
import type { Acknowledged } from "./writes.js";

export interface RaceOptions {
  readonly processes: number;
  /** Of all processes together. */
  readonly writes: number;
  /** From the common start to the end of the last process; then all are ended and the race has failed. */
  readonly timeoutMs: number;
}

export interface RaceReport {
  readonly acknowledged: number;
  /** Acknowledged writes by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly versions: number;
  /** From the common start to the end of the last process. */
  readonly seconds: number;
  /** Seconds until each tenth of the writes was acknowledged: where they grow further apart, writing slows with the versions. */
  readonly tenths: readonly number[];
  /** What must hold and does not; empty when all is well. */
  readonly violations: readonly string[];
}

/** Characters of what a process that failed wrote. */
const MOST_OF_AN_ERROR = 2_000;

interface Racer {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<string | undefined>;
}

function startRacer(folder: string, figures: readonly number[], tell: (line: Acknowledged) => void): Racer {
  const script = fileURLToPath(new URL("child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, folder, ...figures.map(String)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.on("data", (data: Buffer) => errors.push(data.toString()));
  // a process that died before the start cannot be told to go: its end is what is reported
  child.stdin.on("error", (error) => errors.push(error.message));
  const ended = new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => {
      const said = errors.join("").trim().slice(0, MOST_OF_AN_ERROR);
      resolve(code === 0 ? undefined : `ended with ${code ?? signal}: ${said}`);
    });
  });
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "ready") resolve();
      else tell(JSON.parse(line) as Acknowledged);
    });
  });
  return { child, ready: Promise.race([ready, ended.then(() => undefined)]), ended };
}

function count(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Opens the store once, so that no process races for the making of its tables. */
async function makeStore(dataFolder: string): Promise<void> {
  const keepsake = await openKeepsake({ dataFolder, embedder: { kind: "fake" }, log: { level: "error" } });
  await keepsake.close();
}

/** Several processes write one single-valued slot of one user in one folder; what is there afterwards is looked through. Ends only processes of its own. */
export async function runRace({ processes, writes, timeoutMs }: RaceOptions): Promise<RaceReport> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-race-"));
  const racers: Racer[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    await makeStore(folder);
    const acknowledged: Acknowledged[] = [];
    const tenths: number[] = [];
    let began = 0;
    const tell = (line: Acknowledged): void => {
      acknowledged.push(line);
      if (acknowledged.length >= ((tenths.length + 1) * writes) / 10) tenths.push((performance.now() - began) / 1_000);
    };
    const start = Date.now() - writes * 1_000;
    for (let own = 0; own < processes; own += 1) {
      racers.push(startRacer(folder, [own, processes, writes, start], tell));
    }
    let isLate = false;
    timer = setTimeout(() => {
      isLate = true;
      for (const { child } of racers) child.kill("SIGKILL");
    }, timeoutMs);
    await Promise.all(racers.map(({ ready }) => ready));
    began = performance.now();
    for (const { child } of racers) child.stdin?.write("go\n");
    const ends = await Promise.all(racers.map(({ ended }) => ended));
    const seconds = (performance.now() - began) / 1_000;
    const violations = ends.flatMap((end, own) => (end === undefined ? [] : [`process ${own} ${end}`]));
    if (isLate) violations.push(`not done within ${timeoutMs / 1_000} s`);
    if (acknowledged.length !== writes) violations.push(`${acknowledged.length} of ${writes} writes acknowledged`);
    const found = await inspectSlot(folder, acknowledged);
    return {
      acknowledged: acknowledged.length,
      outcomes: count(acknowledged.map((line) => line.outcome)),
      versions: found.versions,
      seconds,
      tenths,
      violations: [...violations, ...found.violations],
    };
  } finally {
    clearTimeout(timer);
    for (const { child } of racers) if (child.exitCode === null) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
