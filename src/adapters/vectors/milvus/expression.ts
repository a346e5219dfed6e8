import type { Scope } from "../../../domain/index.js";
import type { Condition } from "../remote/index.js";
import { ENDLESS, ownerOf, tokenOf } from "./rows.js";

const FARTHEST_INSTANT = Number.MAX_SAFE_INTEGER;

/** Tokens and keys are hexadecimal: nothing in them ends a literal. */
export const listed = (tokens: Iterable<string>): string => `[${[...tokens].map((token) => `"${token}"`).join(", ")}]`;
const tokensOf = (values: readonly string[]): string => listed(new Set(values.map(tokenOf)));

function bounds({ field, atLeast, above, below, atMost }: Extract<Condition, { op: "bounds" }>): string {
  const parts = [
    [">=", atLeast],
    [">", above],
    ["<", below],
    ["<=", atMost],
  ].flatMap(([comparison, bound]) =>
    typeof bound === "number" ? [`${field} ${comparison} ${wholeInstant(String(comparison), bound)}`] : [],
  );
  // an end that there is not lies within no bounds
  if (field === "validTo" || field === "expiresAt") parts.push(`${field} != ${ENDLESS}`);
  return `(${parts.join(" and ")})`;
}

/** Columns of instants are whole numbers; so are the bounds that are compared with them. */
function wholeInstant(comparison: string, bound: number): number {
  const whole = comparison === ">=" || comparison === "<" ? Math.ceil(bound) : Math.floor(bound);
  return Math.max(-FARTHEST_INSTANT, Math.min(FARTHEST_INSTANT, whole));
}

function expressionOf(condition: Exclude<Condition, { op: "always" | "never" }>): string {
  switch (condition.op) {
    case "and":
    case "or":
      return `(${condition.of.map(partOf).join(` ${condition.op} `)})`;
    case "not":
      return `(not ${partOf(condition.of)})`;
    case "oneOf":
      return `(${condition.field} in ${tokensOf(condition.values)})`;
    case "anyOf":
      return `(array_contains_any(${condition.field}, ${tokensOf(condition.values)}))`;
    case "bounds":
      return bounds(condition);
    case "absent":
      return `(${condition.field} == ${ENDLESS})`;
  }
}

function partOf(condition: Condition): string {
  if (condition.op === "always" || condition.op === "never") throw new Error("a condition has no trivial part");
  return expressionOf(condition);
}

/** Of every expression: this tenant's and this user's alone, and what else is asked. */
export function within(scope: Scope, ...parts: readonly string[]): string {
  return [`tenant == "${tokenOf(scope.tenant)}"`, `owner == "${ownerOf(scope)}"`, ...parts].join(" and ");
}

/** Undefined: nothing can match. */
export function expressionWithin(scope: Scope, condition: Condition): string | undefined {
  if (condition.op === "never") return undefined;
  return condition.op === "always" ? within(scope) : within(scope, expressionOf(condition));
}
