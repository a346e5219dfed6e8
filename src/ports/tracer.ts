import type { Labels } from "./telemetry.js";

export interface SpanTerms {
  /** `server`: a call that came in; `client`: one that goes to another service. Absent: a step within. */
  readonly kind?: "server" | "client";
  /** Names of operations, doors and models, figures, codes; never an id or a word of anyone. */
  readonly attributes?: Labels;
  /** The caller's span as W3C Trace Context writes it. What is not well-formed is passed over, and a trace of our own begins. */
  readonly traceparent?: string;
}

/** Who waited for what, from the door to the store. Never throws by itself, never blocks. */
export interface Tracer {
  /**
   * Runs the work as a span, a child of the one that the code at hand runs in. Resolves and rejects as the work does; a failure marks the
   * span with its code of the catalogue, never with its message.
   */
  span<Result>(name: string, work: () => Promise<Result>, terms?: SpanTerms): Promise<Result>;
  /** Adds to the span that the code at hand runs in; outside of one nothing happens. */
  note(attributes: Labels): void;
  /** Of the trace that the code at hand runs in, 32 hexadecimal digits. Absent outside of one. */
  traceId(): string | undefined;
}
