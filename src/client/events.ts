import type { ErrorCode } from "../domain/index.js";

export type CircuitState = "closed" | "open" | "half-open";

/** What the client tells whoever watches it. Names, codes and figures; never the words of a turn or a memory. */
export type ClientEvent =
  /** One request went out and ended; `code` where it failed. */
  | {
      readonly type: "attempt";
      readonly operation: string;
      readonly attempt: number;
      readonly durationMs: number;
      readonly code?: ErrorCode;
    }
  | { readonly type: "retry"; readonly operation: string; readonly delayMs: number; readonly code: ErrorCode }
  | { readonly type: "circuit"; readonly state: CircuitState }
  /** A read was answered with nothing, because memory is out of reach. */
  | { readonly type: "no-memory"; readonly operation: string; readonly code: ErrorCode }
  /** Turns were put aside until the server is back. */
  | { readonly type: "spooled"; readonly entryId: string; readonly turns: number; readonly code: ErrorCode }
  | { readonly type: "replayed"; readonly entryId: string; readonly accepted: number; readonly duplicates: number }
  /** The server will never take it: it was handed to `onUndeliverable`. */
  | { readonly type: "undeliverable"; readonly entryId: string; readonly code: ErrorCode }
  | { readonly type: "spool-full"; readonly entries: number }
  /** So many entries of the spool could not be read. They are out of the way, and lie beside it. */
  | { readonly type: "spool-damaged"; readonly entries: number };

export type Watch = (event: ClientEvent) => void;

/** A watcher's fault is not the caller's: it never reaches the call. */
export function guarded(watch: Watch | undefined): Watch {
  if (watch === undefined) return () => undefined;
  return (event) => {
    try {
      watch(event);
    } catch {
      // nobody to tell: the one who listens is the one who failed
    }
  };
}
