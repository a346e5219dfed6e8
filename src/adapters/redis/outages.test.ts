import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Telemetry } from "../../ports/index.js";
import { createRedisConnection } from "./index.js";

/** Enough of a Redis to connect to, which stays silent when told to, without hanging up. */
class SilentRedis {
  #held: (() => void)[] | undefined;
  /** Channels that anybody subscribed to, in order. */
  readonly channels: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on("data", (data) => this.#answer(socket, data.toString()));
    socket.on("error", () => undefined); // tests hang up on purpose
  });

  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, "127.0.0.1", listening));
    const address = this.#server.address();
    return `redis://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }

  hang(): void {
    this.#held = [];
  }

  /** Answers what was asked meanwhile too, as a server that was stopped does. */
  goOn(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const answer of held) answer();
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((closed) => this.#server.close(closed));
  }

  /** Every command is an array of strings: `*n`, then `$length` and the string n times. */
  #answer(socket: Socket, text: string): void {
    if (this.#held !== undefined) {
      this.#held.push(() => this.#answer(socket, text));
      return;
    }
    for (const command of text.split(/^\*\d+\r\n/m).slice(1)) {
      const words = command.split("\r\n").filter((_, index) => index % 2 === 1);
      const [name = "", ...rest] = words;
      if (name.toLowerCase() === "info") socket.write("$11\r\nloading:0\r\n\r\n");
      else if (name.toLowerCase() !== "subscribe") socket.write("+OK\r\n");
      else {
        for (const channel of rest) {
          this.channels.push(channel);
          socket.write(`*3\r\n$9\r\nsubscribe\r\n$${channel.length}\r\n${channel}\r\n:${this.channels.length}\r\n`);
        }
      }
    }
  }
}

describe("outages of Redis", () => {
  const POLL = { timeout: 10_000, interval: 20 };
  let server: SilentRedis;
  let redis: ReturnType<typeof createRedisConnection>;
  let events: string[];
  beforeEach(async () => {
    server = new SilentRedis();
    events = [];
    const log: Telemetry["log"] = (_, event) => events.push(event);
    const telemetry = { count: () => undefined, observe: () => undefined, log };
    redis = createRedisConnection({ url: await server.listen(), keyPrefix: "ks", timeoutMs: 100 }, telemetry);
    await redis.open();
  });
  afterEach(async () => {
    await redis.close();
    await server.close();
  });
  const answers = () =>
    redis.run("return 1", [], []).then(
      () => true,
      () => false,
    );

  it("8.2 each of them is told of, also those of a server that hangs and never hangs up", async () => {
    for (let round = 0; round < 2; round++) {
      server.hang();
      expect(await answers()).toBe(false);
      server.goOn();
      await expect.poll(answers, POLL).toBe(true);
    }
    const outage = ["redis.unavailable", "redis.back"];
    expect(events).toEqual([...outage, ...outage]);
  });

  it("8.2 those of the listening connection do not hide the other's", async () => {
    redis.subscribe("first", () => undefined);
    await expect.poll(() => server.channels, POLL).toEqual(["first"]);
    server.hangUp();
    await expect.poll(() => server.channels, POLL).toEqual(["first", "first"]);
    await expect.poll(answers, POLL).toBe(true);
    const before = events.filter((event) => event === "redis.unavailable").length;
    server.hang();
    expect(await answers()).toBe(false);
    expect(events.filter((event) => event === "redis.unavailable")).toHaveLength(before + 1);
  });

  it("8.2 a channel that is listened to after the connection was ready is subscribed to as well", async () => {
    redis.subscribe("first", () => undefined);
    await expect.poll(() => server.channels, POLL).toEqual(["first"]);
    redis.subscribe("second", () => undefined);
    await expect.poll(() => server.channels, POLL).toEqual(["first", "second"]);
    redis.subscribe("second", () => undefined);
    expect(await answers()).toBe(true);
    expect(server.channels, "once").toEqual(["first", "second"]);
  });
});
