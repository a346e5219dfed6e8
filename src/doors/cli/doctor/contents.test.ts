import { describe, expect, it } from "vitest";
import type { StoreHealth } from "../../../ports/index.js";
import { checkErasedBytes, checkIntegrity } from "./contents.js";
import type { Patient } from "./finding.js";

function patientWith(health: StoreHealth | undefined): Patient {
  return { engine: { parts: { storage: { health } } } } as unknown as Patient;
}

describe("10.2 what doctor says of the store's integrity", () => {
  it("says that nothing was checked where the store cannot be, in both languages, and what to do", async () => {
    const { status, what, remedy } = await checkIntegrity(patientWith(undefined));
    expect(status).toBe("notice");
    expect(what.en).toContain("Not checked");
    expect(what.zh).toContain("未检查");
    expect(remedy?.en).toContain("database's own checks");
  });

  it.each([
    [[], "ok"],
    [[{ kind: "dangling", place: "evidence", rows: 2 }], "failed"],
  ] as const)("says what was found where it was: %j", async (faults, status) => {
    const patient = patientWith({ inspect: async () => faults } as unknown as StoreHealth);
    expect((await checkIntegrity(patient)).status).toBe(status);
  });
});

describe("P21 what doctor says of erased words in the store's log", () => {
  it.each([
    [0, "ok"],
    [4_096, "warning"],
  ] as const)("%i bytes: %s", async (bytes, status) => {
    const patient = { engine: { parts: { storage: { erasedBytes: { clear: async () => bytes } } } } };
    const [finding] = await checkErasedBytes(patient as unknown as Patient);
    expect(finding).toMatchObject({ check: "erased-bytes", status });
    if (bytes > 0) expect(finding?.what.zh).toContain(String(bytes));
  });
});
