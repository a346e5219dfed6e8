import { z } from "zod";
import { WRITE_ERRORS } from "./call-errors.js";
import { keyToWire, madeKeyWire } from "./key-wire.js";
import { defineOperation } from "./operation.js";
import { described, field, id } from "./wire.js";

const MOST_OVERLAP_SECONDS = 30 * 86_400;

export const keysRotateOperation = defineOperation({
  name: "keys-rotate",
  title: { en: "Replace an API key", zh: "轮换 API 密钥" },
  description: {
    en: "Makes a new secret under the same name, role and bounds. The old key works on for the overlap (a day where nothing is said), so that callers can be changed one by one.",
    zh: "以同样的名称、角色与限定生成新密钥。旧密钥在重叠期内（默认一天）仍然有效，便于逐个更换调用方。",
  },
  input: z.strictObject({
    id: id("The key to be replaced.", "要更换的密钥编号。"),
    overlapSeconds: described(
      z.int().min(0).max(MOST_OVERLAP_SECONDS),
      "How long the old key works on, in seconds; 0 ends it at once.",
      "旧密钥继续有效的秒数；0 表示立即失效。",
    ).exactOptional(),
  }),
  output: madeKeyWire,
  permission: "keys:manage",
  reach: "tenant",
  hints: { readOnly: false, destructive: false, idempotent: false },
  errors: [...WRITE_ERRORS, "NOT_FOUND", "CONFLICT"],
  http: { method: "POST", path: "/v1/keys/{id}/rotate" },
  cli: { positional: ["id"], example: "keepsake keys rotate 01jb8x6q3h8k2v9d5c7w1n4p0r --overlap-seconds 3600" },
  mcp: false,
  async handle({ parts, caller }, { id: keyId, overlapSeconds }) {
    const { rotateKey } = await import("../identity/index.js");
    const made = await rotateKey(
      parts,
      caller.scope.tenant,
      { id: keyId, ...field("overlapSeconds", overlapSeconds) },
      caller,
    );
    return { key: keyToWire(made.key, parts.clock.now()), secret: made.secret };
  },
  audit: ({ id: keyId }, { key }) => [keyId, key.id],
});
