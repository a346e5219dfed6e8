import { type ErrorCode, KeepsakeError } from "../../../../domain/index.js";

/** A condition of the server by what the caller can do about it. */
export type Condition = readonly [code: ErrorCode, message: string];

export type Remedies = Partial<Record<ErrorCode, { readonly en: string; readonly zh: string }>>;

/** Nobody listens there, or nobody knows the way: a fault of the address as often as of the server. */
const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/u;

/** The condition of an attempt to connect that found nobody; undefined for any other failure. Where it went is told, never as whom. */
export function unreachable(thrown: unknown): Condition | undefined {
  // a name with several addresses is tried at each
  const failures = thrown instanceof AggregateError ? (thrown.errors as readonly unknown[]) : [thrown];
  for (const failure of failures) {
    if (!(failure instanceof Error)) continue;
    const { code, address, hostname, port } = failure as Error & Readonly<Record<string, unknown>>;
    const host = address ?? hostname;
    if (!UNREACHABLE.test(String(code)) || host === undefined) continue;
    const place = port === undefined ? String(host) : `${host}:${port}`;
    return ["UNAVAILABLE", `the database server at ${place} cannot be reached (${code})`];
  }
  return undefined;
}

/** What the triggers of a held store say. */
const HELD = "the store is held";
const HELD_REMEDY = {
  en: "Use the store that it was moved to; `keepsake migrate --from ADDRESS --release` opens this one again.",
  zh: "请改用迁移后的存储；若要重新开放此存储，请运行 `keepsake migrate --from 地址 --release`。",
};

/** A server's failure as a catalogued one. What has no condition becomes INTERNAL. */
export function storeError(
  thrown: unknown,
  condition: Condition | undefined,
  details: Readonly<Record<string, string>>,
  remedies: Remedies,
): KeepsakeError {
  if (condition === undefined) return new KeepsakeError("INTERNAL", "the store failed", details, { cause: thrown });
  if (thrown instanceof Error && thrown.message === HELD) {
    const held = { ...details, remedy: HELD_REMEDY };
    return new KeepsakeError("STORE_READ_ONLY", `${HELD} while it is moved elsewhere`, held, { cause: thrown });
  }
  const [code, message] = condition;
  const remedy = remedies[code];
  return new KeepsakeError(code, message, { ...details, ...(remedy && { remedy }) }, { cause: thrown });
}
