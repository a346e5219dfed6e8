import { KeepsakeError } from "../../../domain/index.js";
import type { ChatModel, ObjectRequest } from "../../../ports/index.js";

/** One scripted reply. Exactly one of `object` and `error` counts; `error` wins. */
interface FakeReply {
  readonly object?: unknown;
  readonly error?: Error;
  /** Waits this long before it answers; an abort ends the wait with DEADLINE_EXCEEDED. */
  readonly delayMs?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Replies in order (the last one repeats), or a function of the request and its number from 0. */
export type FakeChatScript = readonly FakeReply[] | ((request: ObjectRequest, call: number) => FakeReply);

interface FakeChatModel extends ChatModel {
  /** Every request so far, oldest first. */
  readonly requests: readonly ObjectRequest[];
}

/** A chat model that says what it is told to, when it is told to. Without a script it answers `{}`. */
export function createFakeChatModel(script: FakeChatScript = [], modelId = "fake-chat"): FakeChatModel {
  const requests: ObjectRequest[] = [];

  function replyTo(request: ObjectRequest, call: number): FakeReply {
    if (typeof script === "function") return script(request, call);
    return script[Math.min(call, script.length - 1)] ?? { object: {} };
  }

  return {
    modelId,
    requests,
    async generateObject(request) {
      requests.push(request);
      const reply = replyTo(request, requests.length - 1);
      await wait(reply.delayMs ?? 0, request.signal);
      if (reply.error !== undefined) throw reply.error;
      return {
        object: structuredClone(reply.object),
        inputTokens: reply.inputTokens ?? Math.ceil((request.system.length + request.prompt.length) / 4),
        outputTokens: reply.outputTokens ?? Math.ceil((JSON.stringify(reply.object) ?? "").length / 4),
      };
    },
  };
}

function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new KeepsakeError("DEADLINE_EXCEEDED", "The model call was aborted."));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, delayMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
