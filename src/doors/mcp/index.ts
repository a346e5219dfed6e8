import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpDoorOptions } from "./server.js";

export { createMcpHttpHandler } from "./http.js";
export { createMcpServer, type McpDoorOptions } from "./server.js";
export { listTools } from "./tools.js";

export interface McpStdioServer {
  /** Resolves when the client has gone or `close` was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves MCP over this process's stdin and stdout, to clients of the current and the previous protocol revision.
 * Ends when stdin ends.
 */
export function serveMcpStdio(options: McpDoorOptions): McpStdioServer {
  const handle = serveStdio(() => createMcpServer(options), { onerror: options.onError });
  const closed = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  let stop: Promise<void> | undefined;
  return {
    closed,
    close: () => {
      stop ??= handle.close();
      return stop;
    },
  };
}
