import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../adapters/storage/memory/index.js";
import { createIds, silentTelemetry } from "../adapters/system/index.js";
import { type ErrorCode, KeepsakeError, PERMISSIONS, type Permission } from "../domain/index.js";
import type { TokenVerifier } from "../ports/index.js";
import { authenticate, createKey, hasEverHadKey, type KeyMaker, revokeKey, rotateKey, scopeFor } from "./index.js";

const START = Date.UTC(2026, 4, 11);
/** Whoever holds the machine. */
const OPERATOR: KeyMaker = { permissions: new Set(PERMISSIONS) };

async function open(tokenVerifier?: TokenVerifier) {
  const storage = createMemoryStorage();
  await storage.open();
  for (const tenant of ["acme", "acme-corp"]) await storage.tenants.ensure(tenant, START);
  const clock = { at: START };
  const parts = {
    ...{ storage, ids: createIds(), telemetry: silentTelemetry(), clock: { now: () => clock.at } },
    ...(tokenVerifier === undefined ? {} : { tokenVerifier }),
  };
  return { parts, clock };
}

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | undefined> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof KeepsakeError ? thrown.code : undefined;
}

describe("API keys (7.4)", () => {
  it("opens what its role may do, for its tenant; the secret is stored nowhere", async () => {
    const { parts } = await open();
    const { key, secret } = await createKey(parts, "acme", { name: "bot", role: "agent", agent: "support" }, OPERATOR);
    expect(secret).toMatch(/^ksk_[0-9a-z]{26}_[\w-]{43}$/);
    expect(await authenticate(parts, secret, "elsewhere")).toEqual({
      ...{ tenant: "acme", actor: "key:bot", keyId: key.id, agent: "support" },
      permissions: new Set(["memory:read", "memory:write", "memory:erase"]),
    });
    const stored = JSON.stringify(await parts.storage.credentials.find(key.id));
    expect(stored).not.toContain(secret.slice(-43));
  });

  it("permissions narrow a role and never widen it", async () => {
    const { parts } = await open();
    const { secret } = await createKey(
      parts,
      "acme",
      {
        ...{ name: "r", role: "reader" },
        permissions: ["memory:read", "memory:erase", "tenants:manage"],
      },
      OPERATOR,
    );
    expect((await authenticate(parts, secret, "acme")).permissions).toEqual(new Set(["memory:read"]));
  });

  it("P11 wrong, foreign, cut, revoked and expired keys get one and the same answer", async () => {
    const { parts, clock } = await open();
    const made = await createKey(parts, "acme", { name: "a", role: "owner" }, OPERATOR);
    const short = await createKey(parts, "acme", { name: "b", role: "owner", expiresAt: START + 10 }, OPERATOR);
    const gone = await createKey(parts, "acme", { name: "c", role: "owner" }, OPERATOR);
    await revokeKey(parts, "acme", gone.key.id);
    clock.at = START + 10;
    const wrong = [
      `${made.secret.slice(0, -1)}${made.secret.endsWith("A") ? "B" : "A"}`,
      made.secret.slice(0, -1),
      `${short.secret}`,
      `${gone.secret}`,
      `ksk_${short.key.id}_${made.secret.slice(-43)}`,
      `ksk_${"0".repeat(26)}_${made.secret.slice(-43)}`,
      "",
      "ksk_%_%",
      `${made.secret}\u0000`,
    ];
    const answers = await Promise.all(
      wrong.map((secret) =>
        authenticate(parts, secret, "acme").then(
          () => "let in",
          (error: unknown) => String(error),
        ),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(["KeepsakeError: the credential is not known, or no longer valid"]));
    expect((await authenticate(parts, made.secret, "acme")).actor).toBe("key:a");
  });

  it("rotation: both keys work in the overlap, then only the new one; the name stays", async () => {
    const { parts, clock } = await open();
    const old = await createKey(parts, "acme", { name: "bot", role: "agent", user: "ada" }, OPERATOR);
    const next = await rotateKey(parts, "acme", { id: old.key.id, overlapSeconds: 60 }, OPERATOR);
    for (const { secret } of [old, next]) {
      expect(await authenticate(parts, secret, "acme")).toMatchObject({ actor: "key:bot", user: "ada" });
    }
    clock.at += 60_000;
    expect(await codeOf(authenticate(parts, old.secret, "acme"))).toBe("UNAUTHENTICATED");
    expect((await authenticate(parts, next.secret, "acme")).keyId).toBe(next.key.id);
    expect(await codeOf(rotateKey(parts, "acme", { id: old.key.id }, OPERATOR))).toBe("CONFLICT");
    expect(await codeOf(rotateKey(parts, "acme-corp", { id: next.key.id }, OPERATOR))).toBe("NOT_FOUND");
    expect(await codeOf(revokeKey(parts, "acme-corp", next.key.id))).toBe("NOT_FOUND");
  });

  it("notes the last use to the minute", async () => {
    const { parts, clock } = await open();
    const { key, secret } = await createKey(parts, "acme", { name: "bot", role: "agent" }, OPERATOR);
    const lastUse = async () => (await parts.storage.credentials.find(key.id))?.lastUsedAt;
    await authenticate(parts, secret, "acme");
    expect(await lastUse()).toBe(START);
    clock.at += 59_000;
    await authenticate(parts, secret, "acme");
    expect(await lastUse()).toBe(START);
    clock.at += 1_000;
    await authenticate(parts, secret, "acme");
    expect(await lastUse()).toBe(START + 60_000);
  });

  it("P10 a bound credential opens its one user, to the letter", async () => {
    const principal = { tenant: "acme", actor: "key:a", permissions: new Set([]), user: "ada" };
    expect(scopeFor(principal, "ada")).toEqual({ tenant: "acme", user: "ada" });
    for (const user of ["Ada", "ada ", "ad", "ada2", "%", "аda"]) {
      expect(() => scopeFor(principal, user)).toThrowError(/bound to another user/);
    }
  });

  it.each<readonly [string, Partial<KeyMaker>, Parameters<typeof createKey>[2]]>([
    ["a role beyond its own", {}, { name: "x", role: "owner" }],
    ["a permission beyond its own", {}, { name: "x", role: "owner", permissions: ["keys:manage", "audit:read"] }],
    ["a key of no agent", { agentId: "a" }, { name: "x", role: "reader" }],
    ["a key of another agent", { agentId: "a" }, { name: "x", role: "reader", agent: "b" }],
  ])("P11 a credential makes and rotates nothing above itself: %s", async (_what, terms, request) => {
    const { parts } = await open();
    const maker = { permissions: new Set<Permission>(["keys:manage", "memory:read"]), ...terms };
    expect(await codeOf(createKey(parts, "acme", request, maker))).toBe("FORBIDDEN");
    const { key } = await createKey(parts, "acme", request, OPERATOR);
    expect(await codeOf(rotateKey(parts, "acme", { id: key.id }, maker))).toBe("FORBIDDEN");
    expect((await parts.storage.credentials.find(key.id))?.replacedBy).toBeUndefined();
    const like = await createKey(
      parts,
      "acme",
      { ...{ name: "y", role: "reader" }, ...(terms.agentId === undefined ? {} : { agent: terms.agentId }) },
      maker,
    );
    expect((await rotateKey(parts, "acme", { id: like.key.id }, maker)).key.role).toBe("reader");
  });

  it("P11 a key that expires makes none that lives longer", async () => {
    const { parts } = await open();
    const owner = { name: "o", role: "owner", expiresAt: START + 1_000 } as const;
    const { key } = await createKey(parts, "acme", owner, OPERATOR);
    const maker = { permissions: new Set(PERMISSIONS), keyId: key.id };
    for (const expiresAt of [undefined, START + 1_001]) {
      const request = { name: "x", role: "reader", ...(expiresAt === undefined ? {} : { expiresAt }) } as const;
      expect(await codeOf(createKey(parts, "acme", request, maker))).toBe("FORBIDDEN");
    }
    const short = { name: "x", role: "reader", expiresAt: START + 1_000 } as const;
    expect((await createKey(parts, "acme", short, maker)).key.name).toBe("x");
    expect((await rotateKey(parts, "acme", { id: key.id }, maker)).key.expiresAt).toBe(START + 1_000);
  });

  it("knows whether a key was ever made, also when it is dead by now", async () => {
    const { parts, clock } = await open();
    expect(await hasEverHadKey(parts)).toBe(false);
    const { key } = await createKey(parts, "acme-corp", { name: "a", role: "reader", expiresAt: START + 10 }, OPERATOR);
    expect(await hasEverHadKey(parts)).toBe(true);
    clock.at = START + 10;
    expect(await hasEverHadKey(parts)).toBe(true);
    await revokeKey(parts, "acme-corp", key.id);
    expect(await hasEverHadKey(parts)).toBe(true);
  });

  it("takes signed tokens where they are configured", async () => {
    const verify: TokenVerifier["verify"] = async (token) => {
      if (token !== "good") throw new KeepsakeError("UNAUTHENTICATED", "no");
      return { subject: "ada", role: "agent", user: "ada" };
    };
    const { parts } = await open({ verify });
    expect(await authenticate(parts, "good", "acme")).toEqual({
      ...{ tenant: "acme", actor: "jwt:ada", user: "ada" },
      permissions: new Set(["memory:read", "memory:write", "memory:erase"]),
    });
    expect(await codeOf(authenticate(parts, "bad", "acme"))).toBe("UNAUTHENTICATED");
    const { parts: without } = await open();
    expect(await codeOf(authenticate(without, "good", "acme"))).toBe("UNAUTHENTICATED");
  });
});
