import { z } from "zod";
import { toIso } from "../domain/index.js";
import type { StateEntry } from "../ports/index.js";
import { id, isoText, jsonValue } from "./wire.js";

export const spaceField = id("A session's or a task's id.", "会话或任务的编号。");
export const keyField = id("The entry's key.", "条目的键。");

export const stateEntryWire = z
  .object({ key: z.string(), value: jsonValue, updatedAt: isoText, expiresAt: isoText })
  .meta({ id: "StateEntry" });

export function stateEntryToWire(entry: StateEntry): z.output<typeof stateEntryWire> {
  return {
    key: entry.key,
    value: entry.value ?? null,
    updatedAt: toIso(entry.updatedAt),
    expiresAt: toIso(entry.expiresAt),
  };
}
