import type { IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type Server } from "@modelcontextprotocol/server";
import type { KeepsakeConfig } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import { findOperation } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";
import { HeldPlace } from "../held-place.js";
import { traceContext } from "../trace-context.js";
import { createMcpServer, type McpDoorOptions } from "./server.js";

/** Names the user where the credential is bound to none. */
const USER_HEADER = "keepsake-user";

/** Of a call whose operation is not known, in the audit log. */
const ANY_CALL = "mcp";

/** The operation that a message calls. What names none of ours is not repeated: the audit log is no place for callers' words. */
function calledIn(body: unknown): string {
  const { method, params } = (body ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown };
  };
  return (method === "tools/call" && findOperation(String(params?.name))?.name) || ANY_CALL;
}

export interface McpHttpHandler {
  /**
   * Before the body is read.
   * @param userInPath whose memory, where the address says so
   * @returns what answers, given the body; from then on errors are the protocol's
   * @throws UNAUTHENTICATED, FORBIDDEN, INVALID_INPUT, RATE_LIMITED
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    userInPath?: string,
  ): Promise<(body: unknown) => Promise<void>>;
  close(): Promise<void>;
}

/**
 * MCP over Streamable HTTP: one address for clients of the current and the previous revision. Without sessions, so that any process may answer
 * any call and a restart leaves no client stuck with an id that nobody knows (P26); such an id is ignored.
 * @param createServer what answers; the operations table where absent
 */
export function createMcpHttpHandler(
  engine: DoorEngine,
  config: KeepsakeConfig,
  portGate: Gate,
  createServer: (options: McpDoorOptions) => Server = createMcpServer,
): McpHttpHandler {
  const gate = portGate.forDoor("mcp", { ownPagesOnly: true });
  const callers = new WeakMap<object, Pick<McpDoorOptions, "caller" | "traceparent" | "onWork">>();
  const onError = (error: Error): void =>
    engine.parts.telemetry.log("warn", "mcp-connection", { cause: error.message });
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const call = authInfo === undefined ? undefined : callers.get(authInfo);
      if (call === undefined) throw new KeepsakeError("UNAUTHENTICATED", "the request was not authenticated");
      return createServer({ engine, ...call, language: config.language, onError });
    },
    { maxRequestBodySize: config.http.maxBodyBytes, onerror: onError },
  );
  const node = toNodeHandler(handler, { onerror: onError, maxRequestBodySize: config.http.maxBodyBytes });
  return {
    async admit(request, response, userInPath) {
      const principal = await gate.admit(request.headers);
      const named = request.headers[USER_HEADER];
      const user = userInPath ?? principal.user ?? (typeof named === "string" ? named : undefined);
      if (user === undefined) {
        throw new KeepsakeError("INVALID_INPUT", "whose memory it is was not said", {
          field: USER_HEADER,
          remedy: {
            en: "Call /mcp/USER, send the header keepsake-user, or use a credential that is bound to a user.",
            zh: "请调用 /mcp/用户，或发送 keepsake-user 请求头，或使用限定到一位用户的凭据。",
          },
        });
      }
      if (principal.user !== undefined && principal.user !== user) {
        // refused, and only the body says what was tried: whose credential it is, is known by now
        return async (body) => void gate.callerFor(principal, user, calledIn(body));
      }
      const caller = gate.callerFor(principal, user, ANY_CALL);
      // Passed through to the factory as it is; the token itself stays here.
      const authInfo = { token: "", clientId: principal.actor, scopes: [...principal.permissions] };
      const place = HeldPlace.forAnswer(gate.enter(caller, { name: ANY_CALL }), response);
      callers.set(authInfo, { caller, onWork: place.until, ...traceContext(request.headers.traceparent) });
      const authenticated = Object.assign(request, { auth: authInfo }) as unknown as NodeIncomingMessageLike;
      return async (body) => {
        // gone while the credential was looked up or the body read: nobody takes an answer
        if (!place.isOver) await node(authenticated, response, body);
      };
    },
    close: () => handler.close(),
  };
}
