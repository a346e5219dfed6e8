import { checkId, KeepsakeError } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { sha256 } from "./content-hash.js";

export interface IdempotentCall {
  readonly key: string;
  readonly operation: string;
  readonly bodyHash: string;
}

/** Undefined where the caller sent no key. Keys of one operation never meet those of another. */
export function idempotentCall(operation: string, key: string | undefined, body: unknown): IdempotentCall | undefined {
  if (key === undefined) return undefined;
  return { key: checkId(key, "idempotencyKey"), operation, bodyHash: sha256(stable(body)) };
}

/** JSON with sorted keys: the same body in another order is the same body. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${stable(each)}`).join(",")}}`;
}

/**
 * The answer given to this key before; undefined for a new one.
 * @throws IDEMPOTENCY_MISMATCH when the key came with another body
 */
export async function findAnswer(transaction: TruthTransaction, call: IdempotentCall): Promise<string | undefined> {
  const known = await transaction.requests.find(call.key, call.operation);
  if (known === undefined) return undefined;
  if (known.bodyHash !== call.bodyHash) {
    throw new KeepsakeError("IDEMPOTENCY_MISMATCH", "this idempotency key was used with another body", {
      field: "idempotencyKey",
    });
  }
  return known.response;
}
