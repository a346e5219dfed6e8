import type { DoorEngine } from "./engine.js";

/** Whether calls would be answered: the store gives one. Why not is in the log. */
export async function isReady({ parts }: DoorEngine): Promise<boolean> {
  try {
    await parts.storage.queue.backlog();
    return true;
  } catch (error) {
    parts.telemetry.log("error", "not-ready", { cause: error instanceof Error ? error.message : String(error) });
    return false;
  }
}
