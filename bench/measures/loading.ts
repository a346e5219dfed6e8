import { type Keepsake, type KeepsakeConfigInput, openKeepsake } from "keepsake";
import { randomFrom } from "../corpus.js";
import { inSchema } from "../database.js";
import { type Figure, figure } from "../figures.js";
import { inFolder } from "../workspace.js";

/** What each user has: said in one session that is handed over in one call, or finished memories in one call. */
const EACH = 95;
const ROUNDS = 3;
/** Users whose memories are handed over at a time. */
const CALLERS = 4;
const MOST_MS = 3_600_000;

const THINGS = ["the spare key", "the ladder", "the violin", "备用钥匙", "the tax folder", "相机", "the tent", "冬衣"];
const PLACES = ["the attic", "locker 7", "书房", "the blue van", "阳台的柜子", "Porto", "the cellar", "办公室"];

/** No two alike. */
function things(seed: number): readonly { readonly zh: boolean; readonly what: string; readonly where: string }[] {
  const random = randomFrom(seed);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  return Array.from({ length: EACH }, (_, at) => {
    const [number, zh] = [seed * EACH + at, at % 2 === 1];
    return {
      zh,
      what: zh ? `第${number}号${pick(THINGS)}` : `${pick(THINGS)} number ${number}`,
      where: pick(PLACES),
    };
  });
}

/** The words of a session: asked to be remembered, so that each turn is one memory. */
async function byRecord(keepsake: Keepsake, user: number): Promise<void> {
  const texts = things(user).map(({ zh, what, where }) =>
    zh ? `请记住：${what}放在${where}。` : `Remember that ${what} is kept in ${where}.`,
  );
  const turns = texts.map((text) => ({ role: "user" as const, text }));
  await keepsake.user(`user-${user}`).record({ sessionId: "import", turns });
}

async function byLoad(keepsake: Keepsake, user: number): Promise<void> {
  const memories = things(user).map(({ zh, what, where }) => ({
    content: zh ? `${what}放在${where}。` : `${what} is kept in ${where}.`,
  }));
  await keepsake.user(`user-${user}`).load({ memories });
}

type Hand = typeof byRecord;

/** Hands what many users have over, and waits until all is digested. */
async function handOver(keepsake: Keepsake, users: readonly number[], hand: Hand): Promise<void> {
  const waiting = users.values();
  const work = async () => {
    for (const user of waiting) await hand(keepsake, user);
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  for (const user of users) await keepsake.user(`user-${user}`).processed(MOST_MS);
}

async function measure(what: string, config: KeepsakeConfigInput, users: number): Promise<readonly Figure[]> {
  const keepsake = await openKeepsake({
    ...config,
    embedder: { kind: "fake", dimension: 384 },
    log: { level: "error" },
  });
  let named = 0;
  const rateOf = async (hand: Hand, count: number): Promise<number> => {
    const names = Array.from({ length: count }, () => (named += 1));
    const began = performance.now();
    await handOver(keepsake, names, hand);
    const seconds = (performance.now() - began) / 1_000;
    let memories = 0;
    for (const name of names) memories += (await keepsake.user(`user-${name}`).stats()).memories.active;
    return memories / seconds;
  };
  try {
    const rates = { load: [] as number[], record: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // what takes a tenth of the time gets more to do
      rates.load.push(await rateOf(byLoad, users * 5));
      rates.record.push(await rateOf(byRecord, users));
    }
    return [
      figure(`memories by load, ${EACH} a call, ${what}`, "per second", rates.load),
      figure(`memories by record, ${EACH} turns a call, ${what}`, "per second", rates.record),
    ];
  } finally {
    await keepsake.close();
  }
}

/**
 * Memories a second by the public API alone, of many users, with an embedder that takes no time to speak of: finished ones by `load`, and
 * sessions by `record`, digested by the rules, where each turn is a memory and a segment of its conversation. Needs a PostgreSQL.
 */
export async function measureLoading(total: number): Promise<readonly Figure[]> {
  const users = Math.max(1, Math.round(total / ROUNDS / EACH));
  const sqlite = await inFolder((dataFolder) => measure("SQLite", { dataFolder }, users));
  const postgres = await inSchema((url, schema) =>
    measure("PostgreSQL", { storage: { kind: "postgres", url, schema, partitions: 16 } }, users),
  );
  return [...sqlite, ...postgres];
}
