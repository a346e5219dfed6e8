import { type ApiKey, BY_NUMBER_AND_ID, KeepsakeError } from "../../../domain/index.js";
import type { ApiKeyPatch, CredentialStore } from "../../../ports/index.js";
import { type KeyRow, keyValues, pageOf, toKey } from "../relational/index.js";
import { appendLine } from "./audit-log.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import { requireTenant } from "./transaction.js";

function insert(connection: Connection, key: ApiKey): void {
  const tenant = requireTenant(connection, key.tenant);
  try {
    connection.run(SQL.insertKey, ...keyValues(key, tenant));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const taken = `the tenant has a live key named ${JSON.stringify(key.name)} already`;
    throw new KeepsakeError("CONFLICT", taken, { field: "name" }, { cause: error });
  }
}

function change(connection: Connection, tenant: string, id: string, patch: ApiKeyPatch): ApiKey {
  const row = connection.get<KeyRow>(SQL.findKey, id);
  if (row === undefined || row.tenant_name !== tenant) {
    throw new KeepsakeError("NOT_FOUND", `there is no API key ${JSON.stringify(id)}`, { field: "id" });
  }
  const key = toKey(row);
  const changed = { ...key, ...patch, ...(key.revokedAt !== undefined && { revokedAt: key.revokedAt }) };
  const { expiresAt, lastUsedAt, revokedAt, replacedBy } = changed;
  connection.run(SQL.updateKey, ...[expiresAt, lastUsedAt, revokedAt, replacedBy].map((value) => value ?? null), id);
  return changed;
}

export function createCredentialStore(database: Database): CredentialStore {
  return {
    insert: (key, line) =>
      database.write((connection) => {
        insert(connection, key);
        appendLine(connection, line);
      }),
    async find(id) {
      const row = database.look((connection) => connection.get<KeyRow>(SQL.findKey, id));
      return row === undefined ? undefined : toKey(row);
    },
    async list(tenant, page) {
      return database.look((connection) => {
        const fetch = (after: readonly (string | number)[] | undefined, limit: number) =>
          connection.all<KeyRow>(SQL.listKeys, tenant, after?.[0] ?? Number.MIN_SAFE_INTEGER, after?.[1] ?? "", limit);
        const keyOf = (row: KeyRow) => [row.created_at, row.id];
        return pageOf({ order: "api-keys", owner: tenant, keyOf, keyParts: BY_NUMBER_AND_ID, fetch }, page, toKey);
      });
    },
    update: (tenant, id, patch, line) =>
      database.write((connection) => {
        const changed = change(connection, tenant, id, patch);
        appendLine(connection, line);
        return changed;
      }),
    replace: (tenant, id, next, expiresAt, line) =>
      database.write((connection) => {
        const row = connection.get<KeyRow>(SQL.findKey, id);
        const end = Math.min(row?.expires_at ?? expiresAt, expiresAt);
        change(connection, tenant, id, { replacedBy: next.id, expiresAt: end });
        insert(connection, next);
        appendLine(connection, line);
        return next;
      }),
  };
}
