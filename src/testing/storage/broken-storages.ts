import { createMemoryStorage } from "../../adapters/storage/memory/index.js";
import { fitsCaps, makeScope, type Scope } from "../../domain/index.js";
import type { Storage, Truth, TruthTransaction } from "../../ports/index.js";

/** Storages with one fault each, of kinds that users of memory systems have reported; the suite must find every one. */
export const BROKEN_STORAGES: Readonly<Record<string, () => Storage>> = {
  "filters after the best k": () => {
    const right = createMemoryStorage();
    return {
      ...right,
      vectors: {
        ...right.vectors,
        async search(scope, query) {
          const best = await right.vectors.search(scope, { ...query, filter: { op: "all" } });
          const matching = new Set(
            (await right.vectors.search(scope, { ...query, limit: 4096 })).map((hit) => hit.itemId),
          );
          return best.filter((hit) => matching.has(hit.itemId));
        },
      },
    };
  },
  "takes a snapshot of each port": () => {
    const right = createMemoryStorage();
    return { ...right, snapshots: { hold: (scope, work) => work(makeScope(scope.tenant, scope.user)) } };
  },
  "ignores the user": () => withScopes(({ tenant }) => makeScope(tenant, "everyone")),
  "folds the case of ids": () => withScopes(({ tenant, user }) => makeScope(tenant.toLowerCase(), user.toLowerCase())),
  "normalises ids": () => withScopes(({ tenant, user }) => makeScope(tenant.normalize("NFKC"), user.normalize("NFKC"))),
  "trims ids": () => withScopes(({ tenant, user }) => makeScope(tenant.trim(), user.trim())),
  "keeps half of a failed write": () => {
    const right = createMemoryStorage();
    return { ...right, truth: { ...right.truth, write: (scope, work) => halfWrite(right.truth, scope, work) } };
  },
  "looks at the cap before it reserves": () => {
    const right = createMemoryStorage();
    return {
      ...right,
      usage: {
        ...right.usage,
        async reserve(tenant, day, spend, caps) {
          const usage = await right.usage.find(tenant, day);
          return right.usage.reserve(tenant, day, spend, fitsCaps(usage, spend, caps) ? {} : caps);
        },
      },
    };
  },
  "tells a change apart from it": () => {
    const right = createMemoryStorage();
    return {
      ...right,
      credentials: {
        ...right.credentials,
        async insert(key, line) {
          if (line !== undefined) await right.auditLog.append(line.tenant, [line.event]);
          await right.credentials.insert(key);
        },
      },
    };
  },
  "lets the latest instant go back": () =>
    withTransaction((transaction) => {
      let noted: number | undefined;
      return {
        ...transaction,
        directory: {
          ...transaction.directory,
          async noteInstant(at) {
            noted = at;
            await transaction.directory.noteInstant(at);
          },
          latestInstant: async () => noted ?? transaction.directory.latestInstant(),
        },
      };
    }),
  "lets nobody take a lapse back": () => {
    const right = createMemoryStorage();
    return { ...right, queue: { ...right.queue, acquit: async () => undefined } };
  },
  "completes without the lease": () =>
    withTransaction((transaction) => ({
      ...transaction,
      journal: { ...transaction.journal, complete: async () => undefined },
    })),
  "overwrites a turn that is there": () =>
    withTransaction((transaction) => ({
      ...transaction,
      turns: {
        ...transaction.turns,
        async append(turns) {
          await transaction.turns.remove(turns.map((turn) => turn.id));
          return transaction.turns.append(turns);
        },
      },
    })),
  "lists the first twenty only": () =>
    withTransaction((transaction) => ({
      ...transaction,
      memories: {
        ...transaction.memories,
        list: async (filter) => ({ items: (await transaction.memories.list(filter, { limit: 20 })).items }),
      },
    })),
  "takes what ended for a neighbour in time": () =>
    withTransaction((transaction) => ({
      ...transaction,
      memories: {
        ...transaction.memories,
        neighbours: (stretch) => transaction.memories.neighbours({ ...stretch, from: stretch.from - 1 }),
      },
    })),
};

/** Every port sees another scope than it was given. */
function withScopes(change: (scope: Scope) => Scope): Storage {
  const right = createMemoryStorage();
  return {
    ...right,
    truth: {
      ...right.truth,
      read: (scope, work) => right.truth.read(change(scope), work),
      write: (scope, work) => right.truth.write(change(scope), work),
    },
    vectors: {
      search: (scope, query) => right.vectors.search(change(scope), query),
      score: (scope, query, ids) => right.vectors.score(change(scope), query, ids),
      find: (scope, modelId, ids) => right.vectors.find(change(scope), modelId, ids),
      countByModel: (scope) => right.vectors.countByModel(change(scope)),
    },
    tenants: {
      ...right.tenants,
      ensure: (tenant, at) => right.tenants.ensure(change(makeScope(tenant, "user")).tenant, at),
    },
  };
}

function withTransaction(change: (transaction: TruthTransaction) => TruthTransaction): Storage {
  const right = createMemoryStorage();
  const originals = new WeakMap<TruthTransaction, TruthTransaction>();
  const changed = (transaction: TruthTransaction) => {
    const result = change(transaction);
    originals.set(result, transaction);
    return result;
  };
  return {
    ...right,
    truth: {
      ...right.truth,
      read: (scope, work) => right.truth.read(scope, (transaction) => work(changed(transaction))),
      write: (scope, work) => right.truth.write(scope, (transaction) => work(changed(transaction))),
    },
    projection: {
      apply: (transaction, changes) => right.projection.apply(originals.get(transaction) ?? transaction, changes),
    },
  };
}

/** Commits what was done before the error. */
async function halfWrite<Result>(
  truth: Truth,
  scope: Scope,
  work: (transaction: TruthTransaction) => Promise<Result>,
): Promise<Result> {
  let failure: { readonly error: unknown } | undefined;
  const result = await truth.write(scope, async (transaction) => {
    try {
      return await work(transaction);
    } catch (error) {
      failure = { error };
      return undefined;
    }
  });
  if (failure !== undefined) throw failure.error;
  return result as Result;
}
