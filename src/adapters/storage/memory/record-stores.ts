import { KeepsakeError, scopeKey } from "../../../domain/index.js";
import type { AuditEvent, AuditStore, DirectoryStore, RequestStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import type { Draft } from "./state.js";

export function createDirectoryStore(draft: Draft): DirectoryStore {
  return {
    async ensureUser(at) {
      const user = draft.edit("user");
      if (!user.has("user")) user.set("user", { createdAt: at });
    },
    async hasUser() {
      return draft.get("user").size > 0;
    },
  };
}

export function createAuditStore(draft: Draft, nextSequence: () => number): AuditStore {
  return {
    async append(event) {
      draft.edit("audit", event.at).set(nextSequence(), structuredClone(event));
    },
    async list(page) {
      const listing = {
        order: "audit",
        owner: scopeKey(draft.scope),
        keyOf: ([sequence]: readonly [number, AuditEvent]) => [sequence],
        directions: ["descending"] as const,
      };
      const { items, ...rest } = pageOf(draft.get("audit").entries(), listing, page);
      return { items: items.map(([, event]) => event), ...rest };
    },
  };
}

export function createRequestStore(draft: Draft): RequestStore {
  const keyOf = (key: string, operation: string) => JSON.stringify([key, operation]);
  return {
    async find(key, operation) {
      return draft.get("requests").get(keyOf(key, operation));
    },
    async put({ key, operation, bodyHash, response, at }) {
      const requests = draft.edit("requests", at);
      if (requests.has(keyOf(key, operation)))
        throw new KeepsakeError("CONFLICT", `idempotency key ${JSON.stringify(key)} was used`);
      requests.set(keyOf(key, operation), { bodyHash, response: response.toWellFormed() });
    },
    async clear() {
      draft.requireWrite();
      const { size } = draft.get("requests");
      if (size > 0) draft.edit("requests").clear();
      return size;
    },
  };
}
