import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A door that speaks a protocol of its own on this port. */
export interface MountedDoor {
  /** Where it answers, without a slash at the end; `path/USER` answers too, for that user. */
  readonly path: string;
  /**
   * Before the body is read: a stranger's megabyte is not worth parsing. What it throws is told like every other error.
   * @returns what answers, given the body; it writes the answer itself
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    userInPath?: string,
  ): Promise<(body: unknown) => Promise<void>>;
  close(): Promise<void>;
}

export function mountDoor(server: FastifyInstance, door: MountedDoor): void {
  const admitted = new WeakMap<FastifyRequest, (body: unknown) => Promise<void>>();
  for (const url of [door.path, `${door.path}/:user`]) {
    server.route({
      method: ["GET", "POST", "DELETE"],
      url,
      onRequest: async (request, reply) => {
        const { user } = request.params as { readonly user?: string };
        admitted.set(request, await door.admit(request.raw, reply.raw, user));
      },
      handler: async (request, reply) => {
        await admitted.get(request)?.(request.body);
        reply.hijack();
      },
    });
  }
}
