import { expect, it } from "vitest";
import {
  type AgentId,
  type Filter,
  type ItemAttributes,
  type ItemId,
  KeepsakeError,
  matchesFilter,
  type SessionId,
} from "../../domain/index.js";
import { expectError } from "../storage/harness.js";
import { sampleFilters } from "../storage/memories.js";
import {
  episodeId,
  HOSTILE_IDS,
  HOSTILE_TEXTS,
  memoryId,
  NOW,
  sampleAttributes,
  vectorAt,
} from "../storage/samples.js";
import { ALL, type EngineBench, engineSuite, freshScope, type MakeEngine, modelOfRun, point } from "./harness.js";

/** Items that differ in everything a filter can ask. */
function variedAttributes(): readonly ItemAttributes[] {
  const statuses = ["active", "superseded", "archived", "expired", "erased", "pending-review"] as const;
  const spans: readonly Partial<ItemAttributes>[] = [
    {},
    { validFrom: NOW + 1 },
    { validTo: NOW },
    { validTo: NOW + 1 },
    { expiresAt: NOW },
    { expiresAt: NOW + 1, validTo: NOW + 10 },
    { saidAt: NOW - 1, recordedAt: NOW - 1, validFrom: 0 },
  ];
  const named: readonly Partial<ItemAttributes>[] = [
    { kind: "goal", tier: "mid-term", sessionId: "session a" as SessionId, agentId: "b" as AgentId },
    { kind: "fact", tier: "long-term", entities: ["shared", "acme"], sessionId: "session b" as SessionId },
    { entities: ["shared"], agentId: "a" as AgentId, importance: 0 },
  ];
  const said: readonly ItemAttributes[] = [
    sampleAttributes(episodeId(), {
      type: "episode",
      speaker: "Ann",
      role: "user",
      sessionId: "session a" as SessionId,
    }),
    sampleAttributes(episodeId(), { type: "episode", speaker: "ann", role: "assistant" }),
  ];
  return [
    ...statuses.flatMap((status) => spans.map((span) => sampleAttributes(memoryId(), { status, ...span }))),
    ...named.map((fields) => sampleAttributes(memoryId(), fields)),
    ...said,
    ...HOSTILE_IDS.map((text) => sampleAttributes(memoryId(), { subject: text, tags: [text, "common"] })),
  ];
}

function filterTests(bench: EngineBench): void {
  it("translates every filter as the domain means it", async () => {
    const scope = freshScope();
    const items = variedAttributes();
    const values = vectorAt(30);
    await bench.engine.put(
      scope,
      items.map((attributes) => ({ attributes, modelId: modelOfRun(), values })),
    );
    const roles: readonly Filter[] = [
      { op: "in", field: "role", values: ["assistant"] },
      { op: "not", filter: { op: "hasAny", field: "tags", values: ["common"] } },
      { op: "not", filter: { op: "or", filters: [] } },
      { op: "not", filter: { op: "and", filters: [] } },
      { op: "not", filter: { op: "validAt", at: NOW } },
      { op: "not", filter: { op: "between", field: "validFrom", from: NOW } },
      { op: "between", field: "validFrom", from: NOW + 2, to: NOW + 1 },
    ];
    for (const filter of [...sampleFilters(), ...roles]) {
      const expected = items.filter((item) => matchesFilter(filter, item)).map((item) => item.id);
      const found = await bench.ids(scope, 30, { filter, limit: 4096 });
      expect([...found].sort(), JSON.stringify(filter)).toEqual([...expected].sort());
    }
  }, 300_000);

  it("P10 tells texts apart to the last unit, whatever is in them", async () => {
    const scope = freshScope();
    const texts = HOSTILE_TEXTS.filter((text) => text.length < 1_000);
    const made = texts.map((text) => [memoryId(), text] as const);
    await bench.engine.put(
      scope,
      made.map(([id, text]) => point(id, 0, { subject: text, tags: [text], entities: [text] })),
    );
    for (const [id, text] of made) {
      for (const filter of [
        { op: "in", field: "subject", values: [text] },
        { op: "hasAny", field: "tags", values: [text, "another"] },
        { op: "hasAny", field: "entities", values: ["another", text] },
      ] as const) {
        expect(await bench.ids(scope, 0, { filter }), JSON.stringify(filter)).toEqual([id]);
      }
    }
  }, 120_000);

  it("takes a thousand values in one filter, and twenty conditions within each other", async () => {
    const scope = freshScope();
    const [wanted, other] = [memoryId(), memoryId()];
    await bench.engine.put(scope, [point(wanted, 0, { subject: "value 999", tags: ["value 0"] }), point(other, 0)]);
    const values = Array.from({ length: 1_000 }, (_, index) => `value ${index}`);
    expect(await bench.ids(scope, 0, { filter: { op: "in", field: "subject", values } })).toEqual([wanted]);
    expect(await bench.ids(scope, 0, { filter: { op: "hasAny", field: "tags", values } })).toEqual([wanted]);
    let nested: Filter = { op: "in", field: "subject", values: ["value 999"] };
    for (let depth = 0; depth < 20; depth++) {
      const within: Filter = { op: "not", filter: nested };
      nested = depth % 2 === 0 ? { op: "and", filters: [ALL, within] } : { op: "or", filters: [within] };
    }
    expect(await bench.ids(scope, 0, { filter: nested })).toEqual([wanted]);
  });

  it("P04 P12 gives as many hits as asked whenever so many match: the filter is inside the search", async () => {
    const scope = freshScope();
    const nearer = Array.from({ length: 300 }, () => point(memoryId(), 1, { status: "superseded" }));
    const wanted = [memoryId(), memoryId(), memoryId()];
    await bench.engine.put(scope, [...nearer, ...wanted.map((id) => point(id, 90))]);
    const found = await bench.ids(scope, 0, { filter: { op: "current", at: NOW }, limit: 3 });
    expect([...found].sort()).toEqual([...wanted].sort());
  });
}

