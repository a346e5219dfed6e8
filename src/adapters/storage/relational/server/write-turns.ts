import { KeepsakeError } from "../../../../domain/index.js";

/** Resolves with the promise, or fails with STORE_BUSY at the instant (of `performance.now`). */
async function until(promise: Promise<void>, giveUpAt: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new KeepsakeError("STORE_BUSY", "other writes of the same user took too long"));
    timer = setTimeout(refuse, Math.max(0, giveUpAt - performance.now()));
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Writers of one user wait for each other here, before they take a connection: a crowd of them holds one connection, not all, and
 * runs in the order in which it came. Other processes are kept apart by the lock in the database.
 */
export class WriteTurns {
  readonly #last = new Map<string, Promise<void>>();

  async run<Result>(key: string, giveUpAt: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    let end: (() => void) | undefined;
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    const tail = before === undefined ? mine : before.then(() => mine);
    this.#last.set(key, tail);
    try {
      if (before !== undefined) await until(before, giveUpAt);
      return await work();
    } finally {
      end?.();
      if (this.#last.get(key) === tail) this.#last.delete(key);
    }
  }
}
