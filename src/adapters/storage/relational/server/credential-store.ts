import { type ApiKey, BY_NUMBER_AND_ID, type CursorKey, KeepsakeError } from "../../../../domain/index.js";
import type { ApiKeyPatch, CredentialStore } from "../../../../ports/index.js";
import { type KeyRow, keyValues, toKey } from "../key-row.js";
import { appendLine } from "./audit-log.js";
import type { ServerConnection, ServerDatabase } from "./connection.js";
import { pageOf } from "./paging.js";
import { requireTenant } from "./transaction.js";

async function insert(connection: ServerConnection, key: ApiKey): Promise<void> {
  const tenant = await requireTenant(connection, key.tenant);
  const made = await connection.run(connection.sql.insertKey, ...keyValues(key, tenant));
  if (made > 0) return;
  const taken = `the tenant has a live key named ${JSON.stringify(key.name)} already`;
  throw new KeepsakeError("CONFLICT", taken, { field: "name" });
}

async function change(connection: ServerConnection, tenant: string, id: string, patch: ApiKeyPatch): Promise<ApiKey> {
  const row = await connection.get<KeyRow>(connection.sql.holdKey, id);
  if (row === undefined || row.tenant_name !== tenant) {
    throw new KeepsakeError("NOT_FOUND", `there is no API key ${JSON.stringify(id)}`, { field: "id" });
  }
  const key = toKey(row);
  const changed = { ...key, ...patch, ...(key.revokedAt !== undefined && { revokedAt: key.revokedAt }) };
  const { expiresAt = null, lastUsedAt = null, revokedAt = null, replacedBy = null } = changed;
  await connection.run(connection.sql.updateKey, id, expiresAt, lastUsedAt, revokedAt, replacedBy);
  return changed;
}

export function createCredentialStore(database: ServerDatabase): CredentialStore {
  return {
    insert: (key, line) =>
      database.writeAcross(async (connection) => {
        await insert(connection, key);
        await appendLine(connection, line);
      }),
    find: (id) =>
      database.readAcross(async (connection) => {
        const row = await connection.get<KeyRow>(connection.sql.findKey, id);
        return row === undefined ? undefined : toKey(row);
      }),
    list: (tenant, page) =>
      database.readAcross((connection) => {
        const fetch = (after: CursorKey | undefined, limit: number) =>
          connection.all<KeyRow>(
            connection.sql.listKeys,
            tenant,
            after?.[0] ?? Number.MIN_SAFE_INTEGER,
            after?.[1] ?? "",
            limit,
          );
        const keyOf = (row: KeyRow) => [row.created_at, row.id];
        return pageOf({ order: "api-keys", owner: tenant, keyOf, keyParts: BY_NUMBER_AND_ID, fetch }, page, toKey);
      }),
    update: (tenant, id, patch, line) =>
      database.writeAcross(async (connection) => {
        const changed = await change(connection, tenant, id, patch);
        await appendLine(connection, line);
        return changed;
      }),
    replace: (tenant, id, next, expiresAt, line) =>
      database.writeAcross(async (connection) => {
        const row = await connection.get<KeyRow>(connection.sql.holdKey, id);
        const end = Math.min(row?.expires_at ?? expiresAt, expiresAt);
        await change(connection, tenant, id, { replacedBy: next.id, expiresAt: end });
        await insert(connection, next);
        await appendLine(connection, line);
        return next;
      }),
  };
}
