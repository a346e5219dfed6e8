import { type ContextValues, createContextKey } from "@connectrpc/connect";
import type { KeepsakeConfig, Language } from "../../config/index.js";
import { KeepsakeError, toKeepsakeError } from "../../domain/index.js";
import type { Principal } from "../../identity/index.js";
import { type Caller, describeCause } from "../../operations/index.js";
import { askedLanguage } from "../asked-language.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";
import { toConnectError } from "./errors.js";

export interface DoorParts {
  readonly engine: DoorEngine;
  readonly config: KeepsakeConfig;
  readonly gate: Gate;
}

/** Whom the gate let in, from the moment before the body is read to the handler. */
const PRINCIPAL = createContextKey<Principal | undefined>(undefined);
const USER_HEADER = "keepsake-user";

export function admittedAs(values: ContextValues, principal: Principal): void {
  values.set(PRINCIPAL, principal);
}

export function languageOf(header: Headers, fallback: Language): Language {
  return askedLanguage(header.get("accept-language"), fallback);
}

/** What the caller is told; a fault of ours outside any operation (those log their own) is logged under the trace id that it carries. */
export function refusal(thrown: unknown, language: Language, { engine }: Pick<DoorParts, "engine">): Error {
  const traceId = engine.parts.ids.trace();
  const fault = toKeepsakeError(thrown);
  if (fault.code === "INTERNAL" && fault.details.traceId === undefined) {
    engine.parts.telemetry.log("error", "grpc-failed", { traceId, ...describeCause(fault.cause ?? fault) });
  }
  return toConnectError(thrown, language, traceId);
}

interface Call {
  readonly values: ContextValues;
  readonly requestHeader: Headers;
}

function namedUser(fromRequest: unknown, header: Headers): string {
  const named = header.get(USER_HEADER) ?? undefined;
  const given = typeof fromRequest === "string" ? fromRequest : undefined;
  if (given !== undefined && named !== undefined && given !== named) {
    throw new KeepsakeError("INVALID_INPUT", `user: is given twice, in the request and as ${USER_HEADER}`, {
      field: "user",
    });
  }
  const user = given ?? named;
  if (user === undefined) {
    throw new KeepsakeError("INVALID_INPUT", "user: says whose memory it is, and is missing", {
      field: "user",
      remedy: {
        en: `Set the request's field user, or the metadata ${USER_HEADER}.`,
        zh: `请填写请求的 user 字段，或元数据 ${USER_HEADER}。`,
      },
    });
  }
  return user;
}

/**
 * Who calls. The user is named by the request, and opened only by the credential (P09).
 * @throws INVALID_INPUT, FORBIDDEN, UNAUTHENTICATED
 */
export function callerOf(
  call: Call,
  gate: Gate,
  { action, user }: { readonly action: string; readonly user: { readonly named: unknown } | undefined },
): Caller {
  const principal = call.values.get(PRINCIPAL);
  if (principal === undefined) throw new KeepsakeError("UNAUTHENTICATED", "the call was not authenticated");
  return gate.callerFor(principal, user && namedUser(user.named, call.requestHeader), action);
}
