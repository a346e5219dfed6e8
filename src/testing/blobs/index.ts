import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScope, type Scope } from "../../domain/index.js";
import type { BlobStore } from "../../ports/index.js";
import { collect, expectError } from "../storage/harness.js";
import { HOSTILE_IDS, unique } from "../storage/samples.js";

/** Blobs to be tested, opened. Data of earlier runs must not disturb: scopes are new. */
export interface BlobsUnderTest {
  readonly blobs: BlobStore;
  /** Another opened connection to the same data, as another process would have. The test closes it. */
  readonly second: () => Promise<BlobStore>;
  /** Everything that the place holds of the scope, whatever the adapter says of it: keys, versions, markers. Absent: none can be looked at. */
  readonly remains?: (scope: Scope) => Promise<number>;
  /** Changes a byte of the blob behind the adapter's back. Absent: nobody can. */
  readonly corrupt?: (scope: Scope, key: string) => Promise<void>;
  readonly cleanup: () => Promise<void>;
}

const RUN = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

const freshScope = (tenant = "acme"): Scope => makeScope(`${tenant} ${RUN}`, `user ${RUN} ${unique()}`);
const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const blob = (words: string, facts: Readonly<Record<string, string>> = {}) => ({ bytes: text(words), facts });

/** Names that a file system, a header of HTTP or a pattern would read otherwise. */
const HOSTILE_FACTS = [...HOSTILE_IDS.filter((id) => id.length < 200), "a\r\nb: c", "\u0000", "../x", "\uffff"];

interface Bench {
  readonly blobs: BlobStore;
  readonly subject: BlobsUnderTest;
}

/** What is read back, or undefined; in words. */
async function words(blobs: BlobStore, scope: Scope, key: string): Promise<string | undefined> {
  const found = await blobs.find(scope, key);
  return found === undefined ? undefined : new TextDecoder().decode(found.bytes);
}

function listed(blobs: BlobStore, scope: Scope, folder = "", limit = 1_000): Promise<readonly string[]> {
  return collect((page) => blobs.list(scope, folder, page), limit);
}

