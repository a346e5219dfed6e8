import { type ErrorCode, KeepsakeError } from "../../../../domain/index.js";

/** A condition of the server by what the caller can do about it. */
export type Condition = readonly [code: ErrorCode, message: string];

export type Remedies = Partial<Record<ErrorCode, { readonly en: string; readonly zh: string }>>;

/** A server's failure as a catalogued one. What has no condition becomes INTERNAL. */
export function storeError(
  thrown: unknown,
  condition: Condition | undefined,
  details: Readonly<Record<string, string>>,
  remedies: Remedies,
): KeepsakeError {
  if (condition === undefined) return new KeepsakeError("INTERNAL", "the store failed", details, { cause: thrown });
  const [code, message] = condition;
  const remedy = remedies[code];
  return new KeepsakeError(code, message, { ...details, ...(remedy && { remedy }) }, { cause: thrown });
}
