import { z } from "zod";
import { READ_ERRORS } from "./call-errors.js";
import { keyToWire, keyWire } from "./key-wire.js";
import { defineOperation } from "./operation.js";
import { field, pageFields, pageWire } from "./wire.js";

export const keysListOperation = defineOperation({
  name: "keys-list",
  title: { en: "List API keys", zh: "列出 API 密钥" },
  description: {
    en: "API keys of the tenant in the order of making, also those that work no longer: name, role, bounds, state, last use. Never a secret.",
    zh: "租户的 API 密钥，按创建先后，含已失效的：名称、角色、限定、状态、最近使用。绝不含明文。",
  },
  input: z.strictObject({
    ...pageFields,
  }),
  output: pageWire(keyWire),
  permission: "keys:manage",
  reach: "tenant",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/keys" },
  cli: { positional: [], example: "keepsake keys list" },
  mcp: false,
  async handle({ parts, caller }, { limit = 100, cursor }) {
    const { listKeys } = await import("../identity/index.js");
    const page = await listKeys(parts, caller.scope.tenant, { limit, ...field("cursor", cursor) });
    const now = parts.clock.now();
    return { items: page.items.map((key) => keyToWire(key, now)), ...field("nextCursor", page.nextCursor) };
  },
});
