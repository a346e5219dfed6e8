import type { ApiKey, ChangeLine, EpochMs, Page, PageRequest } from "../domain/index.js";

/** Fields of a key that change after it was made. */
export type ApiKeyPatch = Partial<Pick<ApiKey, "expiresAt" | "lastUsedAt" | "revokedAt" | "replacedBy">>;

/**
 * API keys. Looked up before anyone knows whose they are, so it crosses scopes and is a port of its own (house rule 3).
 * Every write is durable when it resolves; another connection sees it at once, so that a revoked key opens nothing from then on.
 * The line that a write is given is appended in its transaction: a refused write leaves none.
 */
export interface CredentialStore {
  /** UNKNOWN_TENANT; CONFLICT when the id exists, or the tenant has a live key (neither revoked nor replaced) of that name. */
  insert(key: ApiKey, line?: ChangeLine): Promise<void>;
  find(id: string): Promise<ApiKey | undefined>;
  /** Keys of the tenant, revoked ones included. Order: made first, then id. */
  list(tenant: string, page: PageRequest): Promise<Page<ApiKey>>;
  /** NOT_FOUND when the tenant has no such key. A key that was revoked stays revoked, at the instant of the first time. */
  update(tenant: string, id: string, patch: ApiKeyPatch, line?: ChangeLine): Promise<ApiKey>;
  /** Makes `next` and ends `id` at `expiresAt` (never later than it would have ended), in one transaction. Errors of both. */
  replace(tenant: string, id: string, next: ApiKey, expiresAt: EpochMs, line?: ChangeLine): Promise<ApiKey>;
}
