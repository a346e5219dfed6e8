import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTcpProxy, type TcpProxy } from "../../../testing/tcp-proxy.js";
import { testDatabase } from "./postgres.scene.js";
import { createPostgresWakeUp, type PostgresWakeUp } from "./wake-up.js";

describe("8.2 hints over PostgreSQL", () => {
  const { url, schema } = testDatabase();
  const opened: PostgresWakeUp[] = [];
  let proxy: TcpProxy;
  const processOf = (address = url, name = schema) => {
    const wakeUp = createPostgresWakeUp({ url: address, schema: name });
    opened.push(wakeUp);
    const heard = { count: 0 };
    return { wakeUp, heard, end: wakeUp.subscribe(() => void heard.count++) };
  };
  type Process = ReturnType<typeof processOf>;
  /** Listening takes a moment: hints are given until one is heard. */
  const reaches = async (from: Process, to: Process) => {
    const before = to.heard.count;
    const give = () => {
      from.wakeUp.notify();
      return to.heard.count;
    };
    await expect.poll(give, { timeout: 10_000 }).toBeGreaterThan(before);
  };
  beforeEach(async () => {
    const { hostname, port } = new URL(url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port) });
  });
  afterEach(async () => {
    for (const wakeUp of opened.splice(0)) await wakeUp.close();
    await proxy.close();
  });
  const through = () => {
    const address = new URL(url);
    address.port = String(proxy.port);
    return address.toString();
  };

  it("reach the workers of other processes on the store, and none of another store or that has unsubscribed", async () => {
    const [a, b, elsewhere] = [processOf(), processOf(), processOf(url, `${schema}_other`)];
    await reaches(elsewhere, elsewhere);
    await reaches(a, b);
    await reaches(b, a);
    b.end();
    const before = [b.heard.count, elsewhere.heard.count];
    const c = processOf();
    await reaches(a, c);
    await reaches(c, a);
    expect([b.heard.count, elsewhere.heard.count]).toEqual(before);
  });

  it("P16 without the server this process's own workers are woken; the others again when it is back", async () => {
    const [a, b] = [processOf(through()), processOf()];
    await reaches(a, b);
    await reaches(b, a);
    proxy.cut();
    await reaches(a, a);
    proxy.mend();
    await reaches(a, b);
    await reaches(b, a);
  });
});
