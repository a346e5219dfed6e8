import { readDate } from "../dating/index.js";
import {
  and,
  type EpochMs,
  type Memory,
  type MemoryKind,
  type ProfileResult,
  readAll,
  type Scope,
  USER_SUBJECT,
} from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";

/** What says who someone is and how they want things done, in the order of the sections; the rest answers questions. */
const PROFILE_KINDS = [
  "identity",
  "preference",
  "goal",
  "avoidance",
  "procedure",
] as const satisfies readonly MemoryKind[];
const PER_SECTION = 50;

async function readCurrent(transaction: TruthTransaction, now: EpochMs): Promise<Memory[]> {
  const filter = and({ op: "current", at: now }, { op: "in", field: "kind", values: PROFILE_KINDS });
  return [...(await readAll((page) => transaction.memories.list(filter, page)))];
}

/** Statements about the user before those about others; then importance, repetition, and the newer first. */
function byWeight(a: Memory, b: Memory): number {
  const ofUser = Number(b.subject === USER_SUBJECT) - Number(a.subject === USER_SUBJECT);
  return (
    ofUser ||
    b.importance - a.importance ||
    b.reinforcedCount - a.reinforcedCount ||
    b.saidAt - a.saidAt ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Current identity, preferences, goals, avoidances and procedures, most important first, at most 50 of each; sections without any are left out. */
export async function profile(parts: EngineParts, scope: Scope, at?: EpochMs): Promise<ProfileResult> {
  const { asOf, current } = await parts.storage.truth.read(scope, async (transaction) => {
    const now = at ?? (await readDate(parts, transaction));
    return { asOf: now, current: await readCurrent(transaction, now) };
  });
  const sections = PROFILE_KINDS.map((kind) => ({
    kind,
    memories: current
      .filter((memory) => memory.kind === kind)
      .sort(byWeight)
      .slice(0, PER_SECTION),
  }));
  return { sections: sections.filter((section) => section.memories.length > 0), asOf };
}
