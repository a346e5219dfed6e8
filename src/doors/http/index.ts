import type { FastifyInstance } from "fastify";
import type { KeepsakeConfig } from "../../config/index.js";
import { cannotListen } from "../cannot-listen.js";
import type { DoorEngine } from "../engine.js";
import { type Gate, openGate } from "../gate.js";
import type { MountedDoor } from "./mounted.js";
import { buildServer } from "./server.js";

export type { MountedDoor } from "./mounted.js";
export { openApiDocument } from "./openapi.js";

export interface HttpServer {
  /** e.g. `http://127.0.0.1:7411` */
  readonly url: string;
  /** Takes no new work, waits for what is running (at most `http.drainTimeoutMs`), and lets the port go. The engine stays open. */
  close(): Promise<void>;
}

async function listen(server: FastifyInstance, { http: { host, port } }: KeepsakeConfig): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const setting = { field: "http.port", variable: "KEEPSAKE_HTTP_PORT", option: "--port" };
    throw cannotListen(error, { host, port }, setting);
  }
}

/**
 * Serves the operations table over HTTP; of a worker, its health and metrics alone.
 * @param mounting other doors that answer on the same port, given the gate that all share
 * @throws CONFIG_INVALID when the port is taken, or when it would be reachable from elsewhere without API keys
 */
export async function serveHttp(
  engine: DoorEngine,
  config: KeepsakeConfig,
  mounting: readonly ((gate: Gate) => MountedDoor)[] = [],
): Promise<HttpServer> {
  const gate = await openGate(engine, config, "http");
  const mounted = config.role === "worker" ? [] : mounting.map((mount) => mount(gate));
  const { server, startDraining } = buildServer(engine, config, gate, mounted);
  const url = await listen(server, config);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    startDraining();
    // before anything is waited for: a stream that a mounted door keeps open ends by it too
    const timer = setTimeout(() => server.server.closeAllConnections(), config.http.drainTimeoutMs);
    try {
      await Promise.all([...mounted.map((door) => door.close()), server.close()]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    url,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
