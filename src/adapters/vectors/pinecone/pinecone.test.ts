import { afterEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import type { VectorEngine } from "../../../ports/index.js";
import { vectorEngineConformance } from "../../../testing/index.js";
import { openPineconeServer, type PineconeServer } from "../../../testing/pinecone-server/index.js";
import { memoryId, sampleAttributes, vectorAt } from "../../../testing/storage/samples.js";
import { createPineconeEngine } from "./index.js";
import type { PineconeOptions } from "./options.js";

const SETTINGS = { prefix: "test", cloud: "aws", region: "us-east-1", timeoutMs: 10_000, makeTimeoutMs: 500 };

function optionsOf({ apiKey, url }: PineconeServer, more: Partial<PineconeOptions> = {}): PineconeOptions {
  return { ...SETTINGS, apiKey, url, ...more };
}

async function opened(options: PineconeOptions): Promise<VectorEngine> {
  const engine = createPineconeEngine(options);
  await engine.open();
  return engine;
}

vectorEngineConformance("Pinecone", async () => {
  const server = await openPineconeServer();
  const engine = await opened(optionsOf(server));
  const { hostname: host, port } = new URL(server.url);
  return {
    engine,
    second: () => opened(optionsOf(server)),
    service: {
      ...{ host, port: Number(port), protocol: "http" },
      connect: (address, timeoutMs) =>
        createPineconeEngine(
          optionsOf(server, {
            url: `http://${address.host}:${address.port}`,
            timeoutMs,
            freshTimeoutMs: 500,
          }),
        ),
    },
    cleanup: () => engine.close().finally(() => server.close()),
  };
});

describe("8.3 Pinecone", () => {
  const scope = makeScope("acme", "ann");
  const search = { vector: vectorAt(0), modelId: "m", filter: { op: "all" }, limit: 5 } as const;
  const point = (name: string) => ({ attributes: sampleAttributes(memoryId(name)), modelId: "m", values: vectorAt(0) });
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  async function start(more: Partial<PineconeOptions> = {}) {
    const server = await openPineconeServer();
    closings.push(() => server.close());
    const engine = await opened(optionsOf(server, more));
    closings.push(() => engine.close());
    return { server, engine };
  }

  it("refuses a key that Pinecone refuses: CONFIG_INVALID", async () => {
    const { server } = await start();
    const other = createPineconeEngine(optionsOf(server, { apiKey: "pcsk_other" }));
    await expect(other.open()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("does not pretend that a write is seen where the index does not say: CONFIG_INVALID", async () => {
    const { server, engine } = await start();
    server.hideNumbers();
    await expect(engine.put(scope, [point("one")])).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("makes an index anew that was dropped", async () => {
    const { server, engine } = await start();
    await engine.put(scope, [point("first")]);
    server.drop();
    await expect(engine.search(scope, search)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await engine.search(scope, search)).toEqual([]);
    await engine.put(scope, [point("second")]);
    expect((await engine.search(scope, search)).map((hit) => hit.itemId)).toEqual([memoryId("second")]);
  });

  it("waits for an index that is being made, and says when it takes too long", async () => {
    const { server } = await start();
    const hasty = await opened(optionsOf(server, { makeTimeoutMs: 0 }));
    await expect(hasty.put(scope, [point("one")])).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const patient = await opened(optionsOf(server));
    await patient.put(scope, [point("one")]);
    expect(await patient.search(scope, search)).toHaveLength(1);
  });

  it("puts more than one request may hold, with hundreds of long labels and in many dimensions", async () => {
    const { engine } = await start();
    const tags = Array.from({ length: 300 }, (_, index) => `${"label ".repeat(30)}${index}`);
    const points = Array.from({ length: 60 }, (_, index) => ({
      attributes: sampleAttributes(memoryId(`wide ${index}`), { tags }),
      ...{ modelId: "wide", values: vectorAt(index, 3_072) },
    }));
    await engine.put(scope, points);
    const filter = { op: "hasAny", field: "tags", values: [`${tags[299]}`] } as const;
    const query = { vector: vectorAt(0, 3_072), modelId: "wide", filter, limit: 100 };
    expect(await engine.search(scope, query)).toHaveLength(60);
    const other = { ...filter, values: [`${tags[299]} `] };
    expect(await engine.search(scope, { ...query, filter: other })).toEqual([]);
  });
});
