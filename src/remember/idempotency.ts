import { checkId, KeepsakeError, type Policy } from "../domain/index.js";
import { redact } from "../language/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { sha256 } from "./content-hash.js";

export interface IdempotentCall {
  readonly key: string;
  readonly operation: string;
  readonly bodyHash: string;
}

/**
 * Undefined where the caller sent no key. Keys of one operation never meet those of another.
 * The hash is of the redacted body: a bare hash of a phone number or a password is found again by trying them all. Two bodies that
 * differ in their secrets alone are one body then, which is right, for what is stored of them is the same.
 */
export function idempotentCall(
  operation: string,
  key: string | undefined,
  body: unknown,
  redaction: Policy["redaction"],
): IdempotentCall | undefined {
  if (key === undefined) return undefined;
  return { key: checkId(key, "idempotencyKey"), operation, bodyHash: sha256(stable(withoutSecrets(body, redaction))) };
}

/** Names of things, not words of a person: cutting them would make two targets look like one. */
const IDS = new Set(["id", "sessionId", "agentId"]);

function withoutSecrets(value: unknown, redaction: Policy["redaction"]): unknown {
  if (typeof value === "string") return redact(value, redaction).text;
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, redaction));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      IDS.has(name) ? [name, each] : [redact(name, redaction).text, withoutSecrets(each, redaction)],
    ),
  );
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
