import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serveHttp } from "../doors/http/index.js";
import { ServedDoors } from "../doors/served.scene.js";
import { connectKeepsake, type Progress } from "./index.js";
import { readEvents } from "./read-events.js";

const doors = new ServedDoors(serveHttp);
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await doors.close();
});

function connected(url: string) {
  const keepsake = connectKeepsake({ url, backoff: { baseMs: 1, capMs: 1 } });
  closing.push(() => keepsake.close());
  return keepsake.user("ada");
}

const FILE = [
  { id: "s1", messages: [{ role: "user", content: "I live in Turin.", timestamp: "2026-01-01T08:00:00Z" }] },
  { id: "s2", messages: [{ role: "user", content: "我对花生过敏。", timestamp: "2026-01-02T08:00:00Z" }] },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

function streamed(parts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      // byte by byte: no event and no character may depend on where the network cuts
      for (const byte of new TextEncoder().encode(parts.join(""))) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
}

describe("import over HTTP, by the client", () => {
  it("tells how far it is, waits for digestion, and writes nothing twice", async () => {
    const ada = connected(await doors.start());
    const seen: Progress[] = [];
    const result = await ada.import({ content: FILE, wait: true, onProgress: (progress) => seen.push(progress) });
    expect(result).toMatchObject({ turns: 2, sessions: 2, duplicates: 0, pendingTurns: 0 });
    expect(seen.filter(({ step }) => step === "recording").map(({ done }) => done)).toEqual([1, 2]);
    expect(await ada.import({ content: FILE })).toMatchObject({ turns: 0, duplicates: 2, importId: result.importId });
    const report = await ada.rollback({ by: "import", importId: String(result.importId) }, { dryRun: true });
    expect(report.writes).toBeGreaterThan(0);
  });

  it("throws what the server refuses, before and after the first event, and a listener's fault is not the call's", async () => {
    const ada = connected(await doors.start());
    await expect(ada.import({ content: FILE, format: "nonsense" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const onProgress = (): never => {
      throw new Error("the bar broke");
    };
    await expect(ada.import({ content: `${FILE}\n{"messages":`, onProgress })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("sends it again where the stream breaks off", async () => {
    let attempts = 0;
    const server = createServer((request, response) => {
      request.resume();
      attempts += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: progress\ndata: {"step":"recording","done":1}\n\n', () => {
        if (attempts === 1) response.destroy();
        else response.end('event: result\ndata: {"turns":0,"duplicates":2}\n\n');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const ada = connected(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await ada.import({ content: FILE })).toEqual({ turns: 0, duplicates: 2 });
    expect(attempts).toBe(2);
  });
});

describe("a stream of events", () => {
  it("is read wherever it is cut; comments are signs of life and nothing else", async () => {
    let chunks = 0;
    const seen: Progress[] = [];
    const parts = [
      ": at work\n\n",
      'event: progress\ndata: {"step":"记录","done":1}\n\n',
      'event: result\ndata: {"a":"é"}\n\n',
    ];
    const result = await readEvents(
      streamed(parts),
      () => {
        chunks += 1;
      },
      (progress) => seen.push(progress),
    );
    expect(result).toEqual({ a: "é" });
    expect(seen).toEqual([{ step: "记录", done: 1 }]);
    expect(chunks).toBeGreaterThan(parts.join("").length - 4);
  });

  it("without an end is an outage, and never a result", async () => {
    const broken = readEvents(
      streamed(['event: progress\ndata: {"step":"recording","done":1}\n\n', "event: result\nda"]),
      () => undefined,
    );
    await expect(broken).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
