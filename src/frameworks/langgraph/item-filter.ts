import { KeepsakeError } from "../../domain/index.js";

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equal as JSON, whatever the order of the fields. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, index) => isEqual(part, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b) || a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

/** Below, equal or above; NaN where the two cannot be ordered. Texts are ordered by code unit, so that ISO dates are ordered by time. */
function order(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : Number(a > b);
  return typeof a === "number" && typeof b === "number" ? a - b : Number.NaN;
}

function holds(operator: string, actual: unknown, wanted: unknown): boolean {
  switch (operator) {
    case "$eq":
      return isEqual(actual, wanted);
    case "$ne":
      return !isEqual(actual, wanted);
    case "$gt":
      return order(actual, wanted) > 0;
    case "$gte":
      return order(actual, wanted) >= 0;
    case "$lt":
      return order(actual, wanted) < 0;
    case "$lte":
      return order(actual, wanted) <= 0;
    case "$in":
      return Array.isArray(wanted) && wanted.some((one) => isEqual(actual, one));
    case "$nin":
      return Array.isArray(wanted) && !wanted.some((one) => isEqual(actual, one));
    default:
      throw new KeepsakeError("INVALID_INPUT", `there is no filter operator ${operator}`, { field: "filter" });
  }
}

/**
 * Whether every field of the filter holds: a value to equal, or operators (`$eq $ne $gt $gte $lt $lte $in $nin`). An absent field equals
 * nothing.
 * @throws INVALID_INPUT for an operator that does not exist
 */
export function fitsFilter(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const actual = Object.hasOwn(value, field) ? value[field] : undefined;
    const names = isObject(wanted) ? Object.keys(wanted) : [];
    if (!isObject(wanted) || names.length === 0 || !names.every((name) => name.startsWith("$"))) {
      return isEqual(actual, wanted);
    }
    return Object.entries(wanted).every(([operator, operand]) => holds(operator, actual, operand));
  });
}
