import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { KeepsakeError } from "../../domain/index.js";

/** Between two hops only (RFC 9110, 7.6.1), or made anew for the next. */
const OWN_OF_A_HOP = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "host", "content-length", "expect"],
]);
const OF_THE_BROWSER = new Set(["cookie", "origin", "referer"]);

interface UpstreamTerms {
  /** With its path, e.g. `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key?: string;
  /** To the first byte of the answer, in ms. */
  readonly timeoutMs: number;
}

export interface Forwarded {
  readonly method: string;
  /** As it came: `/v1/chat/completions?x=1`. */
  readonly target: string;
  readonly headers: OutgoingHttpHeaders;
  /** A body that was read already; else the request itself is sent on. */
  readonly body: Buffer | IncomingMessage;
}

/** Names of headers that are between two hops only because `connection` says so. */
function namedByConnection({ connection = "" }: IncomingHttpHeaders): ReadonlySet<string> {
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

/** @param keepsOwnKey whether `authorization` is the client's credential with the upstream, not with this proxy */
export function headersFor(
  { headers }: Pick<IncomingMessage, "headers">,
  { keepsOwnKey, key }: { readonly keepsOwnKey: boolean; readonly key: string | undefined },
): OutgoingHttpHeaders {
  const named = namedByConnection(headers);
  const kept = Object.entries(headers).filter(([name]) => {
    if (OWN_OF_A_HOP.has(name) || OF_THE_BROWSER.has(name) || named.has(name)) return false;
    if (name.startsWith("x-keepsake-")) return false;
    return keepsOwnKey || (name !== "authorization" && name !== "x-api-key");
  });
  return {
    ...Object.fromEntries(kept),
    // what is read along must be readable
    "accept-encoding": "identity",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
}

/** Headers of an answer that are for the client. */
export function answerHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const named = namedByConnection(headers);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => (!OWN_OF_A_HOP.has(name) || name === "content-length") && !named.has(name),
    ),
  );
}

/** The service that answers. */
export class Upstream {
  readonly #agent: HttpAgent;
  readonly #url: string;

  constructor(private readonly terms: UpstreamTerms) {
    this.#url = terms.url.replace(/\/+$/, "");
    this.#agent = terms.url.startsWith("https:")
      ? new HttpsAgent({ keepAlive: true })
      : new HttpAgent({ keepAlive: true });
  }

  get key(): string | undefined {
    return this.terms.key;
  }

  /**
   * The answer once it begins; its body is still to come. Aborting gives it up at the upstream too.
   * @throws UNAVAILABLE (no connection), DEADLINE_EXCEEDED, NOT_FOUND (an address outside the service's own)
   */
  async send(forwarded: Forwarded, signal: AbortSignal): Promise<IncomingMessage> {
    const url = this.#address(forwarded.target);
    const first = await this.#try(url, forwarded, signal);
    // a kept connection that the service had let go of in the same moment took nothing in: it is asked on a new one
    const answer = first === "stale" ? await this.#try(url, forwarded, signal, false) : first;
    if (answer === "stale") throw new KeepsakeError("UNAVAILABLE", "The upstream cannot be reached.");
    return answer;
  }

  #try(url: URL, forwarded: Forwarded, signal: AbortSignal, keeps = true): Promise<IncomingMessage | "stale"> {
    const { method, headers, body } = forwarded;
    // what is sent on as it comes cannot be sent twice
    const isWhole = Buffer.isBuffer(body);
    const agent = keeps && isWhole ? this.#agent : false;
    const length = isWhole ? { "content-length": body.length } : {};
    const start = url.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = start(url, { method, headers: { ...headers, ...length }, agent, signal });
      const timer = setTimeout(() => {
        const message = `The upstream did not answer within ${this.terms.timeoutMs} ms.`;
        request.destroy(new KeepsakeError("DEADLINE_EXCEEDED", message));
      }, this.terms.timeoutMs);
      request.once("response", (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      request.on("error", (cause: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (cause instanceof KeepsakeError) reject(cause);
        else if (request.reusedSocket && cause.code === "ECONNRESET") resolve("stale");
        else reject(new KeepsakeError("UNAVAILABLE", "The upstream cannot be reached.", {}, { cause }));
      });
      if (isWhole) request.end(body);
      else body.pipe(request);
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #address(target: string): URL {
    const url = new URL(`${this.#url}${target.replace(/^\/v1(?=\/|\?|$)/, "")}`);
    const base = new URL(this.#url).pathname.replace(/\/+$/, "");
    // dots in the target must not lead out of the service's own address
    if (url.pathname === base || url.pathname.startsWith(`${base}/`)) return url;
    throw new KeepsakeError("NOT_FOUND", "there is no such address at the upstream", { field: "path" });
  }
}