function keeping(bench: Bench): void {
  it("gives back what was put, to the byte, with its facts; nothing where nothing is", async () => {
    const scope = freshScope();
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);
    const facts = { name: "报告 “第一版”.pdf", mediaType: "application/pdf", empty: "" };
    await bench.blobs.put(scope, "attachments/a/b", { bytes, facts });
    const found = await bench.blobs.find(scope, "attachments/a/b");
    expect(found?.facts).toEqual(facts);
    expect(Buffer.compare(found?.bytes ?? new Uint8Array(), bytes)).toBe(0);
    expect(await bench.blobs.findFacts(scope, "attachments/a/b")).toEqual({ facts, bytes: bytes.byteLength });
    for (const absent of ["attachments/a/c", "attachments/a", "attachments", "b"]) {
      expect(await bench.blobs.find(scope, absent), absent).toBeUndefined();
      expect(await bench.blobs.findFacts(scope, absent), absent).toBeUndefined();
    }
    await bench.blobs.put(scope, "nothing", { bytes: new Uint8Array(), facts: {} });
    expect(await bench.blobs.find(scope, "nothing")).toEqual({ bytes: new Uint8Array(), facts: {} });
    expect(await bench.blobs.findFacts(scope, "nothing")).toEqual({ facts: {}, bytes: 0 });
  });

  it("keeps facts exact, whatever is in them, and refuses more than it can hold", async () => {
    const scope = freshScope();
    for (const [index, name] of HOSTILE_FACTS.entries()) {
      await bench.blobs.put(scope, `f-${index}`, blob("x", { name }));
      expect((await bench.blobs.findFacts(scope, `f-${index}`))?.facts, JSON.stringify(name)).toEqual({ name });
    }
    const most = { name: "字".repeat(329) };
    await bench.blobs.put(scope, "most", blob("x", most));
    expect((await bench.blobs.findFacts(scope, "most"))?.facts).toEqual(most);
    await expectError(bench.blobs.put(scope, "more", blob("x", { name: "字".repeat(480) })), "INVALID_INPUT");
    expect(await bench.blobs.find(scope, "more")).toBeUndefined();
  });

  it("replaces whole, and is read by whoever reads afterwards, over another connection too", async () => {
    const scope = freshScope();
    const second = await bench.subject.second();
    try {
      for (const word of ["first", "second, and longer", "3"]) {
        await bench.blobs.put(scope, "t/one", blob(word, { word }));
        await bench.blobs.put(scope, "t/one", blob(word, { word }));
        expect(await words(second, scope, "t/one")).toBe(word);
        expect((await second.findFacts(scope, "t/one"))?.facts).toEqual({ word });
        expect(await listed(second, scope)).toEqual(["t/one"]);
      }
      const racing = Array.from({ length: 8 }, (_, index) => String(index).repeat(5_000));
      await Promise.all(
        racing.map((each, index) => (index % 2 ? second : bench.blobs).put(scope, "t/one", blob(each))),
      );
      expect(racing).toContain(await words(bench.blobs, scope, "t/one"));
    } finally {
      await second.close();
    }
  });

  it("refuses what is no key", async () => {
    const scope = freshScope();
    for (const key of [
      "",
      "/",
      "a/",
      "/a",
      "a//b",
      "..",
      "a/../b",
      "A",
      "a.b",
      "a b",
      "é",
      "~a",
      "a\u0000",
      "a".repeat(161),
    ]) {
      await expectError(bench.blobs.put(scope, key, blob("x")), "INVALID_INPUT");
      await expectError(bench.blobs.find(scope, key), "INVALID_INPUT");
      await expectError(bench.blobs.remove(scope, [key]), "INVALID_INPUT");
      if (key !== "") await expectError(bench.blobs.clear(scope, key), "INVALID_INPUT");
      if (key !== "") await expectError(bench.blobs.list(scope, key, { limit: 1 }), "INVALID_INPUT");
    }
    expect(await listed(bench.blobs, scope)).toEqual([]);
  });
}

