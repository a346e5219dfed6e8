import type {
  ChatModel,
  Embedder,
  KeywordIndex,
  PairReader,
  Reranker,
  SessionStore,
  Snapshots,
  Storage,
  Tracer,
  Truth,
  VectorIndex,
} from "../../../ports/index.js";

/*
 * The ports that calls wait for, each call a span. What is asked and answered is not looked at: how many, and which model.
 */

function tracedTruth(truth: Truth, tracer: Tracer): Truth {
  return {
    open: () => truth.open(),
    close: () => truth.close(),
    read: (scope, work) => tracer.span("store.read", () => truth.read(scope, work)),
    write: (scope, work) => tracer.span("store.write", () => truth.write(scope, work)),
  };
}

function tracedVectors(vectors: VectorIndex, tracer: Tracer): VectorIndex {
  return {
    search: (...asked) => tracer.span("vectors.search", () => vectors.search(...asked)),
    score: (...asked) => tracer.span("vectors.score", () => vectors.score(...asked)),
    find: (...asked) => tracer.span("vectors.find", () => vectors.find(...asked)),
    countByModel: (scope) => vectors.countByModel(scope),
  };
}

function tracedKeywords(keywords: KeywordIndex, tracer: Tracer): KeywordIndex {
  return {
    search: (...asked) => tracer.span("keywords.search", () => keywords.search(...asked)),
    score: (...asked) => tracer.span("keywords.score", () => keywords.score(...asked)),
    termWeights: (...asked) => tracer.span("keywords.weights", () => keywords.termWeights(...asked)),
  };
}

function tracedSessions(sessions: SessionStore, tracer: Tracer): SessionStore {
  return {
    put: (...asked) => tracer.span("state.put", () => sessions.put(...asked)),
    find: (...asked) => tracer.span("state.find", () => sessions.find(...asked)),
    list: (...asked) => tracer.span("state.list", () => sessions.list(...asked)),
    spaces: (...asked) => tracer.span("state.spaces", () => sessions.spaces(...asked)),
    delete: (...asked) => tracer.span("state.delete", () => sessions.delete(...asked)),
    clear: (...asked) => tracer.span("state.clear", () => sessions.clear(...asked)),
    ...(sessions.dropCopies && {
      dropCopies: (...asked) => tracer.span("state.drop", async () => sessions.dropCopies?.(...asked)),
    }),
  };
}

function tracedSnapshots(snapshots: Snapshots, tracer: Tracer): Snapshots {
  return { hold: (scope, work) => tracer.span("store.snapshot", () => snapshots.hold(scope, work)) };
}

/** The worker's queue is polled all the time, so it is left out. */
export function tracedStorage(storage: Storage, tracer: Tracer): Storage {
  const { snapshots } = storage;
  return {
    ...storage,
    ...(snapshots === undefined ? {} : { snapshots: tracedSnapshots(snapshots, tracer) }),
    truth: tracedTruth(storage.truth, tracer),
    vectors: tracedVectors(storage.vectors, tracer),
    keywords: tracedKeywords(storage.keywords, tracer),
    sessions: tracedSessions(storage.sessions, tracer),
  };
}

export function tracedEmbedder(embedder: Embedder, tracer: Tracer): Embedder {
  const span = <Result>(name: string, texts: number, work: () => Promise<Result>): Promise<Result> =>
    tracer.span(name, work, { attributes: { "keepsake.texts": texts, "keepsake.model": embedder.profile.modelId } });
  return {
    // to be read once it is open
    get profile() {
      return embedder.profile;
    },
    open: () => embedder.open(),
    close: () => embedder.close(),
    embedQuery: (...asked) => span("embed.query", 1, () => embedder.embedQuery(...asked)),
    embedPassages: (texts, signal) => span("embed.passages", texts.length, () => embedder.embedPassages(texts, signal)),
  };
}

export function tracedReader(reader: PairReader, tracer: Tracer): PairReader {
  const span = <Result>(name: string, pairs: number, work: () => Promise<Result>): Promise<Result> =>
    tracer.span(name, work, { attributes: { "keepsake.pairs": pairs } });
  return {
    // to be read once it is open
    get profile() {
      return reader.profile;
    },
    open: () => reader.open(),
    close: () => reader.close(),
    readRelations: (pairs, ...rest) => span("read.relations", pairs.length, () => reader.readRelations(pairs, ...rest)),
    readWorth: (pairs, signal) => span("read.worth", pairs.length, () => reader.readWorth(pairs, signal)),
    readAnswers: (pairs, signal) => span("read.answers", pairs.length, () => reader.readAnswers(pairs, signal)),
  };
}

export function tracedReranker(reranker: Reranker, tracer: Tracer): Reranker {
  const { modelId } = reranker;
  const terms = (documents: number) =>
    ({ kind: "client", attributes: { "keepsake.documents": documents, "keepsake.model": modelId } }) as const;
  return {
    modelId,
    rerank: (request) => tracer.span("rerank", () => reranker.rerank(request), terms(request.documents.length)),
  };
}

export function tracedChatModel(model: ChatModel, tracer: Tracer): ChatModel {
  const { modelId } = model;
  return {
    modelId,
    generateObject: (request) =>
      tracer.span("model.generate", () => model.generateObject(request), {
        kind: "client",
        // the name of a schema of ours
        attributes: { "keepsake.model": modelId, "keepsake.purpose": request.schemaName },
      }),
  };
}
