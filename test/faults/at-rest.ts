import { setTimeout as sleep } from "node:timers/promises";
import type { FinalState, MemoryRow, SlotRead } from "./history.js";
import { tryHttp } from "./http-try.js";
import { currentValues, SLOTS } from "./workload.js";

const BETWEEN_LOOKS_MS = 200;
/** Nobody is judged by how long it takes to look: the audit chain of a whole campaign is long, and a machine may be short of time. */
const LOOK_WITHIN_MS = 120_000;

interface Stats {
  readonly pendingTurns: number;
  readonly turnsAwaitingModel: number;
  readonly deadEntries: number;
  readonly vectorsByModel: Readonly<Record<string, number>>;
}

type Item = { readonly type: string; readonly record: unknown };

async function ask(api: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const { outcome, status, body } = await tryHttp(api, "GET", path, undefined, LOOK_WITHIN_MS);
  if (outcome !== "ok") throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Everything about a user, page after page. */
async function exported(api: string, user: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await ask(api, `/v1/users/${user}/export?limit=1000${after}`);
    items.push(...(page.items as readonly Item[]));
    cursor = page.nextCursor as string | undefined;
  } while (cursor !== undefined);
  return items;
}

async function look(api: string, user: string): Promise<FinalState> {
  // first: what waits no longer when it is counted is there when it is exported
  const stats = (await ask(api, `/v1/users/${user}/stats`)) as unknown as Stats;
  const items = await exported(api, user);
  const of = <Record_>(type: string): readonly Record_[] =>
    items.filter((item) => item.type === type).map(({ record }) => record as Record_);
  return {
    user,
    memories: of<MemoryRow>("memory"),
    turns: of("turn"),
    episodes: of("episode"),
    waiting: stats.pendingTurns + stats.turnsAwaitingModel,
    dead: stats.deadEntries,
    vectors: Object.values(stats.vectorsByModel).reduce((sum, count) => sum + count, 0),
  };
}

const isAtRest = ({ waiting, vectors, memories, episodes }: FinalState): boolean =>
  waiting === 0 && vectors >= memories.length + episodes.length;

/** What must change while anything moves. */
const positionOf = ({ waiting, vectors, memories, episodes }: FinalState): string =>
  [waiting, vectors, memories.length, episodes.length].join(" ");

/**
 * What is held about each user when all is done, or when nothing has moved for so long. A machine without time is waited for as long as it
 * gets on; work that stands still is not.
 */
export async function awaitRest(
  apis: readonly string[],
  users: readonly string[],
  withinMs: number,
): Promise<readonly FinalState[]> {
  const [api = ""] = apis;
  const states: FinalState[] = [];
  for (const user of users) {
    let deadline = performance.now() + withinMs;
    let position = "";
    for (;;) {
      const isLate = performance.now() >= deadline;
      try {
        const state = await look(api, user);
        if (isAtRest(state) || (isLate && positionOf(state) === position)) {
          states.push(state);
          break;
        }
        if (positionOf(state) !== position) deadline = performance.now() + withinMs;
        position = positionOf(state);
      } catch (thrown) {
        if (isLate) throw thrown; // what answers is what is looked at
      }
      await sleep(BETWEEN_LOOKS_MS);
    }
  }
  return states;
}

/** One more read of every slot, through every door that is open: all must show the same. */
export async function readAtRest(apis: readonly string[], users: readonly string[]): Promise<readonly SlotRead[]> {
  const reads: SlotRead[] = [];
  for (const api of apis)
    for (const user of users) {
      const begin = performance.now();
      const { items } = await ask(api, `/v1/users/${user}/memories?limit=1000`);
      const values = currentValues(items as readonly unknown[]);
      const end = performance.now();
      for (const slot of SLOTS)
        reads.push({ type: "read", door: "final", user, slot, values: values.get(slot) ?? [], begin, end });
    }
  return reads;
}

interface Verification {
  readonly intact: boolean;
  readonly lines: number;
  readonly head?: { readonly hash: string };
  readonly faults: readonly { readonly fault: string; readonly position: number }[];
}

/** Whether the audit log is a whole chain that still holds the head of an earlier look. */
export async function verifyAudit(api: string, head: string | undefined): Promise<Verification> {
  const query = head === undefined ? "" : `?expectHash=${head}`;
  return (await ask(api, `/v1/audit/verification${query}`)) as unknown as Verification;
}
