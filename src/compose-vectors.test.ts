import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeVectorEngine, type VECTOR_CLIENTS } from "./compose-vectors.js";
import { loadConfig } from "./config/index.js";

const URL = { KEEPSAKE_VECTORS_URL: "http://127.0.0.1:1" };
const SETTINGS: Readonly<Record<keyof typeof VECTOR_CLIENTS, Readonly<Record<string, string>>>> = {
  qdrant: URL,
  chroma: URL,
  opensearch: URL,
  elasticsearch: URL,
  milvus: URL,
  pinecone: { KEEPSAKE_VECTORS_KEY: "k", KEEPSAKE_VECTORS_CLOUD: "aws", KEEPSAKE_VECTORS_REGION: "us-east-1" },
};
const KINDS = Object.keys(SETTINGS) as readonly (keyof typeof VECTOR_CLIENTS)[];

describe("8.3 the vector engine that is configured", () => {
  it.each(KINDS)("%s: is made, from the vendor's client", async (kind) => {
    const config = loadConfig({ env: { KEEPSAKE_VECTORS: kind, ...SETTINGS[kind] }, file: false });
    const engine = await makeVectorEngine(config, (load) => load());
    expect(engine?.name).toBe(kind);
  });

  it.each(KINDS)(
    "%s: where the client is not installed, says which to install, at a version that fits",
    async (kind) => {
      const config = loadConfig({ env: { KEEPSAKE_VECTORS: kind, ...SETTINGS[kind] }, file: false });
      const asked: string[] = [];
      await expect(
        makeVectorEngine(config, async (_load, message, field) => {
          asked.push(message, field);
          throw new Error("not installed");
        }),
      ).rejects.toThrow("not installed");
      const [, name, major] = /`npm install (\S+)@(\d+)`/.exec(asked[0] ?? "") ?? [];
      expect(asked).toEqual([expect.stringContaining(`vectors.kind is ${kind}`), "vectors.kind"]);
      const { peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync("package.json", "utf8"));
      expect(peerDependencies[`${name}`]).toMatch(new RegExp(`^\\^${major}\\.`));
      expect(peerDependenciesMeta[`${name}`]).toEqual({ optional: true });
    },
  );

  it("is none where the store answers", async () => {
    const loadNothing = () => Promise.reject(new Error("loads nothing"));
    expect(await makeVectorEngine(loadConfig({ env: {}, file: false }), loadNothing)).toBeUndefined();
  });
});
