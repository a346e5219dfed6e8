import { KeepsakeError } from "../../../domain/index.js";
import type { Gone, MemoryRow, ScopeNumbers, Steps } from "../relational/index.js";
import { conditionOf, labelColumn } from "./filter-condition.js";
import type { SqlValue } from "./literals.js";
import { SQL } from "./sql.js";

/** What the steps need of the connection. */
interface Doing {
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  do(sql: string, ...values: SqlValue[]): Promise<{ readonly rows: number; readonly number: number }>;
}

/** Tenants whose scopes are looked at in one statement. */
const TENANTS_TOGETHER = 16;

interface Waiting {
  readonly tenant: number;
  readonly scope: number;
  readonly last_claim: number;
  readonly since: number;
}

async function nextScopes(connection: Doing, now: number, passed: readonly number[], limit: number) {
  const tenants = (await connection.all<{ id: number }>(SQL.tenantsInTurn)).map(({ id }) => id);
  const found: ScopeNumbers[] = [];
  for (let from = 0; from < tenants.length && found.length < limit; from += TENANTS_TOGETHER) {
    const some = tenants.slice(from, from + TENANTS_TOGETHER);
    const rows = await connection.all<Waiting>(SQL.scopesInTurn(some), now, passed, limit);
    const turnOf = new Map(some.map((tenant, turn) => [tenant, turn]));
    const inTurn = (a: Waiting, b: Waiting) =>
      (turnOf.get(a.tenant) ?? 0) - (turnOf.get(b.tenant) ?? 0) || a.last_claim - b.last_claim || a.since - b.since;
    found.push(...rows.sort(inTurn).map(({ tenant, scope }): ScopeNumbers => [tenant, scope]));
  }
  return found.slice(0, limit);
}

/** The engine gives back nothing of what it removes: rows are read, then removed. Nobody else writes the user's rows meanwhile. */
function removal(connection: Doing) {
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  return {
    async deleteTurns(place: ScopeNumbers, ids: readonly string[]): Promise<readonly string[]> {
      const gone = await connection.all<{ id: string; session_id: string }>(SQL.sessionsOfTurns, ...place, ids);
      if (gone.length === 0) return [];
      await connection.run(SQL.deleteTurns, ...place, idsOf(gone));
      await connection.run(SQL.deleteWritesOfTurns, ...place, idsOf(gone));
      return gone.map((row) => row.session_id);
    },
    async deleteMemories(place: ScopeNumbers, ids: readonly string[]): Promise<readonly Gone[]> {
      const gone = await connection.all<Gone>(SQL.turnsOfMemories, ...place, ids);
      if (gone.length === 0) return [];
      await connection.run(SQL.deleteMemories, ...place, idsOf(gone));
      await connection.run(SQL.deleteWritesOfMemories, ...place, idsOf(gone));
      return gone;
    },
    async deleteEpisodes(place: ScopeNumbers, ids: readonly string[]): Promise<readonly Gone[]> {
      const gone = await connection.all<Gone>(SQL.turnsOfEpisodes, ...place, ids);
      if (gone.length > 0) await connection.run(SQL.deleteEpisodes, ...place, idsOf(gone));
      return gone;
    },
  };
}

export function mariadbSteps(connection: Doing): Steps {
  const link = async (sql: string, place: ScopeNumbers, id: string, turnIds: readonly string[]) => {
    if (turnIds.length > 0)
      await connection.run(
        sql,
        turnIds.map((turnId) => [...place, turnId, id]),
      );
  };
  return {
    ...removal(connection),
    async makeScope(tenant, { user }, at) {
      await connection.run(SQL.makeUser, tenant, user, at);
      const made = await connection.get<{ id: number }>(SQL.numberOfUser, tenant, user);
      if (made === undefined) throw new KeepsakeError("INTERNAL", "a user could not be made");
      return made.id;
    },
    async extendSession(place, ...session) {
      const { rows, number } = await connection.do(SQL.extendSession, ...place, ...session);
      return rows === 1 ? 0 : number - 1;
    },
    async appendJournal(place, values) {
      const { rows, number } = await connection.do(SQL.appendJournal, ...place, ...values);
      return rows === 0 ? undefined : number;
    },
    nextScopes: (now, passed, limit) => nextScopes(connection, now, passed, limit),
    async countClaim() {
      const { number } = await connection.do(SQL.countClaim);
      await connection.run(SQL.forgetClaim, number);
      return number;
    },
    async insertMemory(place, values, { tags, entities, turnIds }) {
      const labels = [labelColumn(tags), labelColumn(entities)];
      if ((await connection.run(SQL.insertMemory, ...place, ...values, ...labels)) === 0) return false;
      await link(SQL.linkTurns, place, String(values[0]), turnIds);
      return true;
    },
    linkTurns: (place, id, turnIds) => link(SQL.linkTurns, place, id, turnIds),
    async updateMemory(place, values, tags) {
      const changed = await connection.run(SQL.updateMemory, ...place, ...values, labelColumn(tags));
      return changed === 0 ? undefined : connection.get<MemoryRow>(SQL.findMemory, ...place, values[0] ?? null);
    },
    condition: conditionOf,
    async insertEpisode(place, values, turnIds) {
      if ((await connection.run(SQL.insertEpisode, ...place, ...values)) === 0) return false;
      await link(SQL.linkEpisode, place, String(values[0]), turnIds);
      return true;
    },
  };
}
