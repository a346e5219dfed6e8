import type { Span } from "../span.js";

export type EntityKind =
  | "person"
  | "organisation"
  | "project"
  | "product"
  | "identifier"
  | "amount"
  | "version"
  | "date"
  | "channel"
  | "place"
  | "name";

/** Something that a text names, as it is written there. */
export interface Entity extends Span {
  readonly kind: EntityKind;
}
