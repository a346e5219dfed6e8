import type { IncomingHttpHeaders } from "node:http";
import { type ContextValues, createContextValues } from "@connectrpc/connect";
import type { UniversalHandler, UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { KeepsakeError } from "../../domain/index.js";
import { admittedAs, type DoorParts, languageOf, refusal } from "./call.js";

/** A message is sent in a frame of this many bytes before it. */
const FRAME_BYTES = 5;

/** The headers that a gate reads. HTTP/2 says the name that was called as `:authority`, which is part of the address here. */
function gateHeaders({ header, url }: UniversalServerRequest): IncomingHttpHeaders {
  const pick = (name: string): { [name: string]: string } => {
    const value = header.get(name);
    return value === null ? {} : { [name]: value };
  };
  return { host: new URL(url).host, ...pick("origin"), ...pick("authorization"), ...pick("x-api-key") };
}

function tooLarge(limit: number): KeepsakeError {
  return new KeepsakeError("TOO_LARGE", `the message is larger than ${limit} bytes`, {
    limit,
    remedy: {
      en: "Send it in several requests, or raise http.maxBodyBytes.",
      zh: "请分几次发送，或调高 http.maxBodyBytes。",
    },
  });
}

function isFramed({ header }: UniversalServerRequest): boolean {
  return /^application\/(grpc|connect\+)/i.test(header.get("content-type") ?? "");
}

/**
 * Counts what arrives, and reads how much a frame says will arrive, so that the refusal is the catalogue's and comes at once.
 * @returns what may go on; nothing while the head of the frame is not there yet
 * @throws TOO_LARGE
 */
function sizeCheck(framed: boolean, limit: number): (chunk: Uint8Array) => Uint8Array | undefined {
  let size = 0;
  let head = Buffer.alloc(0);
  return (chunk) => {
    const isInHead = framed && size < FRAME_BYTES;
    size += chunk.byteLength;
    if (size > limit + (framed ? FRAME_BYTES : 0)) throw tooLarge(limit);
    if (!isInHead) return chunk;
    head = Buffer.concat([head, chunk]);
    if (head.length < FRAME_BYTES) return undefined;
    if (head.readUInt32BE(1) > limit) throw tooLarge(limit);
    return head;
  };
}

/** Rejects once the time is over; a caller who sends a byte now and then must not hold a call for ever. */
function timeout(ms: number): { readonly expired: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KeepsakeError("DEADLINE_EXCEEDED", "the request did not arrive in time")), ms);
  });
  // Where nobody waits for it any more, it has nothing to say.
  expired.catch(() => undefined);
  return { expired, clear: () => clearTimeout(timer) };
}

/**
 * The body, behind the gate: before its first byte is read the credential is looked at, since a stranger's megabyte is not worth parsing.
 * Never closes the body itself: over HTTP/1.1 that would cut the line on which the refusal has to travel.
 */
async function* behindGate(
  request: UniversalServerRequest,
  body: AsyncIterable<Uint8Array>,
  values: ContextValues,
  parts: DoorParts,
): AsyncGenerator<Uint8Array> {
  const { maxBodyBytes, requestTimeoutMs } = parts.config.http;
  const limit = timeout(requestTimeoutMs);
  try {
    admittedAs(values, await parts.gate.admit(gateHeaders(request)));
    const chunks = body[Symbol.asyncIterator]();
    const check = sizeCheck(isFramed(request), maxBodyBytes);
    for (;;) {
      const next = await Promise.race([chunks.next(), limit.expired]);
      if (next.done === true) return;
      const checked = check(next.value);
      if (checked !== undefined) yield checked;
    }
  } catch (thrown) {
    throw refusal(thrown, languageOf(request.header, parts.config.language), parts);
  } finally {
    limit.clear();
  }
}

function isBytes(body: UniversalServerRequest["body"]): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Puts the gate, the limit of size and the time limit in front of a handler. */
export function admitted(
  handler: UniversalHandler,
  parts: DoorParts,
): (request: UniversalServerRequest) => Promise<UniversalServerResponse> {
  return (request) => {
    const { body, contextValues = createContextValues() } = request;
    if (!isBytes(body)) return handler(request);
    // Its promise of a length is not needed: what arrives is counted.
    const header = new Headers(request.header);
    header.delete("content-length");
    return handler({ ...request, header, contextValues, body: behindGate(request, body, contextValues, parts) });
  };
}
