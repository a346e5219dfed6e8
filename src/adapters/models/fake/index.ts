export type { FakeChatModel, FakeChatScript, FakeReply } from "./fake-chat-model.js";
export { createFakeChatModel } from "./fake-chat-model.js";
export type { FakeEmbedderOptions } from "./fake-embedder.js";
export { createFakeEmbedder } from "./fake-embedder.js";
