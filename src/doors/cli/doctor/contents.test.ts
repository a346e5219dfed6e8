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

  it.each([
    ["dangling", "memory_turns", "makes sessions again", "删除这些链接"],
    ["orphaned", "vectors", "an index holds of nothing", "无主的索引行"],
    ["miscounted", "scopes", "counts anew", "重新计数"],
    ["unindexed", "episodes", "from the stored text", "根据存储的原文"],
    ["damaged", "vectors", "orders them anew", "安排补做"],
    ["damaged", "file", "newest backup", "最新备份"],
    ["dangling", "foreign keys", "newest backup", "最新备份"],
  ] as const)("names the remedy of what is %s in %s, in both languages", async (kind, place, en, zh) => {
    const patient = patientWith({ inspect: async () => [{ kind, place, rows: 3 }] } as unknown as StoreHealth);
    const { what, remedy } = await checkIntegrity(patient);
    expect([what.en, what.zh].every((text) => text.includes(`${place}: 3`))).toBe(true);
    expect([remedy?.en, remedy?.zh]).toEqual([expect.stringContaining(en), expect.stringContaining(zh)]);
    const isRepair = remedy?.en.includes("--repair") === true;
    expect(isRepair).toBe(!remedy?.en.includes("backup"));
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
