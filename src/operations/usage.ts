import { z } from "zod";
import type { ModelUsage } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";

const MICROS = 1_000_000;

const daySchema = z.object({
  day: z.string(),
  calls: z.int(),
  refusals: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number(),
  reservedTokens: z.int(),
  reservedCost: z.number(),
});

function toDay({ costMicros, reservedCostMicros, ...figures }: ModelUsage): z.output<typeof daySchema> {
  return { ...figures, cost: costMicros / MICROS, reservedCost: reservedCostMicros / MICROS };
}

export const usageOperation = defineOperation({
  name: "usage",
  title: { en: "What the language model cost", zh: "语言模型的用量与费用" },
  description: {
    en: "Tokens and money that the tenant spent on the language model: today (UTC), up to 30 days before, and the caps in force. `refusals` counts calls that a cap held back; their turns were digested by rules and are read again the day after.",
    zh: "租户在语言模型上的词元与费用：今天（UTC）、此前最多 30 天，以及生效的上限。`refusals` 是被上限拦下的调用数，对应的发言已由规则处理，次日再由模型补读。",
  },
  input: z.strictObject({}),
  output: z.object({
    modelId: z.string().exactOptional(),
    today: daySchema,
    earlier: z.array(daySchema),
    maxTokensPerDay: z.int().exactOptional(),
    maxCostPerDay: z.number().exactOptional(),
  }),
  permission: "operate",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/users/{user}/usage" },
  cli: { positional: [], example: "keepsake usage --user ada" },
  mcp: false,
  async handle({ parts, caller }) {
    const { usage } = await import("../remember/index.js");
    const { today, earlier, caps, modelId } = await usage(parts, caller.scope);
    const { maxTokens, maxCostMicros } = caps;
    return {
      today: toDay(today),
      earlier: earlier.map(toDay),
      ...(modelId === undefined ? {} : { modelId }),
      ...(maxTokens === undefined ? {} : { maxTokensPerDay: maxTokens }),
      ...(maxCostMicros === undefined ? {} : { maxCostPerDay: maxCostMicros / MICROS }),
    };
  },
});
