import type { IncomingMessage } from "node:http";
import { checkId, KeepsakeError } from "../../domain/index.js";
import type { Caller } from "../../operations/index.js";
import type { Gate } from "../gate.js";
import { traceContext } from "../trace-context.js";

const KEY_HEADER = "x-keepsake-key";
const USER_HEADER = "x-keepsake-user";
const SESSION_HEADER = "x-keepsake-session";

export interface Admitted {
  readonly caller: Caller;
  readonly sessionId?: string;
  /** The client's place in a trace. */
  readonly traceparent?: string;
  /** Told the work of memory, which goes on when the request does not wait for it any more. */
  readonly onWork?: (work: Promise<unknown>) => void;
  /** Whether `authorization` is the client's credential with the upstream, not the one that was presented here. */
  readonly keepsOwnKey: boolean;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Headers arrive as bytes: UTF-8 where they are, else Latin-1. `UTF-8''…` (RFC 8187) is for clients that send neither. */
function decoded(value: string): string {
  if (value.startsWith("UTF-8''")) {
    try {
      return decodeURIComponent(value.slice("UTF-8''".length));
    } catch {
      return value;
    }
  }
  try {
    return decoder.decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

/** @throws INVALID_INPUT for one that is given twice, or cannot be an id */
function idHeader(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name] ?? [];
  const [value] = values;
  if (value === undefined) return undefined;
  if (values.length > 1) throw new KeepsakeError("INVALID_INPUT", `${name} is given twice`, { field: name });
  return checkId(decoded(value), name);
}

/** Who cannot be checked is not let in: the upstream's key is at stake, not only memory. @throws DEADLINE_EXCEEDED */
async function inTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new KeepsakeError("DEADLINE_EXCEEDED", "The credential could not be checked in time.")),
      limitMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Who calls and whose memory is meant: from headers and the credential, never from the body (P09).
 * @param options `user`: whose memory it is where neither says so; `limitMs`: most that the check of the credential takes
 * @throws UNAUTHENTICATED, FORBIDDEN, INVALID_INPUT
 */
export async function admit(
  request: IncomingMessage,
  gate: Gate,
  options: { readonly limitMs: number; readonly user: string | undefined },
): Promise<Admitted> {
  const { [KEY_HEADER]: key, host, origin, authorization, "x-api-key": plain } = request.headers;
  const from = { ...(host === undefined ? {} : { host }), ...(origin === undefined ? {} : { origin }) };
  const own = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(plain === undefined ? {} : { "x-api-key": plain }),
  };
  const presented = typeof key === "string" ? { authorization: `Bearer ${key}` } : own;
  const principal = await inTime(gate.admit({ ...from, ...presented }), options.limitMs);
  const user = idHeader(request, USER_HEADER) ?? principal.user ?? options.user;
  if (user === undefined) {
    throw new KeepsakeError("INVALID_INPUT", `whose memory it is must be said in ${USER_HEADER}`, {
      field: USER_HEADER,
      remedy: {
        en: `Send ${USER_HEADER} (defaultHeaders of the client), use a key that is bound to a user, or set KEEPSAKE_USER.`,
        zh: `请发送 ${USER_HEADER}（客户端的 defaultHeaders），或使用绑定用户的密钥，或设置 KEEPSAKE_USER。`,
      },
    });
  }
  const sessionId = idHeader(request, SESSION_HEADER);
  return {
    caller: gate.callerFor(principal, user, "chat"),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...traceContext(request.headers.traceparent),
    // where nothing is locked no credential of ours was presented
    keepsOwnKey: typeof key === "string" || principal.actor === "proxy:local",
  };
}
