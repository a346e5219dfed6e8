import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../compose.js";
import { loadConfig } from "../config/index.js";
import { PACKAGE, SERVICE } from "./grpc/schema/index.js";
import { openGrpcDoor, openHttpDoor, openProxyDoor } from "./serving.js";

/** Of OTLP's JSON form, what the tests look at. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** A collector on this machine that keeps what it is sent. */
class Collector {
  readonly spans: Span[] = [];
  readonly bodies: string[] = [];
  readonly server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    this.bodies.push(text);
    const { resourceSpans } = JSON.parse(text) as {
      readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
    };
    this.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/traces`;
  }

  childrenOf({ spanId }: Span): readonly Span[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  }

  /** Names of all that is below, in order of letters. */
  below(span: Span): readonly string[] {
    return this.childrenOf(span).flatMap((child) => [child.name, ...this.below(child)]);
  }
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const SECRET = "0123456789abcdef";
const WORDS = "Marmalade on toast";

const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

interface Scene {
  readonly engine: OpenEngine;
  readonly addresses: Readonly<Record<"http" | "grpc" | "proxy", string>>;
  readonly collector: Collector;
  /** Closes the doors and the engine, so that everything was sent. */
  settle(): Promise<void>;
}

async function open(tracing: object = {}): Promise<Scene> {
  const collector = new Collector();
  const url = await collector.listen();
  closings.push(
    () =>
      new Promise((resolve) => {
        collector.server.close(() => resolve());
      }),
  );
  const config = loadConfig({
    env: {},
    file: false,
    overrides: {
      storage: { kind: "memory" },
      embedder: { kind: "fake" },
      log: { level: "silent" },
      http: { port: 0, apiKeys: [{ name: "app", key: SECRET }] },
      proxy: { port: 0, upstreamUrl: "http://127.0.0.1:9/v1", upstreamTimeoutMs: 1_000, memoryTimeoutMs: 20_000 },
      tracing: { url, authorization: "Bearer collector-secret", ...tracing },
    },
  });
  const engine = await openEngine(config);
  const doors = [
    await openHttpDoor(engine, config),
    await openGrpcDoor(engine, config, 0),
    await openProxyDoor(engine, config),
  ] as const;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    for (const door of doors) await door.close();
    await engine.close();
  };
  const settle = (): Promise<void> => {
    closed ??= close();
    return closed;
  };
  closings.push(settle);
  const [http, grpc, proxy] = doors;
  return {
    engine,
    addresses: { http: http.url, grpc: `http://${grpc.address}`, proxy: proxy.url },
    collector,
    settle,
  };
}

async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      ...{ "x-api-key": SECRET, ...headers },
    },
    body: JSON.stringify(body),
  });
}

const attributeOf = (span: Span | undefined, name: string): unknown => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value === undefined ? undefined : Object.values(value)[0];
};

describe("traces from door to store (10.1)", () => {
  it("an operation, its steps and the store's calls are one trace, without an id or a word of anyone", async () => {
    const { engine, addresses, collector, settle } = await open();
    const users = `${addresses.http}/v1/users/marmalade-fan`;
    await post(`${users}/remember`, { content: `${WORDS} is what Ada likes.` });
    await post(`${users}/record`, { sessionId: "breakfast", turns: [{ role: "user", text: `${WORDS}, please.` }] });
    await engine.drain();
    await post(`${users}/recall`, { query: WORDS }, { traceparent: TRACEPARENT });
    await settle();
    const recall = collector.spans.find(({ name }) => name === "recall");
    expect(recall).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
    expect(attributeOf(recall, "keepsake.door")).toBe("http");
    const below = collector.below(recall as Span);
    for (const step of ["recall.answer", "embed.query", "vectors.search", "keywords.search", "store.read"]) {
      expect(below).toContain(step);
    }
    const [answer] = collector.childrenOf(recall as Span).filter(({ name }) => name === "recall.answer");
    expect(attributeOf(answer, "keepsake.items")).toBeGreaterThan(0);
    const remember = collector.spans.find(({ name }) => name === "remember") as Span;
    expect(remember.traceId).not.toBe(TRACE);
    expect(collector.below(remember)).toEqual(expect.arrayContaining(["embed.passages", "store.write"]));
    const digest = collector.spans.find(({ name }) => name === "digest") as Span;
    expect(collector.below(digest)).toEqual(expect.arrayContaining(["digest.propose", "store.read", "store.write"]));
    expect(collector.bodies.join()).not.toMatch(/marmalade|breakfast|toast|0123456789abcdef|collector-secret/i);
  });

  it("every door takes the caller's place in a trace", async () => {
    const { addresses, collector, settle } = await open();
    const headers = { traceparent: TRACEPARENT };
    const call = {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "list", arguments: {} },
    };
    await post(`${addresses.http}/mcp/ada`, call, headers);
    const meta = { ...call, params: { ...call.params, name: "profile", _meta: { traceparent: TRACEPARENT } } };
    await post(`${addresses.http}/mcp/ada`, meta);
    await post(`${addresses.grpc}/${PACKAGE}.${SERVICE}/Recall`, { user: "ada", query: "tea" }, headers);
    const chat = { model: "m", messages: [{ role: "user", content: "Tea?" }] };
    await post(`${addresses.proxy}/chat/completions`, chat, { ...headers, "x-keepsake-user": "ada" });
    await settle();
    const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === CALLER);
    const told = roots.map((span) => `${String(attributeOf(span, "keepsake.door"))} ${span.name} ${span.traceId}`);
    for (const line of ["mcp list", "mcp profile", "grpc recall", "proxy context"]) {
      expect(told).toContain(`${line} ${TRACE}`);
    }
  });

  it("a fault of ours is told with the id of its trace, and marked by its code alone", async () => {
    const { engine, addresses, collector, settle } = await open();
    engine.parts.storage.truth.read = async () => {
      throw new TypeError(`cannot read ${WORDS}`);
    };
    const answer = await post(`${addresses.http}/v1/users/ada/recall`, { query: WORDS }, { traceparent: TRACEPARENT });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: "INTERNAL", traceId: TRACE });
    await settle();
    const failed = collector.spans.find(({ name }) => name === "recall");
    expect(failed?.status).toEqual({ code: 2, message: "INTERNAL" });
    expect(attributeOf(failed, "error.type")).toBe("INTERNAL");
    expect(collector.bodies.join()).not.toMatch(/marmalade/i);
  });

  it("a share of 0 traces only what comes from within a trace", async () => {
    const { addresses, collector, settle } = await open({ sampleShare: 0 });
    await post(`${addresses.http}/v1/users/ada/recall`, { query: "tea" });
    await post(`${addresses.http}/v1/users/ada/recall`, { query: "tea" }, { traceparent: TRACEPARENT });
    await post(`${addresses.http}/v1/users/ada/recall`, { query: "tea" }, { traceparent: `00-${TRACE}-${CALLER}-00` });
    await settle();
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    expect(collector.spans.filter(({ name }) => name === "recall")).toHaveLength(1);
  });
});
