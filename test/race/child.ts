/**
 * One of the processes that race: opens the folder, prints `ready`, waits for a line, then writes its share of the values of one
 * slot, a few calls at a time, and prints what was acknowledged of each, a JSON line a write.
 * Arguments: data folder, number of this process, number of processes, writes of all together, instant of the first.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { openKeepsake } from "keepsake";
import { type Acknowledged, requestOf } from "./writes.js";

/** Calls at once within a process: they share commits, as those of a busy agent do. */
const IN_FLIGHT = 4;

const [dataFolder = "", ...figures] = process.argv.slice(2);
const [own = 0, processes = 1, writes = 0, start = 0] = figures.map(Number);
const keepsake = await openKeepsake({ dataFolder, embedder: { kind: "fake" }, log: { level: "error" } });
const user = keepsake.user("race");
const input = createInterface({ input: process.stdin });
process.stdout.write("ready\n");
await once(input, "line");
input.close();

let next = own;
async function work(): Promise<void> {
  while (next < writes) {
    const write = next;
    next += processes;
    const { outcome, memory } = await user.remember(requestOf(write, own, start));
    const told: Acknowledged = { write, outcome, ...(memory === undefined ? {} : { memoryId: memory.id }) };
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, work));
await user.processed(120_000);
await keepsake.close();
