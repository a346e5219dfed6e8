import { z } from "zod";
import { MEMORY_KINDS, TRACE_STEPS } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, field, id, instant, timeZone, unit } from "./wire.js";

export const traceOperation = defineOperation({
  name: "trace",
  title: { en: "Trace a missing memory", zh: "追查缺失的记忆" },
  description: {
    en: "Says at which step an expected memory was lost for a query: never recorded, sifted out (by which rule), redacted, rejected, waiting for review, superseded (by what), expired, archived, not indexed, filtered, under the floor, beyond the limit, a duplicate, or cut by the budget. Call it when recall did not give what it should have. Only this user's memory is looked into.",
    zh: "说明某条本应出现的记忆在哪一步丢失：从未记录、被哪条规则筛去、已脱敏、未采纳、待审核、被何取代、过期、归档、未入索引、被筛选排除、低于门槛、超出条数、因重复舍去、或因预算舍去。当 recall 没有给出应有的结果时调用。只查看该用户自己的记忆。",
  },
  input: z.strictObject({
    query: described(z.string().min(1), "The query that should have found it.", "本应找到它的提问。"),
    expect: described(
      z.string().min(1).max(8_000),
      "What should have been found: the id of a memory, an episode or a turn, or its words.",
      "本应找到的内容：记忆、原话片段或发言的编号，或其文字。",
    ),
    limit: described(
      z.int().min(1).max(100),
      "The recall's limit, 1–100.",
      "该次 recall 的条数，1–100。",
    ).exactOptional(),
    types: described(
      z.array(z.enum(["memory", "episode"])).min(1),
      "The recall's types.",
      "该次 recall 的类型条件。",
    ).exactOptional(),
    kinds: described(
      z.array(z.enum(MEMORY_KINDS)).min(1),
      "The recall's kinds.",
      "该次 recall 的类别条件。",
    ).exactOptional(),
    tags: described(
      z.array(z.string().min(1)).min(1),
      "The recall's tags.",
      "该次 recall 的标签条件。",
    ).exactOptional(),
    sessionId: id("The recall's conversation.", "该次 recall 的会话条件。").exactOptional(),
    agentId: id("The recall's agent.", "该次 recall 的智能体条件。").exactOptional(),
    asOf: instant("The past instant that was asked about.", "所问的过去时刻。").exactOptional(),
    currentSessionId: id("The running conversation.", "正在进行的会话。").exactOptional(),
    timeZone: timeZone().exactOptional(),
    now: instant("The instant that “now” stands for.", "“现在”所指的时刻。").exactOptional(),
    floor: unit("The recall's floor, 0–1.", "该次 recall 的门槛，0–1。").exactOptional(),
    maxTokens: described(
      z.int().min(1).max(1_000_000),
      "Also look whether it came into a context of so many tokens.",
      "同时查看它是否进入这么多词元的上下文。",
    ).exactOptional(),
  }),
  output: z.object({
    step: z.enum(TRACE_STEPS),
    why: z.string(),
    found: z.object({ id: z.string(), type: z.enum(["memory", "episode"]), content: z.string() }).exactOptional(),
    place: z.int().exactOptional(),
    checks: z.array(z.object({ step: z.enum(TRACE_STEPS), passed: z.boolean(), detail: z.string() })),
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: [...READ_ERRORS, "TOO_LARGE"],
  http: { method: "POST", path: "/v1/users/{user}/trace" },
  cli: { positional: [], example: 'keepsake trace --query "Where does she live?" --expect "lives in Oslo" --user ada' },
  mcp: true,
  async handle({ parts, caller, language }, input) {
    const { traceContext } = await import("../context/index.js");
    const { step, why, found, place, checks } = await traceContext(parts, caller.scope, {
      ...input,
      ...field("language", language),
    });
    return {
      ...{ step, why },
      ...field("found", found === undefined ? undefined : { ...found }),
      ...field("place", place),
      checks: checks.map((check) => ({ ...check })),
    };
  },
});
