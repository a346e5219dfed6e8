import { SECOND_MS, toKeepsakeError } from "../../../domain/index.js";
import { inChinese } from "../../../operations/index.js";
import { both, type Finding, finding, type Patient } from "./finding.js";

const PROBE_MS = 30 * SECOND_MS;
/** A model that thinks before it answers needs room for it. */
const PROBE_TOKENS = 256;
const PROBE = {
  system: "Answer with the JSON object that is asked for.",
  prompt: 'Answer with {"ok": true}.',
  schemaName: "probe",
  schema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"], additionalProperties: false },
  maxOutputTokens: PROBE_TOKENS,
} as const;

/** Without credentials or a query, which may hold a key. */
function addressIn(url: string): string {
  if (!URL.canParse(url)) return "";
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Asks it for one small object: that something answers at its address says nothing of the key, the model's name or the quota. */
export async function checkChatModel({ config, engine }: Pick<Patient, "config" | "engine">): Promise<Finding> {
  const { chatModel } = engine.parts;
  if (chatModel === undefined)
    return finding("chat-model", "ok", both("None is configured: rules only.", "未配置语言模型：只用规则。"));
  const where = `${chatModel.modelId} · ${addressIn(config.chatModel?.url ?? "")}`;
  try {
    await chatModel.generateObject({ ...PROBE, signal: AbortSignal.timeout(PROBE_MS) });
    return finding("chat-model", "ok", both(`${where} answers.`, `${where} 有应答。`));
  } catch (thrown) {
    const { code, message } = toKeepsakeError(thrown);
    const isAnswer = code === "MODEL_INVALID_OUTPUT";
    return finding(
      "chat-model",
      isAnswer ? "warning" : "failed",
      both(`${code} ${message}`, `${code} ${inChinese(message) ?? message}`),
      isAnswer
        ? both(
            "It answers, but not with JSON: choose a model that keeps to a schema; what it gets wrong is digested by the rules.",
            "它有应答，但给不出 JSON：请换用能遵守结构的模型；出错的发言按规则处理。",
          )
        : both(
            "Check the chat model's URL, key and name (`keepsake config`) and the network; until then turns are digested by the rules alone.",
            "请检查语言模型的地址、密钥与名称（`keepsake config`）以及网络；在此之前只按规则处理发言。",
          ),
    );
  }
}

/** Only where one is configured: most have none, and recall is whole without. */
export async function checkReranker({ engine }: Pick<Patient, "engine">): Promise<readonly Finding[]> {
  const { reranker } = engine.parts;
  if (reranker === undefined) return [];
  try {
    await reranker.rerank({ query: "probe", documents: ["probe"], signal: AbortSignal.timeout(PROBE_MS) });
    return [finding("reranker", "ok", both(`${reranker.modelId} answers.`, `${reranker.modelId} 有应答。`))];
  } catch (thrown) {
    const { code, message } = toKeepsakeError(thrown);
    return [
      finding(
        "reranker",
        "failed",
        both(`${code} ${message}`, `${code} ${inChinese(message) ?? message}`),
        both(
          "Check the settings reranker.* (`keepsake config`); until then recall keeps its own order and says so.",
          "请检查 reranker.* 设置（`keepsake config`）；在此之前检索保持自己的次序并注明。",
        ),
      ),
    ];
  }
}

export function checkSpend({ config: { chatModel } }: Pick<Patient, "config">): readonly Finding[] {
  if (chatModel === undefined) return [];
  const { inputPrice, outputPrice, maxTokensPerDay, maxCostPerDay } = chatModel;
  const isPriced = inputPrice > 0 || outputPrice > 0;
  const isCapped = maxTokensPerDay !== undefined || (maxCostPerDay !== undefined && isPriced);
  return [
    finding(
      "chat-model-spend",
      isCapped ? "ok" : "warning",
      isCapped
        ? both("A cap per day is set.", "已设每日上限。")
        : both("Nothing caps what the model may cost in a day.", "模型的每日花费没有上限。"),
      both(
        "Set prices and a cap per day of the chat model (see the configuration reference).",
        "请设置语言模型的价格与每日上限（见配置参考）。",
      ),
    ),
  ];
}
