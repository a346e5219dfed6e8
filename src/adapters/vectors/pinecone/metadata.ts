import type { RecordMetadata } from "@pinecone-database/pinecone";
import type { Scope } from "../../../domain/index.js";
import type { VectorPoint } from "../../../ports/index.js";
import { exactText } from "../remote/index.js";

/** Pinecone takes 40 KB of metadata of one record: longer texts are told by their digests, so that several hundred labels fit. */
const MAX_TEXT_BYTES = 64;
/**
 * Pinecone has no null, and does not say what `$nin` means of a field that is absent: so none is. Texts begin with `=`, which tells them
 * from this.
 */
const ABSENT = "-";
/** An end that there is not; beyond every instant. */
export const ENDLESS = Number.MAX_SAFE_INTEGER + 1;

export const heldText = (text: string): string => `=${exactText(text, MAX_TEXT_BYTES)}`;
const heldOrAbsent = (text: string | undefined): string => (text === undefined ? ABSENT : heldText(text));

/** Of a list with nothing in it, too, a `$nin` must be true. */
const heldList = (texts: readonly string[]): string[] => [ABSENT, ...new Set(texts.map(heldText))];

export function metadataOf({ tenant, user }: Scope, { attributes }: VectorPoint): RecordMetadata {
  const { saidAt, recordedAt, validFrom, validTo, expiresAt } = attributes;
  return {
    tenant: heldText(tenant),
    user: heldText(user),
    type: heldText(attributes.type),
    status: heldText(attributes.status),
    kind: heldOrAbsent(attributes.kind),
    tier: heldOrAbsent(attributes.tier),
    subject: heldOrAbsent(attributes.subject),
    sessionId: heldOrAbsent(attributes.sessionId),
    agentId: heldOrAbsent(attributes.agentId),
    speaker: heldOrAbsent(attributes.speaker),
    role: heldOrAbsent(attributes.role),
    tags: heldList(attributes.tags),
    entities: heldList(attributes.entities),
    ...{ saidAt, recordedAt, validFrom, validTo: validTo ?? ENDLESS, expiresAt: expiresAt ?? ENDLESS },
  };
}
