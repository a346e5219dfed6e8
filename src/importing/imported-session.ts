import type { EpochMs, RecordRequest, RecordTurn, TimeZone } from "../domain/index.js";

/** What was mended or left out on the way in; nothing of it stops an import. */
export type ImportWarningCode =
  | "broken-unicode"
  | "nul-removed"
  | "undecodable-bytes"
  | "empty-message"
  | "non-text-part"
  | "repeated-message"
  | "undated";

export interface ImportWarning {
  readonly code: ImportWarningCode;
  /** How often in the whole source. */
  readonly count: number;
  /** Where it happened first, e.g. `line 12`. */
  readonly first: string;
}

/**
 * One conversation, or a piece of a long one, ready for `record`. Session and turn ids are made from the source alone,
 * so reading the same source again gives the same ids and recording it again writes nothing twice.
 */
export interface ImportedSession extends RecordRequest {
  /** 1–1000, in order; a longer session comes in several pieces that share their session id. */
  readonly turns: readonly RecordTurn[];
}

/** Path of a file, its bytes, or a stream of bytes such as `process.stdin`. */
export type ImportSource = string | Uint8Array | AsyncIterable<Uint8Array>;

export const FORMAT_NAMES = ["messages", "chatgpt", "locomo", "memorybank", "transcript"] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export interface ImportOptions {
  /** Absent: recognised from the head of the source. */
  readonly format?: FormatName;
  /** Zone in which dates without an offset are read. Absent: UTC. */
  readonly timeZone?: TimeZone;
  /**
   * Who the user is, among named speakers: those become role `user` without a name, all others role `assistant` with theirs.
   * Absent: every person is role `user` with a name (without one where a single person talks to an assistant).
   * In MemoryBank files, which hold one conversation per person, only the named people are read.
   */
  readonly speakerIsUser?: string | readonly string[] | ((speaker: string) => boolean);
  /** Date for messages whose source has none. Absent: such a source is refused. */
  readonly undatedAt?: EpochMs;
  /** Dates more than a day after it are refused as impossible. Absent: the system clock. */
  readonly now?: EpochMs;
  /** Told once for each kind of thing that was mended or left out, when the reading ends, be it by an error. */
  readonly onWarning?: (warning: ImportWarning) => void;
  /** Longest text of one message, in UTF-16 units. Absent: the shipped policy's limit. */
  readonly maxTurnCharacters?: number;
}

/** The options with every default filled in: what the readers of the formats work with. */
export interface ImportRules {
  readonly format: FormatName;
  readonly timeZone: TimeZone;
  readonly isUser?: (speaker: string) => boolean;
  readonly undatedAt?: EpochMs;
  readonly latestAt: EpochMs;
  readonly maxTurnCharacters: number;
  readonly maxTurnsPerPiece: number;
}
