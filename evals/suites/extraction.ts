import type { Memory, UserMemory } from "keepsake";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { recordTurns, type TurnMap } from "../engine/recorder.js";
import type { SupersessionRow } from "../metrics/index.js";
import { extractF1, extractPrecision, extractRecall, matchesGroup, maximumMatching } from "../metrics/index.js";
import { type ExtractionCase, readExtractionCases } from "../readers/state-updates.js";
import { readNamedData } from "./data.js";
import { supersessionRowSchema } from "./state-updates.js";
import { defineSuite, type RunContext } from "./suite.js";
import { runUserPerCase } from "./user-per-case.js";

function fits(memory: Memory, unit: ExtractionCase["units"][number], map: TurnMap): boolean {
  const fromSource = memory.turnIds.some((id) => unit.turnIds.includes(map.get(id) ?? ""));
  return fromSource && matchesGroup(memory.content, unit.anchors);
}

async function runCase(unitCase: ExtractionCase, context: RunContext, memory: UserMemory): Promise<SupersessionRow> {
  const map: TurnMap = new Map();
  await recordTurns(memory, unitCase.turns, "Asia/Shanghai", map);
  const memories = await listAll(memory, { statuses: ALL_STATUSES });
  const found = maximumMatching(memories.length, unitCase.units.length, (left, right) => {
    const item = memories[left];
    const unit = unitCase.units[right];
    return item !== undefined && unit !== undefined && fits(item, unit, map);
  });
  if (found < unitCase.units.length) {
    const texts = memories.map((item) => `    · ${item.content}`).join("\n");
    context.onFailure(`${unitCase.category}  ${unitCase.id}: ${found} of ${unitCase.units.length} units\n${texts}`);
  }
  return {
    id: unitCase.id,
    conversation: unitCase.id,
    category: unitCase.category,
    expectedEdges: 0,
    foundEdges: 0,
    madeEdges: 0,
    wrongEdges: 0,
    mustNotSupersede: false,
    goldUnits: unitCase.units.length,
    foundUnits: found,
    memories: memories.length,
  };
}

/** Units that a turn states: a memory counts when it holds every anchor of the unit, one memory for one unit. */
export const extractionSuite = defineSuite<SupersessionRow>({
  name: "extraction",
  summary: "units stated in short exchanges, found by their anchors (extraction cases of hlmem-state-zh)",
  needsData: true,
  rowSchema: supersessionRowSchema,
  measures: () => [extractF1, extractRecall, extractPrecision],
  run: async (context) => {
    const file = await readNamedData(context, "a JSON file of extraction cases");
    const cases = readExtractionCases(file).slice(0, context.limit);
    return await runUserPerCase(context, file, cases, (unitCase, memory) => runCase(unitCase, context, memory));
  },
});
