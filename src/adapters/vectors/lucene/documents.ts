import type { ItemAttributes, Scope } from "../../../domain/index.js";
import type { VectorPoint } from "../../../ports/index.js";
import { termOf } from "./filter-query.js";

const KEYWORD = { type: "keyword" } as const;
const INSTANT = { type: "long" } as const;

/** What filters see, and what a listing is in order of. `strict`: a field that nobody meant is an error rather than a guess of the server. */
export const FIELDS = {
  tenant: KEYWORD,
  user: KEYWORD,
  itemId: KEYWORD,
  type: KEYWORD,
  kind: KEYWORD,
  tier: KEYWORD,
  status: KEYWORD,
  subject: KEYWORD,
  sessionId: KEYWORD,
  agentId: KEYWORD,
  speaker: KEYWORD,
  role: KEYWORD,
  tags: KEYWORD,
  entities: KEYWORD,
  saidAt: INSTANT,
  recordedAt: INSTANT,
  validFrom: INSTANT,
  validTo: INSTANT,
  expiresAt: INSTANT,
} as const;

/** As short as a 32-bit number can be written and read back the same: nine digits, where its double would take seventeen. */
export function decimalsOf(vector: Float32Array): readonly number[] {
  return Array.from(vector, (value) => Number(value.toPrecision(9)));
}

const termOrNone = (text: string | undefined): string | undefined => (text === undefined ? undefined : termOf(text));

/** An item as its document; what is undefined is left out of the JSON. */
export function documentOf(scope: Scope, { attributes, values }: VectorPoint): object {
  const { type, status, kind, tier, role, saidAt, recordedAt, validFrom, validTo, expiresAt }: ItemAttributes =
    attributes;
  return {
    tenant: termOf(scope.tenant),
    user: termOf(scope.user),
    itemId: termOf(attributes.id),
    ...{ type, status, kind, tier, role, saidAt, recordedAt, validFrom, validTo, expiresAt },
    subject: termOrNone(attributes.subject),
    sessionId: termOrNone(attributes.sessionId),
    agentId: termOrNone(attributes.agentId),
    speaker: termOrNone(attributes.speaker),
    tags: attributes.tags.map(termOf),
    entities: attributes.entities.map(termOf),
    vector: decimalsOf(values),
  };
}
