export { createFakeChatModel } from "./fake-chat-model.js";
export type { FakeChatModel, FakeChatScript, FakeReply } from "./fake-chat-model.js";
export { createFakeEmbedder } from "./fake-embedder.js";
export type { FakeEmbedderOptions } from "./fake-embedder.js";
