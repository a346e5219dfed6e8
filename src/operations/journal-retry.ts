import { z } from "zod";
import type { JournalEntryId } from "../domain/index.js";
import { WRITE_ERRORS } from "./call-errors.js";
import { defineOperation } from "./operation.js";
import { described, id } from "./wire.js";

export const journalRetryOperation = defineOperation({
  name: "journal-retry",
  title: { en: "Retry work that failed", zh: "重试失败的任务" },
  description: {
    en: "Lets failed entries wait for the worker again, from attempt 0; all of the user's where no ids are named. Call it once the cause is mended.",
    zh: "让失败的任务重新排队，从第 0 次尝试算起；不指明编号则重试该用户的全部。排除原因之后再调用。",
  },
  input: z.strictObject({
    ids: described(
      z.array(id("An entry's id.", "任务编号。")).min(1).max(1_000),
      "Only these entries.",
      "只重试这些任务。",
    ).exactOptional(),
  }),
  output: z.object({ retried: z.int() }),
  permission: "operate",
  hints: { readOnly: false, destructive: false, idempotent: true },
  errors: WRITE_ERRORS,
  http: { method: "POST", path: "/v1/users/{user}/journal/retry" },
  cli: { positional: [], example: "keepsake journal retry --user ada" },
  mcp: false,
  async handle({ parts, caller }, input) {
    const { retryDead } = await import("../remember/index.js");
    return { retried: await retryDead(parts, caller.scope, input.ids as readonly JournalEntryId[] | undefined) };
  },
  // an id that was only named may be somebody else's
  audit: ({ ids = [] }, { retried }) => (retried === ids.length ? ids : []),
});
