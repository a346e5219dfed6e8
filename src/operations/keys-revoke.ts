import { z } from "zod";
import { WRITE_ERRORS } from "./call-errors.js";
import { keyToWire, keyWire } from "./key-wire.js";
import { defineOperation } from "./operation.js";
import { id } from "./wire.js";

export const keysRevokeOperation = defineOperation({
  name: "keys-revoke",
  title: { en: "Revoke an API key", zh: "吊销 API 密钥" },
  description: {
    en: "The key opens nothing from now on, on every process. It cannot be taken back; revoking again changes nothing.",
    zh: "密钥即刻失效，对所有进程生效。不可撤回；重复吊销不产生变化。",
  },
  input: z.strictObject({ id: id("The key to be revoked.", "要吊销的密钥编号。") }),
  output: z.object({ key: keyWire }),
  permission: "keys:manage",
  reach: "tenant",
  hints: { readOnly: false, destructive: true, idempotent: true },
  errors: [...WRITE_ERRORS, "NOT_FOUND"],
  http: { method: "DELETE", path: "/v1/keys/{id}" },
  cli: { positional: ["id"], example: "keepsake keys revoke 01jb8x6q3h8k2v9d5c7w1n4p0r" },
  mcp: false,
  async handle({ parts, caller }, { id: keyId }) {
    const { revokeKey } = await import("../identity/index.js");
    return { key: keyToWire(await revokeKey(parts, caller.scope.tenant, keyId), parts.clock.now()) };
  },
  audit: ({ id: keyId }) => [keyId],
});
