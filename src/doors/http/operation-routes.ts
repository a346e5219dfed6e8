import type { FastifyInstance, FastifyRequest } from "fastify";
import type { KeepsakeConfig } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import {
  type Caller,
  type Operation,
  type OperationContext,
  REMOTE_OPERATIONS,
  runOperation,
} from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";
import { HeldPlace } from "../held-place.js";
import { inTime } from "../in-time.js";
import { traceContext } from "../trace-context.js";
import { asksForEvents, replyWithEvents } from "./event-stream.js";
import { type ProblemTerms, problemOf } from "./problem.js";
import { tellAllowance } from "./rate-headers.js";
import { createInputReader, type RawRequest, takesField } from "./read-input.js";
import { languageOf, namedIn } from "./request-language.js";
import { asPrecondition, expectedRevision, tagRevision } from "./revisions.js";

/** Beyond it a timer of Node's goes off at once. */
const MOST_TIMER_MS = 2_147_483_647;

interface RouteParts {
  readonly engine: DoorEngine;
  readonly config: KeepsakeConfig;
  readonly gate: Gate;
  /** Aborts when the server is told to stop: what reports its progress does not keep it waiting. */
  readonly stopping: AbortSignal;
  problemTerms(request: FastifyRequest): ProblemTerms;
}

type Told = Pick<OperationContext, "signal" | "onProgress">;

/** How long the caller will wait. @throws INVALID_INPUT */
function askedLimit(request: FastifyRequest): number | undefined {
  const asked = request.headers["keepsake-timeout-ms"];
  if (asked === undefined) return undefined;
  // digits, as the document has it: Number would read 1e9 and 0x10 too
  const wanted = typeof asked === "string" && /^\d{1,15}$/.test(asked) ? Number(asked) : 0;
  if (wanted < 1) {
    throw new KeepsakeError("INVALID_INPUT", "keepsake-timeout-ms must be a whole number of milliseconds", {
      field: "keepsake-timeout-ms",
    });
  }
  return Math.min(wanted, MOST_TIMER_MS);
}

interface Admitted {
  readonly caller: Caller;
  readonly place: HeldPlace;
}

/** @throws UNAUTHENTICATED; UNAVAILABLE for a caller who is gone: its place is given back, so nothing may begin */
function admittedOf(admitted: Admitted | undefined): Admitted {
  if (admitted === undefined) throw new KeepsakeError("UNAUTHENTICATED", "the request was not authenticated");
  if (admitted.place.isOver) throw new KeepsakeError("UNAVAILABLE", "the caller hung up before the call began");
  return admitted;
}

function addOperation(server: FastifyInstance, operation: Operation, deps: RouteParts): void {
  const { engine, config, gate } = deps;
  const readers = { en: createInputReader(operation, "en"), zh: createInputReader(operation, "zh") };
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const takesRevision = takesField(operation, "expectedRevision");
  server.route({
    method: operation.http.method,
    url: operation.http.path.replace(/\{(\w+)\}/g, ":$1"),
    // Before the body is read: a stranger's megabyte is not worth parsing.
    onRequest: async (request, reply) => {
      const { user } = request.params as { readonly user?: string };
      const caller = gate.callerFor(await gate.admit(request.headers), user, operation.name);
      const entry = gate.enter(caller, operation);
      admitted.set(request, { caller, place: HeldPlace.forAnswer(entry, reply.raw) });
      tellAllowance(reply, config.http.limits, entry.allowance);
    },
    handler: async (request, reply) => {
      const params = request.params as Readonly<Record<string, string>>;
      const { caller, place } = admittedOf(admitted.get(request));
      const language = languageOf(request, config.language);
      const input = readers[language]({
        params,
        query: request.query as RawRequest["query"],
        body: request.body,
        headers: request.headers,
      });
      const revision = takesRevision ? expectedRevision(request) : undefined;
      const wanted = revision === undefined ? input : { ...input, expectedRevision: revision };
      const asked = askedLimit(request);
      const run = (told: Told) => {
        const heard = {
          ...told,
          onWork: place.until,
          ...traceContext(request.headers.traceparent),
          ...namedIn(request),
        };
        return runOperation(operation, { parts: engine.parts, caller, ...heard }, wanted, language);
      };
      if (operation.reportsProgress === true && asksForEvents(request)) {
        return replyWithEvents(reply, {
          run: (onProgress, signal) => run({ onProgress, signal }),
          problemText: (thrown) => problemOf(thrown, deps.problemTerms(request)).body,
          stopping: deps.stopping,
          limitMs: asked,
        });
      }
      // a caller may allow less time than the server does, never more
      const most = config.http.requestTimeoutMs;
      const output = await inTime(Math.min(asked ?? most, most), (signal) => run({ signal })).catch(
        (thrown: unknown) => {
          throw revision === undefined ? thrown : asPrecondition(thrown);
        },
      );
      if (tagRevision(request, reply, output)) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(output));
    },
  });
}

/** The routes of the operations table. */
export function addOperations(server: FastifyInstance, deps: RouteParts): void {
  for (const operation of REMOTE_OPERATIONS) addOperation(server, operation, deps);
}
