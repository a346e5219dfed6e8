import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../bench/child.js";
import { openFileSpool } from "../../src/client/file-spool.js";
import { connectKeepsake, type RemoteKeepsake } from "../../src/client/index.js";
import { type ServedProcess, startServed } from "./served-process.js";

/** What a chat has for its memory, all told; ample for a machine that does much else. */
const DEADLINE_MS = 2_000;
const MOST_PULSES = 400;

const folder = mkdtempSync(join(tmpdir(), "keepsake-stopped-"));
let port: number;
let server: ServedProcess;
let keepsake: RemoteKeepsake;
const said: string[] = [];

function start(): Promise<ServedProcess> {
  const storage = { kind: "sqlite" } as const;
  return startServed({ dataFolder: join(folder, "data"), storage, http: { port, drainTimeoutMs: 1_000 } });
}

beforeAll(async () => {
  port = await freePort();
  server = await start();
  keepsake = connectKeepsake({
    url: server.url,
    ...{ deadlineMs: DEADLINE_MS, attemptMs: DEADLINE_MS / 4, retries: 1 },
    circuit: { failures: 3, coolDownMs: 200 },
    spool: await openFileSpool(join(folder, "spool")),
  });
}, 120_000);

afterAll(async () => {
  await keepsake?.close();
  await server?.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A turn of a chat that leans on memory: it must end, whatever memory does. */
async function chat(what: string): Promise<{ readonly ms: number; readonly degraded: boolean }> {
  const at = performance.now();
  const ada = keepsake.user("ada");
  const { messages, degraded } = await ada.context({ query: what, maxTokens: 500 });
  expect(messages.at(-1)).toEqual({ role: "user", content: what });
  said.push(what);
  await ada.record({ sessionId: "chat", turns: [{ role: "user", text: what }] });
  return { ms: performance.now() - at, degraded: (degraded ?? []).length > 0 };
}

/** A server that was just started is slower than it will be: not a fault of this kind. */
async function warm(): Promise<void> {
  const recalled = () => keepsake.user("ada").recall({ query: "Are you there?" });
  await expect.poll(async () => (await recalled()).degraded ?? [], { timeout: 60_000 }).toEqual([]);
}

/** Everything that the server holds of what was said, in any order. */
async function kept(): Promise<readonly string[]> {
  const texts: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await keepsake.user("ada").export(cursor === undefined ? {} : { cursor });
    const items = (page.items ?? []) as readonly { type: string; record: { text?: string } }[];
    texts.push(...items.filter(({ type }) => type === "turn").map(({ record }) => String(record.text)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return texts.sort();
}

/** Until nothing waits in the spool. A call meets a closed circuit now and then; it is asked again. */
async function delivered(): Promise<void> {
  await expect.poll(async () => (await keepsake.flush()).waiting, { timeout: 60_000 }).toBe(0);
}

describe("7.4 the memory service, a process of its own, under a chat by the client", () => {
  it("frozen (SIGSTOP): the chat answers in time; thawed, every turn is there exactly once", async () => {
    await warm();
    await chat("Before anything happens I say hello.");
    await delivered();
    server.child.kill("SIGSTOP");
    for (const what of ["The server is frozen.", "服务器冻住了。", "It is still frozen."]) {
      const { ms, degraded } = await chat(what);
      expect(degraded).toBe(true);
      expect(ms).toBeLessThan(4 * DEADLINE_MS);
    }
    expect(await keepsake.spooled()).toBe(3);
    server.child.kill("SIGCONT");
    await delivered();
    expect(await kept()).toEqual([...said].sort());
  }, 120_000);

  it("killed (SIGKILL): likewise, after it was started again over the same folder", async () => {
    await server.stop("SIGKILL");
    for (const what of ["The server is gone.", "服务器没了。", "It is still gone."]) {
      expect((await chat(what)).degraded).toBe(true);
    }
    server = await start();
    await delivered();
    expect(await kept()).toEqual([...said].sort());
    await warm();
  }, 120_000);

  it("slow (frozen most of the time): likewise", async () => {
    let pulses = 0;
    const pulse = setInterval(() => {
      server.child.kill(pulses % 4 === 3 ? "SIGCONT" : "SIGSTOP");
      pulses += 1;
      if (pulses > MOST_PULSES) clearInterval(pulse);
    }, 100);
    try {
      for (const at of [1, 2, 3, 4, 5, 6]) {
        const { ms } = await chat(at % 2 === 0 ? `It is slow, ${at}.` : `很慢，${at}。`);
        expect(ms).toBeLessThan(4 * DEADLINE_MS);
      }
    } finally {
      clearInterval(pulse);
      server.child.kill("SIGCONT");
    }
    await delivered();
    expect(await kept()).toEqual([...said].sort());
  }, 120_000);
});
