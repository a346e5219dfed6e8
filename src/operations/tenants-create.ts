import { z } from "zod";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { id } from "./wire.js";

export const tenantsCreateOperation = defineOperation({
  name: "tenants-create",
  title: { en: "Create a tenant", zh: "创建租户" },
  description: {
    en: "Makes a tenant: a company or team whose users, keys and audit log are its own. One that exists stays as it is. Only on the machine that holds the store.",
    zh: "创建租户：一家公司或一个团队，用户、密钥与审计日志各自独立。已存在的保持不变。只能在存放数据的机器上执行。",
  },
  input: z.strictObject({ id: id("The tenant; an exact key.", "租户；精确键。") }),
  output: z.object({ id: z.string() }),
  permission: "tenants:manage",
  reach: "store",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "POST", path: "/v1/tenants" },
  cli: { positional: ["id"], example: "keepsake tenants create acme" },
  mcp: false,
  async handle({ parts }, { id: tenant }) {
    await parts.storage.tenants.ensure(tenant, parts.clock.now(), parts.auditLine?.take([tenant]));
    return { id: tenant };
  },
  audit: ({ id: tenant }) => [tenant],
});
