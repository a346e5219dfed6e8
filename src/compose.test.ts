import { afterEach, describe, expect, it, vi } from "vitest";
import { openEngine } from "./compose.js";
import { type KeepsakeConfigInput, loadConfig } from "./config/index.js";
import { KeepsakeError, makeScope, type SessionId, type TurnId } from "./domain/index.js";
import { libraryOver } from "./library.js";

/** What happens to the adapters, in order, and which of their calls are to fail. */
const seen = vi.hoisted(() => ({ closed: [] as string[], failing: new Set<string>() }));

vi.mock("./adapters/models/fake/index.js", async (original) => {
  const real = await original<typeof import("./adapters/models/fake/index.js")>();
  return {
    ...real,
    createFakeEmbedder: () => ({
      ...real.createFakeEmbedder({}),
      async close() {
        seen.closed.push("embedder");
        if (seen.failing.has("embedder.close")) throw new Error("stuck");
      },
    }),
  };
});

vi.mock("./adapters/storage/memory/index.js", async (original) => {
  const real = await original<typeof import("./adapters/storage/memory/index.js")>();
  return {
    ...real,
    createMemoryStorage: () => {
      const storage = real.createMemoryStorage();
      return {
        ...storage,
        open: () =>
          seen.failing.has("open") ? Promise.reject(new KeepsakeError("STORE_CORRUPT", "torn")) : storage.open(),
        tenants: {
          ...storage.tenants,
          ensure: (tenant: string, at: number) =>
            seen.failing.has("ensure")
              ? Promise.reject(new KeepsakeError("STORE_FULL", "no room"))
              : storage.tenants.ensure(tenant, at),
        },
        close: () => {
          seen.closed.push("storage");
          return storage.close();
        },
      };
    },
  };
});

vi.mock("./adapters/tracing/otlp/index.js", async (original) => {
  const real = await original<typeof import("./adapters/tracing/otlp/index.js")>();
  return {
    ...real,
    createOtlpTracer: (...options: Parameters<typeof real.createOtlpTracer>) => {
      const tracer = real.createOtlpTracer(...options);
      return Object.assign(tracer, {
        close: async () => {
          seen.closed.push("tracer");
        },
      });
    },
  };
});

const config = (more: KeepsakeConfigInput = {}) =>
  loadConfig({
    env: {},
    file: false,
    overrides: { storage: { kind: "memory" }, embedder: { kind: "fake" }, worker: { enabled: false }, ...more },
  });

afterEach(() => {
  seen.closed.length = 0;
  seen.failing.clear();
});

describe("openEngine", () => {
  it("closes the embedder and the store again when the tenant cannot be made", async () => {
    seen.failing.add("ensure");
    await expect(openEngine(config())).rejects.toMatchObject({ code: "STORE_FULL" });
    expect(seen.closed).toEqual(["embedder", "storage"]);
  });

  it.each(["open", "ensure"])("lets go of everything, the tracer too, where %s fails", async (step) => {
    seen.failing.add(step);
    const opening = openEngine(config({ tracing: { url: "http://127.0.0.1:1/v1/traces" } }));
    await expect(opening).rejects.toMatchObject({ code: step === "open" ? "STORE_CORRUPT" : "STORE_FULL" });
    expect(seen.closed).toEqual(["embedder", "storage", "tracer"]);
  });

  it("says why it did not open, also where closing fails too", async () => {
    seen.failing.add("ensure").add("embedder.close");
    await expect(openEngine(config())).rejects.toMatchObject({ code: "STORE_FULL" });
    expect(seen.closed).toEqual(["embedder", "storage"]);
  });

  it("closes the store although the embedder fails to close, and says so", async () => {
    const engine = await openEngine(config());
    seen.failing.add("embedder.close");
    await expect(engine.close()).rejects.toThrow("stuck");
    expect(seen.closed).toEqual(["embedder", "storage"]);
  });
});

describe("journal.retry of the library", () => {
  it("wakes the worker and is audited", async () => {
    const engine = await openEngine(config());
    const { parts } = engine;
    const effective = config();
    const scope = makeScope(effective.tenant, "ada");
    const id = parts.ids.journal();
    await parts.storage.truth.write(scope, async (transaction) => {
      await transaction.directory.ensureUser(0);
      const task = { type: "digest", turnId: "t" as TurnId, sessionId: "s" as SessionId } as const;
      await transaction.journal.append([{ id, task, at: 0 }]);
    });
    const claim = await parts.storage.queue.claim({ now: 1, leaseSeconds: 60, maxEntries: 1, maxAttempts: 5 });
    await parts.storage.queue.fail(id, claim?.leaseToken ?? "", { error: "broken" });
    const woken = vi.fn();
    parts.wakeUp.subscribe(woken);
    expect(await libraryOver(engine, effective.tenant).user("ada").journal.retry()).toBe(1);
    await vi.waitFor(() => expect(woken).toHaveBeenCalled());
    const audited = await parts.storage.truth.read(scope, (transaction) => transaction.audit.list({ limit: 5 }));
    expect(audited.items.map((event) => event.action)).toEqual(["journal-retry"]);
    await engine.close();
  });
});

describe("the reranker that is configured", () => {
  it("3.6 reaches the engine, and one without its model is refused", async () => {
    const service = { kind: "service", url: "http://127.0.0.1:9", model: "m" } as const;
    const withReranker = (reranker: typeof service | { kind: "chat-model" }) =>
      loadConfig({
        env: {},
        file: false,
        overrides: {
          ...{ storage: { kind: "memory" }, embedder: { kind: "fake" }, worker: { enabled: false } },
          reranker,
        },
      });
    const engine = await openEngine(withReranker(service));
    expect(engine.parts.reranker?.modelId).toBe("m");
    expect(engine.parts.rerankTerms).toEqual({ timeoutMs: 1_500, maxDocuments: 30, useChatModel: false });
    await engine.close();
    await expect(openEngine(withReranker({ kind: "chat-model" }))).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});

describe("the reader that is configured", () => {
  it("reaches the engine unopened, and is closed with it", async () => {
    const engine = await openEngine(config({ reader: { kind: "bundled" } }));
    const { reader } = engine.parts;
    expect(() => reader?.profile).toThrow("not open");
    await engine.close();
    await expect(reader?.readWorth([])).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("is absent where none is asked for", async () => {
    const engine = await openEngine(config());
    expect(engine.parts.reader).toBeUndefined();
    await engine.close();
  });
});
