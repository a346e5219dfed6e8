import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { KeepsakeError } from "../../domain/index.js";

/** A path of the router, by its segments; undefined stands for a parameter. */
interface KnownPath {
  readonly segments: readonly (string | undefined)[];
  readonly methods: Set<string>;
}

function segmentsOf(url: string): readonly (string | undefined)[] {
  return url.split("/").map((segment) => (segment.startsWith(":") ? undefined : segment));
}

/** Every path that is served, with the methods that it takes: to tell a wrong method from a path that is not there. */
class KnownPaths {
  readonly #paths = new Map<string, KnownPath>();

  add(url: string, methods: string | readonly string[]): void {
    const known = this.#paths.get(url) ?? { segments: segmentsOf(url), methods: new Set<string>() };
    for (const method of [methods].flat()) known.methods.add(method);
    this.#paths.set(url, known);
  }

  methodsOf(path: string): readonly string[] {
    const asked = path.split("/");
    const fitting = [...this.#paths.values()].filter(
      ({ segments }) =>
        segments.length === asked.length &&
        segments.every((segment, at) => (segment === undefined ? asked[at] !== "" : segment === asked[at])),
    );
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].sort();
  }
}

const REMEDY = { en: "All paths are listed at /reference.", zh: "全部路径见 /reference。" };

function refuse(request: FastifyRequest, reply: FastifyReply, known: KnownPaths): never {
  const path = request.url.split("?")[0] ?? "";
  const methods = known.methodsOf(path);
  const message = `there is no ${request.method} ${path}`;
  if (methods.length === 0) throw new KeepsakeError("NOT_FOUND", message, { remedy: REMEDY });
  void reply.header("allow", methods.join(", "));
  throw new KeepsakeError("INVALID_INPUT", `${message}; it takes ${methods.join(", ")}`, {
    ...{ httpStatus: 405, field: "method", remedy: REMEDY },
  });
}

/**
 * Refuses what no route takes before its body is read: 404 for a path that is not there, 405 with `Allow` (RFC 9110, 15.5.6) for a
 * method that the path does not take. To be called before the first route is added.
 */
export function refuseUnknownPaths(server: FastifyInstance): void {
  const known = new KnownPaths();
  server.addHook("onRoute", ({ url, method }) => known.add(url, method));
  server.addHook("onRequest", async (request, reply) => {
    if (request.is404) refuse(request, reply, known);
  });
}
