import { KeepsakeError } from "./errors.js";
import type { TenantId, UserId } from "./ids.js";

/**
 * Whose memory: a tenant and one of its users. Branded, so that it comes from `makeScope` (which validates) and
 * from nowhere else: a store call without a scope, or with one built from a request's body, does not compile.
 */
export interface Scope {
  readonly tenant: TenantId;
  readonly user: UserId;
  readonly __scope: unique symbol;
}

export const MAX_ID_LENGTH = 256;

/**
 * Ids are exact keys: no trimming, no case folding, no Unicode normalisation, so that two that look alike stay two.
 * Refused: empty, over 256 UTF-16 units, control characters, lone surrogates (they have no UTF-8 form, and a store would merge them).
 */
export function checkId(value: unknown, field: string): string {
  if (typeof value !== "string" || value.length === 0) {
    throw new KeepsakeError("INVALID_INPUT", `${field} must be a non-empty string`, { field });
  }
  if (value.length > MAX_ID_LENGTH) {
    throw new KeepsakeError("INVALID_INPUT", `${field} is longer than ${MAX_ID_LENGTH} characters`, { field });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed()) {
    throw new KeepsakeError("INVALID_INPUT", `${field} holds control characters or broken Unicode`, { field });
  }
  return value;
}

export function makeScope(tenant: string, user: string): Scope {
  return Object.freeze({ tenant: checkId(tenant, "tenant"), user: checkId(user, "user") }) as unknown as Scope;
}

/** A key that no other scope can produce, for maps: JSON quotes keep ("a", "b:c") apart from ("a:b", "c"). */
export function scopeKey(scope: Scope): string {
  return JSON.stringify([scope.tenant, scope.user]);
}
