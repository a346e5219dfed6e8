/**
 * kill -9 at random moments of an import, resumed each time: every acknowledged turn is there once, and the memories are those of an
 * undisturbed run. Arguments: --kills N (default 100), --data FILE (default: the bundled history), --seed N.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Memory, openKeepsake, type Page } from "keepsake";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    data: { type: "string", default: "examples/history.jsonl" },
    seed: { type: "string", default: "7" },
  },
});

/** mulberry32: a small seeded generator, so that a failing run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Outcome {
  readonly finished: boolean;
  readonly acknowledged: readonly string[];
}

/** Runs the child and kills it `killAfterMs` after its first acknowledgement; undefined lets it finish. */
function runChild(folder: string, killAfterMs: number | undefined): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL("child.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, folder, values.data], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    let armed = false;
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (killAfterMs === undefined || armed) return;
      armed = true;
      setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    });
    child.on("error", reject);
    child.on("close", () => {
      // A line cut by the kill was not acknowledged: only whole lines count.
      const lines = output
        .slice(0, output.lastIndexOf("\n") + 1)
        .split("\n")
        .filter(Boolean);
      resolve({ finished: lines.includes("finished"), acknowledged: lines.filter((line) => line !== "finished") });
    });
  });
}

async function allMemories(
  folder: string,
): Promise<{ memories: string[]; episodes: number; pending: number; dead: number }> {
  const keepsake = await openKeepsake({
    dataFolder: folder,
    embedder: { kind: "fake" },
    log: { level: "error" },
    worker: { enabled: false },
  });
  const user = keepsake.user("crash");
  const memories: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Memory> = await user.list({
      statuses: ["active", "superseded", "expired", "archived", "pending-review"],
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const memory of page.items) {
      memories.push(
        JSON.stringify([
          memory.content,
          memory.kind,
          memory.subject,
          memory.attribute,
          memory.status,
          memory.version,
          memory.reinforcedCount,
          memory.turnIds,
        ]),
      );
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const stats = await user.stats();
  await keepsake.close();
  return { memories: memories.sort(), episodes: stats.episodes, pending: stats.pendingTurns, dead: stats.deadEntries };
}

const kills = Number(values.kills);
const random = seeded(Number(values.seed));
const root = mkdtempSync(join(tmpdir(), "keepsake-crash-"));
const problems: string[] = [];
try {
  const calm = join(root, "calm");
  const began = Date.now();
  const undisturbed = await runChild(calm, undefined);
  if (!undisturbed.finished) throw new Error("the undisturbed run did not finish");
  const span = Date.now() - began;
  const expected = await allMemories(calm);

  let folder = join(root, "stormy-0");
  let storms = 0;
  let acknowledged = new Set<string>();
  for (let kill = 0; kill < kills; kill += 1) {
    // Short lives on average, so that one import is killed many times; now and then a long one reaches its end.
    const outcome = await runChild(folder, Math.floor(random() * Math.max(120, span / 6)));
    for (const id of outcome.acknowledged) acknowledged.add(id);
    const last = kill === kills - 1;
    if (!outcome.finished && !last) continue;
    if (!outcome.finished) {
      const end = await runChild(folder, undefined);
      for (const id of end.acknowledged) acknowledged.add(id);
    }
    const found = await allMemories(folder);
    if (found.pending !== 0 || found.dead !== 0)
      problems.push(`${folder}: ${found.pending} pending, ${found.dead} dead`);
    if (found.episodes !== acknowledged.size || found.episodes !== expected.episodes) {
      problems.push(`episodes ${found.episodes}, acknowledged ${acknowledged.size}, expected ${expected.episodes}`);
    }
    if (JSON.stringify(found.memories) !== JSON.stringify(expected.memories)) {
      const lost = expected.memories.filter((memory) => !found.memories.includes(memory));
      const extra = found.memories.filter((memory) => !expected.memories.includes(memory));
      problems.push(`memories differ: lost ${lost.slice(0, 3).join(" ")} extra ${extra.slice(0, 3).join(" ")}`);
    }
    storms += 1;
    folder = join(root, `stormy-${storms}`);
    acknowledged = new Set<string>();
  }
  process.stdout.write(
    `${kills} kills over ${storms} imports of ${expected.episodes} turns: ${problems.length === 0 ? "nothing lost, nothing doubled" : "FAILED"}\n`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
