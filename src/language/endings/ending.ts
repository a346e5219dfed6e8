/**
 * What a clause says is not, or is no longer: denied, given away, parted from, called off, dead, or done. Read off the words alone, and
 * strict about its object: a memory is ended only by words that name all of what it is about.
 */
export interface Ending {
  readonly how: "denied" | "given-up" | "parted" | "called-off" | "died" | "done";
  /** Nothing but the denial of having said it: it ends what was kept, and is nothing to keep itself. */
  readonly onlyDenies?: boolean;
  /** Whom it must have been said of: the speaker of the clause, or the object wherever it is named. */
  readonly of: "same-subject" | "anything-named";
  /** Whether a remembered statement is what the clause ends. @param content as it is remembered, in the third person */
  ends(content: string): boolean;
}
