/** Where the keys that sign come from: exactly one of the three. */
export type JwtKeys =
  | { readonly jwksUrl: string }
  /** PEM (SPKI) or a JWK or JWK set as JSON text. */
  | { readonly publicKey: string }
  /** Shared with the issuer, for HMAC; at least 32 bytes. */
  | { readonly sharedKey: string };

export interface JwtOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JwtKeys;
  /** Signature algorithms; never a mixture of shared-secret and public-key ones. */
  readonly algorithms: readonly string[];
  /** Names of the claims that are read. */
  readonly claims: {
    readonly tenant: string;
    readonly role: string;
    readonly permissions: string;
    readonly agent: string;
    /** Whose memory the token opens; empty: tokens are not bound to a user. */
    readonly user: string;
  };
  /** Of tokens without the claim; absent: such tokens are refused. */
  readonly defaultRole?: string;
  readonly clockToleranceSeconds: number;
}
