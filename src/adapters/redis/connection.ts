import { createHash } from "node:crypto";
import { Cluster, Redis } from "ioredis";
import { KeepsakeError, type Scope, scopeKey } from "../../domain/index.js";
import type { Companion, CompanionReport, Telemetry } from "../../ports/index.js";
import type { RedisOptions } from "./options.js";
import { reportOf } from "./report.js";

/** After a failure Redis is left alone for so long: a server that hangs costs one waiting call in this time, not one each. */
const REST_MS = 1_000;
const LONGEST_RETRY_MS = 2_000;

/** A connection that never makes anyone wait: each call is answered in time or fails with UNAVAILABLE. Reconnects by itself. */
export interface RedisConnection extends Companion {
  /** Connects. An unreachable server is no failure: it is logged, and tried again in the background. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Runs a script on the keys, atomically. @throws UNAVAILABLE */
  run(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>;
  /** @throws UNAVAILABLE */
  publish(channel: string, message: string): Promise<void>;
  /** Listens on a connection of its own, also after it was lost and found again. Returns what ends it. */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  /** A key of a user's: readable by tenant, in one slot of a cluster per user; the user's name is not in it. */
  keyOf(scope: Scope, purpose: string): string;
  channelOf(purpose: string): string;
}

/** `redis://name:secret@host/0` → `host:port/0` */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port === "" ? "6379" : port}${pathname === "/" ? "" : pathname}`;
}

type Client = Redis | Cluster;

interface ClientSettings {
  readonly connectionName: string;
  readonly commandTimeout?: number;
  readonly autoResubscribe?: boolean;
}

/** Fails at once while it is not connected, and goes on trying to be. */
function makeClient({ url, cluster, timeoutMs }: RedisOptions, settings: ClientSettings): Client {
  const retryStrategy = (times: number): number => Math.min(LONGEST_RETRY_MS, 50 * 2 ** Math.min(times, 6));
  const toEach = {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: timeoutMs,
    ...settings,
  };
  const toAll = { lazyConnect: true, enableOfflineQueue: false };
  if (cluster !== true) return new Redis(url, { ...toAll, ...toEach, retryStrategy });
  const { protocol, hostname, port, username, password } = new URL(url);
  const credentials = {
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === "rediss:" ? { tls: {} } : {}),
  };
  return new Cluster([{ host: hostname, port: Number(port === "" ? "6379" : port) }], {
    ...{ ...toAll, slotsRefreshTimeout: timeoutMs, clusterRetryStrategy: retryStrategy },
    redisOptions: { ...toEach, ...credentials },
  });
}

/** A server that answers, but lets nobody in. */
const REFUSED = /^(?:NOAUTH|WRONGPASS|NOPERM|DENIED)\b|invalid (?:username-password pair|password)/iu;

class Connection implements RedisConnection {
  readonly address: string;
  readonly #options: RedisOptions;
  readonly #telemetry: Telemetry;
  #client: Client | undefined;
  #listening: Client | undefined;
  readonly #listeners = new Map<string, Set<(message: string) => void>>();
  #restUntil = 0;
  /** What it says to everybody who comes with this credential. */
  #refusal: string | undefined;
  /** Which of the two connections do not answer: each goes and comes back by itself. */
  readonly #down = new Set<Client>();

  constructor(options: RedisOptions, telemetry: Telemetry) {
    this.#options = options;
    this.#telemetry = telemetry;
    this.address = addressOf(options.url);
  }

  async open(): Promise<void> {
    this.#client = makeClient(this.#options, { commandTimeout: this.#options.timeoutMs, connectionName: "keepsake" });
    this.#watch(this.#client);
    // a failure is heard by `#watch`
    const client = this.#client;
    await client.connect().catch((thrown: unknown) => this.#noteDown(client, thrown));
    if (this.#listeners.size > 0) this.#listen();
  }

  async close(): Promise<void> {
    this.#listening?.disconnect();
    this.#client?.disconnect();
    this.#listening = undefined;
    this.#client = undefined;
    this.#down.clear();
  }

  run(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return this.#ask((client) => client.eval(script, keys.length, ...keys, ...values));
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#ask((client) => client.publish(channel, message));
  }

  async examine(): Promise<CompanionReport> {
    return reportOf(await this.#ask((client) => client.info()));
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    const known = this.#listeners.get(channel);
    const listeners = known ?? new Set();
    // a wrapper of its own, so that subscribing the same function twice gives two subscriptions
    const subscription = (message: string): void => listener(message);
    listeners.add(subscription);
    this.#listeners.set(channel, listeners);
    this.#listen();
    if (known === undefined && this.#listening?.status === "ready") this.#askChannels(this.#listening, channel);
    return () => {
      listeners.delete(subscription);
    };
  }

  keyOf(scope: Scope, purpose: string): string {
    const user = createHash("sha256").update(scopeKey(scope)).digest("base64url").slice(0, 22);
    return `${this.#options.keyPrefix}:${encodeURIComponent(scope.tenant)}:{${user}}:${purpose}`;
  }

  channelOf(purpose: string): string {
    return `${this.#options.keyPrefix}:${purpose}`;
  }

  /** Subscribing makes a connection useless for anything else. It repeats its channels whenever it is connected anew. */
  #listen(): void {
    if (this.#client === undefined || this.#listening !== undefined) return;
    const listening = makeClient(this.#options, { autoResubscribe: false, connectionName: "keepsake-listening" });
    this.#listening = listening;
    listening.on("message", (channel: string, message: string) => {
      for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(message);
    });
    listening.on("ready", () => {
      this.#noteBack(listening);
      this.#askChannels(listening, ...this.#listeners.keys());
    });
    listening.on("error", (thrown: unknown) => this.#noteDown(listening, thrown));
    listening.connect().catch((thrown: unknown) => this.#noteDown(listening, thrown));
  }

  /** Where it fails the connection is lost, and asks for all of them when it is ready anew. */
  #askChannels(listening: Client, ...channels: readonly string[]): void {
    if (channels.length === 0) return;
    listening.subscribe(...channels).catch((thrown: unknown) => this.#noteDown(listening, thrown));
  }

  async #ask<Result>(command: (client: Client) => Promise<Result>): Promise<Result> {
    const client = this.#client;
    if (client === undefined) throw new KeepsakeError("CLOSED", "the connection to Redis is not open");
    if (performance.now() < this.#restUntil) throw this.#unavailable(undefined);
    try {
      const answer = await command(client);
      this.#noteBack(client); // one that hung is never ready anew
      return answer;
    } catch (thrown) {
      this.#restUntil = performance.now() + REST_MS;
      this.#noteDown(client, thrown);
      throw this.#unavailable(thrown);
    }
  }

  #unavailable(cause: unknown): KeepsakeError {
    const why = this.#refusal ?? "does not answer";
    return new KeepsakeError("UNAVAILABLE", `Redis at ${this.address} ${why}`, {}, { cause });
  }

  #watch(client: Client): void {
    client.on("error", (thrown: unknown) => this.#noteDown(client, thrown));
    client.on("ready", () => {
      this.#restUntil = 0;
      this.#noteBack(client);
    });
  }

  #noteBack(client: Client): void {
    this.#refusal = undefined;
    if (!this.#down.delete(client)) return;
    this.#telemetry.log("warn", "redis.back", { address: this.address, listening: client === this.#listening });
  }

  /** One line for each time that it goes, however often it is tried. */
  #noteDown(client: Client, thrown: unknown): void {
    const isRefused = thrown instanceof Error && REFUSED.test(thrown.message);
    if (isRefused) this.#refusal = "refuses the user or the password";
    this.#telemetry.count("keepsake_redis_failures", 1);
    if (this.#down.has(client) || (client !== this.#client && client !== this.#listening)) return;
    this.#down.add(client);
    const cause = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
    const listening = client === this.#listening;
    this.#telemetry.log("error", "redis.unavailable", { address: this.address, listening, cause });
  }
}

export function createRedisConnection(options: RedisOptions, telemetry: Telemetry): RedisConnection {
  return new Connection(options, telemetry);
}
