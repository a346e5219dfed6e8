import { z } from "zod";
import { toIso } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { field, isoText, pageFields } from "./wire.js";

export const tenantsListOperation = defineOperation({
  name: "tenants-list",
  title: { en: "List tenants", zh: "列出租户" },
  description: {
    en: "All tenants of the store, by id. Only on the machine that holds the store.",
    zh: "存储中的全部租户，按编号排序。只能在存放数据的机器上执行。",
  },
  input: z.strictObject({
    ...pageFields,
  }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), createdAt: isoText })),
    nextCursor: z.string().exactOptional(),
  }),
  permission: "tenants:manage",
  reach: "store",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/tenants" },
  cli: { positional: [], example: "keepsake tenants list" },
  mcp: false,
  async handle({ parts }, { limit = 100, cursor }) {
    const page = await parts.storage.tenants.list({ limit, ...field("cursor", cursor) });
    return {
      items: page.items.map((tenant) => ({ id: tenant.id, createdAt: toIso(tenant.createdAt) })),
      ...field("nextCursor", page.nextCursor),
    };
  },
});
