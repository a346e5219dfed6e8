import type { KeepsakeError } from "../domain/index.js";
import type { ClientEnvironment } from "./environment.js";
import type { CircuitState, Watch } from "./events.js";
import { isServerFailure, unavailable } from "./failure.js";

export interface BreakerTerms {
  /** So many failed attempts in a row open it. */
  readonly failures: number;
  /** How long it stays open, in ms; a random part of up to half of it is taken off, so that many clients do not come back at once. */
  readonly coolDownMs: number;
}

/** How an admitted attempt ended. `undefined`: nothing is known of the server, e.g. the caller gave up. */
type Settle = (outcome: "up" | KeepsakeError | undefined) => void;

/**
 * Closed, it lets attempts through and counts failures in a row. Open, it refuses at once. When it has cooled down it is half-open:
 * one attempt goes through, and its end closes or opens it (Nygard, "Release It!", 2007).
 */
export class CircuitBreaker {
  #failures = 0;
  #openUntil: number | undefined;
  #probing = false;

  constructor(
    private readonly terms: BreakerTerms,
    private readonly environment: Pick<ClientEnvironment, "now" | "random">,
    private readonly watch: Watch,
  ) {}

  get state(): CircuitState {
    if (this.#openUntil === undefined) return "closed";
    return this.environment.now() < this.#openUntil ? "open" : "half-open";
  }

  /** Ms until an attempt would be let through. */
  get waitMs(): number {
    return this.#openUntil === undefined ? 0 : Math.max(0, this.#openUntil - this.environment.now());
  }

  /**
   * @param insists somebody asks for an attempt now: it goes through as the one that tries whether the server is back
   * @throws UNAVAILABLE while no attempt is let through
   */
  admit(insists = false): Settle {
    const state = this.state === "open" && insists ? "half-open" : this.state;
    if (state === "open" || (state === "half-open" && this.#probing)) {
      throw unavailable("The server failed repeatedly and is left alone for a while.");
    }
    const isProbe = state === "half-open";
    if (isProbe) {
      this.#probing = true;
      this.watch({ type: "circuit", state: "half-open" });
    }
    return (outcome) => {
      if (isProbe) this.#probing = false;
      if (outcome === undefined) return;
      if (outcome === "up" || !isServerFailure(outcome)) this.#close();
      else this.#countFailure(isProbe);
    };
  }

  #close(): void {
    this.#failures = 0;
    if (this.#openUntil === undefined) return;
    this.#openUntil = undefined;
    this.watch({ type: "circuit", state: "closed" });
  }

  #countFailure(isProbe: boolean): void {
    this.#failures += 1;
    if (!isProbe && this.#failures < this.terms.failures) return;
    // attempts that were under way when it opened change nothing more
    if (!isProbe && this.#openUntil !== undefined) return;
    const { coolDownMs } = this.terms;
    this.#openUntil = this.environment.now() + coolDownMs * (1 - this.environment.random() / 2);
    this.watch({ type: "circuit", state: "open" });
  }
}
