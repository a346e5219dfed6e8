import type { JournalEntryId, MemoryId, SessionId, TurnId } from "./ids.js";
import type { Memory, MemoryKind, MemoryStatus, MemoryTier } from "./memory.js";
import type { RecalledItem } from "./recalled.js";
import type { EpochMs, TimeRange, TimeZone } from "./time.js";
import type { Role, Turn } from "./turn.js";

/*
 * The shapes that every door carries, as the engine sees them: already validated, instants as epoch ms.
 * The zod schemas in `operations/` parse wire forms (ISO 8601) into these.
 */

export interface RecordTurn {
  /** The caller's own id of the message: the same id never writes twice. Absent: made from session, position in call and content. */
  readonly id?: string;
  readonly role: Role;
  readonly text: string;
  readonly speaker?: string;
  /** Absent: now. */
  readonly at?: EpochMs;
}

export interface RecordRequest {
  readonly sessionId: string;
  readonly agentId?: string;
  /** Absent: the configured default zone. */
  readonly timeZone?: TimeZone;
  /** Names the import that these turns are part of: what it wrote can be rolled back by this id. */
  readonly importId?: string;
  readonly turns: readonly RecordTurn[];
}

export interface RecordReceipt {
  /** Durable when the receipt is returned. In the order of the request; turns that were there before included. */
  readonly turnIds: readonly TurnId[];
  readonly accepted: number;
  /** Already there: the same id. */
  readonly duplicates: number;
  /** What was cut out before storing, by kind. */
  readonly redacted: Readonly<Record<string, number>>;
}

export interface RememberRequest {
  /** One statement; a longer text is refused, not cut. */
  readonly content: string;
  readonly kind?: MemoryKind;
  readonly subject?: string;
  readonly attribute?: string;
  readonly qualifiers?: Readonly<Record<string, string>>;
  readonly value?: string;
  readonly tags?: readonly string[];
  readonly importance?: number;
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly at?: EpochMs;
  readonly expiresAt?: EpochMs;
  readonly timeZone?: TimeZone;
  readonly idempotencyKey?: string;
}

/** What became of a statement. */
export type RememberOutcome =
  | "new"
  | "reinforced"
  | "superseded"
  | "coexists"
  | "rejected"
  | "retracted"
  | "pending-review";

export interface RememberResult {
  readonly outcome: RememberOutcome;
  readonly reason: string;
  readonly memory?: Memory;
  readonly supersededIds: readonly MemoryId[];
  /** Present when the memory is stored but something is still to come, e.g. its vector. */
  readonly degraded?: readonly string[];
}

/** One call of `load` is one transaction of one user, and others of the same user wait for it. */
export const MOST_LOADED = 500;

/** Memories that were finished elsewhere: each as `remember` takes it. */
export interface LoadRequest {
  /** 1–`MOST_LOADED` */
  readonly memories: readonly Omit<RememberRequest, "idempotencyKey">[];
  /** Names what is loaded, for `writes` and `rollback`; made from the memories where absent. Several calls may share one. */
  readonly importId?: string;
  /** The agent that writes those of the memories that name none. */
  readonly agentId?: string;
}

export interface LoadedMemory {
  /** `known`: it is there already, in the same words or as the same value of its slot. */
  readonly outcome: RememberOutcome | "known";
  readonly reason: string;
  readonly memoryId?: MemoryId;
  readonly supersededIds: readonly MemoryId[];
}

export interface LoadResult {
  readonly importId: string;
  /** One for each memory of the request, in its order. */
  readonly results: readonly LoadedMemory[];
  /** These memories were loaded before, and nothing was written now. */
  readonly repeated: boolean;
  /** Memories whose vectors are still to come. */
  readonly pendingVectors: number;
}

