export { systemClock } from "./clock.js";
export { createIds } from "./ids.js";
export { createTelemetry, type ReadableTelemetry, silentTelemetry } from "./telemetry.js";
