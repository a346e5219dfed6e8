import type { DoorEngine } from "./engine.js";

/** Whether the store answers: by the cheapest question that there is, since supervisors of many processes ask every few seconds. */
export async function storeAnswers({ parts }: DoorEngine): Promise<boolean> {
  try {
    await parts.storage.queue.nextDueAt();
    return true;
  } catch (error) {
    parts.telemetry.log("error", "not-ready", { cause: error instanceof Error ? error.message : String(error) });
    return false;
  }
}
