import { KeepsakeError } from "../../domain/index.js";
import type { VectorEngine } from "../../ports/index.js";

/** An engine whose faults are set by hand. */
export interface FaultyEngine {
  readonly engine: VectorEngine;
  /** Does not answer any more; the time that an answer would be waited for is not spent. */
  cut(): void;
  mend(): void;
  /** Resolves before the next put goes through; the put waits for what this returns. */
  holdNextPut(): { readonly reached: Promise<void>; readonly release: () => void };
  /** Names of the calls that reached it, in order. */
  readonly calls: string[];
}

export function faultyEngine(right: VectorEngine): FaultyEngine {
  const calls: string[] = [];
  let isCut = false;
  let held: { readonly reached: () => void; readonly until: Promise<void> } | undefined;
  const pass = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    calls.push(name);
    if (isCut) throw new KeepsakeError("UNAVAILABLE", "the engine was cut off");
    return work();
  };
  return {
    calls,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    holdNextPut() {
      let release = (): void => undefined;
      let reached = (): void => undefined;
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      const seen = new Promise<void>((resolve) => {
        reached = resolve;
      });
      held = { reached, until };
      return { reached: seen, release };
    },
    engine: {
      name: right.name,
      open: () => pass("open", () => right.open()),
      close: () => right.close(),
      search: (...asked) => pass("search", () => right.search(...asked)),
      put: (...asked) =>
        pass("put", async () => {
          const hold = held;
          held = undefined;
          hold?.reached();
          await hold?.until;
          return right.put(...asked);
        }),
      remove: (...asked) => pass("remove", () => right.remove(...asked)),
      listIds: (...asked) => pass("listIds", () => right.listIds(...asked)),
    },
  };
}
