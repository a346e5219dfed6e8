export type InjectionKind =
  /** Asks that earlier instructions be dropped or replaced; also what addresses the model that reads, or is wrapped so that only it reads. */
  | "override"
  /** Poses as a message of another role. */
  | "role-marker"
  /** Gives the model another person to be. */
  | "persona"
  /** Asks for the hidden prompt, or that data be sent away. */
  | "reveal"
  /** Text that a page hides from its reader. */
  | "hidden-markup"
  /** Characters that a reader cannot see, or that turn the direction of what is seen. */
  | "invisible";

/** A place where a text tries to instruct the model that will read it. */
export interface InjectionMark {
  readonly kind: InjectionKind;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** All quantifiers of these are bounded, so that a search is linear in the text. */
export type InjectionPattern = readonly [InjectionKind, RegExp];
