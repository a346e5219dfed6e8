import type { AgentId, SessionId, TurnId } from "./ids.js";
import type { EpochMs } from "./time.js";

/** A file that belongs to a conversation, as it is told of: its bytes are read by themselves. */
export interface Attachment {
  /** Made from the session, the name and the bytes: the same file sent twice is one attachment. */
  readonly id: string;
  readonly sessionId: SessionId;
  /** The turn that it came with; it goes when that is erased. */
  readonly turnId?: TurnId;
  readonly agentId?: AgentId;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly recordedAt: EpochMs;
}

export interface AddAttachmentRequest {
  readonly sessionId: string;
  readonly turnId?: string;
  readonly agentId?: string;
  readonly name: string;
  /** Absent: `application/octet-stream`. */
  readonly mediaType?: string;
  readonly content: Uint8Array;
}

export interface AttachmentContent extends Attachment {
  readonly content: Uint8Array;
}

export const MAX_ATTACHMENT_BYTES = 25 * 1_048_576;
