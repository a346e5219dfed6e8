export { type BlobsUnderTest, blobConformance } from "./blobs/index.js";
export * from "./embedder.js";
export * from "./engine.js";
export { createFakeReader, type FakeReader, type FakeReading } from "./fake-reader.js";
export * from "./model-server.js";
export * from "./pair-reader.js";
export * from "./storage/index.js";
export * from "./vector-engine/index.js";
export { type WakeUpsUnderTest, wakeUpConformance } from "./wake-up.js";
