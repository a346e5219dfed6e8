import type { Clock } from "../../ports/index.js";

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
