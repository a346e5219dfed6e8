import { afterEach, describe, expect, it } from "vitest";
import { makeScope, scopeKey } from "../../../domain/index.js";
import { openQdrantServer, type QdrantServer } from "../../../testing/qdrant/qdrant-server.js";
import { MODEL, memoryId, sampleAttributes, vectorAt } from "../../../testing/storage/samples.js";
import { vectorEngineConformance } from "../../../testing/vector-engine/index.js";
import { createQdrantEngine } from "./index.js";

const at = ({ host, port }: { readonly host: string; readonly port: number }, timeoutMs = 10_000, apiKey?: string) =>
  createQdrantEngine({
    ...{ url: `http://${host}:${port}`, prefix: "test", timeoutMs },
    ...(apiKey === undefined ? {} : { apiKey }),
  });

vectorEngineConformance("qdrant, a server that speaks its protocol", async () => {
  const server = await openQdrantServer();
  const engine = at(server);
  await engine.open();
  return {
    engine,
    second: async () => at(server),
    service: { host: server.host, port: server.port, protocol: "http", connect: (address, ms) => at(address, ms) },
    cleanup: async () => {
      await engine.close();
      await server.close();
    },
  };
});

describe("8.3 qdrant", () => {
  let server: QdrantServer | undefined;
  afterEach(() => server?.close());

  const point = { attributes: sampleAttributes(memoryId("m")), modelId: MODEL, values: vectorAt(0) };
  const query = { vector: vectorAt(0), modelId: MODEL, filter: { op: "all" }, limit: 5 } as const;

  it("9.1 makes an index of what users are kept apart by, and asks for tenant and user in every search", async () => {
    server = await openQdrantServer();
    const engine = at(server);
    const scope = makeScope("acme", "ada");
    await engine.put(scope, [point]);
    const [indexes] = [...server.indexes().values()];
    expect(indexes?.get("scope")).toEqual({ type: "keyword", is_tenant: true });
    for (const field of ["tenant", "user", "status", "tags"]) expect(indexes?.get(field)).toBe("keyword");
    for (const field of ["validFrom", "validTo", "expiresAt"]) expect(indexes?.get(field)).toBe("integer");
    await engine.search(scope, query);
    expect(server.searches[0]).toMatchObject({
      filter: {
        must: [
          { key: "scope", match: { value: scopeKey(scope) } },
          { key: "tenant", match: { value: "acme" } },
          { key: "user", match: { value: "ada" } },
        ],
      },
    });
  });

  it("sends its key, and says that it is refused: CONFIG_INVALID", async () => {
    server = await openQdrantServer("the key");
    await expect(at(server).open()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    await expect(at(server, 1_000, "another").open()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    const engine = at(server, 1_000, "the key");
    await engine.open();
    await engine.put(makeScope("acme", "ada"), [point]);
    expect(await engine.search(makeScope("acme", "ada"), query)).toHaveLength(1);
  });

  it("keeps installations of one server apart by their prefixes", async () => {
    server = await openQdrantServer();
    const scope = makeScope("acme", "ada");
    const [mine, theirs] = ["mine", "mine2"].map((prefix) =>
      createQdrantEngine({ url: `http://127.0.0.1:${server?.port}`, prefix, timeoutMs: 1_000 }),
    );
    await mine?.put(scope, [point]);
    await theirs?.put(scope, [point]);
    await mine?.remove(scope, [point.attributes.id]);
    expect(await mine?.search(scope, query)).toEqual([]);
    expect(await theirs?.search(scope, query)).toHaveLength(1);
  });
});
