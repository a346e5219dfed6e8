import { checkId, KeepsakeError } from "../domain/index.js";

interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{field}` is taken out of the input; `{user}` is the handle's. */
  readonly path: string;
  readonly writes: boolean;
  /** Part of answering a message: short deadline. */
  readonly chat?: true;
  /** The schema takes the key in the body; elsewhere it travels as a header, for logs and gateways. */
  readonly key?: "body";
  /** It takes as long as its input is large, and tells how far it is. */
  readonly events?: true;
}

const read = (path: string): Route => ({ method: "GET", path: `/v1/users/{user}/${path}`, writes: false });
const post = (path: string): Route => ({ method: "POST", path: `/v1/users/{user}/${path}`, writes: true });

/** Where the operations are, as the server's table says; a test compares the two. */
export const ROUTES = {
  record: { ...post("record"), chat: true },
  remember: { ...post("remember"), key: "body" },
  recall: { ...post("recall"), writes: false, chat: true },
  context: { ...post("context"), writes: false, chat: true },
  route: { ...post("route"), writes: false },
  trace: { ...post("trace"), writes: false },
  "feedback-give": post("feedback"),
  "feedback-list": read("feedback"),
  correct: { ...post("memories/{id}/correct"), key: "body" },
  forget: post("forget"),
  export: read("export"),
  import: { ...post("import"), events: true },
  load: post("load"),
  list: read("memories"),
  get: read("memories/{id}"),
  history: read("memories/{id}/history"),
  profile: { ...read("profile"), chat: true },
  stats: read("stats"),
  "state-put": { method: "PUT", path: "/v1/users/{user}/state/{space}/{key}", writes: true },
  "state-get": read("state/{space}/{key}"),
  "state-list": read("state/{space}"),
  "state-delete": { method: "DELETE", path: "/v1/users/{user}/state/{space}/{key}", writes: true },
  "session-end": post("sessions/{sessionId}/end"),
  "summary-get": read("sessions/{sessionId}/summary"),
  "summary-list": read("summaries"),
  "attachment-add": post("attachments"),
  "attachment-get": read("attachments/{id}"),
  "attachment-list": read("attachments"),
  "attachment-remove": { method: "DELETE", path: "/v1/users/{user}/attachments/{id}", writes: true },
  "journal-list": read("journal/dead"),
  "journal-retry": post("journal/retry"),
  "review-list": read("review"),
  "review-accept": post("review/accept"),
  "review-reject": post("review/reject"),
  writes: read("writes"),
  rollback: post("rollback"),
  reextract: post("reextract"),
  usage: read("usage"),
} as const satisfies Readonly<Record<string, Route>>;

export type OperationName = keyof typeof ROUTES;

/**
 * An id that can stand in an address: a segment of dots would be taken for a step up, percent-encoded or not.
 * @throws INVALID_INPUT
 */
export function checkSegment(value: unknown, field: string): string {
  const id = checkId(value, field);
  if (id === "." || id === "..") {
    throw new KeepsakeError("INVALID_INPUT", `${field} cannot be "${id}" over HTTP`, { field });
  }
  return id;
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}

interface RequestShape {
  readonly method: Route["method"];
  readonly target: string;
  readonly body: string | undefined;
}

/** @throws INVALID_INPUT where a part of the path cannot be one */
export function shapeRequest(
  name: OperationName,
  user: string,
  input: Readonly<Record<string, unknown>>,
): RequestShape {
  const { method, path }: Route = ROUTES[name];
  const rest: Record<string, unknown> = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
  const target = path.replace(/\{(\w+)\}/g, (_match, field: string) => {
    const value = field === "user" ? user : rest[field];
    if (field !== "user") delete rest[field];
    return encodeURIComponent(checkSegment(value, field));
  });
  const hasBody = method === "POST" || method === "PUT";
  return {
    method,
    target: hasBody ? target : `${target}${queryOf(rest)}`,
    body: hasBody ? JSON.stringify(rest) : undefined,
  };
}
