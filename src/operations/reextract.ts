import { z } from "zod";
import { digestedName } from "../audit/index.js";
import type { SessionId } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, id } from "./wire.js";

export const reextractOperation = defineOperation({
  name: "reextract",
  title: { en: "Let the model read turns again", zh: "让模型重新阅读发言" },
  description: {
    en: "Makes turns that await the language model (it failed, or the day's cap was reached) due at once; with `all`, also turns that it read before or that were recorded before it was configured. What a turn gave before is never written twice.",
    zh: "让等待语言模型的发言（模型曾失败，或达到当日上限）立即到期；加上 `all` 则包括模型读过的、以及配置模型之前记录的发言。同一发言给出过的记忆绝不重复写入。",
  },
  input: z.strictObject({
    sessionId: id("Only turns of this session.", "只处理这个会话的发言。").exactOptional(),
    all: described(
      z.boolean(),
      "Every turn of the user's, not only those that await the model.",
      "包括用户的全部发言，而不只是等待模型的发言。",
    ).exactOptional(),
  }),
  output: z.object({ queued: z.int(), alreadyQueued: z.int() }),
  permission: "operate",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: [...WRITE_ERRORS, "NOT_FOUND", "MODEL_UNAVAILABLE"],
  http: { method: "POST", path: "/v1/users/{user}/reextract" },
  cli: { positional: [], example: "keepsake reextract --user ada" },
  mcp: false,
  async handle({ parts, caller }, { sessionId, all }) {
    const { reextract } = await import("../remember/index.js");
    return reextract(parts, caller.scope, {
      ...(sessionId === undefined ? {} : { sessionId: sessionId as SessionId }),
      ...(all === undefined ? {} : { all }),
    });
  },
  audit: ({ sessionId }) => (sessionId === undefined ? [] : [digestedName(sessionId)]),
});
