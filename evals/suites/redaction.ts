import { DEFAULT_POLICY, redact } from "keepsake";
import { z } from "zod";
import type { RedactionRow } from "../metrics/index.js";
import { REDACTION_MEASURES } from "../metrics/index.js";
import { type RedactionCase, readRedactionCases } from "../readers/pairs.js";
import { readShipped } from "./shipped.js";
import { defineSuite, type RunContext } from "./suite.js";

const rowSchema: z.ZodType<RedactionRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  isSecret: z.boolean(),
  cut: z.boolean(),
});

function judge(one: RedactionCase, context: RunContext): RedactionRow {
  const { text } = redact(one.text, DEFAULT_POLICY.redaction);
  const isSecret = "secret" in one;
  const cut = !text.includes(isSecret ? one.secret : one.keep);
  if (cut !== isSecret) context.onFailure(`${one.kind}  ${one.id}\n    > ${one.text}\n    · ${text}`);
  return { id: one.id, conversation: one.id, category: isSecret ? one.kind : "look-alike", isSecret, cut };
}

/** Secrets that must be cut out before anything is stored, and look-alikes that must survive. */
export const redactionSuite = defineSuite<RedactionRow>({
  name: "redaction",
  summary: "secrets that must not survive, and look-alikes that must (needs no --data)",
  needsData: false,
  rowSchema,
  measures: () => REDACTION_MEASURES,
  run: async (context) => {
    const file = await readShipped(context, "redaction/texts.jsonl");
    const cases = readRedactionCases(file).slice(0, context.limit);
    const data = { path: file.path, sha256: file.sha256 };
    const rows = cases.map((one) => judge(one, context));
    return { rows, data, policy: DEFAULT_POLICY.version, model: "none", views: {} };
  },
});
