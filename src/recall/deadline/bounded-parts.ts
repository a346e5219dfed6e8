import type { KeepsakeError } from "../../domain/index.js";
import type {
  Embedder,
  EngineParts,
  KeywordIndex,
  PairReader,
  Snapshots,
  Storage,
  Truth,
  VectorIndex,
} from "../../ports/index.js";
import { type TimeBudget, within } from "./time-budget.js";

/*
 * Up to which share of the whole time each stage may take. Embedding comes first and is what keeps a recall waiting most often: it leaves
 * the keywords time to answer alone.
 */
const EMBED_BY = 0.55;
const SEARCH_BY = 0.85;
/** What is left after this is for the answer. */
const READ_BY = 0.92;
/** Of what is left of that, for each of the two indexes: where they share a connection, one of them waits for the other. */
const EACH_SEARCH = 0.5;

/** Called with the name of a channel that was not there in time, and why. */
export type Missed = (channel: string, error: KeepsakeError) => void;

function isLate(error: unknown): error is KeepsakeError {
  return error instanceof Error && "code" in error && error.code === "DEADLINE_EXCEEDED";
}

/** Holds the calls of one channel to the time: what is late is told of, and nothing stands in its place. */
function boundChannel(channel: string, index: string, budget: TimeBudget, missed: Missed) {
  return async <Result>(work: () => Promise<Result>, nothing: Result): Promise<Result> => {
    try {
      return await within(index, budget.leftMs(SEARCH_BY), work);
    } catch (error) {
      if (!isLate(error)) throw error;
      missed(channel, error);
      return nothing;
    }
  };
}

const searchMs = (budget: TimeBudget): number => Math.max(1, budget.leftMs(SEARCH_BY) * EACH_SEARCH);

function boundVectors(inner: VectorIndex, budget: TimeBudget, missed: Missed): VectorIndex {
  const bound = boundChannel("vectors", "the vector index", budget, missed);
  return {
    search: (scope, query) => bound(() => inner.search(scope, { ...query, withinMs: searchMs(budget) }), []),
    score: (scope, query, ids) => bound(() => inner.score(scope, query, ids), []),
    find: (scope, modelId, ids) => bound(() => inner.find(scope, modelId, ids), new Map()),
    countByModel: (scope) => bound(() => inner.countByModel(scope), new Map()),
  };
}

function boundKeywords(inner: KeywordIndex, budget: TimeBudget, missed: Missed): KeywordIndex {
  const bound = boundChannel("keywords", "the keyword index", budget, missed);
  return {
    search: (scope, query) => bound(() => inner.search(scope, { ...query, withinMs: searchMs(budget) }), []),
    score: (scope, terms, ids) => bound(() => inner.score(scope, terms, ids), []),
    termWeights: (scope, terms) => bound(() => inner.termWeights(scope, terms), new Map()),
  };
}

/** Without rows there is no answer: what reads them is bound by the whole, and its lateness is the call's. */
function boundTruth(inner: Truth, budget: TimeBudget): Truth {
  return {
    open: () => inner.open(),
    close: () => inner.close(),
    read: (scope, work) => within("the store", budget.leftMs(), () => inner.read(scope, work)),
    write: (scope, work) => inner.write(scope, work),
  };
}

/** What is read of it is the answer: as late as the rows. */
function boundSnapshots(inner: Snapshots, budget: TimeBudget): Snapshots {
  return { hold: (scope, work) => within("the store", budget.leftMs(), () => inner.hold(scope, work)) };
}

function boundEmbedder(inner: Embedder, budget: TimeBudget): Embedder {
  return {
    profile: inner.profile,
    open: () => inner.open(),
    close: () => inner.close(),
    embedQuery: (text) => within("the embedder", budget.leftMs(EMBED_BY), (signal) => inner.embedQuery(text, signal)),
    embedPassages: (texts) =>
      within("the embedder", budget.leftMs(EMBED_BY), (signal) => inner.embedPassages(texts, signal)),
  };
}

/** Only what a recall asks is held to its time. */
function boundReader(inner: PairReader, budget: TimeBudget): PairReader {
  return {
    get profile() {
      return inner.profile;
    },
    open: () => inner.open(),
    close: () => inner.close(),
    readRelations: (...request) => inner.readRelations(...request),
    readWorth: (pairs, signal) => inner.readWorth(pairs, signal),
    readAnswers: (pairs) => within("the reader", budget.leftMs(READ_BY), (signal) => inner.readAnswers(pairs, signal)),
  };
}

/** The same parts, held to a time: a channel that is late is told of and left out, an embedder that is late fails as slow models do. */
export function boundParts(parts: EngineParts, budget: TimeBudget | undefined, missed: Missed): EngineParts {
  if (budget === undefined) return parts;
  const { storage, reader } = parts;
  const bounded: Storage = {
    ...storage,
    open: () => storage.open(),
    close: () => storage.close(),
    truth: boundTruth(storage.truth, budget),
    vectors: boundVectors(storage.vectors, budget, missed),
    keywords: boundKeywords(storage.keywords, budget, missed),
    ...(storage.snapshots === undefined ? {} : { snapshots: boundSnapshots(storage.snapshots, budget) }),
  };
  return {
    ...parts,
    embedder: boundEmbedder(parts.embedder, budget),
    storage: bounded,
    ...(reader === undefined ? {} : { reader: boundReader(reader, budget) }),
  };
}
