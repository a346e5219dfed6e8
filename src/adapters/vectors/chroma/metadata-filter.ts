import { createHash } from "node:crypto";
import type { Where } from "chromadb";
import { type ItemAttributes, LIST_FIELDS, TEXT_FIELDS } from "../../../domain/index.js";
import { type Condition, type InstantField, inBatches } from "../remote/index.js";

type Metadata = Record<string, string | number | boolean>;

const INSTANTS: readonly InstantField[] = ["saidAt", "recordedAt", "validFrom", "validTo", "expiresAt"];
/** Of what is absent: every field is there, so that a negation means the same of all. No instant is so early. */
const NO_INSTANT = Number.MIN_SAFE_INTEGER;
const NO_TEXT = "-";

/** Filters ask for equality only, so that no word needs to leave for the engine: 128 bits stand for it. */
const shortened = (text: string): string => createHash("sha256").update(text.toWellFormed()).digest("hex").slice(0, 32);
const labelOf = (field: string, text: string): string => `${field}:${shortened(text)}`;

/** What filters see, as Chroma can hold it: a list is a mark for each of its texts. */
export function metadataOf(attributes: ItemAttributes): Metadata {
  const metadata: Metadata = { item: JSON.stringify(attributes.id) };
  for (const field of TEXT_FIELDS) {
    const text = attributes[field];
    metadata[field] = text === undefined ? NO_TEXT : shortened(text);
  }
  for (const field of INSTANTS) metadata[field] = attributes[field] ?? NO_INSTANT;
  for (const field of LIST_FIELDS) for (const text of attributes[field]) metadata[labelOf(field, text)] = true;
  return metadata;
}

/** The server bounds the depth of an expression, in which a row of a thousand parts is as deep as it is long. */
const MOST_IN_A_ROW = 30;

function join(kind: "$and" | "$or", parts: readonly Where[]): Where {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  if (parts.length > MOST_IN_A_ROW) {
    return join(
      kind,
      [...inBatches(parts, MOST_IN_A_ROW)].map((batch) => join(kind, batch)),
    );
  }
  return (kind === "$and" ? { $and: [...parts] } : { $or: [...parts] }) as Where;
}

type Bounds = Extract<Condition, { op: "bounds" }>;

function boundsOf({ field, atLeast, above, below, atMost }: Bounds): readonly Where[] {
  return [
    ...(atLeast === undefined ? [] : [{ [field]: { $gte: atLeast } }]),
    ...(above === undefined ? [] : [{ [field]: { $gt: above } }]),
    ...(below === undefined ? [] : [{ [field]: { $lt: below } }]),
    ...(atMost === undefined ? [] : [{ [field]: { $lte: atMost } }]),
    // what is absent stands before every upper bound
    ...(below === undefined && atMost === undefined ? [] : [{ [field]: { $ne: NO_INSTANT } }]),
  ];
}

function negatedBounds({ field, atLeast, above, below, atMost }: Bounds): readonly Where[] {
  return [
    ...(atLeast === undefined ? [] : [{ [field]: { $lt: atLeast } }]),
    ...(above === undefined ? [] : [{ [field]: { $lte: above } }]),
    ...(below === undefined ? [] : [{ [field]: { $gte: below } }]),
    ...(atMost === undefined ? [] : [{ [field]: { $gt: atMost } }]),
    ...(below === undefined && atMost === undefined ? [] : [{ [field]: NO_INSTANT }]),
  ];
}

/** Chroma has no negation: it is carried down to what is compared. */
function translate(condition: Exclude<Condition, { op: "always" | "never" }>, isNegated: boolean): Where {
  const inner = (part: Condition): Where => {
    if (part.op === "always" || part.op === "never") throw new TypeError("a trivial condition inside another");
    return translate(part, isNegated);
  };
  switch (condition.op) {
    case "and":
    case "or":
      return join((condition.op === "and") === isNegated ? "$or" : "$and", condition.of.map(inner));
    case "not":
      if (condition.of.op === "always" || condition.of.op === "never")
        throw new TypeError("a trivial condition negated");
      return translate(condition.of, !isNegated);
    case "oneOf": {
      const values = condition.values.map(shortened);
      return { [condition.field]: isNegated ? { $nin: values } : { $in: values } };
    }
    case "anyOf": {
      const marks = condition.values.map((value) => ({
        [labelOf(condition.field, value)]: isNegated ? { $ne: true } : true,
      }));
      return join(isNegated ? "$and" : "$or", marks);
    }
    case "absent":
      return { [condition.field]: isNegated ? { $ne: NO_INSTANT } : NO_INSTANT };
    case "bounds":
      return isNegated ? join("$or", negatedBounds(condition)) : join("$and", boundsOf(condition));
  }
}

/** Undefined: no condition. */
export function whereOf(condition: Exclude<Condition, { op: "never" }>): Where | undefined {
  return condition.op === "always" ? undefined : translate(condition, false);
}
