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
