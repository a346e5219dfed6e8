import { randomUUID } from "node:crypto";
import { type EpochMs, KeepsakeError, type Scope } from "../../../domain/index.js";
import type { SessionStore, StateEntry, Telemetry } from "../../../ports/index.js";
import type { RedisConnection } from "../../redis/index.js";
import { DROP, DROP_ALL, FILL, READ } from "./scripts.js";

export interface CopiedSessionsOptions {
  /** Where working memory rests. What is acknowledged is in there. */
  readonly durable: SessionStore;
  readonly redis: RedisConnection;
  readonly telemetry: Telemetry;
  /** The age that no copy exceeds. */
  readonly copySeconds?: number;
}

/** So long may a copy mislead that could not be taken away because Redis was out of the writer's reach. */
const COPY_SECONDS = 30;
const MOST_SPACES = 1_000;
const MOST_CHARACTERS = 256 * 1_024;
/** Copies that are still to be taken away. With more than these all reading passes Redis by until their time is over. */
const MOST_OWED = 10_000;

interface Owed {
  readonly key: string;
  /** Absent: all of the user's. */
  readonly field?: string;
  /** From then on no copy is left that could mislead. */
  readonly until: number;
}

/**
 * Working memory with copies in Redis. Writes go to the durable store and then take the copies away; reads take the copy, or read the
 * durable store and leave one. A reader that read before somebody wrote cannot leave its old copy behind: the write ends its lease
 * (the leases of Nishtala et al., "Scaling Memcache at Facebook", NSDI 2013). Without Redis everything is answered from the durable store.
 */
class CopiedSessions implements SessionStore {
  readonly #durable: SessionStore;
  readonly #redis: RedisConnection;
  readonly #telemetry: Telemetry;
  readonly #lifeMs: number;
  readonly #owed = new Map<string, Owed>();
  #blindUntil = 0;

  constructor({ durable, redis, telemetry, copySeconds = COPY_SECONDS }: CopiedSessionsOptions) {
    this.#durable = durable;
    this.#redis = redis;
    this.#telemetry = telemetry;
    this.#lifeMs = copySeconds * 1_000;
  }

  async put(...[scope, space, ...rest]: Parameters<SessionStore["put"]>): Promise<void> {
    await this.#durable.put(scope, space, ...rest);
    await this.#drop(scope, space);
  }

  async delete(...[scope, space, ...rest]: Parameters<SessionStore["delete"]>): Promise<boolean> {
    const existed = await this.#durable.delete(scope, space, ...rest);
    await this.#drop(scope, space);
    return existed;
  }

  async clear(scope: Scope): Promise<number> {
    const count = await this.#durable.clear(scope);
    await this.#drop(scope);
    return count;
  }

  async dropCopies(scope: Scope, spaces?: readonly string[]): Promise<void> {
    if (spaces === undefined) await this.#drop(scope);
    else for (const space of spaces) await this.#drop(scope, space);
  }

  async find(scope: Scope, space: string, key: string, now: EpochMs): Promise<StateEntry | undefined> {
    const copy = await this.#copyOf(scope, space, now);
    return copy === undefined
      ? this.#durable.find(scope, space, key, now)
      : copy.find((entry) => entry.key === key && entry.expiresAt > now);
  }

  async list(scope: Scope, space: string, now: EpochMs): Promise<readonly StateEntry[]> {
    const copy = await this.#copyOf(scope, space, now);
    return copy === undefined ? this.#durable.list(scope, space, now) : copy.filter((entry) => entry.expiresAt > now);
  }

  spaces(scope: Scope, now: EpochMs): Promise<readonly string[]> {
    return this.#durable.spaces(scope, now);
  }

  /** The space's entries by their copy, which is made where there is none; undefined: ask the durable store. */
  async #copyOf(scope: Scope, space: string, now: EpochMs): Promise<readonly StateEntry[] | undefined> {
    const [key, field, token] = [this.#redis.keyOf(scope, "state"), JSON.stringify(space), randomUUID()];
    const found = await this.#attempt(async () => {
      if (performance.now() < this.#blindUntil) return "L";
      await this.#payOff();
      return this.#redis.run(READ, [key], [field, token, this.#lifeMs, MOST_SPACES]);
    });
    if (typeof found === "string" && found.startsWith("V")) {
      this.#count("hit");
      return JSON.parse(found.slice(1)) as readonly StateEntry[];
    }
    this.#count(found === null ? "miss" : "passed");
    if (found !== null) return undefined;
    const entries = await this.#durable.list(scope, space, now);
    const copy = `V${JSON.stringify(entries)}`;
    await this.#attempt(() => this.#redis.run(FILL, [key], [field, token, copy.length > MOST_CHARACTERS ? "X" : copy]));
    return entries;
  }

  async #drop(scope: Scope, space?: string): Promise<void> {
    const key = this.#redis.keyOf(scope, "state");
    const until = performance.now() + this.#lifeMs;
    const owed: Owed = space === undefined ? { key, until } : { key, field: JSON.stringify(space), until };
    const name = JSON.stringify([owed.key, owed.field]);
    // noted first: between a failure and the next reading there must be no gap
    this.#owed.set(name, owed);
    if (this.#owed.size > MOST_OWED) {
      this.#blindUntil = until;
      this.#owed.clear();
    }
    // its own alone: what others owe is paid before the next reading
    await this.#attempt(() => this.#pay(name, owed));
  }

  /** Takes away what could not be taken away before. Throws as long as Redis cannot be reached. */
  async #payOff(): Promise<void> {
    for (const [name, owed] of this.#owed) await this.#pay(name, owed);
  }

  async #pay(name: string, owed: Owed): Promise<void> {
    const { key, field, until } = owed;
    if (performance.now() < until)
      await this.#redis.run(field === undefined ? DROP_ALL : DROP, [key], field === undefined ? [] : [field]);
    // a later write of the same space is owed anew
    if (this.#owed.get(name) === owed) this.#owed.delete(name);
  }

  /** `undefined` where Redis failed, which the connection logs and counts, or was closed: what the durable store did stands. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof KeepsakeError && (thrown.code === "UNAVAILABLE" || thrown.code === "CLOSED"))
        return undefined;
      throw thrown;
    }
  }

  #count(outcome: "hit" | "miss" | "passed"): void {
    this.#telemetry.count("keepsake_state_copies", 1, { outcome });
  }
}

export function createCopiedSessions(options: CopiedSessionsOptions): SessionStore {
  return new CopiedSessions(options);
}
