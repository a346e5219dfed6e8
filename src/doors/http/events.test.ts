import { EventEmitter } from "node:events";
import type { FastifyReply } from "fastify";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ServedDoors } from "../served.scene.js";
import { replyWithEvents } from "./event-stream.js";
import { serveHttp } from "./index.js";

const doors = new ServedDoors(serveHttp);
const EVENTS = { "content-type": "application/json", accept: "text/event-stream" };
const PIECES = 12;

afterEach(async () => {
  vi.useRealTimers();
  await doors.close();
});

interface Event {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

function eventsOf(text: string): readonly Event[] {
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("event: "))
    .map((block) => {
      const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) as Record<string, unknown> };
    });
}

/** A conversation a line, each a piece of its own. */
function conversations(sessions = PIECES): string {
  const lines = Array.from({ length: sessions }, (_, day) => ({
    id: `s${day}`,
    messages: [
      {
        role: "user",
        content: day % 2 === 0 ? `I bought ${day + 1} lamps.` : `我买了${day + 1}盏灯。`,
        timestamp: new Date(Date.parse("2026-01-01T08:00:00Z") + day * 86_400_000).toISOString(),
      },
    ],
  }));
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

function importing(url: string, body: Record<string, unknown>, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/v1/users/ada/import`, { method: "POST", headers: EVENTS, body: JSON.stringify(body), ...init });
}

/** Holds the writes from the nth on, until released. */
function holdWrites(from: number): { readonly held: Promise<void>; release(): void; count(): number } {
  const truth = doors.opened[0]?.engine.parts.storage.truth;
  if (truth === undefined) throw new Error("no engine");
  const write = truth.write.bind(truth);
  let writes = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let enter: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    enter = resolve;
  });
  truth.write = async (scope, work) => {
    writes += 1;
    if (writes >= from) {
      enter();
      await gate;
    }
    return write(scope, work);
  };
  return { held, release, count: () => writes };
}

describe("progress as server-sent events (requirement 7.1)", () => {
  it("tells how far an import is, and ends with its result", async () => {
    const url = await doors.start();
    const answer = await importing(url, { content: conversations(), wait: true });
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const events = eventsOf(await answer.text());
    const recording = events.filter(({ event, data }) => event === "progress" && data.step === "recording");
    expect(recording.map(({ data }) => data.done)).toEqual(Array.from({ length: PIECES }, (_, at) => at + 1));
    expect(events.filter(({ event }) => event !== "progress")).toHaveLength(1);
    const [last] = events.slice(-1);
    expect(last).toMatchObject({ event: "result", data: { turns: PIECES, sessions: PIECES, pendingTurns: 0 } });
    const again = await importing(
      url,
      { content: conversations() },
      { headers: { ...EVENTS, accept: "application/json" } },
    );
    expect(await again.json()).toMatchObject({ turns: 0, duplicates: PIECES, importId: last?.data.importId });
  });

  it("refuses with a status what is refused before there is anything to tell", async () => {
    const url = await doors.start();
    const answer = await importing(url, { content: conversations(), format: "nonsense" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await answer.json()).toMatchObject({ field: "format" });
  });

  it("ends with the problem where the status is sent already", async () => {
    const url = await doors.start();
    const answer = await importing(url, { content: `${conversations(3)}\n{"messages":` });
    expect(answer.status).toBe(200);
    const [last] = eventsOf(await answer.text()).slice(-1);
    expect(last).toMatchObject({ event: "problem", data: { code: "INVALID_INPUT", status: 400 } });
    expect(String(last?.data.traceId)).toBe(answer.headers.get("request-id"));
  });

  it("stops between two pieces when the caller hangs up; what was recorded stays", async () => {
    const url = await doors.start({ limits: { concurrent: 1 } });
    const hold = holdWrites(4);
    const caller = new AbortController();
    const answer = await importing(url, { content: conversations() }, { signal: caller.signal });
    await hold.held;
    caller.abort();
    await expect(answer.text()).rejects.toThrow();
    const get = async (path: string): Promise<Record<string, unknown>> => {
      const other = await fetch(url + path);
      expect(other.status).toBe(200);
      return (await other.json()) as Record<string, unknown>;
    };
    const ended = () =>
      doors.opened[0]?.engine
        .measurements()
        .counters.some(({ labels }) => labels.operation === "import" && labels.outcome === "DEADLINE_EXCEEDED");
    // the server has seen that the caller is gone; what it does for it still takes its place (7.4)
    await vi.waitFor(() => expect(ended()).toBe(true), { timeout: 10_000 });
    expect((await fetch(`${url}/v1/audit`)).status).toBe(429);
    hold.release();
    await vi.waitFor(async () => expect((await get("/v1/users/ada/stats")).sessions).toBe(4), { timeout: 10_000 });
    await doors.opened[0]?.engine.drain();
    expect((await get("/v1/users/ada/stats")).sessions).toBe(4);
  });

  it("tells the work at once of a caller who hung up before it", async () => {
    const raw = Object.assign(new EventEmitter(), { closed: true });
    const reply = { raw, type: () => reply, headers: () => reply, send: () => reply };
    let aborted: boolean | undefined;
    await replyWithEvents(reply as unknown as FastifyReply, {
      run: async (_onProgress, signal) => {
        aborted = signal.aborted;
      },
      problemText: String,
      stopping: new AbortController().signal,
    });
    expect(aborted).toBe(true);
  });

  it("does not keep a server from stopping: the caller is told to send the rest again", async () => {
    const url = await doors.start();
    const hold = holdWrites(4);
    const answer = await importing(url, { content: conversations() });
    await hold.held;
    const closing = doors.opened[0]?.server.close();
    const [last] = eventsOf(await answer.text()).slice(-1);
    expect(last).toMatchObject({ event: "problem", data: { code: "UNAVAILABLE", retryable: true } });
    hold.release();
    await closing;
  });

  it("beats while there is nothing to tell", async () => {
    const url = await doors.start();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const hold = holdWrites(1);
    const pending = importing(url, { content: conversations(1) });
    await hold.held;
    vi.advanceTimersByTime(10_000);
    const answer = await pending;
    vi.advanceTimersByTime(10_000);
    hold.release();
    const text = await answer.text();
    expect(text.match(/^: at work$/gm)).toHaveLength(2);
    expect(eventsOf(text).slice(-1)).toMatchObject([{ event: "result" }]);
  });
});
