/* Qdrant's filters, as its reference tells of them; what it does not know is refused, as the server does. */

export type Payload = Readonly<Record<string, unknown>>;

/** The request is malformed; the server answers 400. */
export class Malformed extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function only(value: Record<string, unknown>, ...keys: readonly string[]): void {
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Malformed(`unknown field ${key}`);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Malformed("expected a list of conditions");
  return value;
}

/** A payload's field may hold one value or a list of them; a condition is asked of each. */
const valuesAt = (payload: Payload, key: string): readonly unknown[] => {
  const value = payload[key];
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
};

function matchesValue(match: Record<string, unknown>, values: readonly unknown[]): boolean {
  only(match, "value", "any");
  if ("value" in match) return values.includes(match.value);
  const any = listOf(match.any);
  return values.some((value) => any.includes(value));
}

function isInRange(range: Record<string, unknown>, values: readonly unknown[]): boolean {
  only(range, "gt", "gte", "lt", "lte");
  const bound = (name: string): number | undefined => {
    const value = range[name];
    if (value !== undefined && typeof value !== "number") throw new Malformed(`range.${name} is no number`);
    return value;
  };
  const [gt, gte, lt, lte] = ["gt", "gte", "lt", "lte"].map(bound);
  return values.some(
    (value) =>
      typeof value === "number" &&
      (gt === undefined || value > gt) &&
      (gte === undefined || value >= gte) &&
      (lt === undefined || value < lt) &&
      (lte === undefined || value <= lte),
  );
}

function meets(condition: unknown, payload: Payload): boolean {
  if (!isRecord(condition)) throw new Malformed("a condition is no object");
  if ("is_empty" in condition) {
    only(condition, "is_empty");
    if (!isRecord(condition.is_empty) || typeof condition.is_empty.key !== "string")
      throw new Malformed("is_empty.key");
    return valuesAt(payload, condition.is_empty.key).length === 0;
  }
  if (!("key" in condition)) return matchesFilter(condition, payload);
  only(condition, "key", "match", "range");
  if (typeof condition.key !== "string") throw new Malformed("key is no text");
  const values = valuesAt(payload, condition.key);
  if (isRecord(condition.match)) return matchesValue(condition.match, values);
  if (isRecord(condition.range)) return isInRange(condition.range, values);
  throw new Malformed("a field condition asks for nothing");
}

/** All of `must`, none of `must_not`, and one of `should` where there is any. */
export function matchesFilter(filter: unknown, payload: Payload): boolean {
  if (filter === undefined || filter === null) return true;
  if (!isRecord(filter)) throw new Malformed("filter is no object");
  only(filter, "must", "should", "must_not");
  const should = listOf(filter.should).map((condition) => meets(condition, payload));
  const must = listOf(filter.must).map((condition) => meets(condition, payload));
  const mustNot = listOf(filter.must_not).map((condition) => meets(condition, payload));
  return must.every(Boolean) && !mustNot.some(Boolean) && (should.length === 0 || should.some(Boolean));
}
