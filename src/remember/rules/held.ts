/** Whom or what a clause is about, for the clauses behind it that name nobody. */
export interface Holder {
  /** The key under which statements about it are compared. */
  readonly subject: string;
  /** As a statement begins with it, in the third person. */
  readonly words: string;
  /** The clause is about the speaker and only introduces it: what the speaker does next is the speaker's still. */
  readonly isIntroduced?: boolean;
}
