import { type Keepsake, type KeepsakeConfigInput, openKeepsake } from "keepsake";
import { randomFrom } from "../corpus.js";
import { inSchema } from "../database.js";
import { type Figure, figure } from "../figures.js";
import { inFolder } from "../workspace.js";

/** What each user says in one session, handed over in one call. */
const EACH = 95;
const ROUNDS = 3;
/** Users whose sessions are handed over at a time. */
const CALLERS = 4;
const MOST_MS = 3_600_000;

const THINGS = ["the spare key", "the ladder", "the violin", "备用钥匙", "the tax folder", "相机", "the tent", "冬衣"];
const PLACES = ["the attic", "locker 7", "书房", "the blue van", "阳台的柜子", "Porto", "the cellar", "办公室"];

/** Asked to be remembered, so that each turn is one memory; no two alike. */
function sayings(seed: number): string[] {
  const random = randomFrom(seed);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  return Array.from({ length: EACH }, (_, at) =>
    at % 2 === 0
      ? `Remember that ${pick(THINGS)} number ${seed * EACH + at} is kept in ${pick(PLACES)}.`
      : `请记住：第${seed * EACH + at}号${pick(THINGS)}放在${pick(PLACES)}。`,
  );
}

/** Hands the sessions of many users over, and waits until all is digested. */
async function load(keepsake: Keepsake, users: readonly number[]): Promise<void> {
  const waiting = users.values();
  const hand = async () => {
    for (const user of waiting) {
      const turns = sayings(user).map((text) => ({ role: "user" as const, text }));
      await keepsake.user(`user-${user}`).record({ sessionId: "import", turns });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, hand));
  for (const user of users) await keepsake.user(`user-${user}`).processed(MOST_MS);
}

async function measure(what: string, config: KeepsakeConfigInput, users: number): Promise<readonly Figure[]> {
  const keepsake = await openKeepsake({
    ...config,
    embedder: { kind: "fake", dimension: 384 },
    log: { level: "error" },
  });
  try {
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = Array.from({ length: users }, (_, at) => round * users + at);
      const began = performance.now();
      await load(keepsake, names);
      const seconds = (performance.now() - began) / 1_000;
      let memories = 0;
      for (const name of names) memories += (await keepsake.user(`user-${name}`).stats()).memories.active;
      rates.push(memories / seconds);
    }
    return [figure(`memories loaded by record, ${EACH} turns a call, ${what}`, "per second", rates)];
  } finally {
    await keepsake.close();
  }
}

/**
 * Memories a second by the public API alone: sessions of many users handed over by `record`, digested by the rules, embedded (by a fake, which
 * takes no time to speak of), indexed and committed. Each turn is a memory and a segment of its conversation. Needs a PostgreSQL.
 */
export async function measureLoading(total: number): Promise<readonly Figure[]> {
  const users = Math.max(1, Math.round(total / ROUNDS / EACH));
  const sqlite = await inFolder((dataFolder) => measure("SQLite", { dataFolder }, users));
  const postgres = await inSchema((url, schema) =>
    measure("PostgreSQL", { storage: { kind: "postgres", url, schema, partitions: 16 } }, users),
  );
  return [...sqlite, ...postgres];
}
