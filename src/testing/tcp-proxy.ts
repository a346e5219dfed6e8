import { connect, createServer, type Socket } from "node:net";

/** A way to a service that can be cut, or made to swallow everything, and mended again. On loopback. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections and takes no new one. */
  cut(): void;
  /** Connections stay and are taken, and nothing comes through. */
  hang(): void;
  /** Works again; what hung is ended. */
  mend(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "hanging" = "open";
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((near) => {
    if (state === "cut") {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (chunk) => {
        if (state === "open") other.write(chunk);
      });
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
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
    mend() {
      if (state === "hanging") endAll();
      state = "open";
    },
    async close() {
      endAll();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
