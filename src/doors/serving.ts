import type { KeepsakeConfig } from "../config/index.js";
import type { DoorEngine } from "./engine.js";
import type { GrpcServer } from "./grpc/index.js";
import type { HttpServer } from "./http/index.js";
import type { McpDoorOptions, McpStdioServer } from "./mcp/index.js";
import type { ProxyServer } from "./proxy/index.js";

export { MCP_CLIENTS, type McpClient, type McpReach, mcpAddress, mcpClientConfig } from "./mcp/client-config.js";

/*
 * The doors that a command can open. No door knows another, so the command line comes here; and each is loaded only when it is
 * opened, so that every other command starts without Fastify, Connect and the MCP SDK.
 */

/** @throws CONFIG_INVALID (the port is taken, or it would be open to anyone) */
export async function openHttpDoor(engine: DoorEngine, config: KeepsakeConfig): Promise<HttpServer> {
  const { serveHttp } = await import("./http/index.js");
  const { createMcpHttpHandler } = await import("./mcp/index.js");
  return serveHttp(engine, config, [(gate) => ({ path: "/mcp", ...createMcpHttpHandler(engine, config, gate) })]);
}

/** @throws CONFIG_INVALID (the port is taken, or it would be open to anyone) */
export async function openGrpcDoor(engine: DoorEngine, config: KeepsakeConfig, port: number): Promise<GrpcServer> {
  const { serveGrpc } = await import("./grpc/index.js");
  return serveGrpc(engine, config, port);
}

/** @throws CONFIG_INVALID (no upstream, the port is taken, or it would be open to anyone) */
export async function openProxyDoor(engine: DoorEngine, config: KeepsakeConfig): Promise<ProxyServer> {
  const { serveProxy } = await import("./proxy/index.js");
  return serveProxy(engine, config);
}

export async function openMcpDoor(options: McpDoorOptions): Promise<McpStdioServer> {
  const { serveMcpStdio } = await import("./mcp/index.js");
  return serveMcpStdio(options);
}
