import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The ways in which model servers misbehave. */
export type Misbehaviour =
  /** Waits, then answers well. */
  | { readonly kind: "slow"; readonly delayMs: number }
  /** Never answers. */
  | { readonly kind: "hang" }
  /** An error status with an error body that repeats the request's key, as some servers do. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds?: number }
  /** Closes the connection in the middle of the answer. */
  | { readonly kind: "disconnect" }
  /** 200 with a body that is not the API's. */
  | { readonly kind: "not-json" }
  /** The answer's text instead of the object's JSON: cut off, prose around it, a code fence, empty… */
  | { readonly kind: "text"; readonly text: string; readonly finishReason?: string }
  /** A refusal in the field of its own that OpenAI has for it. */
  | { readonly kind: "refusal" }
  | { readonly kind: "wrong-dimension"; readonly dimension: number }
  /** One vector fewer than texts. */
  | { readonly kind: "missing-vector" }
  /** A vector of zeros. */
  | { readonly kind: "zero-vector" };

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ModelServerOptions {
  /** Answers of the chat model, by the text of its last message. Default `{}`. */
  readonly answer?: (prompt: string) => unknown;
  /** Every answer of the chat model takes this long. Default 0. */
  readonly chatDelayMs?: number;
  /** Vectors of the embedding model. Default: hashed words of `dimension` 64, of norm 2 so that nobody relies on the server's norm. */
  readonly embed?: (text: string) => readonly number[] | Promise<readonly number[]>;
}

/** A model server on the loopback interface: `/v1/chat/completions` and `/v1/embeddings`, as good or bad as asked for. */
export interface ModelServer {
  /** The API's base, ending in `/v1`. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** The next requests misbehave, one each, in this order; then the server is good again. */
  misbehave(...next: readonly Misbehaviour[]): void;
  /** All requests misbehave so until `behave`: an outage. */
  fail(misbehaviour: Misbehaviour): void;
  /** Good from now on: what was still planned is dropped. What hangs is ended. */
  behave(): void;
  close(): Promise<void>;
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const planned: Misbehaviour[] = [];
  let outage: Misbehaviour | undefined;
  const server = createServer((request, response) => {
    void receive(request)
      .then(async (received) => {
        requests.push(received);
        await respond(response, received, options, planned.shift() ?? outage);
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    misbehave: (...next) => void planned.push(...next),
    fail(misbehaviour) {
      outage = misbehaviour;
    },
    behave() {
      planned.splice(0);
      // whoever still waits for an answer of the outage waits in vain
      if (outage?.kind === "hang") server.closeAllConnections();
      outage = undefined;
    },
    close: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));
  const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  return { path: request.url ?? "", headers, body };
}

async function respond(
  response: ServerResponse,
  received: ReceivedRequest,
  options: ModelServerOptions,
  misbehaviour: Misbehaviour | undefined,
): Promise<void> {
  switch (misbehaviour?.kind) {
    case "hang":
      return;
    case "disconnect":
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"cho');
      response.destroy();
      return;
    case "not-json":
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome to the proxy</html>");
      return;
    case "status": {
      const retry = misbehaviour.retryAfterSeconds;
      response.writeHead(misbehaviour.status, {
        "content-type": "application/json",
        ...(retry === undefined ? {} : { "retry-after": String(retry) }),
      });
      response.end(
        JSON.stringify({ error: { message: `refused ${received.headers.authorization ?? ""}`, type: "error" } }),
      );
      return;
    }
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, misbehaviour.delayMs));
      break;
    default:
      break;
  }
  const isEmbedding = received.path.endsWith("/embeddings");
  if (!isEmbedding && options.chatDelayMs !== undefined)
    await new Promise((resolve) => setTimeout(resolve, options.chatDelayMs));
  const body = isEmbedding
    ? await embeddingsBody(received, options, misbehaviour)
    : completionBody(received, options, misbehaviour);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function completionBody(
  received: ReceivedRequest,
  options: ModelServerOptions,
  misbehaviour: Misbehaviour | undefined,
): unknown {
  const messages = received.body.messages as readonly { readonly content: string }[];
  const object = options.answer?.(messages.at(-1)?.content ?? "") ?? {};
  const text = misbehaviour?.kind === "text" ? misbehaviour.text : JSON.stringify(object);
  const refused = misbehaviour?.kind === "refusal";
  const message = refused
    ? { role: "assistant", content: null, refusal: "I cannot help with that." }
    : { role: "assistant", content: text };
  return {
    id: "completion",
    object: "chat.completion",
    created: 0,
    model: received.body.model,
    choices: [
      {
        index: 0,
        message,
        finish_reason: (misbehaviour?.kind === "text" ? misbehaviour.finishReason : undefined) ?? "stop",
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  };
}

async function embeddingsBody(
  received: ReceivedRequest,
  options: ModelServerOptions,
  misbehaviour: Misbehaviour | undefined,
): Promise<unknown> {
  const texts = [received.body.input].flat() as readonly string[];
  const embed = options.embed ?? hashedWords;
  let vectors: (readonly number[])[] = [];
  for (const text of texts) vectors.push(await embed(text));
  if (misbehaviour?.kind === "wrong-dimension")
    vectors = vectors.map(() => new Array<number>(misbehaviour.dimension).fill(1));
  if (misbehaviour?.kind === "zero-vector") vectors = vectors.map((vector) => vector.map(() => 0));
  if (misbehaviour?.kind === "missing-vector") vectors = vectors.slice(1);
  return {
    object: "list",
    model: received.body.model,
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  };
}

const HASHED_DIMENSION = 64;

function hashedWords(text: string): readonly number[] {
  const vector = new Array<number>(HASHED_DIMENSION).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) {
    const digest = createHash("md5").update(word).digest();
    for (let part = 0; part < 4; part += 1) {
      const at = (digest[part] ?? 0) % HASHED_DIMENSION;
      vector[at] = (vector[at] ?? 0) + ((digest[part + 4] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  vector[0] = (vector[0] ?? 0) + 0.001;
  const norm = Math.hypot(...vector);
  return vector.map((value) => (2 * value) / norm);
}
