import type { KeepsakeConfig } from "../config/index.js";
import { hasEverHadKey } from "../identity/index.js";
import type { DoorEngine } from "./engine.js";

/** How old the knowledge that nothing locks the doors may be. A key can be made by another process at any time. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Whether a caller needs a credential: as soon as one is configured, or a key was ever made in the store. It locks by itself while the
 * doors are open, and never opens again: a store whose keys are all dead stays shut until somebody at the machine makes another.
 */
export class Lock {
  #isLocked: boolean;
  #lookedAt: number | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly engine: DoorEngine,
    { http, auth }: KeepsakeConfig,
  ) {
    this.#isLocked = http.apiKeys.length > 0 || auth.jwt !== undefined;
  }

  /** Costs nothing once it is locked; before that, one look at the store a second. @throws what the store throws: then nobody is let in */
  async isLocked(): Promise<boolean> {
    if (!this.#isLocked && this.#isDue()) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return this.#isLocked;
  }

  /** A clock that was set back makes it due too. */
  #isDue(): boolean {
    return this.#lookedAt === undefined || Math.abs(this.engine.parts.clock.now() - this.#lookedAt) >= LOOK_AGAIN_MS;
  }

  async #look(): Promise<void> {
    const at = this.engine.parts.clock.now();
    this.#isLocked = await hasEverHadKey(this.engine.parts);
    this.#lookedAt = at;
  }
}
