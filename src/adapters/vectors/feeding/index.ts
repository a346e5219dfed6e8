export { type VectorEngineOptions, withVectorEngine } from "./with-vector-engine.js";
