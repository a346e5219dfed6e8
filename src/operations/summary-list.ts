import { z } from "zod";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { summaryToWire, summaryWire } from "./summary-wire.js";
import { described, field, pageFields, pageWire } from "./wire.js";

const DEFAULT_LIMIT = 20;

export const summaryListOperation = defineOperation({
  name: "summary-list",
  title: { en: "List conversation summaries", zh: "列出会话摘要" },
  description: {
    en: "Summaries of the user's conversations, the one spoken in last first. Call it for an overview of what was talked about lately. To find a conversation by what was said use recall.",
    zh: "用户各段会话的摘要，最近发言的在前。用于概览近来谈过什么。要按内容查找会话请用 recall。",
  },
  input: z.strictObject({
    limit: described(
      z.int().min(1).max(1_000),
      "Page size, 1–1000; 20 where absent.",
      "每页条数，1–1000；不填为 20。",
    ).exactOptional(),
    cursor: pageFields.cursor,
  }),
  output: pageWire(summaryWire),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/summaries" },
  cli: { positional: [], example: "keepsake summary list --limit 5 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { listSummaries } = await import("../sessions/index.js");
    const page = await listSummaries(parts, caller.scope, { ...input, limit: input.limit ?? DEFAULT_LIMIT });
    return { items: page.items.map(summaryToWire), ...field("nextCursor", page.nextCursor) };
  },
});
