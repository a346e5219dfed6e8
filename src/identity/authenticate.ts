import { type ApiKey, isUsable, pagesOf, toKeepsakeError, unknownCredential } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { type Principal, permissionsOf, principalOfKey } from "./principal.js";
import { opens, readKey } from "./secret.js";

type Parts = Pick<EngineParts, "storage" | "clock" | "telemetry" | "tokenVerifier">;

/** A key's last use is noted to the minute: a write on every call would cost more than it tells. */
const USE_RESOLUTION_MS = 60_000;

function noteUse(parts: Parts, key: ApiKey, now: number): void {
  if (key.lastUsedAt !== undefined && now - key.lastUsedAt < USE_RESOLUTION_MS) return;
  // Not waited for: the call must not stand still, or fail, because its use could not be noted.
  parts.storage.credentials.update(key.tenant, key.id, { lastUsedAt: now }).catch((thrown: unknown) => {
    parts.telemetry.log("warn", "key-use-not-noted", { code: toKeepsakeError(thrown).code });
  });
}

async function byKey(parts: Parts, presented: { readonly id: string; readonly secret: string }): Promise<Principal> {
  const now = parts.clock.now();
  const key = await parts.storage.credentials.find(presented.id);
  // A key that is not there is compared too: its absence must not answer sooner.
  const right = opens(key ?? { salt: "", secretHash: "00".repeat(32) }, presented.secret);
  if (key === undefined || !right || !isUsable(key, now)) throw unknownCredential();
  noteUse(parts, key, now);
  return principalOfKey(key);
}

async function byToken(parts: Parts, token: string, tenant: string): Promise<Principal> {
  if (parts.tokenVerifier === undefined) throw unknownCredential();
  const verified = await parts.tokenVerifier.verify(token);
  return {
    tenant: verified.tenant ?? tenant,
    actor: `jwt:${verified.subject}`,
    permissions: permissionsOf(verified.role, verified.permissions),
    ...(verified.user === undefined ? {} : { user: verified.user }),
    ...(verified.agent === undefined ? {} : { agent: verified.agent }),
  };
}

/**
 * Who a presented credential speaks for: an API key of the store, or a signed token. The key is read from the store on every call, so that a
 * revocation counts at once.
 * @param tenant of tokens that name none
 * @throws UNAUTHENTICATED, and what the store throws
 */
export async function authenticate(parts: Parts, presented: string, tenant: string): Promise<Principal> {
  const key = readKey(presented);
  return key === undefined ? byToken(parts, presented, tenant) : byKey(parts, key);
}

/**
 * Whether a key was ever made, of whatever tenant, also where none of them opens anything any more: who once locked the doors did not mean
 * them to open by themselves.
 */
export async function hasEverHadKey({ storage: { tenants, credentials } }: Pick<Parts, "storage">): Promise<boolean> {
  for await (const page of pagesOf((request) => tenants.list(request))) {
    for (const { id } of page) {
      if ((await credentials.list(id, { limit: 1 })).items.length > 0) return true;
    }
  }
  return false;
}
