import type { Memory, UserMemory } from "keepsake";
import { z } from "zod";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { recordTurns, type TurnMap } from "../engine/recorder.js";
import type { MadeEdge, SupersessionRow } from "../metrics/index.js";
import { matchEdges, matchesGroup, maximumMatching, SUPERSESSION_MEASURES } from "../metrics/index.js";
import { readStateBundles, type StateBundle } from "../readers/state-updates.js";
import { readNamedData } from "./data.js";
import { defineSuite, type RunContext } from "./suite.js";
import { runUserPerCase } from "./user-per-case.js";

export const supersessionRowSchema: z.ZodType<SupersessionRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  expectedEdges: z.number(),
  foundEdges: z.number(),
  madeEdges: z.number(),
  wrongEdges: z.number(),
  mustNotSupersede: z.boolean(),
  goldUnits: z.number(),
  foundUnits: z.number(),
  memories: z.number(),
});

/** The turns of the data set that a memory was taken from. */
function sourceTurns(memory: Memory, map: TurnMap): readonly string[] {
  return memory.turnIds.flatMap((id) => map.get(id) ?? []);
}

/**
 * Claims that a memory may stand for: those of its turns; where a turn makes several, the ones whose value the memory holds.
 */
export function claimsOf(memory: Memory, bundle: Pick<StateBundle, "claims">, map: TurnMap): readonly string[] {
  const turns = sourceTurns(memory, map);
  return turns.flatMap((turn) => {
    const claims = bundle.claims.filter((claim) => claim.turnIds.includes(turn));
    if (claims.length <= 1) return claims.map((claim) => claim.id);
    return claims.filter((claim) => matchesGroup(memory.content, [claim.value])).map((claim) => claim.id);
  });
}

/** One edge for every memory that replaced another. */
export function madeEdges(
  memories: readonly Memory[],
  bundle: Pick<StateBundle, "claims">,
  map: TurnMap,
): readonly MadeEdge[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return memories.flatMap((memory) => {
    const next = memory.supersededBy === undefined ? undefined : byId.get(memory.supersededBy);
    if (next === undefined) return [];
    return [{ old: claimsOf(memory, bundle, map), next: claimsOf(next, bundle, map) }];
  });
}

/** A claim is a unit when its value stands in its turn; the placeholders of counterexamples are none. */
function judgeUnits(bundle: StateBundle, memories: readonly Memory[], map: TurnMap) {
  const textOf = new Map(bundle.turns.map((turn) => [turn.id, turn.text]));
  const units = bundle.claims.filter((claim) =>
    claim.turnIds.some((id) => matchesGroup(textOf.get(id) ?? "", [claim.value])),
  );
  const found = maximumMatching(memories.length, units.length, (left, right) => {
    const memory = memories[left];
    const unit = units[right];
    if (memory === undefined || unit === undefined) return false;
    const wanted = unit.subject === null ? [unit.value] : [unit.subject, unit.value];
    return sourceTurns(memory, map).some((turn) => unit.turnIds.includes(turn)) && matchesGroup(memory.content, wanted);
  });
  return { goldUnits: units.length, foundUnits: found, memories: units.length === 0 ? 0 : memories.length };
}

async function runBundle(bundle: StateBundle, context: RunContext, memory: UserMemory): Promise<SupersessionRow> {
  const map: TurnMap = new Map();
  await recordTurns(memory, bundle.turns, "UTC", map);
  const now = Math.max(...bundle.turns.map((turn) => turn.at)) + 3_600_000;
  const memories = await listAll(memory, { statuses: ALL_STATUSES, now });
  const made = madeEdges(memories, bundle, map);
  const { found, wrong } = matchEdges(bundle.edges, made);
  if (found < bundle.edges.length || wrong > 0) {
    const texts = memories.map((item) => `    · v${item.version} ${item.status} ${item.content}`).join("\n");
    context.onFailure(
      `${bundle.category}  ${bundle.id}: ${found} of ${bundle.edges.length} edges, ${wrong} wrong\n${texts}`,
    );
  }
  return {
    id: bundle.id,
    conversation: bundle.id,
    category: bundle.category,
    expectedEdges: bundle.edges.length,
    foundEdges: found,
    madeEdges: made.length,
    wrongEdges: wrong,
    mustNotSupersede: bundle.edges.length === 0,
    ...judgeUnits(bundle, memories, map),
  };
}

/** Which assertion replaces which, and what must replace nothing. */
export const stateUpdatesSuite = defineSuite<SupersessionRow>({
  name: "state-updates",
  summary: "bundles of state updates: which assertion replaces which, and which must replace nothing",
  needsData: true,
  rowSchema: supersessionRowSchema,
  measures: () => SUPERSESSION_MEASURES,
  run: async (context) => {
    const file = await readNamedData(context, "a JSONL file of state-update bundles");
    const bundles = readStateBundles(file).slice(0, context.limit);
    return await runUserPerCase(context, file, bundles, (bundle, memory) => runBundle(bundle, context, memory));
  },
});
