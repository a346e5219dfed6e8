import type { RecordReceipt } from "../domain/index.js";
import type { Keepsake } from "../keepsake.js";
import { Calls, type CallTerms } from "./calls.js";
import { type CircuitState, guarded } from "./events.js";
import { type ClientOptions, readOptions } from "./options.js";
import { type FlushReport, Outbox } from "./outbox.js";
import { checkSegment } from "./routes.js";
import { type RemoteUserMemory, remoteUserMemory } from "./user-memory.js";
import { recordToWire } from "./wire-requests.js";

/** A server's memory, with the library's face. */
export interface RemoteKeepsake extends Keepsake {
  /**
   * @param id any exact string of 1–256 characters, except `.` and `..`, which cannot stand in an address
   * @param terms for the calls of this handle, e.g. the signal of the request that they belong to
   */
  user(id: string, terms?: CallTerms): RemoteUserMemory;
  /** Sends what waits in the spool now, also where the server is being left alone for a while. */
  flush(): Promise<FlushReport>;
  /** How many `record` calls wait in the spool. */
  spooled(): Promise<number>;
  readonly circuit: CircuitState;
  /** Tries once more to send what waits, then gives every running call up. What still waits stays in the spool, as long as that lasts. */
  close(): Promise<void>;
}

/**
 * Connects to a Keepsake server: what `openKeepsake` gives, over HTTP. Nothing is sent yet.
 *
 * A call takes no longer than its deadline and is repeated where that can help; every write carries a key, so that it counts once.
 * While the server is away `recall`, `context` and `profile` answer that nothing is known (`degraded` says so), and `record` puts its
 * turns aside and sends them when the server is back.
 * @throws CONFIG_INVALID
 * @example
 * const keepsake = connectKeepsake({ url: "https://memory.example.com", apiKey: process.env.KEEPSAKE_KEY });
 * const { items } = await keepsake.user("ada").recall({ query: "Where do I live?" });
 */
export function connectKeepsake(options: ClientOptions): RemoteKeepsake {
  const terms = readOptions(options);
  const watch = guarded(options.onEvent);
  const calls = new Calls(terms, watch);
  const outbox =
    terms.spool === undefined
      ? undefined
      : new Outbox({
          spool: terms.spool,
          limits: terms.spoolLimits,
          environment: terms.environment,
          deliver: async ({ user, request }, insists) => {
            const input = recordToWire(request);
            return (await calls.call({ name: "record", user, input, terms: {}, insists })) as RecordReceipt;
          },
          waitMs: () => calls.waitMs,
          watch,
          onUndeliverable: options.onUndeliverable ?? (() => undefined),
        });
  // a spool that cannot be read says so when something is put in it
  const opened = outbox?.open().catch(() => undefined);
  let isClosed = false;
  return {
    user(id, callTerms = {}) {
      checkSegment(id, "user");
      return remoteUserMemory({ calls, outbox, terms, watch }, id, callTerms);
    },
    async flush() {
      await opened;
      return (await outbox?.flush({ insists: true })) ?? { delivered: 0, undeliverable: 0, waiting: 0 };
    },
    spooled: async () => outbox?.size() ?? 0,
    get circuit() {
      return calls.circuit;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await opened;
      outbox?.close();
      // what cannot be sent now waits on, or is lost with the process, as the spool was chosen
      await outbox?.flush({ insists: true }).catch(() => undefined);
      calls.close();
    },
  };
}
