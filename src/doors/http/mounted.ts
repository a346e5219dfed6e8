import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** A door that speaks a protocol of its own on this port. */
export interface MountedDoor {
  /** Where it answers, without a slash at the end; `path/USER` answers too, for that user. */
  readonly path: string;
  /** Writes the answer itself. What it throws before it has answered is told like every other error. */
  serve(request: IncomingMessage, response: ServerResponse, body: unknown, userInPath?: string): Promise<void>;
  close(): Promise<void>;
}

export function mountDoor(server: FastifyInstance, door: MountedDoor): void {
  for (const url of [door.path, `${door.path}/:user`]) {
    server.route({
      method: ["GET", "POST", "DELETE"],
      url,
      handler: async (request, reply) => {
        const { user } = request.params as { readonly user?: string };
        await door.serve(request.raw, reply.raw, request.body, user);
        reply.hijack();
      },
    });
  }
}
