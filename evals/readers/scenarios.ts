import { z } from "zod";
import type { DataFile } from "./files.js";
import { parseJsonLines } from "./files.js";
import { ROLE_NAMES } from "./roles.js";

const EXPECTED =
  "one scenario a line: {id, lang, category, timezone, now, sessions: [{id, agent, at, turns}], checks: [{type, …}]}";

const instant = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value));
const group = z.array(z.string()).min(1);
const groups = z.array(group);

const checkSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("recall"),
    query: z.string(),
    k: z.number().int().positive().default(5),
    expect: groups.default([]),
    forbid: groups.default([]),
    session: z.string().optional(),
  }),
  z.object({
    type: z.literal("abstain"),
    query: z.string(),
    hard: z.boolean().default(false),
    session: z.string().optional(),
  }),
  z.object({
    type: z.literal("memory"),
    active: groups.default([]),
    inactive: groups.default([]),
    maxCount: z.object({ match: group, count: z.number().int().nonnegative() }).optional(),
    maxMemories: z.number().int().nonnegative().optional(),
  }),
  z.object({ type: z.literal("nowhere"), strings: z.array(z.string()).min(1) }),
  z.object({ type: z.literal("history"), match: group, order: groups.min(1) }),
  z.object({ type: z.literal("expired"), match: group, at: instant }),
  z.object({
    type: z.literal("context"),
    query: z.string(),
    maxTokens: z.number().int().positive(),
    contain: groups.default([]),
    notContain: groups.default([]),
    session: z.string().optional(),
  }),
]);

const scenarioSchema = z.object({
  id: z.string().min(1),
  lang: z.enum(["zh", "en", "mixed"]),
  category: z.string().min(1),
  timezone: z.string().min(1),
  now: instant,
  sessions: z
    .array(
      z.object({
        id: z.string().min(1),
        agent: z.string().min(1),
        at: instant,
        turns: z.array(z.object({ role: z.enum(ROLE_NAMES), text: z.string(), at: instant.optional() })),
      }),
    )
    .min(1),
  checks: z.array(checkSchema).min(1),
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type ScenarioCheck = Scenario["checks"][number];

/** Reads the scenario format; unknown check types are errors, not skipped. */
export function readScenarios(file: DataFile): readonly Scenario[] {
  return parseJsonLines(file, scenarioSchema, EXPECTED);
}
