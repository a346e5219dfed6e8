import type { AgentId, MemoryId, SessionId, TurnId } from "./ids.js";
import type { EpochMs } from "./time.js";

/** Whom a memory of kind `summary` is about: never a user or a thing, so that no slot is ever read from it or closed by it. */
export const SUMMARY_SUBJECT = "session";

/** Tags of summary memories: the conversation goes on, or it has ended. */
export const SUMMARY_TAGS = { rolling: "rolling-summary", final: "session-summary" } as const;

/** What a summary says. Lists are empty where there is nothing. */
export interface SummaryText {
  readonly summary: string;
  /** What was settled, in the order it was said. */
  readonly decisions: readonly string[];
  /** What the user asked and nobody answered. */
  readonly openQuestions: readonly string[];
  readonly entities: readonly string[];
}

/** The turns that a summary covers: all of the session from the first to the last. */
export interface TurnRange {
  readonly from: TurnId;
  readonly to: TurnId;
  /** Positions in the session, both inclusive. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly turns: number;
  /** When the first and the last of them were said. */
  readonly startedAt: EpochMs;
  readonly endedAt: EpochMs;
}

/** `extractive`: sentences of the conversation; `abstractive`: a model's words, checked against the turns. */
export const SUMMARY_METHODS = ["extractive", "abstractive"] as const;

export interface SessionSummary extends SummaryText {
  readonly turnRange: TurnRange;
  readonly method: (typeof SUMMARY_METHODS)[number];
  /** Whether it covers the session to its end. */
  readonly final: boolean;
  readonly madeAt: EpochMs;
  readonly policyVersion: string;
  /** The memory by which it is searched. Absent where that one was forgotten or is still to be written. */
  readonly memoryId?: MemoryId;
}

/** One sentence kept for later folds, with the turn that it is from. */
export interface SummaryPoint {
  readonly role: "point" | "decision" | "question";
  readonly text: string;
  /** "" where the speaker is the user. */
  readonly speaker: string;
  readonly turnId: TurnId;
  readonly position: number;
  readonly score: number;
}

/** What the sentences of a summary are chosen from when more turns are folded in. */
export interface SummaryMaterial {
  readonly points: readonly SummaryPoint[];
  /** Names and how often they fell, most often first. */
  readonly names: readonly { readonly name: string; readonly count: number }[];
}

/** How far the summary of one session has come. */
export interface SummaryState {
  readonly sessionId: SessionId;
  readonly agentId?: AgentId;
  /** Grows by one with every change: compare-and-set is on this number; 0 before it was stored. */
  readonly revision: number;
  readonly lastTurnAt: EpochMs;
  /** When the session was ended; absent while it goes on. */
  readonly endedAt?: EpochMs;
  /** Turns of lower positions are folded into the summary. */
  readonly coveredTo: number;
  /** Of the turns that are not: how many, and their tokens, estimated. */
  readonly openTurns: number;
  readonly openTokens: number;
  readonly summary?: SessionSummary;
  readonly material?: SummaryMaterial;
}

export interface SessionEndReceipt {
  readonly sessionId: SessionId;
  readonly endedAt: EpochMs;
  /** Turns of the session. */
  readonly turns: number;
  /** It had ended before, and nothing was said since: nothing was done. */
  readonly alreadyEnded: boolean;
}

/** A session's summary as every door gives it. */
export interface SummaryResult {
  readonly sessionId: SessionId;
  readonly agentId?: AgentId;
  readonly endedAt?: EpochMs;
  /** Turns recorded since that the summary does not cover. */
  readonly openTurns: number;
  readonly summary: SessionSummary;
}
