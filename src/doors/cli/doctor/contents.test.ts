import { describe, expect, it } from "vitest";
import type { StoreHealth } from "../../../ports/index.js";
import { checkIntegrity } from "./contents.js";
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
