import { makeScope, type Scope, type SessionId, slotKey, type TurnId } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { sampleKey } from "./identity.js";
import {
  HOSTILE_IDS,
  HOSTILE_TEXTS,
  journalId,
  memoryId,
  NOW,
  sampleAttributes,
  sampleEpisode,
  sampleMemory,
  sampleSummary,
  sampleTurn,
} from "./samples.js";

const VECTOR = new Float32Array([0.1, -0.2, 0.3, Math.fround(Math.sqrt(1 - 0.14))]);
const OTHER_VECTOR = new Float32Array([0.6, 0.8]);

async function speak({ truth }: Storage, scope: Scope, texts: readonly string[]): Promise<void> {
  await truth.write(scope, async ({ turns, journal, requests, summaries }) => {
    const session = "first" as SessionId;
    const said = texts.map((text, place) =>
      sampleTurn({ id: `turn_${place}` as TurnId, sessionId: session, text, at: NOW + place, importId: "file" }),
    );
    await turns.append(said);
    await turns.append([sampleTurn({ id: "turn_late" as TurnId, sessionId: "second" as SessionId, speaker: "奎尔" })]);
    await turns.remove(["turn_1" as TurnId]); // positions are not given twice
    const tasks = said.slice(2, 5).map(({ id }) => ({ type: "digest", turnId: id, sessionId: session }) as const);
    await journal.append(tasks.map((task, place) => ({ id: journalId(), task, at: NOW + place })));
    await journal.append([{ id: journalId(), task: { type: "summarise", sessionId: session }, at: NOW }]);
    await summaries.put(sampleSummary({ sessionId: session }));
    await requests.put({ key: "once", operation: "record", bodyHash: "hash", response: "{}", at: NOW });
  });
}

async function believe({ truth, projection }: Storage, scope: Scope, salt: string): Promise<void> {
  const turnIds = ["turn_2" as TurnId, "turn_3" as TurnId];
  const size = { subject: "user", attribute: "shoe_size", qualifiers: {} };
  const key = slotKey(size);
  const single = { ...size, slotKey: key, cardinality: "single" as const, turnIds };
  // the later id is the older version, so that rows put in the order of ids meet the slot's one place taken
  const [first, second] = [memoryId(`z${salt}`), memoryId(`a${salt}`)];
  const old = sampleMemory({ ...single, id: first, value: "41", entities: ["Ada", "阿达"], importance: 0.25 });
  const next = sampleMemory({ ...single, id: second, lineageId: first, version: 2, value: "42", supersedes: [first] });
  const many = Array.from({ length: 30 }, (_, place) =>
    sampleMemory({ id: memoryId(`m${place}${salt}`), tags: ["t"] }),
  );
  const episode = sampleEpisode({ centreTurnId: "turn_2" as TurnId, turnIds, speaker: "Ada" });
  const wrote = { at: NOW, kind: "new" as const, policyVersion: "1", before: {}, after: { status: "active" as const } };
  await truth.write(scope, async (stores) => {
    await stores.memories.insert(old);
    await stores.writes.append([{ ...wrote, memoryId: first, turnId: "turn_2" as TurnId }]);
    await stores.memories.update(first, 1, { status: "superseded", supersededBy: second, validTo: NOW + 9 });
    await stores.memories.insert(next);
    for (const memory of many) await stores.memories.insert(memory);
    await stores.writes.append([{ ...wrote, memoryId: second, sessionId: "first" as SessionId }]);
    await stores.episodes.insert(episode);
    await stores.audit.append({ at: NOW, action: "remember", actor: "key:bot", targets: [first], outcome: "done" });
    await projection.apply(
      stores,
      many.map((memory) => ({ type: "put", attributes: sampleAttributes(memory.id, { tags: ["t"] }), terms: ["tea"] })),
    );
    await projection.apply(stores, [
      {
        type: "put",
        attributes: sampleAttributes(first, { importance: 0.25, status: "superseded", subject: "user" }),
        terms: ["shoe", "size", "shoe", "尺码"],
        vector: { modelId: "one", values: VECTOR },
      },
      {
        type: "put",
        attributes: sampleAttributes(second),
        terms: ["shoe"],
        vector: { modelId: "one", values: VECTOR },
      },
      { type: "put", attributes: sampleAttributes(second), vector: { modelId: "two", values: OTHER_VECTOR } },
      { type: "put", attributes: sampleAttributes(episode.id, { type: "episode", entities: ["Ada"], importance: 0 }) },
    ]);
  });
}

/** A store with rows of every kind: several tenants and users, hostile names and texts, versions, leases, two embedding models. */
export async function fillStore(storage: Storage, salt = ""): Promise<readonly Scope[]> {
  const tenants = [`acme${salt}`, `acme${salt}-corp`, `😀${salt}`];
  for (const [place, tenant] of tenants.entries()) {
    await storage.tenants.ensure(tenant, NOW + place);
    await storage.credentials.insert(
      sampleKey(tenant, { permissions: ["memory:read"], user: "ada", expiresAt: NOW + 5, lastUsedAt: NOW }),
    );
    const spend = { inputTokens: 3, outputTokens: 2, costMicros: 7 };
    await storage.usage.reserve(tenant, "2026-05-01", spend, {});
    await storage.usage.settle(tenant, "2026-05-01", spend, spend);
    await storage.auditLog.append(tenant, [
      { at: NOW, action: "keys-create", actor: "cli", targets: ["one"], outcome: "done" },
      { at: NOW + 1, action: "recall", actor: "key:bot", user: "ada", targets: [], outcome: "refused", detail: "no" },
    ]);
  }
  const scopes = [
    ...HOSTILE_IDS.slice(0, 8).map((user) => makeScope(tenants[0] ?? "", user)),
    makeScope(tenants[0] ?? "", "用户一"),
    makeScope(tenants[1] ?? "", "acme"),
    makeScope(tenants[2] ?? "", "\uffff"),
    makeScope(tenants[2] ?? "", "😀"),
  ];
  for (const [place, scope] of scopes.entries()) {
    await speak(storage, scope, HOSTILE_TEXTS.slice(0, 17));
    await believe(storage, scope, String(place));
    await storage.sessions.put(scope, "space", "key", { step: place, text: "值" }, { now: NOW, ttlSeconds: 60 });
  }
  await storage.queue.claim({ now: NOW + 50, leaseSeconds: 30, maxEntries: 2, maxAttempts: 3 });
  return scopes;
}
