import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { methodOf } from "../methods.js";
import { HealthService, SERVING_STATUS, type ServingStatus } from "./messages.js";

/** How often a watcher's status is looked at again. */
const WATCH_EVERY_MS = 1_000;

export interface HealthParts {
  /** Names that may be asked for; the empty one is the whole server. */
  readonly services: ReadonlySet<string>;
  isServing(): Promise<boolean>;
  /** Aborts when the server begins to stop: watchers are told, and their streams end. */
  readonly draining: AbortSignal;
}

/** Resolves after the time, or as soon as one of the signals aborts. */
function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) {
      if (signal.aborted) done();
      else signal.addEventListener("abort", done, { once: true });
    }
  });
}

function serviceName(request: object): string {
  return "service" in request && typeof request.service === "string" ? request.service : "";
}

/** `grpc.health.v1`: whether the store answers and the server is not stopping. */
export function addHealth(router: ConnectRouter, { services, isServing, draining }: HealthParts): void {
  const statusOf = async (name: string): Promise<ServingStatus> => {
    if (name !== "" && !services.has(name)) return "SERVICE_UNKNOWN";
    return !draining.aborted && (await isServing()) ? "SERVING" : "NOT_SERVING";
  };
  router.rpc(methodOf(HealthService, "Check", "unary"), async (request) => {
    const name = serviceName(request);
    const status = await statusOf(name);
    if (status === "SERVICE_UNKNOWN") throw new ConnectError(`there is no service ${name}`, Code.NotFound);
    return { status: SERVING_STATUS[status] };
  });
  router.rpc(methodOf(HealthService, "Watch", "server_streaming"), async function* (request, context) {
    let told: ServingStatus | undefined;
    while (!context.signal.aborted) {
      const status = await statusOf(serviceName(request));
      if (status !== told) yield { status: SERVING_STATUS[status] };
      told = status;
      if (draining.aborted) return;
      await pause(WATCH_EVERY_MS, [context.signal, draining]);
    }
  });
}
