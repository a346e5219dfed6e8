import {
  type ContextRequest,
  type ForgetRequest,
  KeepsakeError,
  type ListRequest,
  type LoadRequest,
  type RecallRequest,
  type RecordRequest,
  type RememberRequest,
  type ReviewSelection,
  refuseSeconds,
  toIso,
  type WriteSelection,
} from "../domain/index.js";
import type { Progress } from "./read-events.js";

/** A request as the schemas of the server want it: instants as ISO 8601, the rest as it is. The server validates. */
export type WireRequest = Readonly<Record<string, unknown>>;

function instant(value: unknown, field: string): unknown {
  if (typeof value !== "number") return value;
  refuseSeconds(value, field);
  if (Number.isFinite(value) && Math.abs(value) <= 8.64e15) return toIso(Math.trunc(value));
  throw new KeepsakeError("INVALID_INPUT", `${field}: not an instant: ${value}`, { field });
}

/** Fields that the server does not know go along: it is the one that refuses them. */
function withInstants(request: object, fields: readonly string[], at = ""): WireRequest {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      fields.includes(name) ? instant(value, `${at}${name}`) : (value as unknown),
    ]),
  );
}

/** The text of a file of conversations, and how it is to be read. */
export interface ImportRequest {
  /** Whole: at most as large as the server takes in one request. */
  readonly content: string;
  /** Recognised where absent. */
  readonly format?: string;
  /** Zone in which dates without an offset are read. */
  readonly timeZone?: string;
  /** Who among the named speakers is the user. */
  readonly speakerIsUser?: readonly string[];
  /** Date of messages without one, in epoch ms. */
  readonly undatedAt?: number;
  /** Made from the text where absent. */
  readonly importId?: string;
  /** Resolve only when nothing of the user's waits to be digested. */
  readonly wait?: boolean;
  /** Told how far it is. */
  readonly onProgress?: (progress: Progress) => void;
}

export function importToWire({ onProgress: _, ...request }: ImportRequest): WireRequest {
  return withInstants(request, ["undatedAt"]);
}

export function recordToWire(request: RecordRequest): WireRequest {
  const turns = request.turns.map((turn, index) => withInstants(turn, ["at"], `turns[${index}].`));
  return { ...request, turns };
}

export const rememberToWire = (request: Partial<RememberRequest>): WireRequest =>
  withInstants(request, ["at", "expiresAt"]);

export function loadToWire({ memories, ...request }: LoadRequest): WireRequest {
  const wire = memories.map((memory, index) => withInstants(memory, ["at", "expiresAt"], `memories[${index}].`));
  return { ...request, memories: wire };
}

export function recallToWire({ saidBetween, ...rest }: RecallRequest): WireRequest {
  const said = { saidFrom: saidBetween?.from, saidTo: saidBetween?.to };
  return withInstants({ ...rest, ...said }, ["saidFrom", "saidTo", "asOf", "now", "since"]);
}

export const contextToWire = (request: ContextRequest): WireRequest => withInstants(request, ["now"]);

export const listToWire = (request: ListRequest): WireRequest => withInstants(request, ["asOf", "now"]);

const FORGET_FIELDS: Readonly<Record<string, string>> = { id: "id", text: "text", session: "sessionId" };

/**
 * What to forget in the one form of the schema, so that a slip is refused and never read as another wish: the field that `by` names must
 * be there, and one too many is left for the server to refuse.
 */
export function forgetToWire(request: ForgetRequest): WireRequest {
  const { by, ...named }: WireRequest = { ...request };
  if (by === "everything") return { ...named, everything: true };
  if (by === "filter") {
    const { filter, ...rest } = named;
    return { ...withInstants(filter as WireRequest, ["from", "to"]), ...rest };
  }
  const field = FORGET_FIELDS[String(by)];
  if (field === undefined) {
    throw new KeepsakeError("INVALID_INPUT", "by: must be one of id, text, session, filter, everything", {
      field: "by",
    });
  }
  if (named[field] === undefined) throw new KeepsakeError("INVALID_INPUT", `${field}: is required`, { field });
  return named;
}

const ORIGIN_FIELDS: Readonly<Record<string, string>> = {
  turn: "turnId",
  session: "sessionId",
  agent: "agentId",
  import: "importId",
  policy: "policyVersion",
};

/** A way that does not exist names nothing, and one too many is one too many: the server says which there are. */
export function selectionToWire(selection: WriteSelection): WireRequest {
  const { by, ...named }: WireRequest = { ...selection };
  const field = ORIGIN_FIELDS[String(by)];
  return field === undefined || named[field] === undefined ? {} : named;
}

export function reviewToWire(selection: ReviewSelection): WireRequest {
  const { by: _, ...named } = selection;
  return named;
}
