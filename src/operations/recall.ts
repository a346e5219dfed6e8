import { z } from "zod";
import { MEMORY_KINDS, type RecallRequest } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { explanationToWire, explanationWire, fullField, recalledToWire, recalledWire } from "./recalled-wire.js";
import { described, field, id, instant, isoField, isoText, timeZone, unit } from "./wire.js";

const input = z.strictObject({
  query: described(z.string().min(1), "What to look for, in Chinese or English.", "要找的内容，中英文皆可。"),
  limit: described(
    z.int().min(1).max(100),
    "At most this many answers, 1–100.",
    "最多返回多少条，1–100。",
  ).exactOptional(),
  types: described(
    z.array(z.enum(["memory", "episode"])).min(1),
    "Statements (memory), verbatim turns (episode), or both.",
    "陈述（memory）、原话（episode）或两者。",
  ).exactOptional(),
  kinds: described(
    z.array(z.enum(MEMORY_KINDS)).min(1),
    "Only these kinds of memory.",
    "只要这些类别的记忆。",
  ).exactOptional(),
  tags: described(
    z.array(z.string().min(1)).min(1),
    "Only with any of these tags.",
    "只要带有其中任一标签的。",
  ).exactOptional(),
  sessionId: id("Only from this conversation.", "只要来自该会话的。").exactOptional(),
  agentId: id("Only written by this agent.", "只要由该智能体写入的。").exactOptional(),
  saidFrom: instant("Only what was said at or after this instant.", "只要此刻及之后说的。").exactOptional(),
  saidTo: instant("Only what was said before this instant.", "只要此刻之前说的。").exactOptional(),
  asOf: instant(
    "What was true at this past instant, instead of now.",
    "改问过去某一刻的情况，而非现在。",
  ).exactOptional(),
  currentSessionId: id(
    "The running conversation: its last turns help to read a vague query.",
    "正在进行的会话：其最近的发言有助于理解含糊的提问。",
  ).exactOptional(),
  timeZone: timeZone().exactOptional(),
  now: instant("The instant that “now” stands for.", "“现在”所指的时刻。").exactOptional(),
  explain: described(
    z.boolean(),
    "Also say why each candidate was kept or dropped.",
    "同时说明每个候选为何保留或舍弃。",
  ).exactOptional(),
  floor: unit("Return nothing scored under this, 0–1.", "低于此分的不返回，0–1。").exactOptional(),
  since: instant(
    "Only what was recorded at or after this instant: recalledAt of an earlier answer gives what is new.",
    "只要此刻及之后记下的：填上一次回答的 recalledAt，即得其后的新内容。",
  ).exactOptional(),
  deadlineMs: described(
    z.int().min(1).max(600_000),
    "Answer within so many milliseconds with what is there by then; `degraded` names what is missing.",
    "在这么多毫秒之内，用已得到的结果回答；缺了什么见 degraded。",
  ).exactOptional(),
  full: fullField,
});

function toRequest({ saidFrom, saidTo, full: _full, ...rest }: z.output<typeof input>): RecallRequest {
  if (saidFrom === undefined && saidTo === undefined) return rest;
  return { ...rest, saidBetween: { ...field("from", saidFrom), ...field("to", saidTo) } };
}

export const recallOperation = defineOperation({
  name: "recall",
  title: { en: "Recall", zh: "回忆" },
  description: {
    en: "Finds what is remembered about this user that bears on a query: statements and verbatim turns, best first, each with score, reason and source. Call it before answering whenever the answer may depend on what the user said or did before. An empty answer means that nothing relevant is known: do not invent. Not for general knowledge. To get ready-made messages under a token budget use context; to page through everything use list.",
    zh: "查找与提问相关的、关于该用户的记忆：陈述与原话，按相关程度排列，附分数、理由与出处。凡回答可能取决于用户以前说过或做过的事，先调用它。返回为空即表示不知道，不要编造。不用于一般知识。需要在词元预算内直接拼好消息请用 context；要翻看全部请用 list。",
  },
  input,
  output: z.object({
    items: z.array(recalledWire),
    degraded: z.array(z.string()).exactOptional(),
    pendingTurns: z.int(),
    recalledAt: isoText.exactOptional(),
    cached: z.boolean().exactOptional(),
    explanation: explanationWire.exactOptional(),
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: [...READ_ERRORS, "TOO_LARGE"],
  http: { method: "POST", path: "/v1/users/{user}/recall" },
  cli: { positional: ["query"], example: 'keepsake recall "Where does she live?" --user ada' },
  mcp: true,
  async handle({ parts, caller, language }, request) {
    const { recall } = await import("../recall/index.js");
    const result = await recall(parts, caller.scope, { ...toRequest(request), ...field("language", language) });
    return {
      items: result.items.map((item) => recalledToWire(item, request.full)),
      ...field("degraded", result.degraded === undefined ? undefined : [...result.degraded]),
      pendingTurns: result.pendingTurns,
      ...isoField("recalledAt", result.recalledAt),
      ...field("cached", result.cached),
      ...field("explanation", result.explanation === undefined ? undefined : explanationToWire(result.explanation)),
    };
  },
});
