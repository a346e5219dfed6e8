export { systemClock } from "./clock.js";
export { createIds } from "./ids.js";
export type { IdsOptions } from "./ids.js";
export type { CounterReading, MeasurementSnapshot, ObservationReading } from "./measurements.js";
export { createTelemetry, silentTelemetry } from "./telemetry.js";
export type { ReadableTelemetry, TelemetryOptions } from "./telemetry.js";
