import type { Telemetry } from "../ports/index.js";

export interface Heard {
  readonly telemetry: Telemetry;
  readonly lines: readonly { readonly level: string; readonly event: string; readonly fields: unknown }[];
  readonly counted: readonly (readonly unknown[])[];
}

/** A telemetry that keeps what it is told. */
export function listen(telemetry: Telemetry): Heard {
  const lines: { level: string; event: string; fields: unknown }[] = [];
  const counted: (readonly unknown[])[] = [];
  return {
    lines,
    counted,
    telemetry: {
      ...telemetry,
      log: (level, event, fields) => void lines.push({ level, event, fields }),
      count: (...told) => void counted.push(told),
      observe: () => undefined,
    },
  };
}
