import type { ChildProcess } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { freePort, residentMb, stop, untilAnswering } from "../child.js";
import { type Figure, figure } from "../figures.js";
import { JsonPoster } from "../http-load.js";
import { KEY, startServer } from "../http-server.js";
import { inFolder } from "../workspace.js";

const MEGABYTE = 1_048_576;
/** Of slow bodies; short, so that the measurement ends. */
const REQUEST_TIMEOUT_MS = 8_000;
const OTHERS_EVERY_MS = 50;
const LONGEST_MS = 40_000;
const TRICKLE_MS = 500;

const RECALL = "/v1/users/ada/recall";
const head = (lines: readonly string[]): string =>
  [
    `POST ${RECALL} HTTP/1.1`,
    "host: 127.0.0.1",
    `authorization: Bearer ${KEY}`,
    "content-type: application/json",
    ...lines,
    "",
    "",
  ].join("\r\n");

interface Line {
  readonly socket: Socket;
  /** Everything that came back, once the server let go of the line or the time was over. */
  readonly ended: Promise<string>;
}

function open(port: number): Line {
  const socket = connect(port, "127.0.0.1");
  const ended = new Promise<string>((resolve) => {
    let text = "";
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(end, LONGEST_MS);
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    // a line that the server cut while we wrote is an answer too
    socket.on("error", end).on("close", end);
  });
  return { socket, ended };
}

async function trickled(port: number, first: string, letter: string): Promise<string> {
  const { socket, ended } = open(port);
  socket.write(first);
  const drip = setInterval(() => socket.writable && socket.write(letter), TRICKLE_MS);
  return ended.finally(() => clearInterval(drip));
}

/** Writes as fast as the server reads, and no faster: what is not read is not ours to keep either. */
async function poured(port: number, first: string, chunk: Buffer, times: number): Promise<string> {
  const { socket, ended } = open(port);
  socket.write(first);
  for (let sent = 0; sent < times && socket.writable; sent += 1) {
    if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), ended]);
  }
  socket.end();
  return ended;
}

const many = (count: number, one: () => Promise<string>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, one));

const bomb = gzipSync(Buffer.alloc(100 * MEGABYTE));
const deep = Buffer.from("[".repeat(10_000) + "]".repeat(10_000));
const megabyte = Buffer.alloc(MEGABYTE, 0x20);
const chunked = Buffer.concat([Buffer.from(`${MEGABYTE.toString(16)}\r\n`), megabyte, Buffer.from("\r\n")]);

const ATTACKS: Readonly<Record<string, (port: number) => Promise<readonly string[]>>> = {
  "200 heads, a letter at a time": (port) => many(200, () => trickled(port, `POST ${RECALL} HTTP/1.1\r\nx: `, "a")),
  "100 bodies, a letter at a time": (port) => many(100, () => trickled(port, head(["content-length: 1000"]), " ")),
  "10 bodies of 100 MB that say so": (port) =>
    many(10, () => poured(port, head([`content-length: ${100 * MEGABYTE}`]), megabyte, 100)),
  "10 bodies of 100 MB in chunks": (port) =>
    many(10, () => poured(port, head(["transfer-encoding: chunked"]), chunked, 100)),
  "100 bodies of 10,000 levels": (port) =>
    many(100, () => poured(port, head([`content-length: ${deep.length}`, "connection: close"]), deep, 1)),
  "20 gzip bombs of 100 MB": (port) =>
    many(20, () =>
      poured(port, head([`content-length: ${bomb.length}`, "content-encoding: gzip", "connection: close"]), bomb, 1),
    ),
  "1,000 sockets that say nothing": (port) => many(1_000, () => open(port).ended),
};

function statusesOf(answers: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "cut";
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${status} × ${count}`).join(", ");
}

/** One attack, while others go on asking. */
async function during(
  name: string,
  attack: () => Promise<readonly string[]>,
  server: ChildProcess,
  poster: JsonPoster,
): Promise<readonly Figure[]> {
  const before = residentMb(server);
  const resident: number[] = [];
  const times: number[] = [];
  let refused = 0;
  let isOver = false;
  const began = performance.now();
  const others = (async () => {
    while (!isOver) {
      const at = performance.now();
      await poster.post(RECALL, { query: "Who is served meanwhile?" }).then(
        () => times.push(performance.now() - at),
        () => {
          refused += 1;
        },
      );
      resident.push(residentMb(server));
      await sleep(OTHERS_EVERY_MS);
    }
  })();
  const answers = await attack().finally(() => {
    isOver = true;
  });
  await others;
  const seconds = (performance.now() - began) / 1_000;
  return [
    figure(`${name}: ${statusesOf(answers)}`, "seconds", [seconds]),
    figure("  others served meanwhile", "ms", times),
    figure("  others refused", "calls", [refused]),
    figure(`  memory, ${before.toFixed(0)} MB before`, "MB", resident),
  ];
}

/** What is sent slowly, endlessly, deeply or packed is refused in bounded memory, and others are served meanwhile. */
export async function measureHostileTransport(): Promise<readonly Figure[]> {
  return inFolder(async (dataFolder) => {
    const port = await freePort();
    const server = startServer(dataFolder, port, "fake", {
      KEEPSAKE_HTTP_REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
    });
    const poster = new JsonPoster(`http://127.0.0.1:${port}`, KEY);
    try {
      await untilAnswering(`http://127.0.0.1:${port}/health/ready`, performance.now(), server);
      const figures: Figure[] = [];
      for (const [name, attack] of Object.entries(ATTACKS))
        figures.push(...(await during(name, () => attack(port), server, poster)));
      await sleep(2_000);
      return [...figures, figure("memory after all of it", "MB", [residentMb(server)])];
    } finally {
      poster.close();
      await stop(server);
    }
  });
}
