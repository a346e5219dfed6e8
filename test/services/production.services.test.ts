import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTcpProxy } from "../../src/testing/tcp-proxy.js";
import { callHttp, type Deployment, openDeployment, type ServingProcess } from "./deployment.js";

const WAIT = { timeout: 60_000, interval: 200 };

interface Acknowledged {
  readonly user: string;
  readonly turns: number;
}

describe("8.2 two api processes and two workers on PostgreSQL and Redis", () => {
  let deployment: Deployment;
  let apis: readonly [ServingProcess, ServingProcess];
  let workers: ServingProcess[] = [];

  beforeAll(async () => {
    deployment = openDeployment();
    const first = await deployment.start("api");
    const [second, ...both] = await Promise.all([
      deployment.start("api"),
      deployment.start("worker"),
      deployment.start("worker"),
    ]);
    apis = [first, second];
    workers = both;
  }, 120_000);
  afterAll(() => deployment.close(), 60_000);

  const api = (index: number): ServingProcess => apis[index % 2 === 0 ? 0 : 1];
  const record = (through: ServingProcess, user: string, sessionId: string, text: string) =>
    callHttp(through, "POST", `/v1/users/${user}/record`, { sessionId, turns: [{ role: "user", text }] });
  const stats = (through: ServingProcess, user: string) => callHttp(through, "GET", `/v1/users/${user}/stats`);
  const digested = async (user: string): Promise<void> => {
    await expect.poll(async () => (await stats(api(1), user)).pendingTurns, WAIT).toBe(0);
  };
  const recalled = async (through: ServingProcess, user: string, query: string): Promise<string> =>
    JSON.stringify(await callHttp(through, "POST", `/v1/users/${user}/recall`, { query }));

  /** Turns of several users through both doors; what was acknowledged, by user. */
  async function load(prefix: string, users: number, turnsEach: number, midway: () => Promise<void>) {
    const names = Array.from({ length: users }, (_, index) => `${prefix}-${index}`);
    const acknowledged = await Promise.all(
      names.map(async (user, position): Promise<Acknowledged> => {
        let turns = 0;
        for (let index = 0; index < turnsEach; index++) {
          if (position === 0 && index === Math.floor(turnsEach / 2)) await midway();
          const text =
            index % 2 === 0
              ? `Remember that my locker ${index} is in hall ${index}.`
              : `请记住：我的第 ${index} 号柜子在 ${index} 厅。`;
          const receipt = await record(api(position + index), user, `s-${index % 2}`, text);
          turns += Number(receipt.accepted);
        }
        return { user, turns };
      }),
    );
    return acknowledged;
  }

  /** Every acknowledged turn was digested, once: an episode each, nothing dead, and no statement twice. */
  async function expectWhole(acknowledged: readonly Acknowledged[]): Promise<void> {
    for (const { user, turns } of acknowledged) {
      await digested(user);
      expect(await stats(api(0), user), user).toMatchObject({ episodes: turns, deadEntries: 0 });
      const { items } = (await callHttp(api(0), "GET", `/v1/users/${user}/memories?limit=200`)) as {
        readonly items: readonly { readonly content: string }[];
      };
      const contents = items.map(({ content }) => content);
      expect(contents.length, `${user} has a memory of every turn`).toBeGreaterThanOrEqual(turns);
      expect(new Set(contents).size).toBe(contents.length);
    }
  }

  it("what was recorded through either is recalled through both", async () => {
    await record(apis[0], "ada", "s", "I moved to Hangzhou last week.");
    await record(apis[1], "ada", "s", "我的狗叫豆豆。");
    await digested("ada");
    for (const through of apis) {
      expect(await recalled(through, "ada", "Where do I live?")).toContain("Hangzhou");
      expect(await recalled(through, "ada", "我的狗叫什么名字？")).toContain("豆豆");
    }
  });

  it("working memory put through one is read through the other, and changes are seen at once", async () => {
    for (const value of ["第一步", "second step"]) {
      await callHttp(apis[0], "PUT", "/v1/users/ada/state/task-7/step", { value });
      for (const through of [apis[1], apis[0], apis[1]]) {
        expect(await callHttp(through, "GET", "/v1/users/ada/state/task-7/step")).toMatchObject({ value });
      }
    }
  });

  it("P06 kill -9 of a worker loses nothing and doubles nothing", async () => {
    const acknowledged = await load("killed", 6, 10, async () => {
      await workers[0]?.kill();
    });
    expect(acknowledged.map(({ turns }) => turns)).toEqual(Array(6).fill(10));
    await expectWhole(acknowledged);
    workers = [await deployment.start("worker")];
  });

  it("P16 a Redis that is emptied while turns come in costs nothing that was acknowledged", async () => {
    const redis = new Redis(deployment.redisUrl);
    await callHttp(apis[0], "PUT", "/v1/users/ada/state/task-8/step", { value: "kept" });
    await callHttp(apis[1], "GET", "/v1/users/ada/state/task-8/step");
    const acknowledged = await load("flushed", 4, 8, async () => {
      await redis.flushdb();
    });
    expect(acknowledged.map(({ turns }) => turns)).toEqual(Array(4).fill(8));
    await expectWhole(acknowledged);
    expect(await callHttp(apis[1], "GET", "/v1/users/ada/state/task-8/step")).toMatchObject({ value: "kept" });
    redis.disconnect();
  });

  it("P16 a database out of reach is told as such and waited for; what was acknowledged before is there after", async () => {
    const address = new URL(deployment.databaseUrl);
    const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    const cutOff = await deployment.start("api", { KEEPSAKE_POSTGRES_URL: address.toString() });
    try {
      await record(cutOff, "mia", "s", "My bicycle is green.");
      proxy.cut();
      const refused = await fetch(`${cutOff.url}/v1/users/mia/stats`);
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ retryable: true });
      expect((await fetch(`${cutOff.url}/health/ready`)).status).toBe(503);
      expect((await fetch(`${cutOff.url}/health/live`)).status, "a restart would not help").toBe(200);
      proxy.mend();
      await expect.poll(async () => (await fetch(`${cutOff.url}/health/ready`)).status, WAIT).toBe(200);
      expect(await record(cutOff, "mia", "s", "我的车是绿色的。")).toMatchObject({ accepted: 1 });
      await digested("mia");
      expect(await stats(cutOff, "mia")).toMatchObject({ episodes: 2 });
    } finally {
      await cutOff.kill();
      await proxy.close();
    }
  });

  it("P17 a statement told through both at once has one current value", async () => {
    const homes = ["Oslo", "Lyon", "Kyoto", "Quito"];
    await Promise.all(homes.map((home, index) => record(api(index), "eve", `s-${index}`, `I live in ${home}.`)));
    await digested("eve");
    const { items } = (await callHttp(apis[0], "GET", "/v1/users/eve/memories?limit=50")) as {
      readonly items: readonly { readonly status: string; readonly attribute?: string; readonly content: string }[];
    };
    const current = items.filter(
      ({ content, status }) => status === "active" && homes.some((home) => content.includes(home)),
    );
    expect(current).toHaveLength(1);
  });
});
