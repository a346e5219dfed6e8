import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStorage } from "../../adapters/storage/memory/index.js";
import {
  type Filter,
  KeepsakeError,
  MEMORY_STATUSES,
  type MemoryId,
  makeScope,
  type Scope,
  type SessionId,
  slotKey,
} from "../../domain/index.js";
import type { Storage, TruthTransaction } from "../../ports/index.js";
import type { MakeStorage, StorageUnderTest } from "./harness.js";
import {
  episodeId,
  journalId,
  MODEL,
  memoryId,
  NOW,
  sampleAttributes,
  sampleEpisode,
  sampleMemory,
  sampleTurn,
  turnId,
  unique,
} from "./samples.js";

type Step = (transaction: TruthTransaction, storage: Storage) => Promise<unknown>;
interface NamedStep {
  readonly name: string;
  readonly run: Step;
}

// Small pools, so that steps meet: the same ids, slots, terms and sessions come up again and again.
const number = (max: number) => fc.integer({ min: 0, max });
const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const memory = number(5).map((n) => memoryId(`m${n}`));
const turn = number(7).map((n) => turnId(`t${n}`));
const session = pick("s1", "s2", "S1") as fc.Arbitrary<SessionId>;
const word = pick("tea", "Tea", "te%", "茶", "coffee", "a\u0000b");
/** The slot of many of the memories below. */
const HOME = slotKey({ subject: "user", attribute: "a", qualifiers: {} });
const instant = number(6).map((n) => NOW + n);
const status = pick(...MEMORY_STATUSES);
const patchOf = fc.record(
  {
    status,
    validTo: fc.option(instant, { nil: null }),
    tags: fc.array(word, { maxLength: 2 }),
    importance: pick(0.25, 0.5),
    turnIds: fc.array(turn, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const vector = fc
  .array(pick(-1, -0.5, 0, 0.5, 1), { minLength: 4, maxLength: 4 })
  .map((values) => Float32Array.from(values));

const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.constant<Filter>({ op: "all" }),
    instant.map((at): Filter => ({ op: "current", at })),
    instant.map((at): Filter => ({ op: "validAt", at })),
    fc.array(status, { maxLength: 3 }).map((values): Filter => ({ op: "in", field: "status", values })),
    fc
      .array(pick("user", "Ann", "ann"), { maxLength: 2 })
      .map((values): Filter => ({ op: "in", field: "subject", values })),
    fc.array(word, { maxLength: 2 }).map((values): Filter => ({ op: "hasAny", field: "tags", values })),
    fc.tuple(instant, instant).map(([from, to]): Filter => ({ op: "between", field: "validFrom", from, to })),
    tie("filter").map((inner): Filter => ({ op: "not", filter: inner })),
    fc.array(tie("filter"), { maxLength: 3 }).map((filters): Filter => ({ op: "and", filters })),
    fc.array(tie("filter"), { maxLength: 3 }).map((filters): Filter => ({ op: "or", filters })),
  ),
})).filter;

