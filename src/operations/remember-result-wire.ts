import { z } from "zod";
import type { RememberResult } from "../domain/index.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { field } from "./wire.js";

export const rememberResultWire = z.object({
  outcome: z.enum(["new", "reinforced", "superseded", "coexists", "rejected", "retracted", "pending-review"]),
  reason: z.string(),
  memory: memoryWire.exactOptional(),
  supersededIds: z.array(z.string()),
  degraded: z.array(z.string()).exactOptional(),
});

type RememberResultWire = z.output<typeof rememberResultWire>;

export function rememberResultToWire(result: RememberResult): RememberResultWire {
  return {
    outcome: result.outcome,
    reason: result.reason,
    ...field("memory", result.memory === undefined ? undefined : memoryToWire(result.memory)),
    supersededIds: [...result.supersededIds],
    ...field("degraded", result.degraded === undefined ? undefined : [...result.degraded]),
  };
}

/** The ids that the audit log names for a write. */
export function writtenIds(result: RememberResultWire): readonly string[] {
  return [...(result.memory === undefined ? [] : [result.memory.id]), ...result.supersededIds];
}
