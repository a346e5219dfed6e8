import { z } from "zod";
import type { DataFile } from "./files.js";
import { parseJsonLines } from "./files.js";

const group = z.array(z.string().min(1)).min(1);

const talkSchema = z.object({
  id: z.string().min(1),
  lang: z.enum(["zh", "en"]),
  /** Of the first session; each further one is a day later. */
  at: z.iso.datetime({ offset: true }).transform((value) => Date.parse(value)),
  /** Sessions of messages of the user. */
  sessions: z.array(z.array(z.string().min(1)).min(1)).min(1),
  /** What must still be remembered at the end. */
  stays: z.array(group),
  /** What must not. */
  goes: z.array(group).optional(),
});
/** A long talk of one person in which little changes, with what must still hold at its end. */
export type Talk = z.infer<typeof talkSchema>;

export function readTalks(file: DataFile): readonly Talk[] {
  return parseJsonLines(
    file,
    talkSchema,
    "one talk a line: {id, lang, at, sessions: [[text]], stays: [[entry]], goes?}",
  );
}