const writes: fc.Arbitrary<NamedStep> = fc.oneof(
  fc.tuple(turn, session, instant).map(
    ([id, sessionId, at]): NamedStep => ({
      name: `turns.append ${id} ${sessionId} ${at - NOW}`,
      run: ({ turns }) => turns.append([sampleTurn({ id, sessionId, at })]),
    }),
  ),
  turn.map((id): NamedStep => ({ name: `turns.remove ${id}`, run: ({ turns }) => turns.remove([id]) })),
  fc
    .record({
      id: memory,
      attribute: pick("a", "b"),
      cardinality: pick("single" as const, "multi" as const),
      subject: pick("user", "Ann", "ＡＮＮ"),
      status,
      recordedAt: instant,
      validFrom: instant,
      tags: fc.array(word, { maxLength: 2 }),
      turnIds: fc.array(turn, { maxLength: 2 }),
    })
    .map(
      (fields): NamedStep => ({
        name: `memories.insert ${JSON.stringify(fields)}`,
        run: ({ memories }) => memories.insert(sampleMemory(fields)),
      }),
    ),
  fc.tuple(memory, number(2), patchOf).map(
    ([id, revision, patch]): NamedStep => ({
      name: `memories.update ${id} ${revision + 1} ${JSON.stringify(patch)}`,
      run: ({ memories }) => memories.update(id, revision + 1, patch),
    }),
  ),
  memory.map((id): NamedStep => ({ name: `memories.remove ${id}`, run: ({ memories }) => memories.remove([id]) })),
  fc.tuple(number(4), turn, turn, instant).map(
    ([n, centreTurnId, other, at]): NamedStep => ({
      name: `episodes.insert ${n} ${centreTurnId} ${other}`,
      run: ({ episodes }) =>
        episodes.insert(sampleEpisode({ id: episodeId(`e${n}`), centreTurnId, turnIds: [other, centreTurnId], at })),
    }),
  ),
  number(4).map(
    (n): NamedStep => ({ name: `episodes.remove ${n}`, run: ({ episodes }) => episodes.remove([episodeId(`e${n}`)]) }),
  ),
  fc.tuple(number(4), turn, instant).map(
    ([n, turnIdOf, at]): NamedStep => ({
      name: `journal.append ${n} ${turnIdOf}`,
      run: ({ journal }) =>
        journal.append([
          { id: journalId(`j${n}`), task: { type: "digest", turnId: turnIdOf, sessionId: "s1" as SessionId }, at },
        ]),
    }),
  ),
  turn.map(
    (id): NamedStep => ({
      name: `journal.removeFor ${id}`,
      run: ({ journal }) => journal.removeFor({ turnIds: [id] }),
    }),
  ),
  fc
    .tuple(
      memory,
      fc.option(fc.array(word, { maxLength: 5 }), { nil: undefined }),
      fc.option(vector, { nil: undefined }),
      status,
      instant,
      fc.array(word, { maxLength: 2 }),
    )
    .map(
      ([id, terms, values, itemStatus, validFrom, tags]): NamedStep => ({
        name: `index.put ${id} ${JSON.stringify(terms)} ${values} ${itemStatus}`,
        run: (transaction, storage) =>
          storage.projection.apply(transaction, [
            {
              type: "put",
              attributes: sampleAttributes(id, { status: itemStatus, validFrom, tags }),
              ...(terms !== undefined && { terms }),
              ...(values !== undefined && { vector: { modelId: MODEL, values } }),
            },
          ]),
      }),
    ),
  fc.tuple(memory, status).map(
    ([id, itemStatus]): NamedStep => ({
      name: `index.update ${id} ${itemStatus}`,
      run: (transaction, storage) =>
        storage.projection.apply(transaction, [
          { type: "update", attributes: sampleAttributes(id, { status: itemStatus }) },
        ]),
    }),
  ),
  memory.map(
    (id): NamedStep => ({
      name: `index.remove ${id}`,
      run: (transaction, storage) => storage.projection.apply(transaction, [{ type: "remove", itemId: id }]),
    }),
  ),
  fc.constant<NamedStep>({
    name: "index.drop-model",
    run: (transaction, storage) => storage.projection.apply(transaction, [{ type: "drop-model", modelId: MODEL }]),
  }),
);

interface Transaction {
  readonly steps: readonly NamedStep[];
  readonly abandoned: boolean;
  readonly claims: boolean;
}

const transactions: fc.Arbitrary<readonly Transaction[]> = fc.array(
  fc.record({ steps: fc.array(writes, { minLength: 1, maxLength: 4 }), abandoned: fc.boolean(), claims: fc.boolean() }),
  { maxLength: 10 },
);
const query = fc.record({ terms: fc.uniqueArray(word, { maxLength: 4 }), vector, filter, limit: pick(1, 2, 50) });

