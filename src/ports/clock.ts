import type { EpochMs } from "../domain/index.js";

export interface Clock {
  /** The current instant. Goes back where the system clock is set back. */
  now(): EpochMs;
}
