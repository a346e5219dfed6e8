import { createHash } from "node:crypto";
import type { RowData } from "@zilliz/milvus2-sdk-node";
import { type Scope, scopeKey } from "../../../domain/index.js";
import type { VectorPoint } from "../../../ports/index.js";
import { pointKey } from "../remote/index.js";

/** An end that there is not; beyond every instant. */
export const ENDLESS = Number.MAX_SAFE_INTEGER + 1;
/** A text that there is not; no token is empty. */
const ABSENT = "";
export const TOKEN_LENGTH = 32;

/**
 * A text as a row holds it: 128 bits of its digest, in hexadecimal. Filters of Milvus are expressions with their values written into them,
 * and not every server takes parameters; of these values no letter can be anything but itself. The server holds nobody's words, either.
 */
export function tokenOf(text: string): string {
  return createHash("sha256").update(text.toWellFormed()).digest("hex").slice(0, TOKEN_LENGTH);
}

/** Of a tenant's user, in the column by which collections are partitioned. */
export const ownerOf = (scope: Scope): string => tokenOf(scopeKey(scope));

const tokenOrAbsent = (text: string | undefined): string => (text === undefined ? ABSENT : tokenOf(text));
const tokensOf = (texts: readonly string[]): string[] => [...new Set(texts.map(tokenOf))];

export function rowOf(scope: Scope, { attributes, values }: VectorPoint): RowData {
  const { saidAt, recordedAt, validFrom, validTo, expiresAt } = attributes;
  return {
    key: pointKey(scope, attributes.id),
    itemId: attributes.id.toWellFormed(),
    tenant: tokenOf(scope.tenant),
    owner: ownerOf(scope),
    type: tokenOf(attributes.type),
    status: tokenOf(attributes.status),
    kind: tokenOrAbsent(attributes.kind),
    tier: tokenOrAbsent(attributes.tier),
    subject: tokenOrAbsent(attributes.subject),
    sessionId: tokenOrAbsent(attributes.sessionId),
    agentId: tokenOrAbsent(attributes.agentId),
    speaker: tokenOrAbsent(attributes.speaker),
    role: tokenOrAbsent(attributes.role),
    tags: tokensOf(attributes.tags),
    entities: tokensOf(attributes.entities),
    ...{ saidAt, recordedAt, validFrom, validTo: validTo ?? ENDLESS, expiresAt: expiresAt ?? ENDLESS },
    vector: [...values],
  };
}
