import {
  type Episode,
  type EpisodeId,
  type ItemAttributes,
  type ItemId,
  type JournalEntryId,
  type Memory,
  type MemoryId,
  makeScope,
  type Scope,
  type SessionId,
  type SummaryState,
  slotKey,
  type Turn,
  type TurnId,
} from "../../domain/index.js";

/** Ids whose look, prefix or punctuation has misled stores: each must be a key of its own, and none a pattern. */
export const HOSTILE_IDS: readonly string[] = [
  "acme",
  "acme-corp",
  "acme_corp",
  "acme%",
  "acm_",
  "ACME",
  " acme",
  "acme ",
  "a*",
  "[a-z]cme",
  "?cme",
  "o'brien",
  'say "hi"',
  "a;b--c",
  "'; DROP TABLE memories; --",
  "a/b",
  "a:b",
  "a\\b",
  "../../etc/passwd",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "0",
  "00",
  "é",
  "e\u0301",
  "аcme", // Cyrillic а
  "ａｃｍｅ",
  "用户一",
  "用戶一",
  "😀",
  "👩‍👩‍👧‍👦",
  "שלום",
  "\u202eemca",
  "a\u200bcme",
  "x".repeat(256),
  `${"x".repeat(255)}y`,
];

/** Text that must come back as it went in. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "before\u0000after",
  "line\nbreak\r\n\ttab",
  'it\'s "quoted" `here` \\ there',
  "100% _ * ? [a-z] {x}",
  "'; DROP TABLE turns; --",
  "<script>alert(1)</script>",
  '{"json": true}',
  "我喜欢喝茶，不喜欢咖啡。",
  "مرحبا بالعالم",
  "\u202eright to left\u202c",
  "😀👩‍👩‍👧‍👦🇨🇳",
  "\ufeffbyte order mark",
  "\uffff",
  "long ".repeat(20_000),
];

let made = 0;

/** A number that no other sample of this process has. */
export function unique(): number {
  return ++made;
}

export const turnId = (name: string | number = unique()) => `turn_${name}` as TurnId;
export const memoryId = (name: string | number = unique()) => `mem_${name}` as MemoryId;
export const episodeId = (name: string | number = unique()) => `ep_${name}` as EpisodeId;
export const journalId = (name: string | number = unique()) => `job_${name}` as JournalEntryId;
export const sessionId = (name: string | number = unique()) => `session ${name}` as SessionId;

export const NOW = 1_780_000_000_000;
export const MODEL = "sample-model@1";

export function sampleScope(tenant: string, user = `user ${unique()}`): Scope {
  return makeScope(tenant, user);
}

export function sampleTurn(fields: Partial<Turn> = {}): Omit<Turn, "position"> {
  const { position: _, ...rest } = fields;
  return {
    id: turnId(),
    sessionId: "session" as SessionId,
    role: "user",
    text: "I like tea.",
    at: NOW,
    recordedAt: NOW + 5,
    timeZone: "Asia/Shanghai",
    ...rest,
  };
}

/** A memory without a slot; with `attribute` it fills one. */
export function sampleMemory(fields: Partial<Memory> = {}): Memory {
  const id = fields.id ?? memoryId();
  const subject = fields.subject ?? "user";
  const qualifiers = fields.qualifiers ?? {};
  return {
    id,
    lineageId: id,
    version: 1,
    revision: 1,
    turnIds: [],
    content: "The user likes tea.",
    evidence: "I like tea",
    kind: "preference",
    tier: "long-term",
    status: "active",
    subject,
    qualifiers,
    cardinality: "multi",
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0.5,
    confidence: 0.9,
    source: "rule",
    supersedes: [],
    saidAt: NOW,
    validFrom: NOW,
    recordedAt: NOW,
    accessCount: 0,
    reinforcedCount: 0,
    contentHash: `hash of ${id}`,
    policyVersion: "sample",
    reason: "sample",
    ...(fields.attribute !== undefined && { slotKey: slotKey({ subject, attribute: fields.attribute, qualifiers }) }),
    ...fields,
  };
}

export function sampleEpisode(fields: Partial<Episode> = {}): Episode {
  const centreTurnId = fields.centreTurnId ?? turnId();
  return {
    id: episodeId(),
    sessionId: "session" as SessionId,
    centreTurnId,
    turnIds: [centreTurnId],
    role: "user",
    at: NOW,
    recordedAt: NOW,
    ...fields,
  };
}

/** A session that was not summarised yet. */
export function sampleSummary(fields: Partial<SummaryState> = {}): SummaryState {
  return {
    sessionId: sessionId(),
    revision: 0,
    lastTurnAt: NOW,
    coveredTo: 0,
    openTurns: 3,
    openTokens: 40,
    ...fields,
  };
}

export function sampleAttributes(id: ItemId, fields: Partial<ItemAttributes> = {}): ItemAttributes {
  return {
    id,
    type: "memory",
    status: "active",
    tags: [],
    entities: [],
    saidAt: NOW,
    recordedAt: NOW,
    validFrom: NOW,
    importance: 0.5,
    ...fields,
  };
}

/** A unit vector in a plane, `degrees` from the first axis: cosines between them are those of the angles' differences. */
export function vectorAt(degrees: number, dimension = 4): Float32Array {
  const vector = new Float32Array(dimension);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}
