import type { KeepsakeConfig } from "../../config/index.js";
import { cannotListen } from "../cannot-listen.js";
import type { DoorEngine } from "../engine.js";
import { openGate } from "../gate.js";
import { type Listener, listen } from "./listener.js";
import { createHandler } from "./server.js";

export interface GrpcServer {
  /** e.g. `127.0.0.1:7412` */
  readonly address: string;
  /** Takes no new work, waits for what is running (at most `http.drainTimeoutMs`), and lets the port go. The engine stays open. */
  close(): Promise<void>;
}

/**
 * Serves the operations table over gRPC, gRPC-web and Connect, on one port; address, limits and credentials are those of HTTP.
 * @param port 0 takes a free one
 * @throws CONFIG_INVALID when the port is taken, or when it would be reachable from elsewhere without credentials
 */
export async function serveGrpc(engine: DoorEngine, config: KeepsakeConfig, port: number): Promise<GrpcServer> {
  const gate = await openGate(engine, config, "grpc");
  const draining = new AbortController();
  const { host, requestTimeoutMs, drainTimeoutMs } = config.http;
  let listener: Listener;
  try {
    listener = await listen(createHandler({ engine, config, gate }, draining.signal), { host, port, requestTimeoutMs });
  } catch (error) {
    const setting = { field: "grpc.port", variable: "KEEPSAKE_GRPC_PORT", option: "--grpc-port" };
    throw cannotListen(error, { host, port }, setting);
  }
  let closing: Promise<void> | undefined;
  return {
    address: listener.address,
    close: () => {
      draining.abort();
      closing ??= listener.close(drainTimeoutMs);
      return closing;
    },
  };
}
