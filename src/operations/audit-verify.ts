import { z } from "zod";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, field } from "./wire.js";

const headWire = z.object({ position: z.int(), hash: z.string() });

export const auditVerifyOperation = defineOperation({
  name: "audit-verify",
  title: { en: "Verify the audit log", zh: "校验审计日志" },
  description: {
    en: "Hashes the tenant's whole audit log anew and says whether a line was changed, removed or put between. Keep `head` elsewhere and give it as `expectHash` next time: then lines cut off the end are seen too.",
    zh: "重新计算租户整个审计日志的散列链，指出是否有记录被改动、删除或插入。请把 `head` 另行保存，下次以 `expectHash` 给出，即可发现末尾被截断。",
  },
  input: z.strictObject({
    expectHash: described(
      z.string().regex(/^[0-9a-f]{64}$/, { error: "must be the 64 hexadecimal digits of a head that was kept" }),
      "Hash of a head that was kept: it must still be in the chain.",
      "此前保存的 head 散列：它必须仍在链中。",
    ).exactOptional(),
  }),
  output: z.object({
    intact: z.boolean(),
    lines: z.int(),
    unchained: z.int(),
    head: headWire.exactOptional(),
    faults: z.array(z.object({ position: z.int(), fault: z.enum(["changed", "unlinked", "gap", "missing"]) })),
  }),
  permission: "audit:read",
  reach: "tenant",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/audit/verification" },
  cli: { positional: [], example: "keepsake audit verify" },
  mcp: false,
  async handle({ parts, caller }, { expectHash }) {
    const { verifyChain } = await import("../audit/index.js");
    await parts.audit.flush();
    const { head, faults, lines, unchained } = await verifyChain(parts, caller.scope.tenant, expectHash);
    return { intact: faults.length === 0, lines, unchained, ...field("head", head), faults: [...faults] };
  },
});
