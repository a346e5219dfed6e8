import { Client } from "@elastic/elasticsearch";
import type { VectorEngine } from "../../../ports/index.js";
import { LuceneEngine } from "./lucene-engine.js";
import { DEFAULT_REFRESH_MS, type LuceneOptions } from "./options.js";
import { asClientRequest, type Dialect, type Server } from "./server.js";
import { isAtLeast } from "./versions.js";

function connect({ url, apiKey, timeoutMs, refreshMs = DEFAULT_REFRESH_MS }: LuceneOptions): Server {
  const auth = apiKey === undefined ? {} : { auth: { apiKey } };
  const client = new Client({ node: url, maxRetries: 0, requestTimeout: timeoutMs, ...auth });
  return {
    async ask(asked) {
      return client.transport.request(...asClientRequest(asked, { timeoutMs, refreshMs }));
    },
    close: () => client.close(),
  };
}

const DIALECT: Omit<Dialect, "connect"> = {
  name: "elasticsearch",
  whyUnfit({ number }) {
    if (isAtLeast(number, [8, 11])) return undefined;
    return `Elasticsearch ${number} takes no vectors of more than 2,048 numbers: 8.11 or newer is needed`;
  },
  indexSettings: {},
  vectorField: (dimension) => ({
    type: "dense_vector",
    dims: dimension,
    index: true,
    similarity: "cosine",
    // named, as newer servers round vectors to a byte or a bit a number where nothing is
    index_options: { type: "hnsw" },
  }),
  nearest: ({ vector, k, filter }) => ({
    knn: { field: "vector", query_vector: vector, k, num_candidates: k, filter },
  }),
};

/** Elasticsearch 8 or 9: the client of version 8 is understood by both. */
export function createElasticsearchEngine(options: LuceneOptions): VectorEngine {
  const { prefix, refreshMs = DEFAULT_REFRESH_MS } = options;
  return new LuceneEngine({ ...DIALECT, connect: () => connect(options) }, { prefix, refreshMs });
}
