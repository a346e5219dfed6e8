import type { ServerResponse } from "node:http";
import type { Entry } from "./tenant-limits.js";

/** What is looked at of an answer: whether anybody still takes it. */
type Answer = Pick<ServerResponse, "closed" | "once">;

/**
 * A call holds its place among its tenant's running calls until its answer is out and its work has ended, whichever comes last: a caller
 * who hangs up, or sets a deadline of a moment, neither keeps the place for ever nor makes room for more work than is allowed.
 */
export class HeldPlace {
  #running = 0;
  #isOver = false;

  constructor(private readonly entry: Entry) {}

  /** Over when the answer is out, or its caller gone: perhaps already, while the credential was looked up. */
  static forAnswer(entry: Entry, answer: Answer): HeldPlace {
    const place = new HeldPlace(entry);
    if (answer.closed) place.end();
    else answer.once("close", () => place.end());
    return place;
  }

  /** Nobody waits for an answer any more: what has not begun need not begin. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Work that goes on whoever waits for it. */
  readonly until = (work: Promise<unknown>): void => {
    this.#running += 1;
    const done = (): void => {
      this.#running -= 1;
      this.#giveBack();
    };
    work.then(done, done);
  };

  end(): void {
    this.#isOver = true;
    this.#giveBack();
  }

  #giveBack(): void {
    if (this.#isOver && this.#running === 0) this.entry.release();
  }
}
