import type { EpochMs } from "../domain/index.js";

export interface Clock {
  /** The current instant. Never goes back within one process by more than the system clock does. */
  now(): EpochMs;
}
