import { z } from "zod";
import { ROUTES } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, field } from "./wire.js";

export const routeOperation = defineOperation({
  name: "route",
  title: { en: "Decide where to look", zh: "判断查询去向" },
  description: {
    en: "Decides whether a message needs the user's memory, the knowledge base, both, or neither, and why. Rules decide; a configured model is asked only where they are not sure. Call it before recall or search when either could answer; pass override to decide it yourself.",
    zh: "判断一条消息需要查用户记忆、知识库、两者，还是都不需要，并说明原因。以规则为主，规则没有把握时才问已配置的模型。当不确定该用 recall 还是 search 时先调用；可用 override 自行指定。",
  },
  input: z.strictObject({
    query: described(z.string().min(1).max(200_000), "What the user says now.", "用户现在说的话。"),
    override: described(z.enum(ROUTES), "The caller's own decision.", "由调用方指定的去向。").exactOptional(),
    useModel: described(
      z.boolean(),
      "Whether the model may be asked; where one is configured, yes.",
      "是否可以问模型；已配置模型时默认可以。",
    ).exactOptional(),
  }),
  output: z.object({
    route: z.enum(ROUTES),
    by: z.enum(["override", "rules", "model"]),
    reason: z.string(),
    rules: z.array(z.string()),
    confidence: z.number(),
    degraded: z.array(z.string()).exactOptional(),
  }),
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "POST", path: "/v1/users/{user}/route" },
  cli: { positional: ["query"], example: 'keepsake route "What is our travel policy?" --user ada' },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { route } = await import("../routing/index.js");
    const { degraded, rules, ...result } = await route(parts, caller.scope, input);
    return { ...result, rules: [...rules], ...field("degraded", degraded === undefined ? undefined : [...degraded]) };
  },
});
