export { createFakeChatModel, type FakeChatScript } from "./fake-chat-model.js";
export { createFakeEmbedder } from "./fake-embedder.js";
