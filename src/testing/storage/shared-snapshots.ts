import { expect, it } from "vitest";
import { ALL, type ErrorCode, makeScope, type Scope } from "../../domain/index.js";
import type { Snapshots, Storage } from "../../ports/index.js";
import { expectError } from "./harness.js";
import { putIndexed, TERMS } from "./put-indexed.js";
import { MODEL, vectorAt } from "./samples.js";

interface Server {
  /** Small limits, so that what waits for a lock is given up soon. */
  open(limits: { readonly busyTimeoutMs: number; readonly statementTimeoutMs: number }): Promise<Storage>;
  /** Keeps everybody else from the table until it is called. */
  lock(table: string): Promise<() => Promise<unknown>>;
  /** What a statement fails of that waits for such a lock. */
  readonly refusal: ErrorCode;
}

/** One that the storage is held to have; nothing but the lock is waited for in it. */
function held(storage: Storage, scope: Scope, work: Parameters<Snapshots["hold"]>[1]): Promise<unknown> {
  if (storage.snapshots === undefined) throw new TypeError("the storage holds no snapshots");
  return storage.snapshots.hold(scope, work);
}

async function livedIn(storage: Storage, user: string) {
  const scope = makeScope("acme", user);
  await storage.tenants.ensure("acme", 0);
  return { scope, id: await putIndexed(storage, scope) };
}

/** Of servers, where a snapshot is a connection that its calls share, and that others have after it. */
export function sharedSnapshots({ open, lock, refusal }: Server): void {
  const patient = { busyTimeoutMs: 10_000, statementTimeoutMs: 10_000 };
  const hasty = { busyTimeoutMs: 300, statementTimeoutMs: 300 };

  it.each(["ends", "fails"])(
    "P17 a call that outlives a snapshot that %s asks nothing more, and delays nobody",
    async (how) => {
      const storage = await open(patient);
      const { scope, id } = await livedIn(storage, `outlived-${how}`);
      const unlock = await lock("keyword_terms");
      const left: Promise<unknown>[] = [];
      const ended = held(storage, scope, async (at) => {
        const search = storage.keywords.search(at, { terms: TERMS, filter: ALL, limit: 5 });
        left.push(expect(search).rejects.toThrow("after the end of its transaction"));
        expect(await storage.truth.read(scope, ({ memories }) => memories.find(id))).toMatchObject({ id });
        if (how === "fails") throw new TypeError("broken");
      });
      await (how === "fails" ? expect(ended).rejects.toThrow("broken") : ended);
      const seen = await Promise.all([1, 2].map(() => storage.truth.read(scope, ({ memories }) => memories.find(id))));
      expect(seen).toMatchObject([{ id }, { id }]);
      await unlock();
      await Promise.all(left);
      expect(await storage.keywords.search(scope, { terms: TERMS, filter: ALL, limit: 5 })).toMatchObject([
        { itemId: id },
      ]);
    },
  );

  it.each(["keyword_terms", "keyword_postings", "vector_models", "vectors"])(
    "P16 what one search fails of, at %s, is its own: the snapshot goes on",
    async (table) => {
      const storage = await open(hasty);
      const { scope, id } = await livedIn(storage, `goes-on-${table}`);
      const query = { vector: vectorAt(3), modelId: MODEL };
      const score = (at: Scope): Promise<readonly unknown[]> =>
        table.startsWith("keyword") ? storage.keywords.score(at, TERMS, [id]) : storage.vectors.score(at, query, [id]);
      const found = await storage.snapshots?.hold(scope, async (at) => {
        const unlock = await lock(table);
        await expectError(score(at), refusal).finally(unlock);
        return storage.truth.read(at, ({ memories }) => memories.find(id));
      });
      expect(found).toMatchObject({ id });
      expect(await score(scope)).toMatchObject([{ itemId: id }]);
    },
  );
}
