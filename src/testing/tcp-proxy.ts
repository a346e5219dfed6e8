import { connect, createServer, type Socket } from "node:net";

/** A way to a service that can be cut, slowed, or made to swallow everything, and mended again. On loopback. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections and takes no new one. */
  cut(): void;
  /** Connections stay and are taken, and nothing comes through. */
  hang(): void;
  /** What comes through from now on comes so much later, in either direction. */
  delay(milliseconds: number): void;
  /** The next `count` pieces that callers send come through by half, and then their connection ends. */
  halve(count: number): void;
  /**
   * The next `count` connections on which a caller sends something that holds `text` end there: before the service has it, or (`answer`) when the
   * service has it and is about to answer.
   */
  cutAt(text: string, lost: "request" | "answer", count: number): void;
  /** Works again; what hung is ended, and what was still planned is dropped. */
  mend(): void;
  close(): Promise<void>;
}

/** What is planned for pieces that callers send. */
type Plan =
  | { readonly kind: "halve"; left: number }
  | { readonly kind: "cut"; readonly text: string; readonly lost: "request" | "answer"; left: number };

/** One caller's way to the service and back. */
interface Way {
  readonly near: Socket;
  readonly far: Socket;
  /** Set once the service has what its answer must not follow. */
  isAnswerLost: boolean;
}

export async function openTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "hanging" = "open";
  let delayMs = 0;
  let plan: Plan | undefined;
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const late = new WeakMap<Socket, Buffer[]>();
  /** Never before what came earlier on the same way: as in any network, a stream stays in order. */
  const pass = (to: Socket, chunk: Buffer): void => {
    const waiting = late.get(to) ?? [];
    if (delayMs === 0 && waiting.length === 0) {
      to.write(chunk);
      return;
    }
    late.set(to, waiting);
    waiting.push(chunk);
    setTimeout(() => {
      const first = waiting.shift();
      if (first !== undefined && !to.destroyed) to.write(first);
    }, delayMs);
  };
  const forth = (way: Way, chunk: Buffer): void => {
    const due = plan !== undefined && plan.left > 0 ? plan : undefined;
    if (due === undefined || (due.kind === "cut" && !chunk.includes(due.text))) {
      pass(way.far, chunk);
      return;
    }
    due.left -= 1;
    if (due.kind === "cut" && due.lost === "answer") {
      way.isAnswerLost = true;
      way.far.write(chunk);
      return;
    }
    if (due.kind === "halve") way.far.write(chunk.subarray(0, Math.ceil(chunk.length / 2)));
    way.near.destroy();
  };
  const back = (way: Way, chunk: Buffer): void => {
    if (way.isAnswerLost) way.near.destroy();
    else pass(way.near, chunk);
  };
  const server = createServer((near) => {
    if (state === "cut") {
      near.destroy();
      return;
    }
    const way: Way = { near, far: connect(target), isAnswerLost: false };
    for (const [socket, other, carry] of [
      [near, way.far, forth],
      [way.far, near, back],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (chunk: Buffer) => {
        if (state === "open") carry(way, chunk);
      });
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    cut() {
      state = "cut";
      endAll();
    },
    hang() {
      state = "hanging";
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    halve(count) {
      plan = { kind: "halve", left: count };
    },
    cutAt(text, lost, count) {
      plan = { kind: "cut", text, lost, left: count };
    },
    mend() {
      if (state === "hanging") endAll();
      state = "open";
      delayMs = 0;
      plan = undefined;
    },
    async close() {
      endAll();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
