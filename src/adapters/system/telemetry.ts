import { pino } from "pino";
import type { Labels, LogLevel, MeasurementSnapshot, Telemetry } from "../../ports/index.js";
import { Measurements } from "./measurements.js";

/** A field longer than this is more likely to be someone's words than a fact about the engine. */
const MAX_FIELD_CHARACTERS = 300;

export interface ReadableTelemetry extends Telemetry {
  snapshot(): MeasurementSnapshot;
}

interface TelemetryOptions {
  /** Least level that is written. Default `info`. */
  readonly level?: LogLevel | "silent";
  /** Takes each JSON line. Default: standard error, without blocking; standard output stays free for answers. */
  readonly sink?: { write(line: string): void };
}

/** Logs as JSON lines through pino; counters and observations are kept in the process and read by `snapshot()`. */
export function createTelemetry(options: TelemetryOptions = {}): ReadableTelemetry {
  const logger = pino(
    { level: options.level ?? "info", base: { name: "keepsake" }, timestamp: pino.stdTimeFunctions.isoTime },
    options.sink ?? pino.destination({ dest: 2, sync: false }),
  );
  return {
    ...measuring(new Measurements()),
    log: (level: LogLevel, event: string, fields: Labels = {}) => logger[level](shortened(fields), event),
  };
}

/** Measures but writes nothing. */
export function silentTelemetry(): ReadableTelemetry {
  return { ...measuring(new Measurements()), log: () => undefined };
}

function measuring(measurements: Measurements): Omit<ReadableTelemetry, "log"> {
  return {
    count: (name: string, by: number, labels: Labels = {}) => measurements.count(name, by, labels),
    observe: (name: string, value: number, labels: Labels = {}) => measurements.observe(name, value, labels),
    snapshot: () => measurements.snapshot(),
  };
}

function shortened(fields: Labels): Labels {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" && value.length > MAX_FIELD_CHARACTERS ? `[${value.length} characters]` : value,
    ]),
  );
}
