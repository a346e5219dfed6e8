import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { KeepsakeError } from "../../domain/index.js";

const compress = promisify(gzip);

/** Below this, a packet holds the answer either way. */
const LEAST_BYTES = 1_024;

function accepts(header: string | undefined): boolean {
  return /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i.test(header ?? "");
}

/** Answers go out gzipped where the caller takes it. Bodies that come in packed are refused: a small one can unpack to any size. */
export function addCompression(server: FastifyInstance): void {
  server.addHook("onRequest", async (request) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined || encoding.toLowerCase() === "identity") return;
    throw new KeepsakeError("UNSUPPORTED_FORMAT", "packed bodies are not accepted", {
      field: "Content-Encoding",
      remedy: {
        en: "Send the body unpacked, without Content-Encoding.",
        zh: "请直接发送未压缩的请求体，不带 Content-Encoding。",
      },
    });
  });
  server.addHook("onSend", async (request, reply, payload) => {
    void reply.header("vary", "accept-encoding, accept-language");
    if (typeof payload !== "string" || payload.length < LEAST_BYTES) return payload;
    if (!accepts(request.headers["accept-encoding"])) return payload;
    void reply.header("content-encoding", "gzip").removeHeader("content-length");
    return compress(payload);
  });
}
