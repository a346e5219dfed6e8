import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import { checkCompanion } from "./companion.js";
import type { Patient } from "./finding.js";

type Companion = NonNullable<Patient["engine"]["parts"]["companion"]>;
type Report = Awaited<ReturnType<Companion["examine"]>>;

const HAN = /[\u4e00-\u9fff]/u;
const CONCERNS: Report["concerns"] = [
  "memory-unbounded",
  "memory-nearly-full",
  "not-primary",
  "written-to-disk",
  "too-old",
];

function patientWith(examine: Companion["examine"]): Patient {
  return { engine: { parts: { companion: { address: "127.0.0.1:6379", examine } } } } as unknown as Patient;
}

describe("10.2 what doctor says of Redis", () => {
  it("says each concern in the reader's language, and what to do", async () => {
    const found = await checkCompanion(
      patientWith(async () => ({ version: "7.2.0", summary: "64 MiB", concerns: CONCERNS })),
    );
    expect(found.map(({ check }) => check)).toEqual(["redis", ...CONCERNS.map((concern) => `redis-${concern}`)]);
    for (const { what, remedy } of found.slice(1)) {
      expect(what.en).not.toMatch(HAN);
      for (const text of [what.zh, remedy?.zh]) expect(text).toMatch(HAN);
    }
  });

  it("says in both languages that it does not answer, and hides no other fault behind that", async () => {
    const [silent] = await checkCompanion(patientWith(() => Promise.reject(new KeepsakeError("UNAVAILABLE", "gone"))));
    expect(silent).toMatchObject({ status: "warning", what: { en: "gone" } });
    expect(silent?.what.zh).toMatch(HAN);
    await expect(checkCompanion(patientWith(() => Promise.reject(new Error("odd"))))).rejects.toThrow("odd");
  });
});
