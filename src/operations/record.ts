import { z } from "zod";
import { ROLES } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, id, instant, timeZone } from "./wire.js";

const turn = z.strictObject({
  id: id(
    "The caller's own id of the message; the same id never writes twice.",
    "调用方自己的消息编号；同一编号不会写入两次。",
  ).exactOptional(),
  role: described(z.enum(ROLES), "Who said it.", "说话方的角色。"),
  text: described(z.string().min(1), "The words, as they were said.", "原话。"),
  speaker: id("The speaker's name where several people speak.", "多人对话时说话人的名字。").exactOptional(),
  at: instant("When it was said; now where absent.", "说这句话的时间；不填即现在。").exactOptional(),
});

export const recordOperation = defineOperation({
  name: "record",
  title: { en: "Record turns", zh: "记录对话" },
  description: {
    en: "Records turns of a conversation verbatim. What is worth keeping is extracted afterwards, so the call returns as soon as the turns are durable. Call it once per exchange with the user's and the assistant's turn. Do not call it for a statement that should become a memory at once (use remember), nor with text that came out of memory.",
    zh: "逐字记录一段对话。值得保留的内容在之后抽取，因此只要对话已可靠落盘就立即返回。每轮交流后调用一次，写入用户与助手的发言。若要立刻存下一条陈述请用 remember；不要写入由记忆提供的文字。",
  },
  input: z.strictObject({
    sessionId: id("The conversation that the turns belong to.", "这些发言所属的会话。"),
    turns: described(z.array(turn).min(1), "Messages, in order.", "按先后顺序的消息。"),
    agentId: id("The agent that writes.", "写入方智能体。").exactOptional(),
    timeZone: timeZone().exactOptional(),
    importId: id(
      "Names the import that these turns are part of, so that what it wrote can be rolled back by this id.",
      "这些发言所属导入的名称；可凭此编号回滚该次导入写入的内容。",
    ).exactOptional(),
  }),
  output: z.object({
    turnIds: z.array(z.string()),
    accepted: z.int(),
    duplicates: z.int(),
    redacted: z.record(z.string(), z.int()),
  }),
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: [...WRITE_ERRORS, "CONFLICT", "RATE_LIMITED"],
  http: { method: "POST", path: "/v1/users/{user}/record" },
  cli: {
    positional: ["text"],
    example: 'keepsake record "I moved to Hangzhou last week" --session-id chat-1 --user ada',
  },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { accept } = await import("../remember/index.js");
    const agentId = input.agentId ?? caller.agentId;
    const receipt = await accept(parts, caller.scope, { ...input, ...(agentId === undefined ? {} : { agentId }) });
    return { ...receipt, turnIds: [...receipt.turnIds], redacted: { ...receipt.redacted } };
  },
});
