import { z } from "zod";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { sessionField, summaryToWire, summaryWire } from "./summary-wire.js";

export const summaryGetOperation = defineOperation({
  name: "summary-get",
  title: { en: "Read a conversation's summary", zh: "读取会话摘要" },
  description: {
    en: "The summary of one conversation so far: text, decisions, open questions, names, and which turns it covers. Call it to take up an earlier conversation again. NOT_FOUND while the conversation has neither ended nor outgrown its budget.",
    zh: "某段会话目前的摘要：概述、决定、未答的问题、涉及的名称，以及涵盖哪些发言。要接续以前的会话时调用。会话既未结束也未超出预算时返回 NOT_FOUND。",
  },
  input: z.strictObject({ sessionId: sessionField }),
  output: summaryWire,
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: [...READ_ERRORS, "NOT_FOUND"],
  http: { method: "GET", path: "/v1/users/{user}/sessions/{sessionId}/summary" },
  cli: { positional: ["sessionId"], example: "keepsake summary get chat-1 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { getSummary } = await import("../sessions/index.js");
    return summaryToWire(await getSummary(parts, caller.scope, input.sessionId));
  },
});
