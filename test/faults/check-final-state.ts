import { groupBy } from "./group-by.js";
import type { FinalState, MemoryRow, SlotWrite, TurnWrite, Violation } from "./history.js";

type Fault = readonly [rule: string, detail: string];

/** Every acknowledged statement is one version, nothing refused is there, and a repeated call got the memory of the first. */
function checkStatements(rows: readonly MemoryRow[], writes: readonly SlotWrite[]): readonly Fault[] {
  const byValue = groupBy(rows, ({ value }) => value ?? "");
  const ids = new Map(rows.map((row) => [row.id, row]));
  return writes.flatMap((write): readonly Fault[] => {
    const held = byValue.get(write.value) ?? [];
    const faults: Fault[] = [];
    if (held.length > 1) faults.push(["a duplicated memory", `${write.value} is there ${held.length} times`]);
    if (write.outcome === "refused" && held.length > 0) faults.push(["a refused write is there", write.value]);
    if (write.outcome !== "ok") return faults;
    if (held.length === 0) faults.push(["an acknowledged write is lost", write.value]);
    const named = write.memoryId === undefined ? undefined : ids.get(write.memoryId);
    if (held.length > 0 && named?.value !== write.value)
      faults.push(["an acknowledgement that names another memory", `${write.value}: ${write.memoryId ?? "none"}`]);
    const others = write.repeatedIds.filter((id) => id !== write.memoryId);
    if (others.length > 0) faults.push(["a repeated call with another answer", `${write.value}: ${others.join(", ")}`]);
    if (write.target !== undefined && named !== undefined && !named.supersedes.includes(write.target))
      faults.push(["a correction of something else", `${write.value} does not replace ${write.target}`]);
    return faults;
  });
}

/** Versions without gap, closed and linked, and no two that held at one instant. */
function checkLineage(rows: readonly MemoryRow[]): readonly Fault[] {
  const [{ lineageId } = { lineageId: "" }] = rows;
  const versions = rows.map(({ version }) => version).sort((a, b) => a - b);
  const gap = versions.findIndex((version, index) => version !== index + 1);
  const ids = new Set(rows.map(({ id }) => id));
  const faults: Fault[] = gap === -1 ? [] : [["a gap in the versions", `${lineageId} has ${versions.join(" ")}`]];
  for (const { id, status, validTo, supersededBy } of rows) {
    if (status === "active" && validTo !== undefined) faults.push(["a current version that has ended", id]);
    if (status === "superseded" && validTo === undefined) faults.push(["a replaced version that is not closed", id]);
    if (status === "superseded" && (supersededBy === undefined || !ids.has(supersededBy)))
      faults.push(["a replaced version without its successor", `${id}: ${supersededBy ?? "none"}`]);
  }
  const held = rows
    .map(({ id, validFrom, validTo }) => ({
      id,
      from: Date.parse(validFrom),
      to: validTo === undefined ? Number.POSITIVE_INFINITY : Date.parse(validTo),
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  for (const [index, { id, to }] of held.entries()) {
    const next = held[index + 1];
    if (next !== undefined && to > next.from) faults.push(["two values at one instant", `${id} and ${next.id}`]);
  }
  return faults;
}

function checkSlots(rows: readonly MemoryRow[]): readonly Fault[] {
  const bySlot = groupBy(
    rows.filter(({ attribute }) => attribute !== undefined),
    ({ attribute = "" }) => attribute,
  );
  return [...bySlot].flatMap(([slot, versions]): readonly Fault[] => {
    const current = versions.filter(({ status }) => status === "active");
    const lineages = groupBy(versions, ({ lineageId }) => lineageId);
    const last = Math.max(...versions.map(({ saidAt }) => Date.parse(saidAt)));
    const isLast = current.every(({ saidAt }) => Date.parse(saidAt) === last);
    return [
      ...(current.length === 1 ? [] : ([["not one current value", `${slot} has ${current.length}`]] as const)),
      ...(isLast ? [] : ([["a current value that was not said last", slot]] as const)),
      ...(lineages.size === 1 ? [] : ([["a slot with several chains", `${slot} has ${lineages.size}`]] as const)),
      ...[...lineages.values()].flatMap(checkLineage),
    ];
  });
}

/** Every acknowledged turn is there once, with its words, one episode and one memory; nothing refused is there. */
function checkTurns(state: FinalState, writes: readonly TurnWrite[]): readonly Fault[] {
  const turns = groupBy(state.turns, ({ id }) => id);
  const episodes = groupBy(state.episodes, ({ centreTurnId }) => centreTurnId);
  const faults = writes.flatMap(({ turnId, marker, outcome }): readonly Fault[] => {
    const held = turns.get(turnId) ?? [];
    if (outcome === "refused") return held.length === 0 ? [] : [["a refused turn is there", turnId]];
    if (held.length === 0) return outcome === "ok" ? [["an acknowledged turn is lost", turnId]] : [];
    // a summary of the session tells it once more, and is made only where the session was long or is over
    const told = state.memories.filter(({ kind, content }) => kind !== "summary" && content.includes(marker)).length;
    const digested = episodes.get(turnId)?.length ?? 0;
    return [
      ...(held.length === 1 ? [] : ([["a duplicated turn", `${turnId} is there ${held.length} times`]] as const)),
      ...(held.every(({ text }) => text.includes(marker)) ? [] : ([["a turn with other words", turnId]] as const)),
      ...(digested === 1 ? [] : ([["not digested once", `${turnId} has ${digested} episodes`]] as const)),
      ...(told === 0 ? ([["a turn without its memory", turnId]] as const) : []),
      ...(told > 1 ? ([["a duplicated memory", `${marker} is in ${told} memories`]] as const) : []),
    ];
  });
  const known = new Set(writes.map(({ turnId }) => turnId));
  const strangers = state.turns.filter(({ id }) => !known.has(id));
  return [...faults, ...strangers.map(({ id }): Fault => ["a turn that nobody wrote", id])];
}

function checkRest({ waiting, dead, vectors, memories, episodes }: FinalState): readonly Fault[] {
  const expected = memories.length + episodes.length;
  return [
    ...(waiting === 0 ? [] : ([["the queue is not drained", `${waiting} wait`]] as const)),
    ...(dead === 0 ? [] : ([["work that failed for good", `${dead} entries`]] as const)),
    ...(vectors >= expected ? [] : ([["vectors are missing", `${vectors} of ${expected}`]] as const)),
  ];
}

/** What is held about a user at rest, against all that was written to it. */
export function checkFinalState(
  state: FinalState,
  statements: readonly SlotWrite[],
  turns: readonly TurnWrite[],
): readonly Violation[] {
  const faults = [
    ...checkStatements(state.memories, statements),
    ...checkSlots(state.memories),
    ...checkTurns(state, turns),
    ...checkRest(state),
  ];
  return faults.map(([rule, detail]) => ({ rule, user: state.user, detail }));
}
