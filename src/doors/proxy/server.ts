import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { KeepsakeConfig } from "../../config/index.js";
import { KeepsakeError, toKeepsakeError } from "../../domain/index.js";
import { describeCause } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";
import { HeldPlace } from "../held-place.js";
import { AnswerTap } from "./answer-tap.js";
import { type Admitted, admit } from "./callers.js";
import { chatCompletions } from "./chat-completions.js";
import { ChatMemory, type MemoryUse } from "./chat-memory.js";
import { type ChatRequest, isFields, type Protocol } from "./protocol.js";
import { refuse } from "./refusal.js";
import { responses } from "./responses.js";
import { answerHeaders, type Forwarded, headersFor, Upstream } from "./upstream.js";

type ProxyTerms = NonNullable<KeepsakeConfig["proxy"]>;

const PROTOCOLS: readonly Protocol[] = [chatCompletions, responses];

/** With the operator's key at the upstream; everything else there (files, stored answers of others, settings) is not for users. */
const WITH_OPERATORS_KEY = [
  /^POST \/v1\/(chat\/completions|responses|embeddings)$/,
  /^GET \/v1\/models(\/[\w.:@-]+){0,3}$/,
];

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > limit) throw new KeepsakeError("TOO_LARGE", `the body is larger than ${limit} bytes`, { limit });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** `undefined` for what is no request of the protocol: the upstream says what is wrong with it. */
function readRequest(protocol: Protocol, request: IncomingMessage, body: Buffer): ChatRequest | undefined {
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") return undefined;
  try {
    const text = UTF8.decode(body);
    const parsed: unknown = JSON.parse(text);
    return isFields(parsed) ? protocol.read(text, parsed) : undefined;
  } catch {
    return undefined;
  }
}

/** Aborts when the client hangs up before it has its answer. */
function untilHungUp(response: ServerResponse): AbortSignal {
  const hungUp = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) hungUp.abort();
  });
  return hungUp.signal;
}

/** The proxy's handlers over one upstream. */
export class ProxyHandler {
  readonly memory: ChatMemory;
  readonly #upstream: Upstream;

  constructor(
    private readonly engine: DoorEngine,
    private readonly config: KeepsakeConfig,
    private readonly gate: Gate,
    private readonly terms: ProxyTerms,
  ) {
    const { upstreamUrl: url, upstreamKey: key, upstreamTimeoutMs: timeoutMs } = terms;
    this.#upstream = new Upstream({ url, timeoutMs, ...(key === undefined ? {} : { key }) });
    this.memory = new ChatMemory(engine, terms);
  }

  server(): Server {
    return createServer({ requestTimeout: 0, headersTimeout: 30_000 }, (request, response) => {
      const traceId = this.engine.parts.ids.trace();
      this.#handle(request, response).catch((thrown: unknown) => {
        // who hung up needs no answer, and that is no fault of ours
        if (response.destroyed) return;
        const error = toKeepsakeError(thrown, traceId);
        if (error.code === "INTERNAL") {
          this.engine.parts.telemetry.log("error", "proxy-failed", { traceId, ...describeCause(error.cause ?? error) });
        }
        refuse(request, response, error, { language: this.config.language, traceId });
      });
    });
  }

  close(): void {
    this.#upstream.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const method = request.method ?? "GET";
    if (method === "GET" && path === "/health/live") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"status":"live"}');
      return;
    }
    const hungUp = untilHungUp(response);
    const admitted = await admit(request, this.gate, {
      limitMs: this.terms.memoryTimeoutMs,
      user: this.config.user,
    });
    this.#checkAddress(method, path);
    const protocol = method === "POST" ? PROTOCOLS.find((each) => each.path === path) : undefined;
    if (protocol === undefined) {
      const answer = await this.#send(request, admitted, request, hungUp);
      response.writeHead(answer.statusCode ?? 502, answerHeaders(answer));
      await pipeline(answer, response);
      return;
    }
    const place = new HeldPlace(this.gate.enter(admitted.caller, { name: "chat" }));
    try {
      await this.#chat(protocol, { request, response, admitted: { ...admitted, onWork: place.until }, hungUp });
    } finally {
      place.end();
    }
  }

  #checkAddress(method: string, path: string): void {
    const isKnown =
      this.terms.upstreamKey === undefined || WITH_OPERATORS_KEY.some((each) => each.test(`${method} ${path}`));
    if (isKnown && path.startsWith("/v1/")) return;
    throw new KeepsakeError("NOT_FOUND", `${method} ${path} is not passed on`, {
      field: "path",
      remedy: {
        en: "The proxy passes on /v1/chat/completions, /v1/responses, /v1/embeddings and /v1/models; with the client's own upstream key everything under /v1.",
        zh: "代理转发 /v1/chat/completions、/v1/responses、/v1/embeddings 与 /v1/models；使用客户端自己的上游密钥时转发 /v1 下的全部地址。",
      },
    });
  }

  async #send(
    request: IncomingMessage,
    { keepsOwnKey }: Admitted,
    body: Forwarded["body"],
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { key } = this.#upstream;
    const headers = headersFor(request, { keepsOwnKey, key });
    const { "content-length": length } = request.headers;
    // a body that is sent on as it comes keeps its framing
    const framed = Buffer.isBuffer(body) || length === undefined ? headers : { ...headers, "content-length": length };
    const { method = "GET", url: target = "/" } = request;
    return this.#upstream.send({ method, target, headers: framed, body }, signal);
  }

  async #chat(
    protocol: Protocol,
    call: {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
      readonly admitted: Admitted;
      readonly hungUp: AbortSignal;
    },
  ): Promise<void> {
    const { request, response, admitted, hungUp } = call;
    const body = await readBody(request, this.terms.maxBodyBytes);
    const chat = readRequest(protocol, request, body);
    const use: MemoryUse = chat === undefined ? { outcome: "none" } : await this.memory.look(admitted, chat);
    const block = use.outcome === "used" ? use.block : "";
    const sent = chat === undefined || block === "" ? body : Buffer.from(chat.withBlock(block), "utf8");
    const answer = await this.#send(request, admitted, sent, hungUp);
    const status = answer.statusCode ?? 502;
    response.writeHead(status, { ...answerHeaders(answer), "x-keepsake-memory": use.outcome });
    response.flushHeaders();
    const reader = protocol.answer();
    const isStream = String(answer.headers["content-type"]).includes("text/event-stream");
    let isWhole = false;
    try {
      await pipeline(answer, new AnswerTap(reader, isStream), response);
      isWhole = true;
    } catch {
      // either side hung up: the other is hung up on too, and what was said is still kept
      answer.destroy();
      response.destroy();
    }
    if (chat === undefined || status < 200 || status > 299) return;
    const sessionId = admitted.sessionId ?? this.memory.sessionOf(admitted.caller, chat);
    // half a sentence is nothing that the assistant said
    this.memory.keep(admitted, { request: chat, sessionId, reply: isWhole ? reader.text() : "", block });
  }
}
