import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Language } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import { PROBLEM_TYPE, problemOf } from "./problem.js";

/** What the parser could not read, in the words of the catalogue. */
function refusalOf(code: string | undefined): KeepsakeError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new KeepsakeError("TOO_LARGE", "the address and the headers are larger than 16 KiB together", {
        httpStatus: 431,
        remedy: {
          en: "Send fewer or shorter parameters and headers.",
          zh: "请减少或缩短参数与请求头。",
        },
      });
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new KeepsakeError("TOO_LARGE", "the extensions of a chunk are too large");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new KeepsakeError("DEADLINE_EXCEEDED", "the request did not arrive in time", { httpStatus: 408 });
    default:
      return new KeepsakeError("INVALID_INPUT", "this is not a request of HTTP/1.1");
  }
}

/** Answers what never became a request, and lets the connection go: whoever sends such things is not spoken with further. */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  terms: { readonly language: Language; readonly maxBodyBytes: number; readonly traceId: string },
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemOf(refusalOf(error.code), { ...terms, challenge: "Bearer" });
  const told = Object.entries({
    "content-type": PROBLEM_TYPE,
    "content-length": String(Buffer.byteLength(body)),
    "request-id": terms.traceId,
    connection: "close",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${told.join("")}\r\n${body}`);
  socket.destroySoon();
}
