import { BY_NUMBER, type MemoryWrite, scopeKey, type WriteSelection } from "../../../domain/index.js";
import type { WriteLogStore } from "../../../ports/index.js";
import { pageOf, sortItems } from "./paging.js";
import type { Draft } from "./state.js";

function isOf(write: MemoryWrite, selection: WriteSelection): boolean {
  switch (selection.by) {
    case "turn":
      return write.turnId === selection.turnId;
    case "session":
      return write.sessionId === selection.sessionId;
    case "agent":
      return write.agentId === selection.agentId;
    case "import":
      return write.importId === selection.importId;
    case "policy":
      return write.policyVersion === selection.policyVersion;
  }
}

const BY_SEQUENCE = { keyOf: (write: MemoryWrite) => [write.sequence] as const };

/** Takes lines out of the log, with the rows that they tell of. */
export function removeWrites(draft: Draft, isGone: (write: MemoryWrite) => boolean): void {
  const gone = [...draft.get("writes").values()].filter(isGone);
  if (gone.length === 0) return;
  const writes = draft.edit("writes");
  for (const write of gone) writes.delete(write.sequence);
}

export function createWriteLogStore(draft: Draft, nextSequence: () => number): WriteLogStore {
  const all = () => [...draft.get("writes").values()];
  return {
    async append(lines) {
      draft.requireWrite();
      for (const line of lines) {
        const sequence = nextSequence();
        draft.edit("writes", line.at).set(sequence, { ...structuredClone(line), sequence });
      }
    },
    async list(selection, page) {
      return pageOf(
        all().filter((write) => isOf(write, selection)),
        {
          ...BY_SEQUENCE,
          order: `writes:${JSON.stringify(selection)}`,
          owner: scopeKey(draft.scope),
          keyParts: BY_NUMBER,
          directions: ["descending"],
        },
        page,
      );
    },
    async listByMemories(memoryIds) {
      const wanted = new Set(memoryIds);
      return sortItems(
        all().filter((write) => wanted.has(write.memoryId)),
        { ...BY_SEQUENCE, directions: ["ascending"] },
      );
    },
    async markUndone(sequences, at) {
      draft.requireWrite();
      const marked = [...new Set(sequences)].flatMap((sequence) => {
        const write = draft.get("writes").get(sequence);
        return write === undefined || write.undoneAt !== undefined ? [] : [write];
      });
      for (const write of marked) draft.edit("writes").set(write.sequence, { ...write, undoneAt: at });
      return marked.length;
    },
  };
}
