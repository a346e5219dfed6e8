import type { DescMethodServerStreaming, DescMethodUnary, DescService, Message } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import { findOperation, type Operation, runOperation } from "../../operations/index.js";
import { namedLanguage } from "../asked-language.js";
import { HeldPlace } from "../held-place.js";
import { inTime } from "../in-time.js";
import { traceContext } from "../trace-context.js";
import { callerOf, type DoorParts, languageOf, refusal } from "./call.js";
import { methodOf } from "./methods.js";
import type { MessageShape, RpcShape, ServiceShape } from "./schema/index.js";
import { messageFromWire, wireFromMessage } from "./wire-form.js";

interface Bound {
  readonly rpc: RpcShape;
  readonly request: MessageShape;
  readonly operation: Operation;
}

function bind(rpc: RpcShape, shape: ServiceShape): Bound {
  const request = shape.messages.get(rpc.request);
  const operation = findOperation(rpc.operation);
  if (request === undefined || operation === undefined) throw new TypeError(`${rpc.name} has no operation`);
  return { rpc, request, operation };
}

/** From message to message: the wire form of the table lies between. The caller's deadline, and the door's own, end the wait. */
async function run(bound: Bound, message: Message, context: HandlerContext, deps: CallDeps): Promise<unknown> {
  const { engine, config, gate } = deps.parts;
  const language = languageOf(context.requestHeader, config.language);
  const { user: named, ...rest } = wireFromMessage(bound.request, message, deps.shape);
  // Where there is no user, a field of that name is the operation's own.
  const input = bound.rpc.ofUser ? rest : { ...rest, ...(named === undefined ? {} : { user: named }) };
  const caller = callerOf(context, gate, {
    ...{ action: bound.operation.name, user: bound.rpc.ofUser ? { named } : undefined },
  });
  const place = new HeldPlace(gate.enter(caller, bound.operation));
  try {
    const asked = namedLanguage(context.requestHeader.get("accept-language"));
    const heard = {
      ...{ onWork: place.until, ...traceContext(context.requestHeader.get("traceparent")) },
      ...(asked === undefined ? {} : { language: asked }),
    };
    const call = (signal: AbortSignal): Promise<unknown> =>
      runOperation(bound.operation, { parts: engine.parts, caller, signal, ...heard }, input, language);
    return await inTime(config.http.requestTimeoutMs, call, [context.signal]);
  } finally {
    place.end();
  }
}

interface CallDeps {
  readonly parts: DoorParts;
  readonly shape: ServiceShape;
}

async function guarded<Result>(
  context: HandlerContext,
  { parts }: CallDeps,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw refusal(thrown, languageOf(context.requestHeader, parts.config.language), parts);
  }
}

function addUnary(router: ConnectRouter, method: DescMethodUnary, bound: Bound, deps: CallDeps): void {
  router.rpc(method, (message, context) =>
    guarded(context, deps, async () => messageFromWire(method.output, await run(bound, message, context, deps))),
  );
}

function addStream(router: ConnectRouter, method: DescMethodServerStreaming, bound: Bound, deps: CallDeps): void {
  const list = bound.rpc.streams ?? "items";
  router.rpc(method, async function* (message, context) {
    const { [list]: items, ...rest } = await guarded(
      context,
      deps,
      async () => (await run(bound, message, context, deps)) as Record<string, unknown>,
    );
    for (const item of Array.isArray(items) ? items : []) {
      if (context.signal.aborted) return;
      yield messageFromWire(method.output, { item });
    }
    yield messageFromWire(method.output, { rest });
  });
}

/** The calls of the operations table. */
export function addOperations(
  router: ConnectRouter,
  service: DescService,
  shape: ServiceShape,
  parts: DoorParts,
): void {
  for (const rpc of shape.rpcs) {
    const bound = bind(rpc, shape);
    const deps = { parts, shape };
    if (rpc.streams === undefined) addUnary(router, methodOf(service, rpc.name, "unary"), bound, deps);
    else addStream(router, methodOf(service, rpc.name, "server_streaming"), bound, deps);
  }
}