function orderTests(bench: EngineBench): void {
  it("orders by cosine, then item id, and says the cosine, negative ones too", async () => {
    const scope = freshScope();
    const [near, far, twin, opposite] = ["mem_b", "mem_c", "mem_a", "mem_d"] as ItemId[] as [
      ItemId,
      ItemId,
      ItemId,
      ItemId,
    ];
    await bench.engine.put(scope, [point(near, 10), point(far, 120), point(twin, 10), point(opposite, 180)]);
    const hits = await bench.hits(scope, 0, { limit: 10 });
    expect(hits.map((hit) => hit.itemId)).toEqual([twin, near, far, opposite]);
    for (const [index, degrees] of [10, 10, 120, 180].entries()) {
      expect(hits[index]?.cosine).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 4);
    }
    expect(await bench.ids(scope, 0, { limit: 3 })).toEqual([twin, near, far]);
    for (const { cosine } of hits) expect(Math.abs(cosine)).toBeLessThanOrEqual(1);
  });

  it("P15 compares vectors of one model only; an item may have one of each, of different dimensions", async () => {
    const scope = freshScope();
    const [both, other] = [memoryId(), memoryId()];
    const wide = modelOfRun("wide");
    await bench.engine.put(scope, [
      point(both, 0),
      { attributes: sampleAttributes(both), modelId: wide, values: vectorAt(90, 6) },
      { attributes: sampleAttributes(other), modelId: wide, values: vectorAt(0, 6) },
    ]);
    expect(await bench.ids(scope, 0)).toEqual([both]);
    const search = { vector: vectorAt(0, 6), modelId: wide, filter: ALL, limit: 5 };
    expect((await bench.engine.search(scope, search)).map((hit) => hit.itemId)).toEqual([other, both]);
    expect(await bench.ids(scope, 0, { modelId: modelOfRun("absent") })).toEqual([]);
  });

  it("gives [] of a scope that it does not know, and refuses limits that are none: INVALID_INPUT", async () => {
    const scope = freshScope();
    expect(await bench.ids(scope, 0)).toEqual([]);
    await bench.engine.put(scope, [point(memoryId(), 0)]);
    expect(await bench.ids(freshScope(), 0)).toEqual([]);
    for (const limit of [0, 4097, 1.5, -1]) await expectError(bench.hits(scope, 0, { limit }), "INVALID_INPUT");
  });

  it("refuses a query of another dimension: INVALID_INPUT", async () => {
    const scope = freshScope();
    await bench.engine.put(scope, [point(memoryId(), 0)]);
    const search = { vector: vectorAt(0, 5), modelId: modelOfRun(), filter: ALL, limit: 5 };
    const error = await bench.engine.search(scope, search).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KeepsakeError);
    expect(error).toMatchObject({ code: "INVALID_INPUT" });
  });

  it("finds at least 98 % of the nearest 50 of 2,000, with and without a filter", async () => {
    const scope = freshScope();
    const dimension = 32;
    const modelId = modelOfRun("random");
    const points = Array.from({ length: 2_000 }, (_, index) => ({
      attributes: sampleAttributes(memoryId(), { importance: 0.5, tags: index % 10 === 0 ? ["tenth"] : [] }),
      modelId,
      values: randomUnit(dimension),
    }));
    await bench.engine.put(scope, points);
    for (const filter of [ALL, { op: "hasAny", field: "tags", values: ["tenth"] } as const]) {
      const vector = randomUnit(dimension);
      const exact = points
        .filter(({ attributes }) => matchesFilter(filter, attributes))
        .map(({ attributes, values }) => ({
          id: attributes.id,
          cosine: values.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
        }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 50);
      const found = new Set(
        (await bench.engine.search(scope, { vector, modelId, filter, limit: 50 })).map((hit) => hit.itemId),
      );
      expect(exact.filter(({ id }) => found.has(id)).length).toBeGreaterThanOrEqual(49);
    }
  }, 120_000);
}

let seed = 20_260_601;

/** The same numbers every run (mulberry32). */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

function randomUnit(dimension: number): Float32Array {
  const values = Float32Array.from({ length: dimension }, () => random() * 2 - 1);
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

export function searchingConformance(make: MakeEngine): void {
  engineSuite("search", make, (bench) => {
    orderTests(bench);
    filterTests(bench);
  });
}
