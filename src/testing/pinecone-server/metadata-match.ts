/** A metadata filter as Pinecone reads one, over a record's metadata. */
export type Metadata = Readonly<Record<string, unknown>>;

export class BadFilter extends Error {}

const MAX_VALUES = 10_000;

const equals = (held: unknown, value: unknown): boolean =>
  Array.isArray(held) ? held.includes(value) : held === value;

function isIn(held: unknown, values: unknown): boolean {
  if (!Array.isArray(values) || values.length === 0) throw new BadFilter("$in must be a non-empty list");
  if (values.length > MAX_VALUES) throw new BadFilter(`$in takes at most ${MAX_VALUES} values`);
  const wanted = new Set<unknown>(values);
  return Array.isArray(held) ? held.some((one) => wanted.has(one)) : wanted.has(held);
}

function number(value: unknown, operator: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new BadFilter(`${operator} takes a number`);
  return value;
}

const COMPARISONS: Readonly<Record<string, (held: number, bound: number) => boolean>> = {
  $gt: (held, bound) => held > bound,
  $gte: (held, bound) => held >= bound,
  $lt: (held, bound) => held < bound,
  $lte: (held, bound) => held <= bound,
};

/** Of a field that is absent no operator is taken to be true: Pinecone does not say, and nothing may depend on it. */
function compares(held: unknown, operator: string, value: unknown): boolean {
  const compare = COMPARISONS[operator];
  if (compare !== undefined) return typeof held === "number" && compare(held, number(value, operator));
  switch (operator) {
    case "$eq":
      return equals(held, value);
    case "$ne":
      return held !== undefined && !equals(held, value);
    case "$in":
      return isIn(held, value);
    case "$nin":
      return held !== undefined && !isIn(held, value);
    default:
      throw new BadFilter(`invalid operator ${operator}`);
  }
}

export function matchesMetadata(filter: unknown, metadata: Metadata): boolean {
  if (typeof filter !== "object" || filter === null) throw new BadFilter("a filter must be an object");
  return Object.entries(filter).every(([key, value]: [string, unknown]) => {
    if (key === "$and" || key === "$or") {
      if (!Array.isArray(value) || value.length === 0) throw new BadFilter(`${key} must be a non-empty list`);
      return key === "$and"
        ? value.every((part) => matchesMetadata(part, metadata))
        : value.some((part) => matchesMetadata(part, metadata));
    }
    if (key.startsWith("$")) throw new BadFilter(`${key} stands at no such place`);
    if (typeof value !== "object" || value === null) return equals(metadata[key], value);
    return Object.entries(value).every(([operator, operand]) => compares(metadata[key], operator, operand));
  });
}
