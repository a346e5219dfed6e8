export type { OpenAiCompatibleChatModelOptions } from "./openai-compatible-chat-model.js";
export { createOpenAiCompatibleChatModel } from "./openai-compatible-chat-model.js";
export type { OpenAiCompatibleEmbedderOptions } from "./openai-compatible-embedder.js";
export { createOpenAiCompatibleEmbedder } from "./openai-compatible-embedder.js";
