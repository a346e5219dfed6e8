import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type OpenEngine, openEngine } from "../compose.js";
import { type KeepsakeConfigInput, loadConfig } from "../config/index.js";
import { type HttpServer, serveHttp } from "../doors/http/index.js";
import type { ClientEnvironment } from "./environment.js";

/**
 * How what stands before the real door behaves.
 * - `refuse`: the connection breaks before the door sees the request; `lose`: after it answered.
 * - `freeze`: it accepts and never answers.
 * - `slow`: the door does what it was asked, and its answer comes too late for anyone.
 */
type Fault = "none" | "refuse" | "lose" | "freeze" | "slow" | { readonly status: number; readonly retryAfter?: string };

/** Time that only a test moves; nothing waits for the machine. */
class TestTime {
  now = Date.parse("2026-05-01T10:00:00Z");
  #timers: { at: number; run: () => void }[] = [];

  readonly schedule = (delayMs: number, run: () => void): (() => void) => {
    const timer = { at: this.now + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Goes on to the next timer, or says that there is none. */
  step(): boolean {
    const next = this.#timers.reduce<{ at: number; run: () => void } | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    );
    if (next === undefined) return false;
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.now = Math.max(this.now, next.at);
    next.run();
    return true;
  }
}

const ATTEMPT = "x-attempt";

/** A real HTTP door behind a faulty line, and a client's environment whose time stands still while an answer is on its way. */
export class FaultyServer {
  fault: Fault = "none";
  /** Requests that came to the line, by path. */
  readonly seen: { path: string; headers: IncomingMessage["headers"] }[] = [];
  readonly time = new TestTime();
  random = 0;
  #inFlight = new Set<string>();
  #stuck = new Set<string>();
  #sent = 0;
  #line: Server | undefined;
  #door: HttpServer | undefined;

  private constructor(readonly engine: OpenEngine) {}

  static async open(http: KeepsakeConfigInput["http"] = {}): Promise<FaultyServer> {
    const config = loadConfig({
      env: {},
      file: false,
      overrides: {
        storage: { kind: "memory" },
        embedder: { kind: "fake" },
        log: { level: "silent" },
        http: { port: 0, ...http },
      },
    });
    const server = new FaultyServer(await openEngine(config));
    server.#door = await serveHttp(server.engine, config);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  #port = 0;

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    const line = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => {
      line.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (line.address() as AddressInfo).port;
    this.#line = line;
  }

  /** Gone, as if the process had been killed. */
  async kill(): Promise<void> {
    const line = this.#line;
    line?.closeAllConnections();
    await new Promise<void>((resolve) => {
      if (line === undefined) resolve();
      else line.close(() => resolve());
    });
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#door?.close();
    await this.engine.close();
  }

  get environment(): ClientEnvironment {
    let ids = 0;
    return {
      fetch: (input, init) => this.#fetch(input, init),
      now: () => this.time.now,
      schedule: this.time.schedule,
      random: () => this.random,
      newId: () => {
        ids += 1;
        return `id-${ids}`;
      },
    };
  }

  /** Lets time pass to the next timer, unless an answer is on its way. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.#isWaiting) this.time.step();
  }

  get #isWaiting(): boolean {
    return [...this.#inFlight].every((id) => this.#stuck.has(id));
  }

  /** Lets time pass until the work has ended, but never while an answer is really on its way. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone || !this.#isWaiting) continue;
      // several turns of the loop, so that what was just answered is taken in first
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (!isDone && this.#isWaiting) this.time.step();
    }
    return done;
  }

  async #fetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    this.#sent += 1;
    const id = String(this.#sent);
    this.#inFlight.add(id);
    try {
      const response = await fetch(input, { ...init, headers: { ...(init.headers as object), [ATTEMPT]: id } });
      const { status, headers } = response;
      return new Response(await response.arrayBuffer(), { status, headers });
    } finally {
      this.#inFlight.delete(id);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    const path = request.url ?? "/";
    this.seen.push({ path, headers: request.headers });
    if (fault === "freeze") {
      this.#stuck.add(String(request.headers[ATTEMPT]));
      return;
    }
    if (fault === "refuse") {
      request.socket.destroy();
      return;
    }
    if (typeof fault === "object") {
      const retry = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
      response.writeHead(fault.status, { "content-type": "text/plain", ...retry }).end("no");
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const {
      authorization,
      "content-type": type,
      "idempotency-key": key,
      "accept-language": language,
    } = request.headers;
    const answer = await fetch(`${this.#door?.url}${path}`, {
      method: request.method ?? "GET",
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(type === undefined ? {} : { "content-type": type }),
        ...(typeof key === "string" ? { "idempotency-key": key } : {}),
        ...(language === undefined ? {} : { "accept-language": language }),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault === "slow") this.#stuck.add(String(request.headers[ATTEMPT]));
    else if (fault === "lose") request.socket.destroy();
    else response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(body);
  }
}
