import type { AccessRole, Permission } from "../domain/index.js";

/** What a verified token says of its bearer, in the product's terms. */
export interface VerifiedToken {
  readonly subject: string;
  /** Absent: the configured tenant. */
  readonly tenant?: string;
  readonly role: AccessRole;
  readonly permissions?: readonly Permission[];
  readonly user?: string;
  readonly agent?: string;
}

/**
 * Bearer tokens that another system signed. Verification is local but for the fetching of public keys.
 * Errors: UNAUTHENTICATED (signature, algorithm, issuer, audience, time or claims are wrong: the message never says which of several
 * keys came near), MODEL_UNAVAILABLE is never used: keys that cannot be fetched are STORE_BUSY (retryable).
 */
export interface TokenVerifier {
  verify(token: string): Promise<VerifiedToken>;
}
