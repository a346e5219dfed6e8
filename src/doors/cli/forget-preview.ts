import { KeepsakeError } from "../../domain/index.js";
import { operationNamed, runOperation } from "../../operations/index.js";
import { memoryTable } from "./render/index.js";
import type { MemoryShape } from "./render/shapes.js";
import type { Session } from "./session.js";

/** A person reads so many before deciding; the figures above tell of all. */
const MOST_SHOWN = 50;

/** Gone between the two calls: nothing to be shown, and nothing wrong. */
async function findShown(session: Session, id: string): Promise<readonly MemoryShape[]> {
  const call = { parts: session.engine.parts, caller: session.caller };
  try {
    return [(await runOperation(operationNamed("get"), call, { id })) as MemoryShape];
  } catch (thrown) {
    if (thrown instanceof KeepsakeError && thrown.code === "NOT_FOUND") return [];
    throw thrown;
  }
}

/** What `forget --dry-run` would erase, in its words: counts alone do not tell whether it is what was meant. */
export async function showDoomed(session: Session, report: unknown): Promise<void> {
  const { memoryIds, dryRun } = report as { readonly memoryIds: readonly string[]; readonly dryRun?: boolean };
  const { screen, texts } = session;
  if (dryRun !== true || screen.json || memoryIds.length === 0) return;
  const shown: MemoryShape[] = [];
  for (const id of memoryIds.slice(0, MOST_SHOWN)) shown.push(...(await findShown(session, id)));
  memoryTable(screen, shown);
  if (memoryIds.length > MOST_SHOWN) screen.note(texts.andMore(memoryIds.length - MOST_SHOWN));
}
