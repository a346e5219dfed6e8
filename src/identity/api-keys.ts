import {
  type AccessRole,
  type ApiKey,
  type EpochMs,
  KeepsakeError,
  type Page,
  type PageRequest,
  type Permission,
} from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { checkMayGrant, type KeyMaker } from "./may-grant.js";
import { hashSecret, SECRET_BYTES, writeKey } from "./secret.js";

type Parts = Pick<EngineParts, "storage" | "clock" | "ids" | "auditLine">;

export interface CreateKeyRequest {
  /** 1–64 characters of `A–Z a–z 0–9 _ . @ -`; unique among the tenant's live keys. */
  readonly name: string;
  readonly role: AccessRole;
  readonly permissions?: readonly Permission[];
  readonly user?: string;
  readonly agent?: string;
  readonly expiresAt?: EpochMs;
}

interface RotateKeyRequest {
  readonly id: string;
  /** 0 ends the old key at once; a day where absent. */
  readonly overlapSeconds?: number;
}

/** A key that was just made. `secret` is the whole key as it is sent; nobody can show it again. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly secret: string;
}

const DAY_SECONDS = 86_400;
const DEFAULT_OVERLAP_SECONDS = DAY_SECONDS;

function make(parts: Parts, tenant: string, request: CreateKeyRequest): MadeKey {
  const now = parts.clock.now();
  if (request.expiresAt !== undefined && request.expiresAt <= now) {
    throw new KeepsakeError("INVALID_INPUT", "expiresAt: lies in the past", { field: "expiresAt" });
  }
  const id = parts.ids.trace();
  const secret = parts.ids.secret(SECRET_BYTES);
  const salt = parts.ids.secret(16);
  return {
    key: { ...request, id, tenant, salt, secretHash: hashSecret(salt, secret), createdAt: now },
    secret: writeKey(id, secret),
  };
}

/** @throws UNKNOWN_TENANT, CONFLICT (a live key has the name), INVALID_INPUT, FORBIDDEN (more than its maker may do) */
export async function createKey(
  parts: Parts,
  tenant: string,
  request: CreateKeyRequest,
  maker: KeyMaker,
): Promise<MadeKey> {
  await checkMayGrant(parts, maker, request);
  const made = make(parts, tenant, request);
  await parts.storage.credentials.insert(made.key, parts.auditLine?.take([made.key.id]));
  return made;
}

/** Keys of the tenant in the order of making, revoked ones included; never a secret or its hash's use. */
export function listKeys(parts: Parts, tenant: string, page: PageRequest): Promise<Page<ApiKey>> {
  return parts.storage.credentials.list(tenant, page);
}

async function requireLive(parts: Parts, tenant: string, id: string): Promise<ApiKey> {
  const key = await parts.storage.credentials.find(id);
  if (key?.tenant !== tenant) {
    throw new KeepsakeError("NOT_FOUND", `there is no API key ${JSON.stringify(id)}`, { field: "id" });
  }
  if (key.revokedAt !== undefined || key.replacedBy !== undefined) {
    const why = key.revokedAt === undefined ? "was replaced already" : "was revoked";
    throw new KeepsakeError("CONFLICT", `the API key ${JSON.stringify(id)} ${why}`, { field: "id" });
  }
  return key;
}

/**
 * A new secret under the same name and terms; the old one works on for the overlap, so that callers can be changed one by one.
 * @throws NOT_FOUND, CONFLICT (revoked or replaced), FORBIDDEN (it may do more than its rotator, who would hold its secret)
 */
export async function rotateKey(
  parts: Parts,
  tenant: string,
  { id, overlapSeconds = DEFAULT_OVERLAP_SECONDS }: RotateKeyRequest,
  maker: KeyMaker,
): Promise<MadeKey> {
  const old = await requireLive(parts, tenant, id);
  await checkMayGrant(parts, maker, old);
  const { name, role, permissions, user, agent, expiresAt } = old;
  const made = make(parts, tenant, {
    ...{ name, role },
    ...(permissions === undefined ? {} : { permissions }),
    ...(user === undefined ? {} : { user }),
    ...(agent === undefined ? {} : { agent }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  const end = parts.clock.now() + overlapSeconds * 1_000;
  await parts.storage.credentials.replace(tenant, id, made.key, end, parts.auditLine?.take([id, made.key.id]));
  return made;
}

/** Opens nothing from now on, on every process. Idempotent. @throws NOT_FOUND */
export async function revokeKey(parts: Parts, tenant: string, id: string): Promise<ApiKey> {
  const patch = { revokedAt: parts.clock.now() };
  return parts.storage.credentials.update(tenant, id, patch, parts.auditLine?.take([id]));
}
