/**
 * The time limit of calls that wait for their turn: it runs from the instant that a call begins, so that a place that came late is no
 * failure of the model, and starts anew with the next call.
 */
export class CallLimit {
  readonly #limitMs: number;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Falls when a call took too long. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  begin(): void {
    this.end();
    const over = (): void => this.#over.abort(new DOMException("the model did not answer in time", "TimeoutError"));
    this.#timer = setTimeout(over, this.#limitMs);
    this.#timer.unref();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
