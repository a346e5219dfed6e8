import { z } from "zod";
import { MEMORY_KINDS } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { rememberResultToWire, rememberResultWire, writtenIds } from "./remember-result-wire.js";
import { described, id, instant, timeZone, unit } from "./wire.js";

const name = z.string().min(1).max(256);

/** One statement, as `remember` and `load` take it. */
export const rememberedFields = {
  content: described(z.string().min(1), "The statement, readable alone.", "陈述本身，单独读也能懂。"),
  kind: described(
    z.enum(MEMORY_KINDS),
    "What kind of statement; found out where absent.",
    "陈述的类别；不填则自动判断。",
  ).exactOptional(),
  subject: described(
    name,
    "Whom or what it is about; `user` for the user.",
    "关于谁或什么；用户本人写 `user`。",
  ).exactOptional(),
  attribute: described(
    name,
    "Which attribute it states, e.g. `employer`.",
    "陈述的属性，例如 `employer`。",
  ).exactOptional(),
  qualifiers: described(
    z.record(name, name),
    'What narrows the attribute, e.g. {"project": "Alpha"}.',
    '对属性的限定，例如 {"project": "Alpha"}。',
  ).exactOptional(),
  value: described(z.string().min(1).max(2_000), "The attribute's value.", "属性的值。").exactOptional(),
  tags: described(z.array(name).max(50), "Labels to filter by.", "用于筛选的标签。").exactOptional(),
  importance: unit("How much it matters, 0–1.", "重要程度，0–1。").exactOptional(),
  agentId: id("The agent that writes.", "写入方智能体。").exactOptional(),
  sessionId: id("The conversation it comes from.", "来自哪个会话。").exactOptional(),
  at: instant("When it was said; now where absent.", "说这句话的时间；不填即现在。").exactOptional(),
  expiresAt: instant("When to stop recalling it.", "何时起不再回忆它。").exactOptional(),
  timeZone: timeZone().exactOptional(),
};

export const rememberOperation = defineOperation({
  name: "remember",
  title: { en: "Remember a statement", zh: "记住一条陈述" },
  description: {
    en: "Stores one statement about the user as a memory, at once. Call it when the user asks to remember something, or states a lasting fact, preference, goal or rule. One statement per call, in the user's language, readable alone (“prefers tea over coffee”). A changed value supersedes the old one; a repeat reinforces it. Do not call it for small talk, for what only matters in this conversation (use state-put), or for whole conversations (use record).",
    zh: "立即把关于用户的一条陈述存为记忆。当用户要求记住某事，或说出长期有效的事实、偏好、目标、规矩时调用。每次只存一条，用用户的语言，单独读也能懂（“比起咖啡更喜欢茶”）。新值会取代旧值，重复只会加强。闲聊、仅在本次对话有用的内容（用 state-put）、整段对话（用 record）不要用它。",
  },
  input: z.strictObject({
    ...rememberedFields,
    idempotencyKey: id("The same key never writes twice.", "同一键值不会写入两次。").exactOptional(),
  }),
  output: rememberResultWire,
  permission: "memory:write",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: [...WRITE_ERRORS, "CONFLICT", "IDEMPOTENCY_MISMATCH"],
  http: { method: "POST", path: "/v1/users/{user}/remember" },
  cli: { positional: ["content"], example: 'keepsake remember "Prefers window seats" --user ada' },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { remember } = await import("../remember/index.js");
    const agentId = input.agentId ?? caller.agentId;
    const request = { ...input, ...(agentId === undefined ? {} : { agentId }) };
    return rememberResultToWire(await remember(parts, caller.scope, request));
  },
  audit: (_input, output) => writtenIds(output),
});
