export type LogLevel = "debug" | "info" | "warn" | "error";
export type Labels = Readonly<Record<string, string | number | boolean>>;

/** Metrics and logs. Never throws, never blocks, never given the text of a memory or a turn. */
export interface Telemetry {
  /** Adds to a counter, e.g. `count("keepsake_turns_accepted", 1)`. */
  count(name: string, by: number, labels?: Labels): void;
  /** Records one observation; the unit is the name's suffix (`_ms`, `_tokens`, `_bytes`). */
  observe(name: string, value: number, labels?: Labels): void;
  log(level: LogLevel, event: string, fields?: Labels): void;
}

export interface CounterReading {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface ObservationReading {
  readonly name: string;
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Of the last 512 observations. */
  readonly p50: number;
  readonly p95: number;
}

/** What was counted and observed since the process began, by name and labels. */
export interface MeasurementSnapshot {
  readonly counters: readonly CounterReading[];
  readonly observations: readonly ObservationReading[];
}
