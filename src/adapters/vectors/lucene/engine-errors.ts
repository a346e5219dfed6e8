import { KeepsakeError } from "../../../domain/index.js";

/** What a server says of a failure: of a whole request, or of one line of a bulk. */
export interface Refusal {
  readonly status: number;
  /** The vendor's word for it, e.g. `index_not_found_exception`. */
  readonly type: string;
}

function typeIn(error: unknown): string | undefined {
  if (typeof error === "string") return undefined;
  if (typeof error !== "object" || error === null) return undefined;
  return "type" in error && typeof error.type === "string" ? error.type : undefined;
}

/** `{"error": {"type": …}, "status": 400}`, as both vendors answer; proxies before them answer otherwise. */
function refusalIn(thrown: object): Refusal | undefined {
  const status = "statusCode" in thrown ? thrown.statusCode : undefined;
  if (typeof status !== "number") return undefined;
  const body = "body" in thrown && typeof thrown.body === "object" ? thrown.body : undefined;
  const error = body !== undefined && body !== null && "error" in body ? body.error : undefined;
  return { status, type: typeIn(error) ?? "unnamed" };
}

/** The server's refusal in what a client threw; undefined where no server answered. */
export function refusalOf(thrown: unknown): Refusal | undefined {
  return typeof thrown === "object" && thrown !== null ? refusalIn(thrown) : undefined;
}

export const isMissingIndex = ({ type, status }: Refusal): boolean =>
  status === 404 && (type === "index_not_found_exception" || type === "aliases_not_found_exception");

const HINTS: Readonly<Record<number, string>> = {
  401: ": check the user and password of the address, or the API key",
  403: ": check what the credential may do",
  404: ": check the address",
};

/** Of 429 and 5xx, and of a cluster that blocks writes for a while (a full disk): trying again may help. Of all else it does not. */
export function errorOfRefusal({ status, type }: Refusal, name: string): KeepsakeError {
  const details = { status, type };
  if (status === 429 || status >= 500 || type === "cluster_block_exception") {
    return new KeepsakeError("UNAVAILABLE", `${name} cannot serve now: HTTP ${status}, ${type}`, details);
  }
  const message = `${name} refused with HTTP ${status}, ${type}${HINTS[status] ?? ""}`;
  return new KeepsakeError("CONFIG_INVALID", message, details);
}

/** What the clients throw where the server is another one, or they are set up wrongly. */
const OF_SETTINGS: ReadonlySet<string> = new Set([
  "ProductNotSupportedError",
  "ConfigurationError",
  "NotCompatibleError",
]);

/** Whatever a client throws, in the terms of the catalogue. Answers are not quoted: they repeat parts of what was sent. */
export function toEngineError(thrown: unknown, name: string): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  const refusal = refusalOf(thrown);
  if (refusal !== undefined) return errorOfRefusal(refusal, name);
  const kind = thrown instanceof Error ? thrown.name : "unknown";
  if (OF_SETTINGS.has(kind)) {
    return new KeepsakeError("CONFIG_INVALID", `the server is no ${name} that this client knows (${kind})`);
  }
  const message = kind === "TimeoutError" ? `${name} did not answer in time` : `${name} cannot be reached (${kind})`;
  return new KeepsakeError("UNAVAILABLE", message, {}, { cause: thrown });
}
