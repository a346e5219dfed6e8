export { systemClock } from "./clock.js";
export type { IdsOptions } from "./ids.js";
export { createIds } from "./ids.js";
export type { CounterReading, MeasurementSnapshot, ObservationReading } from "./measurements.js";
export type { ReadableTelemetry, TelemetryOptions } from "./telemetry.js";
export { createTelemetry, silentTelemetry } from "./telemetry.js";
