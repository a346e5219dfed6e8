export * from "./embedder.js";
export * from "./engine.js";
export * from "./model-server.js";
export * from "./storage/index.js";