/** What a step gave: its value, or the code of its error. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return (await work) ?? null;
  } catch (error) {
    return error instanceof KeepsakeError ? error.code : Promise.reject(error);
  }
}

async function runTransaction(
  storage: Storage,
  scope: Scope,
  { steps, abandoned, claims }: Transaction,
  at: number,
): Promise<unknown> {
  const outcomes: unknown[] = [];
  const abandonment = new KeepsakeError("CLOSED", "abandoned on purpose");
  const written = await outcomeOf(
    storage.truth.write(scope, async (transaction) => {
      // A step that fails is caught here, as a caller may do: what went before it in the transaction must stand.
      for (const step of steps) outcomes.push(await outcomeOf(step.run(transaction, storage)));
      if (abandoned) throw abandonment;
    }),
  );
  const work = claims
    ? await storage.queue.claim({ now: NOW + at * 500, leaseSeconds: 1, maxEntries: 2, maxAttempts: 2, scope })
    : undefined;
  const [first] = work?.entries ?? [];
  if (work !== undefined && first !== undefined && at % 3 !== 0)
    await storage.queue.fail(first.id, work.leaseToken, { error: "e", ...(at % 2 === 0 && { dueAt: NOW + at * 700 }) });
  return { outcomes, written, claimed: work?.entries };
}

async function look(
  storage: Storage,
  scope: Scope,
  { terms, vector: values, filter: condition, limit }: typeof query extends fc.Arbitrary<infer Value> ? Value : never,
) {
  const truth = await storage.truth.read(scope, async ({ directory, turns, memories, episodes, journal }) => ({
    user: await directory.hasUser(),
    sessions: await turns.listSessions({ limit: 10 }),
    turns: await turns.list("s1" as SessionId, { limit: 3 }),
    recent: await turns.recent("s1" as SessionId, 2),
    memories: await memories.list(condition, { limit: 3 }),
    count: await memories.count(condition),
    subject: await memories.listActiveBySubject("ann", 3),
    byTurns: await memories.listByTurns([turnId("t0"), turnId("t1"), turnId("t2")]),
    lineage: await memories.lineage("mem_m0" as MemoryId),
    version: await memories.latestVersion("mem_m0" as MemoryId),
    neighbours: [
      await memories.neighbours({ slotKey: HOME, lineageId: memoryId("m1"), from: NOW + 2, except: [] }),
      await memories.neighbours({ slotKey: HOME, from: NOW + 1, to: NOW + 4, saidAt: NOW, except: [memoryId("m2")] }),
    ],
    episodes: await episodes.list({ limit: 3 }),
    segments: await episodes.listByTurns([turnId("t0"), turnId("t3")]),
    journal: await journal.list({ limit: 10 }),
    pending: await journal.pending(),
  }));
  return {
    truth,
    keywords: await storage.keywords.search(scope, { terms, filter: condition, limit }),
    weights: [...(await storage.keywords.termWeights(scope, terms))],
    vectors: await storage.vectors.search(scope, { vector: values, modelId: MODEL, filter: condition, limit }),
    models: [...(await storage.vectors.countByModel(scope))],
  };
}

/** Random histories: the storage and the reference must agree on every outcome and on all that can be seen afterwards. */
export function modelConformance(make: MakeStorage): void {
  describe("agreement with the reference", () => {
    let subject: StorageUnderTest;
    const reference = createMemoryStorage();
    beforeAll(async () => {
      subject = await make();
      await reference.open();
      for (const storage of [subject.storage, reference]) await storage.tenants.ensure("tenant", NOW);
    });
    afterAll(async () => {
      await subject.cleanup();
      await reference.close();
    });

    it("holds for any sequence of transactions", async () => {
      await fc.assert(
        fc.asyncProperty(transactions, query, async (history, question) => {
          const scope = makeScope("tenant", `user ${unique()}`);
          for (const [at, transaction] of history.entries()) {
            const told = transaction.steps.map((step) => step.name).join("; ");
            const [mine, theirs] = [
              await runTransaction(subject.storage, scope, transaction, at),
              await runTransaction(reference, scope, transaction, at),
            ];
            expect(mine, told).toEqual(theirs);
            // Looking between transactions makes copies of the indexes catch up rather than load.
            if (at % 2 === 0)
              expect(await look(subject.storage, scope, question), told).toEqual(
                await look(reference, scope, question),
              );
          }
          expect(await look(subject.storage, scope, question)).toEqual(await look(reference, scope, question));
        }),
        { numRuns: 60, seed: 20_260_601 },
      );
    }, 120_000);
  });
}