function listing(bench: Bench): void {
  const KEYS = ["a", "ab/x", "a-b/x", "b/1", "b/10", "b/2", "b/c/d", "b/c/e", "b-c/d", "bc", "z_/0"];

  it("lists the keys of a folder in order, and never those of one whose name begins alike (P10)", async () => {
    const scope = freshScope();
    for (const key of [...KEYS].reverse()) await bench.blobs.put(scope, key, blob(key));
    for (const limit of [1, 3, 1_000]) expect(await listed(bench.blobs, scope, "", limit)).toEqual([...KEYS].sort());
    expect(await listed(bench.blobs, scope, "b", 2)).toEqual(["b/1", "b/10", "b/2", "b/c/d", "b/c/e"]);
    expect(await listed(bench.blobs, scope, "b/c")).toEqual(["b/c/d", "b/c/e"]);
    expect(await listed(bench.blobs, scope, "b/c/d")).toEqual([]);
    expect(await listed(bench.blobs, scope, "absent")).toEqual([]);
    for (const limit of [0, 1_001, 1.5]) await expectError(bench.blobs.list(scope, "", { limit }), "INVALID_INPUT");
    const { nextCursor = "" } = await bench.blobs.list(scope, "b", { limit: 1 });
    await expectError(bench.blobs.list(freshScope(), "b", { limit: 1, cursor: nextCursor }), "INVALID_INPUT");
    await expectError(bench.blobs.list(scope, "", { limit: 1, cursor: nextCursor }), "INVALID_INPUT");
  });

  it("lists what is there throughout exactly once, whatever comes and goes between the pages", async () => {
    const scope = freshScope();
    const keys = Array.from({ length: 24 }, (_, index) => `k/${String(index).padStart(3, "0")}`);
    for (const key of keys) await bench.blobs.put(scope, key, blob(key));
    const seen: string[] = [];
    let cursor: string | undefined;
    let round = 0;
    do {
      const page = await bench.blobs.list(scope, "k", { limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.items);
      cursor = page.nextCursor;
      await bench.blobs.remove(scope, [`k/${String(round * 2 + 1).padStart(3, "0")}`]);
      await bench.blobs.put(scope, `k/new-${round}`, blob("x"));
      round += 1;
      expect(round).toBeLessThan(30);
    } while (cursor !== undefined);
    const kept = keys.filter((_, index) => index % 2 === 0);
    expect(seen.filter((key) => kept.includes(key))).toEqual(kept);
  });
}

function erasing(bench: Bench): void {
  it("P21 9.2 erases blobs with every earlier version; others stay", async () => {
    const scope = freshScope();
    for (const round of ["old", "new"]) {
      for (const key of ["s/gone", "s/gone-too", "s/kept"]) await bench.blobs.put(scope, key, blob(`${key} ${round}`));
    }
    await bench.blobs.remove(scope, ["s/gone", "s/gone-too", "s/absent"]);
    await bench.blobs.remove(scope, ["s/gone"]);
    await bench.blobs.remove(scope, []);
    expect(await listed(bench.blobs, scope)).toEqual(["s/kept"]);
    expect(await words(bench.blobs, scope, "s/gone")).toBeUndefined();
    expect(await words(bench.blobs, scope, "s/kept")).toBe("s/kept new");
    await bench.blobs.remove(scope, ["s/kept"]);
    expect(await bench.subject.remains?.(scope)).toBe(bench.subject.remains === undefined ? undefined : 0);
  });

  it("P21 9.2 clears a folder, or all of a scope, and says how many keys went; nothing remains, versions and markers included", async () => {
    const [scope, neighbour] = [freshScope(), freshScope()];
    for (const key of ["s/1", "s/2", "s-2/1", "t/1"]) {
      await bench.blobs.put(scope, key, blob("old"));
      await bench.blobs.put(scope, key, blob("new"));
      await bench.blobs.put(neighbour, key, blob("theirs"));
    }
    expect(await bench.blobs.clear(scope, "s")).toBe(2);
    expect(await bench.blobs.clear(scope, "s")).toBe(0);
    expect(await listed(bench.blobs, scope)).toEqual(["s-2/1", "t/1"]);
    expect(await bench.blobs.clear(scope, "")).toBe(2);
    expect(await listed(bench.blobs, scope)).toEqual([]);
    expect(await bench.subject.remains?.(scope)).toBe(bench.subject.remains === undefined ? undefined : 0);
    expect(await listed(bench.blobs, neighbour)).toHaveLength(4);
    await bench.blobs.put(scope, "s/1", blob("again"));
    expect(await words(bench.blobs, scope, "s/1")).toBe("again");
    await bench.blobs.clear(scope, "");
    await bench.blobs.clear(neighbour, "");
  });
}

function isolation(bench: Bench): void {
  it("P10 keeps scopes apart, however alike their ids", async () => {
    const suffix = ` ${RUN} ${unique()}`;
    const within = HOSTILE_IDS.filter((id) => id.length < 200);
    const scopes = [
      ...within.flatMap((id, index) => (index % 2 === 0 ? [makeScope(`${id}${suffix}`, "user")] : [])),
      ...within.flatMap((id, index) => (index % 2 === 1 ? [makeScope(`t${suffix}`, id)] : [])),
      ...[
        makeScope(`x${suffix}`, "b/c"),
        makeScope(`x${suffix}/b`, "c"),
        makeScope("acme", suffix),
        makeScope("acme-corp", suffix),
      ],
      ...[makeScope("x".repeat(256), suffix.padEnd(256, "y")), makeScope("x".repeat(256), suffix.padEnd(256, "z"))],
    ];
    for (const [index, scope] of scopes.entries()) await bench.blobs.put(scope, "k", blob(`of ${index}`));
    for (const [index, scope] of scopes.entries()) {
      const told = JSON.stringify([scope.tenant, scope.user]);
      expect(await words(bench.blobs, scope, "k"), told).toBe(`of ${index}`);
      expect(await listed(bench.blobs, scope), told).toEqual(["k"]);
    }
    for (const [index, scope] of scopes.entries()) if (index % 2 === 0) await bench.blobs.clear(scope, "");
    for (const [index, scope] of scopes.entries()) {
      expect(await words(bench.blobs, scope, "k")).toBe(index % 2 === 0 ? undefined : `of ${index}`);
    }
    for (const scope of scopes) await bench.blobs.clear(scope, "");
  }, 60_000);
}

function acrossScopes(bench: Bench): void {
  it("tells who of a tenant holds anything, and whether two connections are one place", async () => {
    const tenant = `held ${RUN} ${unique()}`;
    const [ada, ben, cho] = ["ada", "ben", "../cho"].map((user) => makeScope(tenant, user));
    const neighbour = makeScope(`${tenant}/x`, "dan");
    if (ada === undefined || ben === undefined || cho === undefined) throw new Error("three scopes were made");
    expect((await bench.blobs.occupants(tenant)).size).toBe(0);
    for (const scope of [ada, cho, neighbour]) await bench.blobs.put(scope, "a/b", blob("x"));
    await bench.blobs.put(ben, "a/b", blob("x"));
    await bench.blobs.remove(ben, ["a/b"]);
    const held = await bench.blobs.occupants(tenant);
    expect(["ada", "ben", "../cho", "dan", tenant].map((user) => held.has(user))).toEqual([
      ...[true, false, true],
      ...[false, false],
    ]);
    expect(held.size).toBe(2);
    const second = await bench.subject.second();
    expect([second.place, (await second.occupants(tenant)).size]).toEqual([bench.blobs.place, 2]);
    await second.close();
    for (const scope of [ada, cho, neighbour]) await bench.blobs.clear(scope, "");
    expect((await bench.blobs.occupants(tenant)).size).toBe(0);
  });
}

/**
 * The behaviour of a blob store, a test for each clause of its port. Call it at the top of a vitest file.
 * @example blobConformance("mine", async () => ({ blobs: await openMine(), second: openMine, cleanup: async () => undefined }))
 */
export function blobConformance(name: string, make: () => Promise<BlobsUnderTest>): void {
  describe(`8.3 blob store conformance: ${name}`, () => {
    let made: BlobsUnderTest | undefined;
    const subject = (): BlobsUnderTest => {
      if (made === undefined) throw new Error("the suite has not begun");
      return made;
    };
    const bench: Bench = {
      get subject() {
        return subject();
      },
      get blobs() {
        return subject().blobs;
      },
    };
    beforeAll(async () => {
      made = await make();
    });
    afterAll(async () => {
      await made?.cleanup();
    });
    keeping(bench);
    listing(bench);
    erasing(bench);
    isolation(bench);
    acrossScopes(bench);

    it("tells when what lies there is not what was put", async () => {
      const { corrupt } = bench.subject;
      if (corrupt === undefined) return expect(bench.blobs.name).toBe("memory");
      const scope = freshScope();
      await bench.blobs.put(scope, "k", blob("as it was put"));
      await corrupt(scope, "k");
      await expectError(bench.blobs.find(scope, "k"), "STORE_CORRUPT");
      await bench.blobs.clear(scope, "");
    });

    it("10.2 says where it is, and leaves nothing of its probe", async () => {
      // whoever is named like a probe keeps what is theirs
      const named = ["probe", "~probe"].map((tenant) => makeScope(tenant, "ada"));
      for (const scope of named) await bench.blobs.put(scope, "probe", blob("of a tenant"));
      expect((await bench.blobs.examine()).summary).not.toBe("");
      for (const scope of named) {
        expect(await bench.blobs.find(scope, "probe")).toBeDefined();
        expect((await bench.blobs.list(scope, "", { limit: 10 })).items).toEqual(["probe"]);
        await bench.blobs.clear(scope, "");
      }
      expect((await bench.blobs.examine()).summary).not.toMatch(/secret/i);
    });
  });
}
