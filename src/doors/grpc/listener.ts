import { createServer, type Server } from "node:http";
import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { NodeServerRequest, NodeServerResponse } from "./node-types.js";

/** How every HTTP/2 connection begins; no request of HTTP/1.1 has such a method. */
const PREFACE = Buffer.from("PRI");
const MAX_STREAMS = 256;

export interface Listener {
  /** e.g. `127.0.0.1:7412` */
  readonly address: string;
  /** Takes no new connections or calls, waits for what is running, and after the time cuts it off. */
  close(drainTimeoutMs: number): Promise<void>;
}

/**
 * Looks at the first bytes and puts them back. gRPC speaks HTTP/2, gRPC-web and Connect mostly HTTP/1.1: one port answers both.
 * @param decide called once with whether it is HTTP/2; never for a line that closes, or stays silent, before that
 */
function sniff(socket: Socket, silentMs: number, decide: (isHttp2: boolean) => void): void {
  const drop = (): void => {
    socket.destroy();
  };
  let seen = Buffer.alloc(0);
  const onReadable = (): void => {
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    seen = Buffer.concat([seen, chunk]);
    const isUndecided = seen.length < PREFACE.length && PREFACE.subarray(0, seen.length).equals(seen);
    if (isUndecided) return;
    socket.off("readable", onReadable).off("error", drop).off("end", drop).off("timeout", drop).setTimeout(0);
    socket.unshift(seen);
    decide(seen.subarray(0, PREFACE.length).equals(PREFACE));
  };
  socket.on("error", drop).on("end", drop).on("timeout", drop).setTimeout(silentMs).on("readable", onReadable);
}

async function bind(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new TypeError("the server has no port");
  return bound.family === "IPv6" ? `[${bound.address}]:${bound.port}` : `${bound.address}:${bound.port}`;
}

interface Lines {
  readonly http1: Server;
  readonly http2: Http2Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  /** Lines that have not said yet which protocol they speak. */
  readonly undecided: ReadonlySet<Socket>;
}

async function drain({ http1, http2, sockets, sessions, undecided }: Lines, drainTimeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    http1.close(() => resolve());
  });
  // GOAWAY: calls that run come to their end, new ones go elsewhere.
  for (const session of sessions) session.close();
  for (const socket of undecided) socket.destroy();
  http1.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, drainTimeoutMs);
  await closed;
  clearTimeout(timer);
  http2.removeAllListeners();
}

/**
 * One port for HTTP/2 without TLS (by prior knowledge, as gRPC does it) and HTTP/1.1.
 * @throws what the system says when the port cannot be had
 */
export async function listen(
  handler: (request: NodeServerRequest, response: NodeServerResponse) => void,
  options: { readonly host: string; readonly port: number; readonly requestTimeoutMs: number },
): Promise<Listener> {
  const { host, port, requestTimeoutMs } = options;
  const http1 = createServer({ requestTimeout: requestTimeoutMs }, handler);
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: MAX_STREAMS } }, handler);
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const undecided = new Set<Socket>();
  http2.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  const asHttp1 = http1.listeners("connection");
  http1.removeAllListeners("connection");
  http1.on("connection", (socket) => {
    sockets.add(socket);
    undecided.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      undecided.delete(socket);
    });
    sniff(socket, requestTimeoutMs, (isHttp2) => {
      undecided.delete(socket);
      if (isHttp2) {
        // HTTP/1.1 lets a caller close its half and still be answered; an HTTP/2 line whose caller is gone has to go.
        socket.allowHalfOpen = false;
        http2.emit("connection", socket);
      } else for (const take of asHttp1) take.call(http1, socket);
    });
  });
  const address = await bind(http1, host, port);
  return { address, close: (drainTimeoutMs) => drain({ http1, http2, sockets, sessions, undecided }, drainTimeoutMs) };
}
