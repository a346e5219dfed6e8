import { AsyncLocalStorage } from "node:async_hooks";
import { KeepsakeError } from "../../../domain/index.js";
import { type CalledEngine, callEngine, refusedBy } from "../remote/index.js";

interface Call {
  readonly signal: AbortSignal;
  answered?: { readonly status: number; readonly headers: Headers };
}

export interface Answer<Result> {
  readonly result: Result;
  readonly headers: Headers;
}

/**
 * Calls of the vendor's client, which takes no time-out and keeps the headers of answers to itself: both go through the `fetch` that it is
 * given, where each call is told from the others by the asynchronous context that it runs in.
 */
export class PineconeCalls {
  readonly #engine: CalledEngine;
  readonly #running = new AsyncLocalStorage<Call>();

  constructor(engine: CalledEngine) {
    this.#engine = engine;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const call = this.#running.getStore();
    const response = await fetch(input, { ...init, ...(call !== undefined && { signal: call.signal }) });
    if (call !== undefined) call.answered = { status: response.status, headers: response.headers };
    return response;
  };

  /** @throws NOT_FOUND where Pinecone says so (an index, a namespace); UNAVAILABLE, CONFIG_INVALID */
  async ask<Result>(work: () => Promise<Result>): Promise<Answer<Result>> {
    let call: Call | undefined;
    const result = await callEngine(
      this.#engine,
      (signal) => {
        call = { signal };
        return this.#running.run(call, work);
      },
      () => this.#explain(call),
    );
    return { result, headers: call?.answered?.headers ?? new Headers() };
  }

  /** By the status alone: what the client throws quotes the answer, which repeats parts of what was sent. */
  #explain(call: Call | undefined): KeepsakeError | undefined {
    const status = call?.answered?.status;
    if (status === undefined || status < 400) return undefined;
    if (status === 404) return new KeepsakeError("NOT_FOUND", `${this.#engine.name} knows no such index or namespace`);
    return refusedBy(this.#engine.name, status);
  }
}

/** The result, or undefined where there is no such index or namespace. */
export async function ifFound<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof KeepsakeError && thrown.code === "NOT_FOUND") return undefined;
    throw thrown;
  }
}
