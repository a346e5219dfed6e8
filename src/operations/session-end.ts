import { z } from "zod";
import { digestedName } from "../audit/index.js";
import { toIso } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { sessionField } from "./summary-wire.js";
import { isoText } from "./wire.js";

export const sessionEndOperation = defineOperation({
  name: "session-end",
  title: { en: "End a conversation", zh: "结束会话" },
  description: {
    en: "Says that a conversation is over. Its summary (what it was about, decisions, open questions, names, covered turns) is made behind the call and kept as an episodic memory. Call it when the user takes their leave or the task is done; without it a conversation ends by itself once it is idle and the user speaks elsewhere. Turns recorded later open it anew.",
    zh: "表示一段会话已结束。随后会在后台生成摘要（谈了什么、决定、未答的问题、涉及的名称、所含发言），并存为一条情景记忆。用户告别或任务完成时调用；不调用时，会话闲置一段时间且用户在别处发言后也会自行结束。之后再记录的发言会重新打开该会话。",
  },
  input: z.strictObject({ sessionId: sessionField }),
  output: z.object({ sessionId: z.string(), endedAt: isoText, turns: z.int(), alreadyEnded: z.boolean() }),
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: [...WRITE_ERRORS, "NOT_FOUND"],
  http: { method: "POST", path: "/v1/users/{user}/sessions/{sessionId}/end" },
  cli: { positional: ["sessionId"], example: "keepsake session end chat-1 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { endSession } = await import("../sessions/index.js");
    const receipt = await endSession(parts, caller.scope, input.sessionId);
    return { ...receipt, endedAt: toIso(receipt.endedAt) };
  },
  audit: ({ sessionId }) => [digestedName(sessionId)],
});
