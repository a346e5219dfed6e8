import {
  BY_NUMBER_AND_ID,
  checkMemoryPatch,
  foldName,
  KeepsakeError,
  type Memory,
  matchesFilter,
  memoryAttributes,
  patchMemory,
  scopeKey,
} from "../../../domain/index.js";
import type { MemoryStore, Neighbours, Stretch } from "../../../ports/index.js";
import { pageOf, sortItems } from "./paging.js";
import type { Draft } from "./state.js";
import { removeWrites } from "./write-log-store.js";

const OLDEST_FIRST = {
  keyOf: (memory: Memory) => [memory.recordedAt, memory.id] as const,
  keyParts: BY_NUMBER_AND_ID,
  directions: ["ascending", "ascending"] as const,
};
const NEWEST_FIRST = { ...OLDEST_FIRST, directions: ["descending", "ascending"] as const };
const BY_VERSION = { keyOf: (memory: Memory) => [memory.version] as const, directions: ["ascending"] as const };

function requireFree(draft: Draft, memory: Memory): void {
  for (const other of draft.get("memories").values()) {
    if (other.id === memory.id) continue;
    if (other.lineageId === memory.lineageId && other.version === memory.version) {
      throw new KeepsakeError("CONFLICT", `version ${memory.version} of ${memory.lineageId} exists`);
    }
    const contested = memory.slotKey !== undefined && memory.slotKey === other.slotKey;
    const single = memory.cardinality === "single" && other.cardinality === "single";
    if (contested && single && memory.status === "active" && other.status === "active") {
      throw new KeepsakeError("CONFLICT", `${other.id} is the slot's active memory`, { existingId: other.id });
    }
  }
}

function wellFormed(memory: Memory): Memory {
  return {
    ...structuredClone(memory),
    content: memory.content.toWellFormed(),
    evidence: memory.evidence.toWellFormed(),
  };
}

const IN_TIME = {
  keyOf: (memory: Memory) => [memory.validFrom, memory.id] as const,
  directions: ["ascending", "ascending"] as const,
};
const HELD_ONCE = new Set(["active", "superseded", "archived", "expired"]);

function neighbours(all: readonly Memory[], stretch: Stretch): Neighbours {
  const { slotKey, lineageId, from, to = Number.POSITIVE_INFINITY, saidAt = Number.NEGATIVE_INFINITY } = stretch;
  const except = new Set(stretch.except);
  const end = ({ validTo = Number.POSITIVE_INFINITY }: Memory): number => validTo;
  const rows = all.filter(
    (memory) =>
      ((slotKey !== undefined && memory.slotKey === slotKey) || memory.lineageId === lineageId) &&
      HELD_ONCE.has(memory.status) &&
      end(memory) > Math.max(from, memory.validFrom) &&
      !except.has(memory.id),
  );
  const reaching = rows.filter(
    ({ validFrom, saidAt: said }) => validFrom <= from || (validFrom < to && said <= saidAt),
  );
  const later = rows.filter(({ validFrom, saidAt: said }) => validFrom > from && said > saidAt);
  const [next] = sortItems(later, IN_TIME);
  return { reaching: sortItems(reaching, IN_TIME), ...(next === undefined ? {} : { next }) };
}

type ActiveRows = Pick<MemoryStore, "listActiveBySlot" | "listActiveByHashes" | "listActiveBySubject">;

function activeRows(active: () => readonly Memory[]): ActiveRows {
  return {
    async listActiveBySlot(slotKey) {
      return sortItems(
        active().filter((memory) => memory.slotKey === slotKey),
        OLDEST_FIRST,
      );
    },
    async listActiveByHashes(contentHashes) {
      const wanted = new Set(contentHashes);
      return sortItems(
        active().filter((memory) => wanted.has(memory.contentHash)),
        OLDEST_FIRST,
      );
    },
    async listActiveBySubject(subject, limit) {
      const folded = foldName(subject);
      return sortItems(
        active().filter((memory) => foldName(memory.subject) === folded),
        NEWEST_FIRST,
      ).slice(0, Math.max(0, limit));
    },
  };
}

export function createMemoryStore(draft: Draft): MemoryStore {
  const owner = scopeKey(draft.scope);
  const all = () => [...draft.get("memories").values()];
  const active = () => all().filter((memory) => memory.status === "active");
  return {
    async insert(memory) {
      const memories = draft.edit("memories", memory.recordedAt);
      if (memories.has(memory.id)) throw new KeepsakeError("CONFLICT", `${memory.id} exists`);
      requireFree(draft, memory);
      memories.set(memory.id, wellFormed(memory));
    },
    async update(id, expectedRevision, patch) {
      draft.requireWrite();
      checkMemoryPatch(patch);
      const memory = draft.get("memories").get(id);
      if (memory === undefined) throw new KeepsakeError("NOT_FOUND", `no memory ${id}`);
      if (memory.revision !== expectedRevision) {
        throw new KeepsakeError("CONFLICT", `${id} is at revision ${memory.revision}, not ${expectedRevision}`);
      }
      const next = patchMemory(memory, structuredClone(patch));
      requireFree(draft, next);
      draft.edit("memories").set(id, next);
      return next;
    },
    async find(id) {
      return draft.get("memories").get(id);
    },
    async findMany(ids) {
      return ids.flatMap((id) => draft.get("memories").get(id) ?? []);
    },
    ...activeRows(active),
    async listByTurns(turnIds) {
      const wanted = new Set(turnIds);
      return sortItems(
        all().filter((memory) => memory.turnIds.some((id) => wanted.has(id))),
        OLDEST_FIRST,
      );
    },
    async lineage(lineageId) {
      return sortItems(
        all().filter((memory) => memory.lineageId === lineageId),
        BY_VERSION,
      );
    },
    async latestVersion(lineageId) {
      const versions = all().filter((memory) => memory.lineageId === lineageId);
      return versions.reduce((highest, { version }) => Math.max(highest, version), 0);
    },
    async neighbours(stretch) {
      return neighbours(all(), stretch);
    },
    async list(filter, page) {
      const matching = all().filter((memory) => matchesFilter(filter, memoryAttributes(memory)));
      return pageOf(matching, { ...NEWEST_FIRST, order: "memories", owner }, page);
    },
    async count(filter) {
      return all().filter((memory) => matchesFilter(filter, memoryAttributes(memory))).length;
    },
    async remove(ids) {
      draft.requireWrite();
      const removed = new Set(ids.filter((id) => draft.get("memories").has(id) && draft.edit("memories").delete(id)));
      removeWrites(draft, (write) => removed.has(write.memoryId));
      return removed.size;
    },
  };
}
