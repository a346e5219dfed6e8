export * from "./storage/index.js";
export * from "./embedder.js";
export * from "./engine.js";
export * from "./model-server.js";
