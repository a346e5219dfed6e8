import { KeepsakeError, toKeepsakeError } from "../domain/index.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { abortError, linkSignals, pause, within } from "./environment.js";
import type { CircuitState, Watch } from "./events.js";
import { askedToWait, failureOf, isWorthRetrying, readRetryAfter, unavailable } from "./failure.js";
import type { ClientTerms } from "./options.js";
import { type Progress, readEvents } from "./read-events.js";
import { type OperationName, ROUTES, shapeRequest } from "./routes.js";

/** What a caller may say of one handle's calls. */
export interface CallTerms {
  /** Gives the calls up. */
  readonly signal?: AbortSignal;
  /** Instead of the client's. */
  readonly deadlineMs?: number;
}

interface Call {
  readonly name: OperationName;
  readonly user: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly terms: CallTerms;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Tries once also where the circuit is open. */
  readonly insists?: boolean | undefined;
}

/** Of work that tells how far it is: three of the server's heartbeats missed. */
const MOST_SILENCE_MS = 30_000;

/** How one request goes out and its answer is read. */
interface Attempting {
  readonly attempt: number;
  /** Until the answer is there; of a stream of events, until the next sign of life. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: Call["onProgress"];
  readonly insists: Call["insists"];
}

type Shaped = ReturnType<typeof shapeRequest> & { readonly headers: Readonly<Record<string, string>> };

/** Calls of the server: each within its deadline, repeated where that can help, stopped by the breaker where it cannot. */
export class Calls {
  readonly #breaker: CircuitBreaker;
  readonly #closed = new AbortController();

  constructor(
    private readonly terms: ClientTerms,
    private readonly watch: Watch,
  ) {
    this.#breaker = new CircuitBreaker(terms.circuit, terms.environment, watch);
  }

  get circuit(): CircuitState {
    return this.#breaker.state;
  }

  /** Ms until the breaker lets an attempt through. */
  get waitMs(): number {
    return this.#breaker.waitMs;
  }

