import { z } from "zod";
import { MEMORY_KINDS, toIso } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { isoText } from "./wire.js";

export const profileOperation = defineOperation({
  name: "profile",
  title: { en: "Profile of the user", zh: "用户画像" },
  description: {
    en: "What currently holds about the user, grouped by kind, most important first. Call it at the start of a conversation, or when the user asks what is known about them.",
    zh: "当前关于用户的各类陈述，按类别分组、按重要程度排列。在对话开始时，或用户询问“你知道我些什么”时调用。",
  },
  input: z.strictObject({}),
  output: z.object({
    sections: z.array(z.object({ kind: z.enum(MEMORY_KINDS), memories: z.array(memoryWire) })),
    asOf: isoText,
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/profile" },
  cli: { positional: [], example: "keepsake profile --user ada" },
  mcp: true,
  async handle({ parts, caller }) {
    const { profile } = await import("../recall/index.js");
    const result = await profile(parts, caller.scope);
    return {
      sections: result.sections.map(({ kind, memories }) => ({ kind, memories: memories.map(memoryToWire) })),
      asOf: toIso(result.asOf),
    };
  },
});
