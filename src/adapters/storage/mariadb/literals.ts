import { KeepsakeError } from "../../../domain/index.js";
import type { Value } from "../relational/index.js";

type Scalar = string | number | boolean | null | Uint8Array;

/** What a statement may be given: a value, a list (for `IN`) or rows (for `VALUES`). */
export type SqlValue = Value | Uint8Array | readonly (readonly Scalar[])[];

/** Printable, and without what could end a literal or change what it means. */
const PLAIN = /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/;
/** The engine knows no infinities; no instant or figure reaches so far. */
const FURTHEST = "1.7976931348623157e308";
/** What an empty list is to `IN` and `NOT IN`: nothing. */
const NOTHING = "SELECT NULL FROM DUAL WHERE FALSE";

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");

function numberLiteral(value: number): string {
  if (Number.isNaN(value)) throw new KeepsakeError("INTERNAL", "a statement was given what is no number");
  if (!Number.isFinite(value)) return value < 0 ? `(-${FURTHEST})` : FURTHEST;
  const text = String(value);
  // With an exponent it is a double; without, the server would reckon in decimals, which round otherwise.
  const exact = Number.isInteger(value) || text.includes("e") ? text : `${text}e0`;
  return value < 0 ? `(${exact})` : exact;
}

function literal(value: Scalar): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value !== "string") return `X'${hex(value)}'`;
  // Whatever is not plain is spelled in digits: no text can end its literal, under any mode or character set of the server.
  return PLAIN.test(value) ? `'${value}'` : `_utf8mb4 X'${Buffer.from(value, "utf8").toString("hex")}'`;
}

function isList(value: SqlValue): value is Exclude<SqlValue, Scalar> {
  return Array.isArray(value);
}

function render(value: SqlValue): string {
  if (!isList(value)) return literal(value);
  if (value.length === 0) return NOTHING;
  return value
    .map((item) => (Array.isArray(item) ? `(${item.map(literal).join(", ")})` : literal(item as Scalar)))
    .join(", ");
}

/** The statement with its values in the places of `$1`, `$2` and so on. */
export function compose(sql: string, values: readonly SqlValue[]): string {
  return sql.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const value = values[Number(digits) - 1];
    if (value === undefined) throw new KeepsakeError("INTERNAL", `a statement lacks its value $${digits}`);
    return render(value);
  });
}
