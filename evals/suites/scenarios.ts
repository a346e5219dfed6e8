import { z } from "zod";
import { identify } from "../engine/identity.js";
import { recordTurns } from "../engine/recorder.js";
import { shareStore } from "../engine/system.js";
import type { CheckRow } from "../metrics/index.js";
import { checkMeasures } from "../metrics/index.js";
import type { DataTurn } from "../readers/conversation.js";
import { readScenarios, type Scenario } from "../readers/scenarios.js";
import { readNamedData } from "./data.js";
import { evaluateCheck } from "./scenario-checks.js";
import { defineSuite, type RunContext } from "./suite.js";

export const checkRowSchema: z.ZodType<CheckRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  type: z.string(),
  hard: z.boolean(),
  lang: z.string(),
  passed: z.boolean(),
});

/** A turn without an instant of its own has its session's. */
function scenarioTurns(scenario: Scenario): readonly DataTurn[] {
  return scenario.sessions.flatMap((session) =>
    session.turns.map((turn, index) => ({
      id: `${session.id}/${index}`,
      sessionId: session.id,
      agentId: session.agent,
      role: turn.role,
      text: turn.text,
      at: turn.at ?? session.at,
    })),
  );
}

/** Records one scenario in an empty store and evaluates its checks in order. */
export async function runScenario(
  scenario: Scenario,
  context: Pick<RunContext, "system" | "storage" | "embedder" | "floor" | "onFailure">,
): Promise<{ rows: readonly CheckRow[]; policy?: string; model?: string }> {
  const store = await context.system.openStore(context);
  try {
    const memory = store.keepsake.user("user");
    await recordTurns(memory, scenarioTurns(scenario), scenario.timezone, new Map());
    const rows: CheckRow[] = [];
    for (const [index, check] of scenario.checks.entries()) {
      const { passed, detail } = await evaluateCheck(check, {
        memory,
        scenario,
        ...(store.folder === undefined ? {} : { folder: store.folder }),
        ...(context.floor === undefined ? {} : { floor: context.floor }),
      });
      const hard = check.type === "abstain" && check.hard;
      const id = `${scenario.id}#${index + 1}`;
      const asked = "query" in check ? ` "${check.query}"` : "";
      if (!passed)
        context.onFailure(`${scenario.category}  ${hard ? "abstain (hard)" : check.type}  ${id}${asked}: ${detail}`);
      rows.push({
        id,
        conversation: scenario.id,
        category: scenario.category,
        type: check.type,
        hard,
        lang: scenario.lang,
        passed,
      });
    }
    return { rows, ...(await identify(store, memory)) };
  } finally {
    await store.dispose();
  }
}

/** Runs scenarios one after the other, each for a user of its own in one engine: opening one takes longer than a scenario. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  context: RunContext,
): Promise<{ rows: readonly CheckRow[]; policy: string; model: string }> {
  const chosen = scenarios.slice(0, context.limit);
  const rows: CheckRow[] = [];
  let identity: { policy?: string; model?: string } = {};
  const system = await shareStore(context.system, context);
  try {
    for (const [index, scenario] of chosen.entries()) {
      context.onProgress(index, chosen.length, scenario.id);
      const { rows: checked, ...found } = await runScenario(scenario, { ...context, system });
      rows.push(...checked);
      identity = { ...identity, ...found };
    }
  } finally {
    await system.close();
  }
  context.onProgress(chosen.length, chosen.length, "done");
  return { rows, policy: identity.policy ?? "unknown", model: identity.model ?? "none" };
}

/** Short histories with checks on what is remembered, replaced, expired, redacted, recalled, abstained from. */
export const scenariosSuite = defineSuite<CheckRow>({
  name: "scenarios",
  summary: "short histories with checks on what is remembered, replaced, expired, redacted, recalled",
  needsData: true,
  rowSchema: checkRowSchema,
  measures: checkMeasures,
  run: async (context) => {
    const file = await readNamedData(context, "a JSONL file of scenarios");
    const outcome = await runScenarios(readScenarios(file), context);
    return { ...outcome, data: { path: file.path, sha256: file.sha256 }, views: {} };
  },
});
