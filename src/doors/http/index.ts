import type { FastifyInstance } from "fastify";
import type { KeepsakeConfig } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
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

async function listen(server: FastifyInstance, config: KeepsakeConfig): Promise<string> {
  try {
    return await server.listen({ host: config.http.host, port: config.http.port });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const where = `${config.http.host}:${config.http.port}`;
    throw new KeepsakeError(
      "CONFIG_INVALID",
      `cannot listen on ${where} (${String(error.code)})`,
      {
        field: "http.port",
        remedy: {
          en: "Choose another port with KEEPSAKE_HTTP_PORT or --port, or stop what uses it.",
          zh: "请用 KEEPSAKE_HTTP_PORT 或 --port 换一个端口，或停止占用它的程序。",
        },
      },
      { cause: error },
    );
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
    await Promise.all(mounted.map((door) => door.close()));
    const timer = setTimeout(() => server.server.closeAllConnections(), config.http.drainTimeoutMs);
    await server.close();
    clearTimeout(timer);
  };
  return {
    url,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
