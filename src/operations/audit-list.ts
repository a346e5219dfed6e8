import { z } from "zod";
import { toIso } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, field, id, instant, isoText, pageFields, pageWire } from "./wire.js";

const OUTCOMES = ["done", "refused", "failed"] as const;

const auditLineWire = z
  .object({
    position: z.int(),
    at: isoText,
    action: z.string(),
    actor: z.string(),
    door: z.string().exactOptional(),
    keyId: z.string().exactOptional(),
    user: z.string().exactOptional(),
    targets: z.array(z.string()),
    outcome: z.enum(OUTCOMES),
    detail: z.string().exactOptional(),
    hash: z.string(),
  })
  .meta({
    id: "AuditLine",
    description: "Who did what, through which door, with which key. Ids only, never content.",
    "x-zh": "谁、经由哪个入口、用哪个密钥、做了什么。只有编号，没有内容。",
  });

export const auditListOperation = defineOperation({
  name: "audit-list",
  title: { en: "Read the audit log", zh: "查看审计日志" },
  description: {
    en: "Who read, wrote, changed or erased what in the tenant, newest first, refusals included. Reads and refusals appear within a second.",
    zh: "租户内谁读取、写入、更改或清除了什么，从新到旧，含被拒绝的调用。读取与拒绝在一秒内出现。",
  },
  input: z.strictObject({
    of: id("Only lines about this user's memory.", "只看涉及这位用户记忆的记录。").exactOptional(),
    actor: id("Only of this actor, such as key:support-bot.", "只看此操作者，如 key:support-bot。").exactOptional(),
    action: id("Only this operation, such as forget.", "只看此操作，如 forget。").exactOptional(),
    outcome: described(z.enum(OUTCOMES), "Only with this outcome.", "只看此结果的。").exactOptional(),
    from: instant("From this instant on.", "自此时刻起。").exactOptional(),
    to: instant("Before this instant.", "此时刻之前。").exactOptional(),
    ...pageFields,
  }),
  output: pageWire(auditLineWire),
  permission: "audit:read",
  reach: "tenant",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: READ_ERRORS,
  http: { method: "GET", path: "/v1/audit" },
  cli: { positional: [], example: "keepsake audit list --outcome refused" },
  mcp: false,
  async handle({ parts, caller }, { of, limit = 100, cursor, actor, action, outcome, from, to }) {
    const filter = {
      ...field("user", of),
      ...field("actor", actor),
      ...field("action", action),
      ...field("outcome", outcome),
      ...field("from", from),
      ...field("to", to),
    };
    await parts.audit.flush();
    const page = await parts.storage.auditLog.list(caller.scope.tenant, filter, { limit, ...field("cursor", cursor) });
    return {
      items: page.items.map(({ at, previous: _previous, targets, ...line }) => ({
        ...line,
        at: toIso(at),
        targets: [...targets],
      })),
      ...field("nextCursor", page.nextCursor),
    };
  },
});
