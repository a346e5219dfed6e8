/*
 * What the operations table looks like as protobuf: messages and calls without their numbers (those are in field-numbers.ts).
 * From here the published proto file and the descriptors of the running door are both made, so that they cannot differ.
 */

export type Scalar = "string" | "bool" | "double" | "int32" | "int64";

export type FieldType =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  | { readonly kind: "message"; readonly message: string }
  /** Any JSON value. */
  | { readonly kind: "value" }
  /** Any JSON object. */
  | { readonly kind: "struct" };

export interface FieldShape {
  /** As on the wire of every other door: `saidFrom`. */
  readonly name: string;
  readonly type: FieldType;
  readonly holds: "one" | "list" | "map";
  readonly required: boolean;
  /** A scalar that tells "not given" from its zero. */
  readonly explicit: boolean;
  readonly about?: string;
  /** The words that a string may be. */
  readonly words?: readonly string[];
}

export interface MessageShape {
  readonly name: string;
  readonly about?: string;
  readonly fields: readonly FieldShape[];
  /** Exactly one of the fields is there: the name of the choice. */
  readonly choice?: string;
}

export interface RpcShape {
  readonly name: string;
  /** Name of the operation in the table. */
  readonly operation: string;
  readonly about: string;
  readonly request: string;
  readonly response: string;
  /** Name of the field whose items are sent one by one; absent: one answer. */
  readonly streams?: string;
  /** The request names whose memory it is. */
  readonly ofUser: boolean;
}

export interface ServiceShape {
  readonly rpcs: readonly RpcShape[];
  readonly messages: ReadonlyMap<string, MessageShape>;
}

export const PACKAGE = "keepsake.v1";
export const SERVICE = "KeepsakeService";
export const FILE = "keepsake/v1/keepsake.proto";

/** `saidFrom` → `said_from`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `state-put` → `StatePut`, `turnRange` → `TurnRange`. */
export function pascal(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, _dash: string, letter: string) => letter.toUpperCase());
}

/** As numbers are remembered: a field whose type changes gets another number. */
export function typeCode({ type, holds }: FieldShape): string {
  const one = type.kind === "scalar" ? type.scalar : type.kind === "message" ? type.message : type.kind;
  return one + { one: "", list: "[]", map: "{}" }[holds];
}
