import { KeepsakeError } from "../../../domain/index.js";
import type { DirectoryStore, RequestStore, ServingModelStore } from "../../../ports/index.js";
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
    async noteInstant(at) {
      const user = draft.edit("user");
      const { createdAt = at, latestAt = at } = user.get("user") ?? {};
      user.set("user", { createdAt, latestAt: Math.max(latestAt, at) });
    },
    async latestInstant() {
      const noted = draft.get("user").get("user")?.latestAt;
      if (noted !== undefined) return noted;
      const recorded = [...draft.get("memories").values()].map(({ recordedAt }) => recordedAt);
      return recorded.length === 0 ? undefined : recorded.reduce((a, b) => Math.max(a, b));
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

export function createServingModelStore(draft: Draft): ServingModelStore {
  return {
    async find() {
      return draft.get("servingModel").get("serving");
    },
    async put(model) {
      draft.requireWrite();
      if (draft.get("user").size > 0) draft.edit("servingModel").set("serving", { ...model });
    },
  };
}
