import type { FastifyReply, FastifyRequest } from "fastify";
import { KeepsakeError } from "../../domain/index.js";

/*
 * A memory's revision as an entity tag (RFC 9110, 8.8 and 13.1): `ETag: "3"` comes with it, `If-Match: "3"` makes a change count only if nobody
 * was faster, `If-None-Match: "3"` asks for it only if it changed.
 */

interface WithRevision {
  readonly revision?: number;
  readonly memory?: { readonly revision?: number };
}

function revisionOf(output: unknown): number | undefined {
  const { revision, memory } = (output ?? {}) as WithRevision;
  return revision ?? memory?.revision;
}

/** The revision that `If-Match` names. @throws INVALID_INPUT */
export function expectedRevision(request: FastifyRequest): number | undefined {
  const given = request.headers["if-match"];
  if (given === undefined || given.trim() === "*") return undefined;
  const [, number] = /^\s*"(\d{1,15})"\s*$/.exec(given) ?? [];
  if (number !== undefined) return Number(number);
  throw new KeepsakeError("INVALID_INPUT", 'If-Match must be one revision in quotes, such as "3"', {
    field: "If-Match",
  });
}

/** Tags the answer. True when the caller has it already: then only that is said. */
export function tagRevision(request: FastifyRequest, reply: FastifyReply, output: unknown): boolean {
  const revision = revisionOf(output);
  if (revision === undefined) return false;
  const tag = `"${revision}"`;
  void reply.header("etag", tag);
  const held = (request.headers["if-none-match"] ?? "").split(",").map((text) => text.trim().replace(/^W\//, ""));
  return request.method === "GET" && held.includes(tag);
}

/** Somebody was faster than a caller who had asked not to be overtaken: a status of its own. */
export function asPrecondition(thrown: unknown): unknown {
  if (!(thrown instanceof KeepsakeError) || thrown.code !== "CONFLICT") return thrown;
  return new KeepsakeError("CONFLICT", thrown.message, { ...thrown.details, httpStatus: 412 }, { cause: thrown });
}
