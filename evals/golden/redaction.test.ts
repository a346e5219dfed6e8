import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULT_POLICY, redact } from "keepsake";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readDataFile } from "../readers/files.js";
import { type RedactionCase, readRedactionCases } from "../readers/pairs.js";
import { goldenFolder } from "../suites/golden.js";

const floors = z
  .object({ recall: z.number().min(0).max(1), precision: z.number().min(0).max(1) })
  .parse(JSON.parse(await readFile(join(goldenFolder(), "redaction", "floors.json"), "utf8")));
const cases = readRedactionCases(await readDataFile(join(goldenFolder(), "redaction", "texts.jsonl")));

interface Judged {
  readonly lang: string;
  readonly isSecret: boolean;
  readonly cut: boolean;
  readonly line: string;
}

function judge(one: RedactionCase): Judged {
  const { text } = redact(one.text, DEFAULT_POLICY.redaction);
  const isSecret = "secret" in one;
  return { lang: one.lang, isSecret, cut: !text.includes(isSecret ? one.secret : one.keep), line: `${one.id} ${text}` };
}

describe("the golden redaction texts", () => {
  const judged = cases.map(judge);
  const ofLanguage = (lang: string) => judged.filter((one) => lang === "both" || one.lang === lang);

  it("are at least a thousand, secrets and look-alikes in both languages", () => {
    expect(cases.length).toBeGreaterThanOrEqual(1_000);
    for (const lang of ["zh", "en"])
      for (const isSecret of [true, false])
        expect(ofLanguage(lang).filter((one) => one.isSecret === isSecret).length).toBeGreaterThanOrEqual(200);
  });

  it.each(["zh", "en", "both"])("lose their secrets at or above the recorded floor: %s", (lang) => {
    const secrets = ofLanguage(lang).filter((one) => one.isSecret);
    const missed = secrets.filter((one) => !one.cut).map((one) => one.line);
    expect(1 - missed.length / secrets.length, missed.join("\n")).toBeGreaterThanOrEqual(floors.recall);
  });

  it.each(["zh", "en", "both"])("keep their look-alikes at or above the recorded floor: %s", (lang) => {
    const cut = ofLanguage(lang).filter((one) => one.cut);
    const wrong = cut.filter((one) => !one.isSecret).map((one) => one.line);
    expect(1 - wrong.length / cut.length, wrong.join("\n")).toBeGreaterThanOrEqual(floors.precision);
  });
});
