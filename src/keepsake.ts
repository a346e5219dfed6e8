import type {
  ContextRequest,
  ContextResult,
  CorrectRequest,
  DeadEntry,
  ForgetReport,
  ForgetRequest,
  HistoryResult,
  ListRequest,
  Memory,
  MemoryId,
  Page,
  ProfileResult,
  RecallRequest,
  RecallResult,
  RecordReceipt,
  RecordRequest,
  RememberRequest,
  RememberResult,
  StatsResult,
} from "./domain/index.js";
import type { StateEntry } from "./ports/index.js";

/** The memory of one user. There is no call without a user: this handle is the scope. */
export interface UserMemory {
  /** Resolves when the turns are durable; extraction follows behind. */
  record(request: RecordRequest): Promise<RecordReceipt>;
  remember(request: RememberRequest): Promise<RememberResult>;
  recall(request: RecallRequest): Promise<RecallResult>;
  context(request: ContextRequest): Promise<ContextResult>;
  correct(request: CorrectRequest): Promise<RememberResult>;
  forget(request: ForgetRequest): Promise<ForgetReport>;
  list(request?: ListRequest): Promise<Page<Memory>>;
  /** NOT_FOUND when the user has no such memory. */
  get(id: MemoryId): Promise<Memory>;
  history(id: MemoryId): Promise<HistoryResult>;
  profile(): Promise<ProfileResult>;
  stats(): Promise<StatsResult>;
  readonly state: {
    put(space: string, key: string, value: unknown, ttlSeconds?: number): Promise<void>;
    find(space: string, key: string): Promise<StateEntry | undefined>;
    list(space: string): Promise<readonly StateEntry[]>;
    delete(space: string, key: string): Promise<boolean>;
  };
  /** Journal entries that failed for good, and their retry. */
  readonly journal: {
    listDead(): Promise<readonly DeadEntry[]>;
    retryDead(): Promise<number>;
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
