import { z } from "zod";
import type { DataFile } from "./files.js";
import { parseJsonLines } from "./files.js";

const group = z.array(z.string().min(1)).min(1);

const changeSchema = z.object({
  id: z.string().min(1),
  lang: z.enum(["zh", "en"]),
  kind: z.enum(["update", "beside"]),
  pattern: z.string(),
  turns: z
    .array(
      z.object({
        at: z.iso.datetime({ offset: true }).transform((value) => Date.parse(value)),
        text: z.string().min(1),
      }),
    )
    .min(2),
  first: group,
  second: group,
});
/** What a user said, and later said again otherwise: `update` makes the first untrue, `beside` does not. */
export type ChangePair = z.infer<typeof changeSchema>;

export function readChangePairs(file: DataFile): readonly ChangePair[] {
  return parseJsonLines(
    file,
    changeSchema,
    "one pair a line: {id, lang, kind: update|beside, pattern, turns: [{at, text}], first: [entry], second: [entry]}",
  );
}

const duplicateSchema = z.object({
  id: z.string().min(1),
  lang: z.enum(["zh", "en", "cross"]),
  kind: z.enum(["duplicate", "different"]),
  pattern: z.string(),
  first: z.string().min(1),
  second: z.string().min(1),
});
/** Two statements that say the same in other words, or only look as if they did. */
export type DuplicatePair = z.infer<typeof duplicateSchema>;

export function readDuplicatePairs(file: DataFile): readonly DuplicatePair[] {
  return parseJsonLines(
    file,
    duplicateSchema,
    "one pair a line: {id, lang, kind: duplicate|different, pattern, first, second}",
  );
}

const redactionSchema = z.union([
  z.object({
    id: z.string(),
    lang: z.string(),
    kind: z.literal("look-alike"),
    like: z.string(),
    text: z.string(),
    keep: z.string().min(1),
  }),
  z.object({ id: z.string(), lang: z.string(), kind: z.string(), text: z.string(), secret: z.string().min(1) }),
]);
/** A text with a secret that must not survive, or with something that only looks like one and must. */
export type RedactionCase = z.infer<typeof redactionSchema>;

export function readRedactionCases(file: DataFile): readonly RedactionCase[] {
  return parseJsonLines(
    file,
    redactionSchema,
    "one text a line: {id, lang, kind, text, secret} or {id, lang, kind: look-alike, like, text, keep}",
  );
}
