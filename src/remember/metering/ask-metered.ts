import { KeepsakeError, type ModelSpend, type Scope, toKeepsakeError, usageDay } from "../../domain/index.js";
import type { ChatModel, EngineParts, ObjectAnswer, ObjectRequest } from "../../ports/index.js";
import { inTurn } from "./call-gate.js";
import type { CallLimit } from "./call-limit.js";
import { capsOf, priced } from "./price.js";

/** What a model is asked for. */
type ModelPurpose = "extract" | "summarise" | "rerank" | "route";

const OVER_CAP = "model-cap";
const NOTHING: ModelSpend = { inputTokens: 0, outputTokens: 0, costMicros: 0 };

/** Whether a call was not made because the tenant's day has no room for it. */
export function isOverCap(thrown: KeepsakeError): boolean {
  return thrown.details.reason === OVER_CAP;
}

/** The most that a call can take: what is sent, by the engine's own count, and the longest answer allowed. */
function mostOf(parts: EngineParts, request: ObjectRequest): ModelSpend {
  const sent = [request.system, request.prompt, JSON.stringify(request.schema)];
  const inputTokens = sent.reduce((sum, text) => sum + parts.tokens.count(text), 0);
  return priced(inputTokens, request.maxOutputTokens, parts.modelTerms);
}

function figure(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.ceil(value) : 0;
}

/** What a failed call is counted as: a bad answer by its own figures, one that never came in full (the server may bill it), an outage nothing. */
function spentOnFailure(parts: EngineParts, thrown: unknown, most: ModelSpend): ModelSpend {
  const { code, details } = toKeepsakeError(thrown);
  if (code === "DEADLINE_EXCEEDED") return most;
  if (code !== "MODEL_INVALID_OUTPUT") return NOTHING;
  return priced(figure(details.inputTokens), figure(details.outputTokens), parts.modelTerms);
}

/** Who asks, and what for: the figures are told apart by it. */
interface Metered {
  readonly parts: EngineParts;
  readonly scope: Scope;
  readonly purpose: ModelPurpose;
}

/** The day's figures must not lose the answer: what could not be written down stays reserved, and the cap errs on the safe side. */
async function settle(metered: Metered, day: string, reserved: ModelSpend, spent: ModelSpend) {
  const { parts, scope, purpose } = metered;
  const { telemetry } = parts;
  telemetry.count("keepsake_model_input_tokens", spent.inputTokens, { purpose });
  telemetry.count("keepsake_model_output_tokens", spent.outputTokens, { purpose });
  telemetry.count("keepsake_model_cost_micros", spent.costMicros, { purpose });
  try {
    await parts.storage.usage.settle(scope.tenant, day, reserved, spent);
  } catch (thrown) {
    telemetry.count("keepsake_model_usage_lost", 1);
    telemetry.log("warn", "model.usage_not_written", { code: toKeepsakeError(thrown).code });
  }
}

/**
 * One call to the model, in its turn among those of other tenants, within the tenant's caps of the day and written down in its figures
 * (P23). Nothing is sent that could pass a cap, and nothing is reserved while it waits for its turn.
 * @param limit begins when the call's turn has come, and ends with it; its signal is the caller's to give in the request
 * @throws RATE_LIMITED (`isOverCap`, or no place at the model in time), and whatever the model or the store throws
 */
export function askMetered(
  parts: EngineParts,
  scope: Scope,
  model: ChatModel,
  request: ObjectRequest,
  purpose: ModelPurpose = "extract",
  limit?: CallLimit,
): Promise<ObjectAnswer> {
  const { signal } = request;
  const call = { model, tenant: scope.tenant, purpose, ...(signal === undefined ? {} : { signal }) };
  return inTurn(parts, call, async () => {
    limit?.begin();
    try {
      return await askWithinCaps(parts, scope, model, request, purpose);
    } finally {
      limit?.end();
    }
  });
}

async function askWithinCaps(
  parts: EngineParts,
  scope: Scope,
  model: ChatModel,
  request: ObjectRequest,
  purpose: ModelPurpose,
): Promise<ObjectAnswer> {
  const metered: Metered = { parts, scope, purpose };
  const day = usageDay(parts.clock.now());
  const most = mostOf(parts, request);
  if (!(await parts.storage.usage.reserve(scope.tenant, day, most, capsOf(parts.modelTerms)))) {
    const message = `the tenant's cap on model use for ${day} leaves no room for this call`;
    throw new KeepsakeError("RATE_LIMITED", message, { reason: OVER_CAP, day });
  }
  let answer: ObjectAnswer;
  try {
    answer = await model.generateObject(request);
  } catch (thrown) {
    await settle(metered, day, most, spentOnFailure(parts, thrown, most));
    throw thrown;
  }
  const spent = priced(figure(answer.inputTokens), figure(answer.outputTokens), parts.modelTerms);
  await settle(metered, day, most, spent);
  return answer;
}
