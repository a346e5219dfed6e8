import type { WakeUp } from "../../../ports/index.js";

/** Wakes workers of this process, in the next turn of the event loop; several hints until then are one. */
export function createLocalWakeUp(): WakeUp {
  const listeners = new Set<() => void>();
  let pending = false;
  const deliver = () => {
    pending = false;
    for (const listener of [...listeners]) listener();
  };
  return {
    notify() {
      if (pending) return;
      pending = true;
      setImmediate(deliver);
    },
    subscribe(listener) {
      // A wrapper of its own, so that subscribing the same function twice gives two subscriptions.
      const subscription = () => listener();
      listeners.add(subscription);
      return () => {
        listeners.delete(subscription);
      };
    },
  };
}