  /** @throws CLOSED */
  checkOpen(): void {
    if (this.#closed.signal.aborted) throw abortError(this.#closed.signal);
  }

  close(): void {
    this.#closed.abort(new KeepsakeError("CLOSED", "The client was closed."));
  }

  /**
   * @returns the wire form of the answer
   * @throws KeepsakeError only: what the server said, UNAVAILABLE, DEADLINE_EXCEEDED, CLOSED
   */
  async call(call: Call): Promise<unknown> {
    const { environment } = this.terms;
    const { isChat, tellsProgress } = kindOf(call.name);
    const usualMs = isChat
      ? this.terms.deadlineMs
      : tellsProgress
        ? Number.POSITIVE_INFINITY
        : this.terms.patientDeadlineMs;
    const deadlineMs = call.terms.deadlineMs ?? usualMs;
    const attemptMs = isChat ? this.terms.attemptMs : tellsProgress ? MOST_SILENCE_MS : deadlineMs;
    const shaped = this.#shape(call);
    const endsAt = environment.now() + deadlineMs;
    const { controller, release } = linkSignals([this.#closed.signal, call.terms.signal]);
    try {
      return await this.#attempts(call.name, shaped, {
        ...{ endsAt, attemptMs, signal: controller.signal },
        ...{ onProgress: call.onProgress, insists: call.insists },
      });
    } finally {
      release();
    }
  }

  async #attempts(
    name: OperationName,
    shaped: Shaped,
    {
      endsAt,
      attemptMs,
      signal,
      onProgress,
      insists,
    }: Pick<Attempting, "signal" | "onProgress" | "insists"> & { readonly endsAt: number; readonly attemptMs: number },
  ): Promise<unknown> {
    const { environment } = this.terms;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const left = Math.max(1, endsAt - environment.now());
        return await this.#attempt(name, shaped, {
          ...{ attempt, limitMs: Math.min(attemptMs, left), signal, onProgress, insists },
        });
      } catch (thrown) {
        const error = toKeepsakeError(thrown);
        const delayMs = this.#delayBefore(attempt, error);
        const mayGoOn = !signal.aborted && attempt <= this.terms.retries && isWorthRetrying(error);
        // an open circuit and a wait beyond the deadline both mean that the answer is known now
        if (!mayGoOn || this.#breaker.state === "open" || environment.now() + delayMs >= endsAt) throw error;
        this.watch({ type: "retry", operation: name, delayMs, code: error.code });
        await pause(environment, delayMs, signal);
      }
    }
  }

  /** One key for all attempts: the server writes once. */
  #shape({ name, user, input }: Call): Shaped {
    const route: { readonly writes: boolean; readonly key?: "body"; readonly events?: true } = ROUTES[name];
    const { idempotencyKey } = input;
    const key = idempotencyKey ?? this.terms.environment.newId();
    const keyed = route.key === "body" ? { ...input, idempotencyKey: key } : input;
    return {
      ...shapeRequest(name, user, keyed),
      headers: {
        ...(route.writes && route.key === undefined ? { "idempotency-key": String(key) } : {}),
        ...(route.events === true ? { accept: "text/event-stream, application/json" } : {}),
      },
    };
  }

  /** Full jitter (Brooker, "Exponential Backoff And Jitter", 2015); never sooner than the server asked. */
  #delayBefore(attempt: number, error: KeepsakeError): number {
    const { backoff, environment } = this.terms;
    const ceiling = Math.min(backoff.capMs, backoff.baseMs * 2 ** (attempt - 1));
    return Math.max(environment.random() * ceiling, askedToWait(error));
  }

  async #attempt(operation: OperationName, shaped: Shaped, terms: Attempting): Promise<unknown> {
    const { environment } = this.terms;
    if (terms.signal.aborted) throw abortError(terms.signal);
    const settle = this.#breaker.admit(terms.insists);
    const startedAt = environment.now();
    const tell = (code?: KeepsakeError["code"]): void => {
      const durationMs = environment.now() - startedAt;
      this.watch({ type: "attempt", operation, attempt: terms.attempt, durationMs, ...(code && { code }) });
    };
    const { controller: limit, release } = linkSignals([terms.signal]);
    const giveUp = (): void =>
      limit.abort(new KeepsakeError("DEADLINE_EXCEEDED", `The server did not answer within ${terms.limitMs} ms.`));
    let cancel = environment.schedule(terms.limitMs, giveUp);
    const onChunk = (): void => {
      cancel();
      cancel = environment.schedule(terms.limitMs, giveUp);
    };
    try {
      const answer = await this.#exchange(shaped, limit.signal, { onChunk, onProgress: terms.onProgress });
      settle("up");
      tell();
      return answer;
    } catch (thrown) {
      const error = toKeepsakeError(thrown);
      // that the caller gave up says nothing about the server
      settle(terms.signal.aborted ? undefined : error);
      tell(error.code);
      throw error;
    } finally {
      cancel();
      release();
    }
  }

  async #secret(signal: AbortSignal): Promise<string | undefined> {
    const { apiKey } = this.terms;
    if (typeof apiKey !== "function") return apiKey;
    try {
      return await within(Promise.resolve(apiKey()), signal);
    } catch (cause) {
      if (signal.aborted) throw abortError(signal);
      throw new KeepsakeError("UNAUTHENTICATED", "No API key could be had.", { field: "apiKey" }, { cause });
    }
  }

  async #exchange(
    shaped: Shaped,
    signal: AbortSignal,
    reading: Pick<Call, "onProgress"> & { readonly onChunk: () => void },
  ): Promise<unknown> {
    const { headers, url, environment } = this.terms;
    const secret = await this.#secret(signal);
    let response: Response;
    let text: string;
    try {
      response = await environment.fetch(`${url}${shaped.target}`, {
        method: shaped.method,
        headers: {
          ...headers,
          ...shaped.headers,
          ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
          ...(shaped.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(shaped.body === undefined ? {} : { body: shaped.body }),
        signal,
      });
      const type = response.headers.get("content-type") ?? "";
      if (response.body !== null && type.startsWith("text/event-stream")) {
        return await readEvents(response.body, reading.onChunk, reading.onProgress);
      }
      text = await response.text();
    } catch (cause) {
      if (signal.aborted) throw abortError(signal);
      if (cause instanceof KeepsakeError) throw cause;
      throw unavailable(`No answer from ${url}.`, cause);
    }
    const retryAfterMs = readRetryAfter(response.headers.get("retry-after"), environment.now());
    const body = parse(text);
    if (!response.ok) throw failureOf(response.status, body, retryAfterMs);
    if (body === undefined) throw unavailable(`What answers at ${url} does not speak JSON.`);
    return body;
  }
}

function kindOf(name: OperationName): { readonly isChat: boolean; readonly tellsProgress: boolean } {
  return { isChat: "chat" in ROUTES[name], tellsProgress: "events" in ROUTES[name] };
}

/** `undefined` for what is no JSON: a gateway's page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
