export { createOpenAiCompatibleChatModel } from "./openai-compatible-chat-model.js";
export { createOpenAiCompatibleEmbedder } from "./openai-compatible-embedder.js";
