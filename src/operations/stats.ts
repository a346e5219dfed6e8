import { z } from "zod";
import { MEMORY_STATUSES } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";

export const statsOperation = defineOperation({
  name: "stats",
  title: { en: "Figures of a user", zh: "用户的统计" },
  description: {
    en: "How much is stored for the user and how much still waits to be digested. For people who operate the store; a conversation does not need it.",
    zh: "该用户存了多少、还有多少待处理。供运维查看，对话中用不到。",
  },
  input: z.strictObject({}),
  output: z.object({
    memories: z.record(z.enum(MEMORY_STATUSES), z.int()),
    episodes: z.int(),
    sessions: z.int(),
    pendingTurns: z.int(),
    turnsAwaitingModel: z.int(),
    deadEntries: z.int(),
    acceptingTurns: z.boolean(),
    vectorsByModel: z.record(z.string(), z.int()),
    embedder: z.object({ modelId: z.string(), runtime: z.string() }),
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/stats" },
  cli: { positional: [], example: "keepsake stats --user ada" },
  mcp: false,
  async handle({ parts, caller }) {
    const { stats } = await import("../recall/index.js");
    const result = await stats(parts, caller.scope);
    return {
      ...result,
      memories: { ...result.memories },
      vectorsByModel: { ...result.vectorsByModel },
      embedder: { ...result.embedder },
    };
  },
});
