import { Client } from "@opensearch-project/opensearch";
import type { VectorEngine } from "../../../ports/index.js";
import { LuceneEngine } from "./lucene-engine.js";
import { DEFAULT_REFRESH_MS, type LuceneOptions } from "./options.js";
import { asClientRequest, type Dialect, type Server } from "./server.js";
import { isAtLeast } from "./versions.js";

function connect({ url, timeoutMs, refreshMs = DEFAULT_REFRESH_MS }: LuceneOptions): Server {
  const client = new Client({ node: url, maxRetries: 0, requestTimeout: timeoutMs });
  return {
    async ask(asked) {
      return (await client.transport.request(...asClientRequest(asked, { timeoutMs, refreshMs }))).body;
    },
    close: () => client.close(),
  };
}

const DIALECT: Omit<Dialect, "connect"> = {
  name: "opensearch",
  whyUnfit({ number, distribution }) {
    if (distribution !== "opensearch") return `the server is no OpenSearch (it says ${number})`;
    // some are told to say 7.10.2, for the sake of old clients
    if (number.startsWith("7.") || isAtLeast(number, [2, 4])) return undefined;
    return `OpenSearch ${number} cannot filter inside its search of vectors: 2.4 or newer is needed`;
  },
  indexSettings: { knn: true },
  vectorField: (dimension) => ({
    type: "knn_vector",
    dimension,
    method: { name: "hnsw", engine: "lucene", space_type: "cosinesimil" },
  }),
  nearest: ({ vector, k, filter }) => ({ query: { knn: { vector: { vector, k, filter } } } }),
};

/** OpenSearch with its k-NN plugin, which every distribution of it has. Not its serverless service, where writes cannot wait. */
export function createOpenSearchEngine(options: LuceneOptions): VectorEngine {
  const { prefix, refreshMs = DEFAULT_REFRESH_MS } = options;
  return new LuceneEngine({ ...DIALECT, connect: () => connect(options) }, { prefix, refreshMs });
}
