import type { ChangeStamps } from "../../../ports/index.js";
import type { Store } from "./store.js";

/** States are replaced, never changed in place: whether it is the same one says whether anything in it changed. */
export function createChangeStamps(store: Store): ChangeStamps {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  const numberOf = (state: object): number => {
    const known = numbers.get(state);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(state, last);
    return last;
  };
  return {
    async stampOf(scope) {
      store.requireOpen();
      return String(numberOf(store.stateOf(scope)));
    },
  };
}
