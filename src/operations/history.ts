import { z } from "zod";
import { type MemoryId, ROLES, toIso } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { field, id, isoText } from "./wire.js";

const turnWire = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    position: z.int(),
    role: z.enum(ROLES),
    speaker: z.string().exactOptional(),
    agentId: z.string().exactOptional(),
    importId: z.string().exactOptional(),
    text: z.string(),
    at: isoText,
    recordedAt: isoText,
    timeZone: z.string(),
  })
  .meta({ id: "Turn" });

export const historyOperation = defineOperation({
  name: "history",
  title: { en: "History of a memory", zh: "记忆的历史" },
  description: {
    en: "All versions of a statement, oldest first, with the turns that each was taken from. Call it when the user asks what they said before, when it changed, or where a memory comes from.",
    zh: "一条陈述的全部版本，从旧到新，并附各版本所依据的原话。当用户询问以前怎么说、何时变的、记忆从何而来时调用。",
  },
  input: z.strictObject({ id: id("Any version's id.", "任一版本的编号。") }),
  output: z.object({
    versions: z.array(memoryWire),
    currentId: z.string().exactOptional(),
    turns: z.array(turnWire),
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: [...READ_ERRORS, "NOT_FOUND"],
  http: { method: "GET", path: "/v1/users/{user}/memories/{id}/history" },
  cli: { positional: ["id"], example: "keepsake history mem_01 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { history } = await import("../recall/index.js");
    const result = await history(parts, caller.scope, input.id as MemoryId);
    return {
      versions: result.versions.map(memoryToWire),
      ...field("currentId", result.currentId),
      turns: result.turns.map((turn) => ({ ...turn, at: toIso(turn.at), recordedAt: toIso(turn.recordedAt) })),
    };
  },
});
