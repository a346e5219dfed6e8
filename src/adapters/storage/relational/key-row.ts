import type { ApiKey } from "../../../domain/index.js";
import type { RowValue } from "./row-value.js";

export interface KeyRow {
  readonly id: string;
  readonly tenant_name: string;
  readonly name: string;
  readonly role: ApiKey["role"];
  readonly permissions: string | null;
  readonly user: string | null;
  readonly agent: string | null;
  readonly secret_hash: string;
  readonly salt: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly replaced_by: string | null;
}

export function toKey(row: KeyRow): ApiKey {
  const { id, name, role, salt } = row;
  return {
    ...{ id, tenant: row.tenant_name, name, role, secretHash: row.secret_hash, salt, createdAt: row.created_at },
    ...(row.permissions !== null && { permissions: JSON.parse(row.permissions) }),
    ...(row.user !== null && { user: row.user }),
    ...(row.agent !== null && { agent: row.agent }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
    ...(row.replaced_by !== null && { replacedBy: row.replaced_by }),
  };
}

/** The columns in the table's order; the tenant by its number. */
export function keyValues(key: ApiKey, tenant: number): RowValue[] {
  const { id, name, role, secretHash, salt, createdAt, user = null, agent = null, expiresAt = null } = key;
  const permissions = key.permissions === undefined ? null : JSON.stringify(key.permissions);
  const ends = [expiresAt, key.lastUsedAt ?? null, key.revokedAt ?? null, key.replacedBy ?? null];
  return [id, tenant, name, role, permissions, user, agent, secretHash, salt, createdAt, ...ends];
}