export interface RecallRequest {
  readonly query: string;
  /** 1–100 */
  readonly limit?: number;
  readonly types?: readonly ("memory" | "episode")[];
  readonly kinds?: readonly MemoryKind[];
  readonly tags?: readonly string[];
  readonly sessionId?: string;
  readonly agentId?: string;
  /** When the statement was made. */
  readonly saidBetween?: TimeRange;
  /** What was true at a past instant instead of now. */
  readonly asOf?: EpochMs;
  /** Recent turns of this session help to read a vague query. */
  readonly currentSessionId?: string;
  readonly timeZone?: TimeZone;
  readonly now?: EpochMs;
  readonly explain?: boolean;
  /** In which language `why` and the steps are told; that of the query where absent. Doors set what the caller asked for. */
  readonly language?: "en" | "zh";
  /** Overrides the policy's floor. 0–1 */
  readonly floor?: number;
  /** Only what was recorded at or after this instant; `recalledAt` of an earlier answer gives what is new since. */
  readonly since?: EpochMs;
  /** Answer within so many milliseconds with what is there by then; what is missing is named in `degraded`. 1–600,000 */
  readonly deadlineMs?: number;
}

/** Whose chat protocol the messages are wanted for. */
export const MESSAGE_FORMATS = ["openai", "anthropic", "ai-sdk"] as const;
export type MessageFormat = (typeof MESSAGE_FORMATS)[number];

/** A piece of a knowledge base that bears on the query, as the caller found it. */
export interface KnowledgePassage {
  readonly id: string;
  readonly content: string;
  /** Where it is from, in one line: title, section, version. */
  readonly source: string;
}

export interface ContextRequest {
  readonly query: string;
  readonly maxTokens?: number;
  readonly systemPrompt?: string;
  /** The session whose last turns go in verbatim. */
  readonly sessionId?: string;
  readonly timeZone?: TimeZone;
  readonly now?: EpochMs;
  /** Also gives the messages in the shape of this protocol. */
  readonly format?: MessageFormat;
  /** Passages of a knowledge base, best first; quoted beside the memories within a share of their own. */
  readonly knowledge?: readonly KnowledgePassage[];
  /** The time that recalling may take; see `RecallRequest.deadlineMs`. */
  readonly deadlineMs?: number;
}

export interface ContextMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export type ContextPartName = "system" | "profile" | "memories" | "knowledge" | "summary" | "turns" | "query";

/** Messages as a protocol wants them. `system` is apart where the protocol has a field for it. */
export interface FormattedMessages {
  readonly format: MessageFormat;
  readonly system?: string;
  readonly messages: readonly ContextMessage[];
}

export interface ContextPart {
  readonly name: ContextPartName;
  readonly tokens: number;
  readonly items: number;
}

export interface ContextCut {
  readonly part: ContextPartName;
  readonly what: string;
  readonly tokens: number;
  readonly reason: "over-budget" | "too-long" | "below-floor" | "duplicate" | "already-in-profile";
}

export interface ContextResult {
  /** The query is the last message. */
  readonly messages: readonly ContextMessage[];
  /** Tokens of the whole, message framing included; never over `maxTokens`. */
  readonly tokens: number;
  readonly maxTokens: number;
  readonly encoding: string;
  readonly parts: readonly ContextPart[];
  readonly included: readonly RecalledItem[];
  readonly cut: readonly ContextCut[];
  /** The same messages for a protocol, where one was asked for. Its body's fields, ready to be sent. */
  readonly formatted?: FormattedMessages;
  readonly degraded?: readonly string[];
}

export interface CorrectRequest {
  readonly id: MemoryId;
  readonly content: string;
  readonly value?: string;
  readonly agentId?: string;
  /** Compare-and-set: the revision that the caller saw. */
  readonly expectedRevision?: number;
  readonly at?: EpochMs;
  readonly idempotencyKey?: string;
}

