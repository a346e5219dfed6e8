import type { UserMemory } from "keepsake";
import { z } from "zod";
import type { MergeRow } from "../metrics/index.js";
import { MERGE_MEASURES } from "../metrics/index.js";
import { type DuplicatePair, readDuplicatePairs } from "../readers/pairs.js";
import { readShipped } from "./shipped.js";
import { defineSuite, type RunContext } from "./suite.js";
import { runUserPerCase } from "./user-per-case.js";

const FIRST_SAID_AT = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 86_400_000;

const rowSchema: z.ZodType<MergeRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  kind: z.enum(["duplicate", "different"]),
  merged: z.boolean(),
  replaced: z.boolean(),
});

async function runPair(pair: DuplicatePair, context: RunContext, memory: UserMemory): Promise<MergeRow> {
  const first = await memory.remember({ content: pair.first, at: FIRST_SAID_AT });
  const second = await memory.remember({ content: pair.second, at: FIRST_SAID_AT + DAY_MS });
  const merged = second.outcome === "reinforced";
  const replaced = second.supersededIds.length > 0;
  if ((pair.kind === "duplicate") !== (merged || replaced)) {
    context.onFailure(
      `${pair.kind}  ${pair.id} (${pair.pattern}): ${second.outcome}, ${second.reason}\n    · ${first.memory?.content}\n    · ${second.memory?.content}`,
    );
  }
  return {
    id: pair.id,
    conversation: pair.id,
    category: `${pair.kind}/${pair.lang}`,
    kind: pair.kind,
    merged,
    replaced,
  };
}

/** Statements made twice in other words, which are one memory, and look-alikes, which are two. */
export const duplicatesSuite = defineSuite<MergeRow>({
  name: "duplicates",
  summary: "pairs of statements: the same in other words, or only alike (needs no --data)",
  needsData: false,
  rowSchema,
  measures: () => MERGE_MEASURES,
  run: async (context) => {
    const file = await readShipped(context, "duplicates/pairs.jsonl");
    const pairs = readDuplicatePairs(file).slice(0, context.limit);
    return await runUserPerCase(context, file, pairs, (pair, memory) => runPair(pair, context, memory));
  },
});
