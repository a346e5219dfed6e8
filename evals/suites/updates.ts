import type { Memory, UserMemory } from "keepsake";
import { z } from "zod";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { recordTurns } from "../engine/recorder.js";
import type { ChangeRow } from "../metrics/index.js";
import { CHANGE_MEASURES, matchesGroup } from "../metrics/index.js";
import { type ChangePair, readChangePairs } from "../readers/pairs.js";
import { readShipped } from "./shipped.js";
import { defineSuite, type RunContext } from "./suite.js";
import { runUserPerCase } from "./user-per-case.js";

const HOUR_MS = 3_600_000;
/** Messages that lie further apart were said in two conversations. */
const SAME_SESSION_MS = 6 * HOUR_MS;

const rowSchema: z.ZodType<ChangeRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  kind: z.enum(["update", "beside"]),
  held: z.boolean(),
  firstActive: z.boolean(),
  secondActive: z.boolean(),
});

function toTurns(pair: ChangePair) {
  let session = 0;
  return pair.turns.map(({ at, text }, index) => {
    const before = pair.turns[index - 1]?.at;
    if (before !== undefined && at - before > SAME_SESSION_MS) session += 1;
    return { id: `t${index}`, sessionId: `s${session}`, role: "user" as const, text, at };
  });
}

async function runPair(pair: ChangePair, context: RunContext, memory: UserMemory): Promise<ChangeRow> {
  await recordTurns(memory, toTurns(pair), pair.lang === "zh" ? "Asia/Shanghai" : "UTC", new Map());
  const now = Math.max(...pair.turns.map((turn) => turn.at)) + HOUR_MS;
  const all = await listAll(memory, { statuses: ALL_STATUSES, now });
  const active = await listAll(memory, { now });
  const holds = (memories: readonly Memory[], group: readonly string[]) =>
    memories.some((each) => matchesGroup(each.content, group));
  const row: ChangeRow = {
    id: pair.id,
    conversation: pair.id,
    category: `${pair.kind}/${pair.lang}`,
    kind: pair.kind,
    held: holds(all, pair.first),
    firstActive: holds(active, pair.first),
    secondActive: holds(active, pair.second),
  };
  const good = pair.kind === "update" ? row.secondActive && !row.firstActive : row.firstActive && row.secondActive;
  if (!good) {
    const texts = all.map((each) => `    · v${each.version} ${each.status} ${each.content}`).join("\n");
    const said = pair.turns.map((turn) => `    > ${turn.text}`).join("\n");
    context.onFailure(`${pair.kind}  ${pair.id} (${pair.pattern})\n${said}\n${texts}`);
  }
  return row;
}

/** Free-text changes that must replace, and neighbours that must not. */
export const updatesSuite = defineSuite<ChangeRow>({
  name: "updates",
  summary: "pairs in free words: a change that must replace, or a neighbour that must stand beside (needs no --data)",
  needsData: false,
  rowSchema,
  measures: () => CHANGE_MEASURES,
  run: async (context) => {
    const file = await readShipped(context, "updates/pairs.jsonl");
    const pairs = readChangePairs(file).slice(0, context.limit);
    return await runUserPerCase(context, file, pairs, (pair, memory) => runPair(pair, context, memory));
  },
});
