export { servedParts } from "./served-parts.js";
export { twinProjection } from "./twin-projection.js";
export { findTwin, setTwin, type TwinVector } from "./twin-vectors.js";
