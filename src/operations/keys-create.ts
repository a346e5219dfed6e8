import { z } from "zod";
import { ACCESS_ROLES, PERMISSIONS } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { keyName, keyToWire, madeKeyWire } from "./key-wire.js";
import { defineOperation } from "./operation.js";
import { described, field, id, instant } from "./wire.js";

export const keysCreateOperation = defineOperation({
  name: "keys-create",
  title: { en: "Make an API key", zh: "创建 API 密钥" },
  description: {
    en: "Makes an API key of the tenant. The secret is shown once and stored only as a hash. A role says what it may do; permissions narrow the role, a user or an agent binds the key to one. A credential gives no more than it has: not what it may not do itself, and not for longer than it lives.",
    zh: "为租户创建 API 密钥。密钥明文只显示一次，只保存散列。角色决定权限；permissions 可收窄角色，user 或 agent 可把密钥限定到一位用户或一个智能体。凭据所授予的不能超出其自身：不含它自己不可做的事，也不比它活得更久。",
  },
  input: z.strictObject({
    name: keyName,
    role: described(z.enum(ACCESS_ROLES), "What the key may do.", "密钥的角色。"),
    permissions: described(
      z.array(z.enum(PERMISSIONS)).min(1),
      "Only these of the role's permissions.",
      "只保留角色权限中的这些。",
    ).exactOptional(),
    user: id("The key opens this user's memory only.", "只可打开这位用户的记忆。").exactOptional(),
    agent: id("What the key writes is this agent's.", "用此密钥写入的内容归于此智能体。").exactOptional(),
    expiresAt: instant("When it stops working.", "失效时刻。").exactOptional(),
  }),
  output: madeKeyWire,
  permission: "keys:manage",
  reach: "tenant",
  hints: { readOnly: false, destructive: false, idempotent: false },
  errors: [...WRITE_ERRORS, "CONFLICT"],
  http: { method: "POST", path: "/v1/keys" },
  cli: { positional: ["name"], example: "keepsake keys create support-bot --role agent" },
  mcp: false,
  async handle({ parts, caller }, { permissions, user, agent, expiresAt, ...rest }) {
    const { createKey } = await import("../identity/index.js");
    const request = {
      ...rest,
      ...field("permissions", permissions),
      ...field("user", user),
      ...field("agent", agent),
      ...field("expiresAt", expiresAt),
    };
    const made = await createKey(parts, caller.scope.tenant, request, caller);
    return { key: keyToWire(made.key, parts.clock.now()), secret: made.secret };
  },
  audit: (_input, { key }) => [key.id],
});
