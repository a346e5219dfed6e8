import type { Policy, TimeZone } from "../domain/index.js";
import type { AuditLine, AuditTrail } from "./audit-trail.js";
import type { BlobParts } from "./blob-store.js";
import type { ChatModel, ModelTerms } from "./chat-model.js";
import type { Clock } from "./clock.js";
import type { Companion } from "./companion.js";
import type { Embedder } from "./embedder.js";
import type { Ids } from "./ids.js";
import type { PairReader } from "./pair-reader.js";
import type { Reranker, RerankTerms } from "./reranker.js";
import type { Storage } from "./storage.js";
import type { Telemetry } from "./telemetry.js";
import type { TokenCounter } from "./token-counter.js";
import type { TokenVerifier } from "./token-verifier.js";
import type { Tracer } from "./tracer.js";
import type { WakeUp } from "./wake-up.js";

/** What the path folders are given: ports and the policy in force, never an adapter. Made in `compose.ts` only. */
export interface EngineParts {
  readonly storage: Storage;
  readonly embedder: Embedder;
  /** While one embedding model takes over from another: the one that does not serve. What is written gets its vector by both. */
  readonly otherEmbedder?: Embedder;
  /** Absent: rules only. */
  readonly chatModel?: ChatModel;
  /** Absent: a model without a price, a cap, or a time limit of its own. */
  readonly modelTerms?: ModelTerms;
  /** Absent: pairs of texts are judged by their vectors. It is opened by what it is first asked. */
  readonly reader?: PairReader;
  /** Absent: the fused order stands, or the chat model is asked where the terms say so. */
  readonly reranker?: Reranker;
  /** Absent: nothing is reranked. */
  readonly rerankTerms?: RerankTerms;
  readonly tokens: TokenCounter;
  readonly audit: AuditTrail;
  /** Absent: outside of a call, and in one that only reads; nothing is to be told then, or it is told afterwards. */
  readonly auditLine?: AuditLine;
  /** Absent: no signed tokens are accepted. */
  readonly tokenVerifier?: TokenVerifier;
  /** Within a call about one user: never behind what that user's rows are dated by (ADR 0026). */
  readonly clock: Clock;
  /** Where `clock` is one user's: the process's own, for what no row is dated by: pauses, leases, working state. Absent: they are one. */
  readonly ownClock?: Clock;
  readonly ids: Ids;
  readonly telemetry: Telemetry;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
  readonly wakeUp: WakeUp;
  /** Absent: neither attachments nor transcripts are kept. */
  readonly blobs?: BlobParts;
  /** Absent: nothing stands beside the store. */
  readonly companion?: Companion;
  readonly policy: Policy;
  /** Where a call names no zone. */
  readonly defaultTimeZone: TimeZone;
}
