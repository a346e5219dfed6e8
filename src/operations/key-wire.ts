import { z } from "zod";
import { ACCESS_ROLES, type ApiKey, type EpochMs, PERMISSIONS } from "../domain/index.js";
import { described, field, isoField, isoText } from "./wire.js";

/** Names of keys stand in logs and lists, so they hold nothing that could be taken for something else there. */
export const keyName = described(
  z.string().regex(/^[\w.@-]{1,64}$/, { error: "must be 1 to 64 letters, digits or any of _ . @ -" }),
  "What the key is called in lists and in the audit log: 1–64 letters, digits or _ . @ -.",
  "密钥在列表与审计日志中的名称：1–64 个字母、数字或 _ . @ -。",
);

const STATES = ["live", "replaced", "expired", "revoked"] as const;

/** A key without anything that opens a door. */
export const keyWire = z
  .object({
    id: z.string(),
    name: z.string(),
    /** How the key begins, to recognise it by. */
    prefix: z.string(),
    role: z.enum(ACCESS_ROLES),
    permissions: z.array(z.enum(PERMISSIONS)).exactOptional(),
    user: z.string().exactOptional(),
    agent: z.string().exactOptional(),
    state: z.enum(STATES),
    createdAt: isoText,
    expiresAt: isoText.exactOptional(),
    lastUsedAt: isoText.exactOptional(),
    revokedAt: isoText.exactOptional(),
    replacedBy: z.string().exactOptional(),
  })
  .meta({
    id: "ApiKey",
    description: "An API key; its secret is kept nowhere.",
    "x-zh": "一个 API 密钥；其明文不保存。",
  });

function stateOf(key: ApiKey, now: EpochMs): (typeof STATES)[number] {
  if (key.revokedAt !== undefined) return "revoked";
  if (key.expiresAt !== undefined && key.expiresAt <= now) return "expired";
  return key.replacedBy === undefined ? "live" : "replaced";
}

export function keyToWire(key: ApiKey, now: EpochMs): z.output<typeof keyWire> {
  return {
    ...{ id: key.id, name: key.name, prefix: `ksk_${key.id}`, role: key.role, state: stateOf(key, now) },
    ...(key.permissions === undefined ? {} : { permissions: [...key.permissions] }),
    ...field("user", key.user),
    ...field("agent", key.agent),
    ...(isoField("createdAt", key.createdAt) as { createdAt: string }),
    ...isoField("expiresAt", key.expiresAt),
    ...isoField("lastUsedAt", key.lastUsedAt),
    ...isoField("revokedAt", key.revokedAt),
    ...field("replacedBy", key.replacedBy),
  };
}

/** A key that was just made, with what must be kept now or never. */
export const madeKeyWire = z.object({ key: keyWire, secret: z.string() }).meta({
  id: "MadeApiKey",
  description: "The new key. `secret` is shown this once: store it where your other secrets are.",
  "x-zh": "新密钥。`secret` 只显示这一次：请存放到保管机密的地方。",
});
