import type { FastifyReply } from "fastify";
import type { Entry } from "../tenant-limits.js";

interface Place {
  readonly entry: Entry;
  isWorking: boolean;
  isOver: boolean;
}

/**
 * A call holds its place among its tenant's running calls until its answer is out and its work has ended, whichever comes last: a caller
 * who hangs up neither keeps the place for ever (no answer is ever finished then) nor makes room for more work than is allowed.
 */
export class HeldPlaces {
  readonly #places = new WeakMap<FastifyReply, Place>();

  hold(reply: FastifyReply, entry: Entry): void {
    if (reply.raw.closed) {
      // gone while its credential was looked up: nothing more is told of it
      entry.release();
      return;
    }
    const place: Place = { entry, isWorking: false, isOver: false };
    this.#places.set(reply, place);
    reply.raw.once("close", () => {
      place.isOver = true;
      if (!place.isWorking) entry.release();
    });
  }

  async whileWorking<Result>(reply: FastifyReply, work: () => Promise<Result>): Promise<Result> {
    const place = this.#places.get(reply);
    if (place === undefined) return work();
    place.isWorking = true;
    try {
      return await work();
    } finally {
      place.isWorking = false;
      if (place.isOver) place.entry.release();
    }
  }
}
