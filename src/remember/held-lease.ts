import { DAY_MS, KeepsakeError, SECOND_MS } from "../domain/index.js";
import type { ClaimedWork, EngineParts } from "../ports/index.js";

/**
 * The lease of one claim while somebody works on it: renewed at half its time. Who holds it and was held up, by a machine without time for
 * him or a store that was away, lives to say that nothing of the claim killed him (`handBack`): else a machine that is starved often enough
 * would let entries die that never failed. Whoever is killed, or hangs for good, says nothing, and the lapse stands.
 */
export class HeldLease {
  readonly #parts: EngineParts;
  readonly #claim: ClaimedWork;
  readonly #tell: (thrown: unknown) => void;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** By the clock that nobody sets back: until then nobody else can have taken it. */
  #until: number;

  constructor(parts: EngineParts, claim: ClaimedWork, claimedSince: number, tell: (thrown: unknown) => void) {
    this.#parts = parts;
    this.#claim = claim;
    this.#tell = tell;
    this.#until = claimedSince + this.#leaseMs;
    this.#timer = setInterval(() => void this.#renew(), Math.min(DAY_MS, this.#leaseMs / 2));
    this.#timer.unref();
  }

  /** Falls when the lease is somebody else's, or may be. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Whether it may have run out at some time. */
  get isDoubtful(): boolean {
    return this.#lost.signal.aborted || performance.now() >= this.#until;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** Gives back what is unfinished; where the lease had run out, says that its holder lives. Harmless where all is finished. */
  async handBack(): Promise<void> {
    const { queue } = this.#parts.storage;
    if ((await queue.release(this.#claim.leaseToken)) > 0) return;
    const ids = this.#claim.entries.map(({ id }) => id);
    await queue.acquit(this.#claim.scope, ids);
  }

  get #leaseMs(): number {
    return this.#parts.policy.journal.leaseSeconds * SECOND_MS;
  }

  async #renew(): Promise<void> {
    const { storage, clock, policy } = this.#parts;
    const asked = performance.now();
    try {
      await storage.queue.renew(this.#claim.leaseToken, clock.now(), policy.journal.leaseSeconds);
      this.#until = asked + this.#leaseMs;
    } catch (thrown) {
      this.#tell(thrown);
      // where the store only did not answer, the lease is still held for its time
      const isTaken = thrown instanceof KeepsakeError && thrown.code === "CONFLICT";
      if (isTaken || this.isDoubtful) this.#lost.abort();
    }
  }
}