export interface ExportRequest {
  /** Default `json`: items; `markdown`: a text to read. */
  readonly format?: "json" | "markdown";
  /** Of the headings of the Markdown. */
  readonly language?: "en" | "zh";
  /** About so many things a page, 1–1000. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** A page of everything that is held about a user: a document to hand over, so instants are ISO 8601 text here. */
export interface ExportResult {
  readonly items?: readonly { readonly type: string; readonly record: Readonly<Record<string, unknown>> }[];
  readonly text?: string;
  readonly nextCursor?: string;
}

/** Exactly one way to say what. */
export type ForgetRequest =
  | { readonly by: "id"; readonly id: MemoryId }
  /** Memories and turns that hold this text, case and width aside. */
  | { readonly by: "text"; readonly text: string }
  | { readonly by: "session"; readonly sessionId: SessionId }
  /** Memories that meet all that is named, with their sources; where times alone are named, also the turns said between them. */
  | { readonly by: "filter"; readonly filter: ForgetFilter }
  | { readonly by: "everything" };

/** At least one is named. */
export interface ForgetFilter {
  readonly kinds?: readonly MemoryKind[];
  /** Any of these. */
  readonly tags?: readonly string[];
  /** Said at or after. */
  readonly from?: EpochMs;
  /** Said before. */
  readonly to?: EpochMs;
}

/** A place that may say what was erased in other words, or tells something else of the same: it was not asked for, and stays. */
export interface SaidElsewhere {
  readonly kind: "turn" | "memory" | "summary";
  /** Of the turn or the memory; of a summary its session. */
  readonly id: string;
  /** Of a turn or a summary: `forget` by this session takes it; a memory goes by its id, and all of them by text. */
  readonly sessionId?: string;
}

export interface ForgetReport {
  readonly erased: {
    readonly memories: number;
    readonly episodes: number;
    readonly turns: number;
    readonly journalEntries: number;
    readonly stateEntries: number;
    /** Attachments and transcripts; absent where the user had none. */
    readonly blobs?: number;
  };
  readonly memoryIds: readonly MemoryId[];
  /** What a scan after the erasure still found: empty when the proof holds. */
  readonly residue: readonly string[];
  /** Of an erasure by id: what may say the same in other words, 20 places at most. Look, and say whether it is to go too. */
  readonly saidElsewhere: readonly SaidElsewhere[];
  /** How many such places there are beyond these. */
  readonly moreSaidElsewhere?: number;
  /** Of a dry run: what would go, 50 memories at most. */
  readonly contents?: readonly { readonly id: MemoryId; readonly content: string }[];
}

export interface ListRequest {
  readonly statuses?: readonly MemoryStatus[];
  readonly kinds?: readonly MemoryKind[];
  readonly tiers?: readonly MemoryTier[];
  readonly tags?: readonly string[];
  readonly subject?: string;
  readonly sessionId?: string;
  readonly asOf?: EpochMs;
  readonly limit?: number;
  readonly cursor?: string;
  readonly now?: EpochMs;
}

export interface HistoryResult {
  /** Oldest first. */
  readonly versions: readonly Memory[];
  readonly currentId?: MemoryId;
  /** The turns that each version was taken from, by id. */
  readonly turns: readonly Turn[];
}

export interface ProfileResult {
  /** Current statements by kind, most important first. */
  readonly sections: readonly { readonly kind: MemoryKind; readonly memories: readonly Memory[] }[];
  readonly asOf: EpochMs;
}

export interface StatsResult {
  readonly memories: Readonly<Record<MemoryStatus, number>>;
  readonly episodes: number;
  readonly sessions: number;
  readonly pendingTurns: number;
  /** Digested by the rules, while the language model failed or was over its cap: it reads them later. */
  readonly turnsAwaitingModel: number;
  readonly deadEntries: number;
  /** False: as much of the tenant waits to be digested as may wait, and `record` is refused until workers have caught up. */
  readonly acceptingTurns: boolean;
  readonly vectorsByModel: Readonly<Record<string, number>>;
  /** The model that answers now, and by which runtime (`onnx-native`, `onnx-wasm`, `http`…). */
  readonly embedder: { readonly modelId: string; readonly runtime: string };
}

export interface ReextractRequest {
  /** Only turns of this session. */
  readonly sessionId?: SessionId;
  /** Also turns that the model read before, or that were recorded before it was configured. Absent: those that await it. */
  readonly all?: boolean;
}

export interface ReextractResult {
  /** Turns that the model will now be asked about. */
  readonly queued: number;
  /** Turns that were due already. */
  readonly alreadyQueued: number;
}

export interface DeadEntry {
  readonly id: JournalEntryId;
  readonly turnId?: TurnId;
  readonly attempts: number;
  readonly error: string;
}
