import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { ErrorCode } from "../../domain/index.js";
import type { VectorEngine } from "../../ports/index.js";
import { expectError } from "../storage/harness.js";
import { memoryId, vectorAt } from "../storage/samples.js";
import { openTcpProxy, type TcpProxy } from "../tcp-proxy.js";
import { ALL, EngineBench, freshScope, type MakeEngine, modelOfRun, point } from "./harness.js";

const TIMEOUT_MS = 400;

/** Answers every request with this status. */
async function openAnswering(status: number): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ status: { error: "refused" }, error: "refused", message: "refused" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function outagesConformance(make: MakeEngine): void {
  describe("an engine that does not answer", () => {
    const bench = new EngineBench(make);
    const closings: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closings.splice(0).reverse()) await close();
    });

    /** The engine behind a way that can be cut; undefined where there is no server to be cut off from. */
    async function connected(): Promise<{ readonly engine: VectorEngine; readonly way: TcpProxy } | undefined> {
      const { service } = bench.subject;
      if (service === undefined) return undefined;
      const way = await openTcpProxy(service);
      closings.push(() => way.close());
      const engine = service.connect({ host: "127.0.0.1", port: way.port }, TIMEOUT_MS);
      closings.push(() => engine.close());
      await engine.open();
      return { engine, way };
    }

    const calls = (engine: VectorEngine): Readonly<Record<string, () => Promise<unknown>>> => {
      const scope = freshScope();
      return {
        search: () => engine.search(scope, { vector: vectorAt(0), modelId: modelOfRun(), filter: ALL, limit: 3 }),
        put: () => engine.put(scope, [point(memoryId(), 0)]),
        remove: () => engine.remove(scope, [memoryId()]),
        listIds: () => engine.listIds(scope, modelOfRun(), { limit: 10 }),
      };
    };

    it.each(["cut", "hang"] as const)(
      "P07 says UNAVAILABLE in time when the way to it is %s, and works again",
      async (fault) => {
        await bench.engine.put(freshScope(), [point(memoryId(), 0)]);
        const subject = await connected();
        if (subject === undefined) return expect(bench.subject.service).toBeUndefined();
        const { engine, way } = subject;
        await calls(engine).put?.();
        way[fault]();
        for (const call of Object.values(calls(engine))) {
          const began = performance.now();
          await expectError(call(), "UNAVAILABLE");
          expect(performance.now() - began).toBeLessThan(TIMEOUT_MS * 10);
        }
        way.mend();
        const scope = freshScope();
        const again = async (): Promise<number> => {
          try {
            await engine.put(scope, [point(memoryId("after"), 0)]);
            return (await engine.listIds(scope, modelOfRun(), { limit: 10 })).items.length;
          } catch {
            return 0; // a client may need a moment to see that the way is mended
          }
        };
        await expect.poll(again, { timeout: 15_000 }).toBe(1);
      },
      60_000,
    );

    it("says UNAVAILABLE where nobody listens", async () => {
      const { service } = bench.subject;
      if (service === undefined) return expect(service).toBeUndefined();
      const closed = await openAnswering(500);
      await closed.close();
      const engine = service.connect({ host: "127.0.0.1", port: closed.port }, TIMEOUT_MS);
      closings.push(() => engine.close());
      await expectError(engine.open(), "UNAVAILABLE");
    }, 30_000);

    it.each([
      [401, "CONFIG_INVALID"],
      [403, "CONFIG_INVALID"],
      [429, "UNAVAILABLE"],
      [503, "UNAVAILABLE"],
    ] as const)(
      "takes the answer %i for %s",
      async (status, code: ErrorCode) => {
        const { service } = bench.subject;
        if (service?.protocol !== "http") return expect(service?.protocol).not.toBe("http");
        const server = await openAnswering(status);
        closings.push(() => server.close());
        const engine = service.connect({ host: "127.0.0.1", port: server.port }, TIMEOUT_MS);
        closings.push(() => engine.close());
        await expectError(engine.open(), code);
      },
      30_000,
    );
  });
}
