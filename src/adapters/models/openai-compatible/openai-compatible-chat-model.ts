import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel, LanguageModelUsage } from "ai";
import { generateObject, jsonSchema } from "ai";
import { KeepsakeError } from "../../../domain/index.js";
import type { ChatModel, ObjectAnswer, ObjectRequest } from "../../../ports/index.js";
import { findJsonObject } from "./json-in-text.js";
import { deadline, describeTarget, toModelError } from "./model-errors.js";

interface OpenAiCompatibleChatModelOptions {
  /** The API's base, e.g. `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Default 30,000. */
  readonly timeoutMs?: number;
  /** Default 0: the same turn should give the same memories. */
  readonly temperature?: number;
  /** The server takes `response_format: json_schema`. Default false: `json_object`, which nearly all servers know. */
  readonly structuredOutputs?: boolean;
}

const PROVIDER = "keepsake";

/**
 * Any chat model behind an OpenAI-compatible endpoint. The schema is told in the system message too, because few servers
 * enforce it. One request a call: the engine decides about retries.
 */
export function createOpenAiCompatibleChatModel(options: OpenAiCompatibleChatModelOptions): ChatModel {
  const provider = createOpenAICompatible({
    name: PROVIDER,
    baseURL: options.url.replace(/\/+$/, ""),
    supportsStructuredOutputs: options.structuredOutputs ?? false,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
  });
  const model = provider.chatModel(options.model);
  const target = {
    name: describeTarget("chat model", options.model, options.url),
    timeoutMs: options.timeoutMs ?? 30_000,
  };

  return {
    modelId: options.model,
    async generateObject(request) {
      const signal = deadline(target.timeoutMs, request.signal);
      try {
        return await ask(model, request, options, signal);
      } catch (error) {
        throw toModelError(error, target, signal);
      }
    },
  };
}

async function ask(
  model: LanguageModel,
  request: ObjectRequest,
  options: OpenAiCompatibleChatModelOptions,
  abortSignal: AbortSignal,
): Promise<ObjectAnswer> {
  const common = {
    model,
    system: `${request.system}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(request.schema)}`,
    prompt: request.prompt,
    maxOutputTokens: request.maxOutputTokens,
    temperature: options.temperature ?? 0,
    maxRetries: 0,
    abortSignal,
    experimental_repairText: async ({ text }: { readonly text: string }) => findJsonObject(text) ?? null,
  };
  const { object, usage } = options.structuredOutputs
    ? await generateObject({
        ...common,
        schema: jsonSchema(request.schema),
        schemaName: request.schemaName,
        providerOptions: { [PROVIDER]: { strictJsonSchema: false } },
      })
    : await generateObject({ ...common, output: "no-schema" });
  if (typeof object !== "object" || object === null) {
    throw new KeepsakeError(
      "MODEL_INVALID_OUTPUT",
      `The chat model ${options.model} answered with a bare ${typeof object}, not an object.`,
      { ...tokensOf(usage) },
    );
  }
  return { object, ...tokensOf(usage) };
}

function tokensOf(usage: LanguageModelUsage): { readonly inputTokens: number; readonly outputTokens: number } {
  return { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 };
}
