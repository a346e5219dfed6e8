import type { ChangeStamps } from "../../../ports/index.js";
import type { Store } from "./store.js";

/** Maps are replaced, never changed in place: whether one is the same map says whether anything in it changed. */
export function createChangeStamps(store: Store): ChangeStamps {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  const numberOf = (map: object): number => {
    const known = numbers.get(map);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(map, last);
    return last;
  };
  return {
    async stampOf(scope) {
      store.requireOpen();
      const { turns, memories, writes, episodes, summaries, items, journal } = store.stateOf(scope);
      const held = [turns, memories, writes, episodes, summaries, items].map(numberOf);
      return JSON.stringify([...held, journal.size]);
    },
  };
}
