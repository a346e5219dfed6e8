import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import type { PairReader } from "../../../ports/index.js";
import { createFakeReader } from "../../../testing/fake-reader.js";
import type { Patient } from "./finding.js";
import { checkReader } from "./reader.js";

const patientWith = (reader?: PairReader): Patient => ({ engine: { parts: { reader } } }) as unknown as Patient;

describe("10.2 what doctor says of the reader of pairs", () => {
  it("names what reads, after it has read something", async () => {
    const reader = createFakeReader();
    expect(await checkReader(patientWith(reader))).toMatchObject({
      check: "reader",
      status: "ok",
      what: { en: "fake:0 · fake" },
    });
    expect(reader.asked).toHaveLength(1);
  });

  it("says that there is none", async () => {
    const { status, what } = await checkReader(patientWith());
    expect([status, what.en, what.zh]).toEqual(["ok", expect.stringContaining("None"), expect.stringContaining("未")]);
  });

  it("says why it cannot read, in both languages, and how to do without it", async () => {
    const reader = createFakeReader({ failure: () => new KeepsakeError("CLOSED", "The reader is closed.") });
    const { status, what, remedy } = await checkReader(patientWith(reader));
    expect(status).toBe("failed");
    expect(what.en).toContain("The reader is closed.");
    expect(what.zh).toContain("阅读模型已关闭");
    expect([remedy?.en, remedy?.zh].every((text) => text?.includes("KEEPSAKE_READER=none"))).toBe(true);
  });
});
