import { type Memory, openKeepsake, type Page, type UserMemory } from "keepsake";
import type { Acknowledged } from "./writes.js";

const STATUSES = ["active", "pending-review", "superseded", "archived", "expired", "erased"] as const;
/** Of one kind, so that a broken chain does not print thousands of lines. */
const MOST_NAMED = 5;

async function listRows(user: UserMemory): Promise<readonly Memory[]> {
  const rows: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Memory> = await user.list({
      statuses: STATUSES,
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

/** One current value, and the one that was said last. */
function findCurrentFaults(rows: readonly Memory[]): readonly string[] {
  const active = rows.filter((row) => row.status === "active");
  if (active.length !== 1) return [`${active.length} current values, not one`];
  const last = rows.reduce<Memory | undefined>(
    (latest, row) => (latest === undefined || row.saidAt > latest.saidAt ? row : latest),
    undefined,
  );
  const [current] = active;
  return last?.id === current?.id ? [] : [`current is ${current?.content}, but ${last?.content} was said later`];
}

function findChainFaults(rows: readonly Memory[]): readonly string[] {
  const lineages = new Set(rows.map((row) => row.lineageId));
  const versions = rows.map((row) => row.version).sort((a, b) => a - b);
  const gap = versions.findIndex((version, index) => version !== index + 1);
  return [
    ...(lineages.size === 1 ? [] : [`${lineages.size} chains of versions, not one`]),
    ...(gap === -1 ? [] : [`version ${versions[gap]} stands at place ${gap + 1} of the chain`]),
  ];
}

function findLinkFaults(rows: readonly Memory[]): readonly string[] {
  const ids = new Set(rows.map((row) => row.id));
  return rows.flatMap((row) => {
    if (row.status === "active") return row.validTo === undefined ? [] : [`${row.id} is current and has an end`];
    if (row.status !== "superseded") return [`${row.id} is ${row.status}`];
    if (row.validTo === undefined) return [`${row.id} is superseded and not closed`];
    const by = row.supersededBy;
    return by !== undefined && ids.has(by) ? [] : [`${row.id} is superseded by ${by ?? "nothing"}`];
  });
}

/** P02: no two values hold at one instant. */
function findOverlaps(rows: readonly Memory[]): readonly string[] {
  const held = rows
    .filter((row) => row.validTo === undefined || row.validTo > row.validFrom)
    .sort((a, b) => a.validFrom - b.validFrom);
  return held.flatMap((row, index) => {
    const next = held[index + 1];
    const isOver = next === undefined || (row.validTo !== undefined && row.validTo <= next.validFrom);
    return isOver ? [] : [`${row.id} still holds when ${next.id} begins`];
  });
}

/** Every acknowledged write is a version of its own, or strengthened one. */
function findLosses(rows: readonly Memory[], acknowledged: readonly Acknowledged[]): readonly string[] {
  const ids = new Set<string>(rows.map((row) => row.id));
  const strengthened = acknowledged.filter(({ outcome }) => outcome === "reinforced");
  const written = acknowledged.filter(({ outcome }) => outcome !== "reinforced");
  const lost = acknowledged.filter(({ memoryId }) => memoryId === undefined || !ids.has(memoryId));
  const counted = rows.reduce((sum, row) => sum + row.reinforcedCount, 0);
  const distinct = new Set(written.map(({ memoryId }) => memoryId)).size;
  return [
    ...lost.map(({ write, outcome }) => `write ${write} (${outcome}) is not there`),
    ...(distinct === written.length ? [] : [`${written.length} writes made ${distinct} rows`]),
    ...(rows.length === written.length ? [] : [`${rows.length} rows for ${written.length} writes`]),
    ...(counted === strengthened.length ? [] : [`${strengthened.length} repetitions, ${counted} counted`]),
  ];
}

/** What is searched is what is listed: nothing but the current value comes up. */
async function findStale(user: UserMemory, rows: readonly Memory[]): Promise<readonly string[]> {
  const current = rows.find((row) => row.status === "active");
  const { items } = await user.recall({ query: "desk room", types: ["memory"], limit: 100, floor: 0 });
  const found = items.flatMap((item) => (item.type === "memory" ? [item.memory.id] : []));
  return found.length === 1 && found[0] === current?.id ? [] : [`recall gives ${found.length} values of the slot`];
}

/** Looks through what the race left: `violations` names what must hold and does not. */
export async function inspectSlot(
  dataFolder: string,
  acknowledged: readonly Acknowledged[],
): Promise<{ readonly versions: number; readonly violations: readonly string[] }> {
  const keepsake = await openKeepsake({
    dataFolder,
    embedder: { kind: "fake" },
    log: { level: "error" },
    worker: { enabled: false },
  });
  try {
    const user = keepsake.user("race");
    const rows = await listRows(user);
    const faults = [
      findCurrentFaults(rows),
      findChainFaults(rows),
      findLinkFaults(rows),
      findOverlaps(rows),
      findLosses(rows, acknowledged),
      await findStale(user, rows),
    ];
    return { versions: rows.length, violations: faults.flatMap((found) => found.slice(0, MOST_NAMED)) };
  } finally {
    await keepsake.close();
  }
}
