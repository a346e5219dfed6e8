import { type ApiKey, type EpochMs, KeepsakeError, type Permission } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { permissionsOf } from "./principal.js";

/** Who makes or rotates a key. Whoever holds the machine may do everything, so that he is refused nothing here. */
export interface KeyMaker {
  readonly permissions: ReadonlySet<Permission>;
  /** What it writes is this agent's. */
  readonly agentId?: string;
  /** Of the key that was presented: its end is the end of what it makes. */
  readonly keyId?: string;
}

/** What the terms of a key come to. A maker that is bound to a user never gets here: keys are the whole tenant's matter. */
type Granted = Pick<ApiKey, "role" | "permissions" | "agent" | "expiresAt">;

function refuse(field: string, message: string, remedy: { readonly en: string; readonly zh: string }): never {
  throw new KeepsakeError("FORBIDDEN", message, { field, remedy });
}

async function endOf(storage: EngineParts["storage"], keyId: string | undefined): Promise<EpochMs | undefined> {
  return keyId === undefined ? undefined : (await storage.credentials.find(keyId))?.expiresAt;
}

/**
 * A credential gives no more than it has: not what it may not do itself, not as another agent, and a key not for longer than it lives. A
 * token ends with a sitting of somebody whose right goes on, so its end bounds nothing.
 * @throws FORBIDDEN
 */
export async function checkMayGrant(
  { storage }: Pick<EngineParts, "storage">,
  maker: KeyMaker,
  granted: Granted,
): Promise<void> {
  const beyond = [...permissionsOf(granted.role, granted.permissions)].filter((each) => !maker.permissions.has(each));
  if (beyond.length > 0) {
    refuse("permissions", `the credential may not give what it may not do itself: ${beyond.join(", ")}`, {
      en: "Narrow the key by permissions, or make it with `keepsake keys create` at the store.",
      zh: "请用 permissions 收窄密钥，或在存储所在的机器上用 `keepsake keys create` 创建。",
    });
  }
  if (maker.agentId !== undefined && granted.agent !== maker.agentId) {
    refuse("agent", "the credential is bound to an agent and makes keys of that agent only", {
      en: "Name the same agent, or make the key with `keepsake keys create` at the store.",
      zh: "请指明同一个智能体，或在存储所在的机器上用 `keepsake keys create` 创建。",
    });
  }
  const end = await endOf(storage, maker.keyId);
  if (end !== undefined && (granted.expiresAt === undefined || granted.expiresAt > end)) {
    refuse("expiresAt", "the credential expires and makes no key that lives longer", {
      en: "Give an expiresAt that is no later, or make the key with `keepsake keys create` at the store.",
      zh: "请给出不晚于它的 expiresAt，或在存储所在的机器上用 `keepsake keys create` 创建。",
    });
  }
}
