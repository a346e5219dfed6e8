import { expect, it } from "vitest";
import { vectorEngineConformance } from "../../../testing/vector-engine/index.js";
import { createQdrantEngine } from "./index.js";

// A real server, by its address: it cannot be installed from where the other services come from.
const url = process.env.KEEPSAKE_TEST_QDRANT_URL;

if (url !== undefined) {
  const { hostname: host, port } = new URL(url);
  const apiKey = process.env.KEEPSAKE_TEST_QDRANT_KEY;
  const at = (address: string, timeoutMs: number) =>
    createQdrantEngine({ url: address, prefix: "test", timeoutMs, ...(apiKey === undefined ? {} : { apiKey }) });
  vectorEngineConformance("qdrant, a real server", async () => {
    const engine = at(url, 30_000);
    await engine.open();
    return {
      engine,
      second: async () => at(url, 30_000),
      service: {
        ...{ host, port: Number(port || 6_333), protocol: "http" },
        connect: (address, timeoutMs) => at(`http://${address.host}:${address.port}`, timeoutMs),
      },
      cleanup: () => engine.close(),
    };
  });
} else {
  it("is tried on a real server where KEEPSAKE_TEST_QDRANT_URL names one", () => expect(url).toBeUndefined());
}
