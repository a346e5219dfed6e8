import { KeepsakeError } from "./errors.js";
import type { EpochMs } from "./time.js";

/** What a caller may do; every operation of the table names one. */
export const PERMISSIONS = [
  "memory:read",
  "memory:write",
  "memory:erase",
  "memory:review",
  "operate",
  "audit:read",
  "keys:manage",
  "tenants:manage",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ACCESS_ROLES = ["owner", "admin", "agent", "reviewer", "auditor", "reader"] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];

/**
 * What each role may do within its tenant. `tenants:manage` is in none: tenants are made by whoever holds the machine, not by a credential.
 * An agent records, remembers, recalls and forgets; it neither decides reviews nor reads the audit log.
 */
export const ROLE_PERMISSIONS: Readonly<Record<AccessRole, readonly Permission[]>> = {
  owner: ["memory:read", "memory:write", "memory:erase", "memory:review", "operate", "audit:read", "keys:manage"],
  admin: ["memory:read", "memory:write", "memory:erase", "memory:review", "operate", "audit:read"],
  agent: ["memory:read", "memory:write", "memory:erase"],
  reviewer: ["memory:read", "memory:review"],
  auditor: ["audit:read"],
  reader: ["memory:read"],
};

/** An API key as it is stored: the secret itself is shown once, when it is made, and kept nowhere. */
export interface ApiKey {
  /** Public part of the key, unique in the store: `ksk_<id>_<secret>`. */
  readonly id: string;
  readonly tenant: string;
  /** Stands for the key in lists and in the audit log; unique among the tenant's live keys. */
  readonly name: string;
  readonly role: AccessRole;
  /** Narrows the role; absent: all that the role may do. */
  readonly permissions?: readonly Permission[];
  /** Present: the key opens this user's memory only. */
  readonly user?: string;
  /** Present: what the key writes is this agent's, whatever a request says. */
  readonly agent?: string;
  /** SHA-256 of salt and secret. A secret of 256 random bits cannot be guessed, so a slow hash would protect nothing more. */
  readonly secretHash: string;
  readonly salt: string;
  readonly createdAt: EpochMs;
  readonly expiresAt?: EpochMs;
  /** To the minute: it is not written on every call. */
  readonly lastUsedAt?: EpochMs;
  readonly revokedAt?: EpochMs;
  /** Id of the key that replaces it; it works until `expiresAt`, the end of the overlap. */
  readonly replacedBy?: string;
}

/** Whether the key opens anything at that instant; a replaced one does until its overlap ends. */
export function isUsable({ revokedAt, expiresAt }: ApiKey, at: EpochMs): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > at);
}

/** One answer for every way in which a credential can be wrong, so that none of them can be told from another. */
export function unknownCredential(cause?: unknown): KeepsakeError {
  const message = "the credential is not known, or no longer valid";
  return new KeepsakeError("UNAUTHENTICATED", message, { field: "Authorization" }, { cause });
}
