import { randomUUID } from "node:crypto";
import type { WakeUp } from "../../../ports/index.js";
import type { RedisConnection } from "../../redis/index.js";

/**
 * Wakes workers of every process that shares the Redis. Several hints of one turn of the event loop are one. A hint that Redis cannot carry
 * is lost: this process's own workers hear it all the same, the others find the work when they next look at the journal.
 */
export function createRedisWakeUp(redis: RedisConnection): WakeUp {
  const channel = redis.channelOf("wake-up");
  const self = randomUUID();
  const listeners = new Set<() => void>();
  let pending = false;
  let stopListening: (() => void) | undefined;
  const deliver = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const send = (): void => {
    pending = false;
    deliver();
    // the connection logs and counts what fails; a hint is not worth more
    redis.publish(channel, self).catch(() => undefined);
  };
  return {
    notify() {
      if (pending) return;
      pending = true;
      setImmediate(send);
    },
    subscribe(listener) {
      // A wrapper of its own, so that subscribing the same function twice gives two subscriptions.
      const subscription = (): void => listener();
      listeners.add(subscription);
      stopListening ??= redis.subscribe(channel, (sender) => {
        if (sender !== self) deliver();
      });
      return () => {
        listeners.delete(subscription);
        if (listeners.size > 0) return;
        stopListening?.();
        stopListening = undefined;
      };
    },
  };
}
