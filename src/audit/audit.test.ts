import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../adapters/storage/memory/index.js";
import { silentTelemetry } from "../adapters/system/index.js";
import type { AuditRecord } from "../domain/index.js";
import { KeepsakeError, makeScope } from "../domain/index.js";
import { createAuditTrail, verifyChain } from "./index.js";

const EVENT = { action: "recall", actor: "key:a", door: "http", targets: ["mem_1"], outcome: "done" } as const;

async function open() {
  const storage = createMemoryStorage();
  await storage.open();
  await storage.tenants.ensure("acme", 0);
  const lost: string[] = [];
  const telemetry = { ...silentTelemetry(), log: (_level: string, event: string) => lost.push(event) };
  const parts = { storage, telemetry, clock: { now: () => 7 } };
  return { parts, storage, lost, trail: createAuditTrail(parts) };
}

/** The log as a store would give it whose file was tampered with. */
function tampered(records: readonly AuditRecord[]) {
  const chain = async () => ({ items: records });
  return { storage: { auditLog: { chain } } } as unknown as Parameters<typeof verifyChain>[0];
}

describe("audit trail (9.5)", () => {
  it("keeps the order of what was told, noted or written, and survives a log that cannot be written", async () => {
    const { trail, storage, lost } = await open();
    trail.note("acme", EVENT);
    trail.note("nobody", EVENT);
    await trail.write("acme", { ...EVENT, action: "forget", outcome: "refused", detail: "FORBIDDEN" });
    trail.note("acme", { ...EVENT, action: "list" });
    await trail.flush();
    const { items } = await storage.auditLog.chain("acme", { limit: 9 });
    expect(items.map(({ action, at }) => [action, at])).toEqual([
      ["recall", 7],
      ["forget", 7],
      ["list", 7],
    ]);
    expect(lost).toEqual(["audit-failed"]);
  });

  it("9.1 equal refusals of a window are one line and their number, whoever they were about", async () => {
    const { trail, storage } = await open();
    const refusal = { ...EVENT, action: "authenticate", outcome: "refused", detail: "UNAUTHENTICATED" } as const;
    for (let call = 0; call < 5_000; call++) trail.note("acme", { ...refusal, user: `made up ${call}` });
    for (const user of ["ada", "eve"]) trail.note("acme", { ...refusal, detail: "FORBIDDEN", user });
    trail.note("acme", EVENT);
    trail.note("acme", EVENT);
    await trail.flush();
    const { items } = await storage.auditLog.chain("acme", { limit: 9 });
    expect(items.map(({ detail, user }) => [detail, user])).toEqual([
      ["UNAUTHENTICATED", "made up 0"],
      ["FORBIDDEN", "ada"],
      ["FORBIDDEN", "eve"],
      [undefined, undefined],
      [undefined, undefined],
      ["UNAUTHENTICATED x4999", undefined],
    ]);
  });

  it("keeps no more waiting lines than a bound while the store does not answer, and says how many were lost", async () => {
    const { parts, storage } = await open();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const append: typeof storage.auditLog.append = async (tenant, events) => {
      await held;
      await storage.auditLog.append(tenant, events);
    };
    const logged: unknown[] = [];
    const telemetry = {
      ...parts.telemetry,
      log: (_level: string, _event: string, fields: unknown) => logged.push(fields),
    };
    const trail = createAuditTrail({
      ...{ ...parts, telemetry },
      storage: { ...storage, auditLog: { ...storage.auditLog, append } },
    });
    for (let call = 0; call < 10_300; call++) trail.note("acme", EVENT);
    const written = trail.write("acme", { ...EVENT, action: "forget", user: "ada" });
    release();
    await written;
    expect((await verifyChain(parts, "acme")).lines).toBe(10_001);
    const last = await storage.truth.read(makeScope("acme", "ada"), ({ audit }) => audit.list({ limit: 1 }));
    expect(last.items).toMatchObject([{ action: "forget" }]);
    expect(logged).toEqual([{ code: "TOO_MANY_WAITING", lines: 300 }]);
  });

  it("reports what a store in trouble loses, and goes on afterwards", async () => {
    const { parts, storage, lost } = await open();
    let broken = true;
    const append: typeof storage.auditLog.append = async (tenant, events) => {
      if (broken) throw new KeepsakeError("STORE_FULL", "full");
      await storage.auditLog.append(tenant, events);
    };
    const trail = createAuditTrail({ ...parts, storage: { ...storage, auditLog: { ...storage.auditLog, append } } });
    await trail.write("acme", EVENT);
    broken = false;
    await trail.write("acme", EVENT);
    expect(lost).toEqual(["audit-failed"]);
    expect((await storage.auditLog.chain("acme", { limit: 9 })).items).toHaveLength(1);
  });
});

describe("verifying the chain (9.5)", () => {
  it("finds a line that was changed, taken out, put between, or cut off the end", async () => {
    const { parts, storage } = await open();
    await storage.auditLog.append(
      "acme",
      Array.from({ length: 5 }, (_, at) => ({ ...EVENT, at, targets: [`mem_${at}`] })),
    );
    const { items } = await storage.auditLog.chain("acme", { limit: 9 });
    const whole = await verifyChain(parts, "acme");
    expect(whole).toMatchObject({ lines: 5, unchained: 0, faults: [], head: { position: 5 } });
    const faultsOf = async (records: readonly AuditRecord[], hash?: string) =>
      (await verifyChain(tampered(records), "acme", hash)).faults;
    const second = items[1] as AuditRecord;
    expect(await faultsOf(items.map((line) => (line === second ? { ...line, actor: "key:b" } : line)))).toEqual([
      { position: 2, fault: "changed" },
    ]);
    expect(await faultsOf(items.filter((line) => line !== second))).toEqual([
      { position: 3, fault: "gap" },
      { position: 3, fault: "unlinked" },
    ]);
    expect(await faultsOf([...items.slice(0, 2), second, ...items.slice(2)])).toEqual([
      { position: 2, fault: "gap" },
      { position: 2, fault: "unlinked" },
    ]);
    expect(await faultsOf(items.slice(0, 3))).toEqual([]);
    expect(await faultsOf(items.slice(0, 3), whole.head?.hash)).toEqual([{ position: 4, fault: "missing" }]);
    expect((await verifyChain(parts, "acme", whole.head?.hash)).faults).toEqual([]);
    expect(await faultsOf(items, "0".repeat(64))).toEqual([{ position: 6, fault: "missing" }]);
  });

  it("counts lines of releases that did not chain, and takes none for them later", async () => {
    const { parts, storage } = await open();
    await storage.auditLog.append("acme", [{ ...EVENT, at: 1 }]);
    const { items } = await storage.auditLog.chain("acme", { limit: 9 });
    const [line] = items as [AuditRecord];
    const old: AuditRecord = { ...line, hash: "" };
    expect(await verifyChain(tampered([old]), "acme")).toMatchObject({ unchained: 1, faults: [] });
    const later = { ...line, position: 2, previous: line.hash, hash: "" };
    expect((await verifyChain(tampered([line, later]), "acme")).faults).toEqual([{ position: 2, fault: "changed" }]);
    expect(await verifyChain(parts, "acme")).toMatchObject({ unchained: 0 });
  });
});
