import { type Scope, scopeKey } from "../../../domain/index.js";
import type { Condition } from "../remote/index.js";

/** The part of Qdrant's filter language that is used here. */
export type QdrantCondition =
  | { readonly key: string; readonly match: { readonly value: string } | { readonly any: string[] } }
  | {
      readonly key: string;
      readonly range: { readonly gte?: number; readonly gt?: number; readonly lt?: number; readonly lte?: number };
    }
  | { readonly is_empty: { readonly key: string } }
  | QdrantFilter;

export interface QdrantFilter {
  readonly must?: QdrantCondition[];
  readonly should?: QdrantCondition[];
  readonly must_not?: QdrantCondition[];
}

/** Undefined: no condition at all. `never` has no form of its own: what matches everything, taken back. */
function translate(condition: Condition): QdrantCondition | undefined {
  switch (condition.op) {
    case "always":
      return undefined;
    case "never":
      return { must_not: [{ must: [] }] };
    case "and":
      return { must: condition.of.flatMap((part) => translate(part) ?? []) };
    case "or":
      return { should: condition.of.flatMap((part) => translate(part) ?? []) };
    case "not": {
      const part = translate(condition.of);
      return { must_not: part === undefined ? [] : [part] };
    }
    case "oneOf":
    case "anyOf":
      return { key: condition.field, match: { any: [...condition.values] } };
    case "absent":
      return { is_empty: { key: condition.field } };
    case "bounds": {
      const { field, atLeast, above, below, atMost } = condition;
      const low = { ...(atLeast === undefined ? {} : { gte: atLeast }), ...(above === undefined ? {} : { gt: above }) };
      const high = { ...(below === undefined ? {} : { lt: below }), ...(atMost === undefined ? {} : { lte: atMost }) };
      return { key: field, range: { ...low, ...high } };
    }
  }
}

/** Of one user: by the field that Qdrant keeps users apart by, and by both names once more. */
function ofScope(scope: Scope): QdrantCondition[] {
  return [
    { key: "scope", match: { value: scopeKey(scope) } },
    { key: "tenant", match: { value: scope.tenant } },
    { key: "user", match: { value: scope.user } },
  ];
}

export function filterOf(scope: Scope, condition: Condition): QdrantFilter {
  const part = translate(condition);
  return { must: part === undefined ? ofScope(scope) : [...ofScope(scope), part] };
}
