import { PassThrough } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { KeepsakeError } from "../../domain/index.js";
import type { OperationProgress } from "../../operations/index.js";
import { inTime } from "../in-time.js";

/** Often enough for the proxies of this world, which let go of what is silent for half a minute. */
const HEARTBEAT_MS = 10_000;
/** Of work that its caller set no time for. */
const MOST_MS = 86_400_000;

/** Whether the caller wants to be told how far the work is (HTML Living Standard, 9.2: server-sent events). */
export function asksForEvents(request: FastifyRequest): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.accept ?? "");
}

interface EventedWork {
  readonly run: (onProgress: (progress: OperationProgress) => void, signal: AbortSignal) => Promise<unknown>;
  /** Of an error that comes when the status is sent already. */
  readonly problemText: (thrown: unknown) => string;
  /** The server is about to stop. */
  readonly stopping: AbortSignal;
  readonly limitMs?: number | undefined;
}

function stopped(): KeepsakeError {
  return new KeepsakeError("UNAVAILABLE", "the server is stopping: what was done stays, send it again for the rest");
}

/**
 * Answers with events: progress as it comes, and at the end the result or the problem. What fails before there is anything to tell is
 * thrown, and gets the status that it gets elsewhere. A caller who hangs up stops the work between two of its steps.
 */
export async function replyWithEvents(reply: FastifyReply, work: EventedWork): Promise<FastifyReply> {
  const events = new PassThrough();
  const gone = new AbortController();
  // who hung up before there was anything to listen to is not told of again
  if (reply.raw.closed) gone.abort();
  else reply.raw.once("close", () => gone.abort());
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const tell = (text: string): void => {
    begin();
    if (!events.destroyed) events.write(text);
  };
  // who does not read is told less, not kept more for
  const onProgress = (progress: OperationProgress): void => {
    if (!events.writableNeedDrain) tell(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
  };
  const heartbeat = setInterval(() => tell(": at work\n\n"), HEARTBEAT_MS);
  const call = (signal: AbortSignal): Promise<unknown> => work.run(onProgress, signal);
  const ended = inTime(work.limitMs ?? MOST_MS, call, [gone.signal, work.stopping])
    .catch((thrown: unknown) => {
      throw work.stopping.aborted ? stopped() : thrown;
    })
    .finally(() => clearInterval(heartbeat));
  await Promise.race([begun, ended]);
  void ended
    .then(
      (output) => tell(`event: result\ndata: ${JSON.stringify(output)}\n\n`),
      (thrown: unknown) => tell(`event: problem\ndata: ${work.problemText(thrown)}\n\n`),
    )
    .finally(() => events.end());
  return reply
    .type("text/event-stream; charset=utf-8")
    .headers({ "x-accel-buffering": "no", connection: "close" })
    .send(events);
}
