import { z } from "zod";
import type { MemoryId } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { rememberResultToWire, rememberResultWire, writtenIds } from "./remember-result-wire.js";
import { described, id, instant } from "./wire.js";

export const correctOperation = defineOperation({
  name: "correct",
  title: { en: "Correct a memory", zh: "更正一条记忆" },
  description: {
    en: "Replaces what a memory says with a new version; the old one stays in its history. Call it when the user says that something remembered is wrong or has changed, with the id that recall or list gave. To remove it altogether use forget; for a new statement use remember.",
    zh: "用新版本取代某条记忆的内容，旧版本保留在历史中。当用户指出记错了或情况已变时，用 recall 或 list 给出的编号调用。若要彻底删除请用 forget；新的陈述请用 remember。",
  },
  input: z.strictObject({
    id: id("The memory to correct.", "要更正的记忆。"),
    content: described(z.string().min(1), "What is right.", "正确的内容。"),
    value: described(z.string().min(1).max(2_000), "The attribute's new value.", "属性的新值。").exactOptional(),
    agentId: id("The agent that writes.", "写入方智能体。").exactOptional(),
    expectedRevision: described(
      z.int().min(1),
      "The revision that was seen: CONFLICT when it has changed since.",
      "所见的修订号；此后若已变则返回 CONFLICT。",
    ).exactOptional(),
    at: instant("When the correction was said; now where absent.", "更正的时间；不填即现在。").exactOptional(),
    idempotencyKey: id("The same key never writes twice.", "同一键值不会写入两次。").exactOptional(),
  }),
  output: rememberResultWire,
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: false },
  errors: [...WRITE_ERRORS, "NOT_FOUND", "CONFLICT", "IDEMPOTENCY_MISMATCH"],
  http: { method: "POST", path: "/v1/users/{user}/memories/{id}/correct" },
  cli: { positional: ["id", "content"], example: 'keepsake correct mem_01 "Prefers aisle seats" --user ada' },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { correct } = await import("../remember/index.js");
    const agentId = input.agentId ?? caller.agentId;
    const request = { ...input, id: input.id as MemoryId, ...(agentId === undefined ? {} : { agentId }) };
    return rememberResultToWire(await correct(parts, caller.scope, request));
  },
  audit: (_input, output) => writtenIds(output),
});
