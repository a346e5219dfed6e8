import type {
  AddAttachmentRequest,
  Attachment,
  AttachmentContent,
  ContextRequest,
  ContextResult,
  CorrectRequest,
  DeadEntry,
  DryRun,
  ExportRequest,
  ExportResult,
  FeedbackEntry,
  FeedbackRequest,
  FeedbackResult,
  ForgetReport,
  ForgetRequest,
  HistoryResult,
  ListedWrite,
  ListRequest,
  LoadRequest,
  LoadResult,
  Memory,
  MemoryId,
  Page,
  ProfileResult,
  RecallRequest,
  RecallResult,
  RecordReceipt,
  RecordRequest,
  ReextractRequest,
  ReextractResult,
  RememberRequest,
  RememberResult,
  ReviewDecision,
  ReviewListRequest,
  ReviewPage,
  ReviewSelection,
  RollbackReport,
  RouteRequest,
  RouteResult,
  SessionEndReceipt,
  StatsResult,
  SummaryResult,
  TraceRequest,
  TraceResult,
  UsageResult,
  WriteSelection,
} from "./domain/index.js";
import type { StateEntry } from "./ports/index.js";

/** The memory of one user. There is no call without a user: this handle is the scope. */
export interface UserMemory {
  /** Resolves when the turns are durable; extraction follows behind. */
  record(request: RecordRequest): Promise<RecordReceipt>;
  remember(request: RememberRequest): Promise<RememberResult>;
  /** Up to 500 memories that were finished elsewhere, in one transaction: all or none. The same request never writes twice. */
  load(request: LoadRequest): Promise<LoadResult>;
  recall(request: RecallRequest): Promise<RecallResult>;
  context(request: ContextRequest): Promise<ContextResult>;
  /** Whether a message needs memory, knowledge, both, or neither, and why. */
  route(request: RouteRequest): Promise<RouteResult>;
  /** At which step an expected memory was lost. */
  trace(request: TraceRequest): Promise<TraceResult>;
  readonly feedback: {
    /** Useful, useless or wrong. `wrong` opens a review. NOT_FOUND when the user has no such item. */
    give(request: FeedbackRequest): Promise<FeedbackResult>;
    /** What tuning reads, newest first. */
    list(page?: { readonly limit?: number; readonly cursor?: string }): Promise<Page<FeedbackEntry>>;
  };
  correct(request: CorrectRequest): Promise<RememberResult>;
  /** `dryRun`: only says what would go. */
  forget(request: ForgetRequest, options?: DryRun): Promise<ForgetReport & { readonly dryRun?: true }>;
  /** Everything that is held about the user, page after page. */
  export(request?: ExportRequest): Promise<ExportResult>;
  list(request?: ListRequest): Promise<Page<Memory>>;
  /** NOT_FOUND when the user has no such memory. */
  get(id: MemoryId): Promise<Memory>;
  history(id: MemoryId): Promise<HistoryResult>;
  profile(): Promise<ProfileResult>;
  stats(): Promise<StatsResult>;
  /** Lets the language model read turns (again): those that await it, or all. MODEL_UNAVAILABLE where none is configured. */
  reextract(request?: ReextractRequest): Promise<ReextractResult>;
  /** What the user's tenant spent on the language model. */
  usage(): Promise<UsageResult>;
  readonly state: {
    put(space: string, key: string, value: unknown, ttlSeconds?: number): Promise<void>;
    /** NOT_FOUND when it was never put, or has expired. */
    get(space: string, key: string): Promise<StateEntry>;
    list(space: string): Promise<readonly StateEntry[]>;
    delete(space: string, key: string): Promise<boolean>;
  };
  readonly session: {
    /** Ends it outright: its summary is made behind the call. NOT_FOUND when the user has no such session. */
    end(sessionId: string): Promise<SessionEndReceipt>;
  };
  /** Summaries of sessions that ended, or outgrew their budget. */
  readonly summary: {
    /** NOT_FOUND when the session has none (yet). */
    get(sessionId: string): Promise<SummaryResult>;
    /** The session spoken in last first; 20 a page where no limit is given. */
    list(page?: { readonly limit?: number; readonly cursor?: string }): Promise<Page<SummaryResult>>;
  };
  /** Files beside conversations. CONFIG_INVALID where no place for them is configured; UNAVAILABLE where it does not answer. */
  readonly attachment: {
    /** Durable when it resolves; the same file sent again is the same attachment. NOT_FOUND when there is no such session or turn. */
    add(request: AddAttachmentRequest): Promise<Attachment>;
    /** NOT_FOUND when the user has no such attachment. */
    get(id: string): Promise<AttachmentContent>;
    /** 50 a page where no limit is given. */
    list(request?: {
      readonly sessionId?: string;
      readonly limit?: number;
      readonly cursor?: string;
    }): Promise<Page<Attachment>>;
    /** For good. NOT_FOUND when the user has no such attachment. */
    remove(id: string): Promise<void>;
  };
  /** Changes that wait until a person accepts or rejects them. */
  readonly review: {
    /** Each with what accepting it would change now. What waited too long is rejected first. */
    list(request?: ReviewListRequest): Promise<ReviewPage>;
    /** Each is decided anew against what holds now, and counts as said when it was said. */
    accept(selection: ReviewSelection): Promise<readonly ReviewDecision[]>;
    reject(selection: ReviewSelection): Promise<readonly ReviewDecision[]>;
  };
  /** What one turn, session, agent, import or policy version wrote, newest first. */
  writes(
    selection: WriteSelection,
    page?: { readonly limit?: number; readonly cursor?: string },
  ): Promise<Page<ListedWrite>>;
  /** Takes that back, all or nothing; nothing is destroyed. */
  rollback(selection: WriteSelection, options?: DryRun): Promise<RollbackReport>;
  /** Journal entries that failed for good, and their retry. */
  readonly journal: {
    list(): Promise<readonly DeadEntry[]>;
    retry(): Promise<number>;
  };
  /** Resolves when nothing of this user waits to be digested (dead entries aside). DEADLINE_EXCEEDED after `timeoutMs`. */
  processed(timeoutMs?: number): Promise<void>;
}

/** An opened engine. */
export interface Keepsake {
  /** @param id any exact string of 1–256 characters */
  user(id: string): UserMemory;
  close(): Promise<void>;
}
