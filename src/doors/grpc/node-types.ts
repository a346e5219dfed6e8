import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

export type NodeServerRequest = IncomingMessage | Http2ServerRequest;
export type NodeServerResponse = ServerResponse | Http2ServerResponse;
