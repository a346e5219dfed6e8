import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import type { VectorEngine } from "../../../ports/index.js";
import { vectorEngineConformance } from "../../../testing/index.js";
import { type LuceneServer, openLuceneServer, type Vendor } from "../../../testing/lucene-server/index.js";
import { memoryId, sampleAttributes, vectorAt } from "../../../testing/storage/samples.js";
import { createElasticsearchEngine } from "./elasticsearch.js";
import { onServer } from "./lucene.scene.js";
import { createOpenSearchEngine } from "./opensearch.js";
import type { LuceneOptions } from "./options.js";

const ENGINES: Readonly<Record<Vendor, (options: LuceneOptions) => VectorEngine>> = {
  opensearch: createOpenSearchEngine,
  elasticsearch: createElasticsearchEngine,
};
const VENDORS = ["opensearch", "elasticsearch"] as const;

for (const vendor of VENDORS) {
  vectorEngineConformance(vendor, async () => {
    const server = await openLuceneServer(vendor);
    const subject = await onServer(server.url, ENGINES[vendor]);
    return { ...subject, cleanup: () => subject.cleanup().finally(() => server.close()) };
  });
}

describe.each(VENDORS)("8.3 %s", (vendor) => {
  const scope = makeScope("acme", "ann");
  const search = { vector: vectorAt(0), modelId: "m", filter: { op: "all" }, limit: 5 } as const;
  const point = (name: string) => ({ attributes: sampleAttributes(memoryId(name)), modelId: "m", values: vectorAt(0) });
  let server: LuceneServer;
  let engine: VectorEngine;
  beforeAll(async () => {
    server = await openLuceneServer(vendor);
    engine = ENGINES[vendor]({ url: server.url, prefix: "own", timeoutMs: 5_000 });
    await engine.open();
  });
  afterAll(async () => {
    await engine.close();
    await server.close();
  });

  it("makes an index anew that was dropped, and finds nothing in it meanwhile", async () => {
    await engine.put(scope, [point("first")]);
    const before = server.indexNames;
    server.drop(/^own-/);
    expect(await engine.search(scope, search)).toEqual([]);
    await engine.remove(scope, [memoryId("first")]);
    await engine.put(scope, [point("second")]);
    expect((await engine.search(scope, search)).map((hit) => hit.itemId)).toEqual([memoryId("second")]);
    expect(server.indexNames).toEqual(before);
  });

  it("finds a text by the whole of it, however long, and an instant beyond all others", async () => {
    const long = "long ".repeat(20_000);
    const one = { ...point("long"), attributes: sampleAttributes(memoryId("long"), { subject: long, tags: [long] }) };
    await engine.put(scope, [one]);
    const idsOf = async (filter: Parameters<VectorEngine["search"]>[1]["filter"]) =>
      (await engine.search(scope, { ...search, filter })).map((hit) => hit.itemId);
    expect(await idsOf({ op: "in", field: "subject", values: [long] })).toEqual([memoryId("long")]);
    expect(await idsOf({ op: "hasAny", field: "tags", values: [`${long} `] })).toEqual([]);
    expect(await idsOf({ op: "between", field: "saidAt", from: Number.POSITIVE_INFINITY })).toEqual([]);
    await engine.remove(scope, [memoryId("long")]);
  });

  it("says CLOSED before it is opened and after it is closed", async () => {
    const other = ENGINES[vendor]({ url: server.url, prefix: "own", timeoutMs: 5_000 });
    await expect(other.search(scope, search)).rejects.toMatchObject({ code: "CLOSED" });
    await other.open();
    await other.close();
    await expect(other.put(scope, [point("late")])).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("refuses a server of the other vendor: CONFIG_INVALID", async () => {
    const [stranger = vendor] = VENDORS.filter((name) => name !== vendor);
    const other = ENGINES[stranger]({ url: server.url, prefix: "own", timeoutMs: 5_000 });
    await expect(other.open()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it.each([
    ["an old version", JSON.stringify({ version: { number: "1.3.0", distribution: "opensearch" } }), "CONFIG_INVALID"],
    ["no version", "{}", "UNAVAILABLE"],
    ["something else than JSON", "<html>", "UNAVAILABLE"],
  ])("takes %s for %s", async (_what, body, code) => {
    const strange = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-elastic-product": "Elasticsearch" }).end(body);
    });
    await new Promise<void>((resolve) => strange.listen(0, "127.0.0.1", resolve));
    const { port } = strange.address() as { readonly port: number };
    const other = ENGINES[vendor]({ url: `http://127.0.0.1:${port}`, prefix: "own", timeoutMs: 5_000 });
    await expect(other.open()).rejects.toMatchObject({ code });
    strange.closeAllConnections();
    strange.close();
  });
});
