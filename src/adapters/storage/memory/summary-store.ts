import { BY_NUMBER_AND_ID, KeepsakeError, type SummaryState, scopeKey } from "../../../domain/index.js";
import type { SummaryStore } from "../../../ports/index.js";
import { pageOf, sortItems } from "./paging.js";
import type { Draft } from "./state.js";

const keyOf = (state: SummaryState) => [state.lastTurnAt, state.sessionId] as const;

export function createSummaryStore(draft: Draft): SummaryStore {
  const all = () => [...draft.get("summaries").values()];
  return {
    async find(sessionId) {
      return draft.get("summaries").get(sessionId);
    },
    async put(state) {
      const summaries = draft.edit("summaries", state.lastTurnAt);
      const { sessionId, revision } = state;
      if ((summaries.get(sessionId)?.revision ?? 0) !== revision)
        throw new KeepsakeError(
          "CONFLICT",
          `the summary of session ${JSON.stringify(sessionId)} was changed meanwhile`,
        );
      const stored: SummaryState = { ...structuredClone(state), revision: revision + 1 };
      summaries.set(sessionId, stored);
      return stored;
    },
    async listIdle(before, limit) {
      const idle = all().filter((state) => state.endedAt === undefined && state.lastTurnAt < before);
      return sortItems(idle, { keyOf, directions: ["ascending", "ascending"] }).slice(0, limit);
    },
    async list(page) {
      const order = { order: "summaries", owner: scopeKey(draft.scope), keyOf, keyParts: BY_NUMBER_AND_ID };
      const summarised = all().filter((state) => state.summary !== undefined);
      return pageOf(summarised, { ...order, directions: ["descending", "ascending"] }, page);
    },
    async remove(sessionIds) {
      draft.requireWrite();
      return sessionIds.filter((id) => draft.get("summaries").has(id) && draft.edit("summaries").delete(id)).length;
    },
  };
}
