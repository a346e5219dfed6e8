import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { KeepsakeConfig } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import { cannotListen } from "../cannot-listen.js";
import type { DoorEngine } from "../engine.js";
import { openGate } from "../gate.js";
import { ProxyHandler } from "./server.js";

export interface ProxyServer {
  /** What clients take as base address, e.g. `http://127.0.0.1:7412/v1` */
  readonly url: string;
  /** Resolves when the turns of every answer so far are recorded. */
  settled(): Promise<void>;
  /** Takes no new chats, waits for those that run (at most `http.drainTimeoutMs`) and for their turns. The engine stays open. */
  close(): Promise<void>;
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(cannotListen(error, { host, port }, { field: "proxy.port", variable: "KEEPSAKE_PROXY_PORT" })),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${taken}/v1`;
}

/**
 * Serves the protocol of OpenAI's chat, with memory: what is known goes in before, what was said is taken in after. It listens beside
 * the HTTP door, on `http.host`, and lets in whom that lets in.
 * @throws CONFIG_INVALID when no upstream is configured, the port is taken, or it would be reachable from elsewhere without API keys
 */
export async function serveProxy(engine: DoorEngine, config: KeepsakeConfig): Promise<ProxyServer> {
  const { proxy } = config;
  if (proxy === undefined) {
    throw new KeepsakeError("CONFIG_INVALID", "no upstream is configured", { field: "proxy.upstreamUrl" });
  }
  const gate = await openGate(engine, config, "proxy");
  const handler = new ProxyHandler(engine, config, gate, proxy);
  const server = handler.server();
  const url = await listen(server, config.http.host, proxy.port);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const outOfTime = new AbortController();
    const timer = setTimeout(() => outOfTime.abort(), config.http.drainTimeoutMs);
    outOfTime.signal.addEventListener("abort", () => server.closeAllConnections());
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    // a store that does not answer must not keep the process from ending
    await Promise.race([
      handler.memory.settled(),
      new Promise<void>((resolve) => {
        if (outOfTime.signal.aborted) resolve();
        else outOfTime.signal.addEventListener("abort", () => resolve());
      }),
    ]);
    clearTimeout(timer);
    handler.close();
  };
  return {
    url,
    settled: () => handler.memory.settled(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
