import { KeepsakeError } from "../../../domain/index.js";
import type { Asking, MemoryRow, ScopeNumbers, Steps } from "../relational/index.js";
import { conditionOf } from "./filter-condition.js";
import { SQL } from "./sql.js";

/** PostgreSQL takes each of these steps in one statement. */
export function postgresSteps(connection: Asking): Steps {
  return {
    async makeScope(tenant, scope, at) {
      const made = await connection.get<{ id: number }>(SQL.insertScope, tenant, scope.user, at);
      if (made === undefined) throw new KeepsakeError("INTERNAL", "a user could not be made");
      await connection.run(SQL.enterNewScope, String(made.id));
      return made.id;
    },
    async extendSession(place, ...session) {
      return (await connection.get<{ position: number }>(SQL.extendSession, ...place, ...session))?.position ?? 0;
    },
    async deleteTurns(place, ids) {
      const gone = await connection.all<{ sessionId: string }>(SQL.deleteTurns, ...place, ids);
      return gone.map((row) => row.sessionId);
    },
    appendJournal: async (place, values) =>
      (await connection.get<{ sequence: number }>(SQL.appendJournal, ...place, ...values))?.sequence,
    async nextScopes(now, passed, limit) {
      const found = await connection.all<{ tenant: number; scope: number }>(SQL.nextScopes, now, passed, limit);
      return found.map(({ tenant, scope }): ScopeNumbers => [tenant, scope]);
    },
    countClaim: async () => (await connection.get<{ claim: number }>(SQL.countClaim))?.claim ?? 0,
    async insertMemory(place, values, { tags, entities, turnIds }) {
      const made = await connection.get(SQL.insertMemory, ...place, ...values, tags, entities, turnIds);
      return made !== undefined;
    },
    async linkTurns(place, id, turnIds) {
      await connection.run(SQL.linkTurns, ...place, id, turnIds);
    },
    updateMemory: (place, values, tags) => connection.get<MemoryRow>(SQL.updateMemory, ...place, ...values, tags),
    deleteMemories: (place, ids) => connection.all(SQL.deleteMemories, ...place, ids),
    condition: conditionOf,
    insertEpisode: async (place, values, turnIds) =>
      (await connection.get(SQL.insertEpisode, ...place, ...values, turnIds)) !== undefined,
    deleteEpisodes: (place, ids) => connection.all(SQL.deleteEpisodes, ...place, ids),
  };
}
