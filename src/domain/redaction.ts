export const REDACTION_KINDS = [
  "private-key",
  "api-key",
  "token",
  "password",
  "connection-string",
  "id-card",
  "bank-card",
  "phone",
  "email",
  "address",
] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

export const REDACTION_ACTIONS = ["drop", "mask", "vault", "allow"] as const;
/**
 * `drop` leaves a mark of the kind only; `mask` keeps enough to recognise it by (the last digits); `vault` leaves a reference that is the
 * same for the same value and leads back to none (without a key it is `drop`); `allow` stores it.
 */
export type RedactionAction = (typeof REDACTION_ACTIONS)[number];

/** The key that references are made with. It shows in no log, no JSON and no copy of the policy that holds it. */
export class VaultKey {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** The key itself, for the digest only. */
  reveal(): string {
    return this.#key;
  }
}

/** What is done with each kind of secret. */
export interface RedactionPolicy extends Readonly<Record<RedactionKind, RedactionAction>> {
  readonly vaultKey?: VaultKey;
}
