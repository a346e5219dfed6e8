/*
 * The parts of the operations' answers that people are shown. Answers reach the renderers as the wire form, typed `unknown`
 * by the table; these are their shapes, and the tests hold them against the schemas.
 */

export interface MemoryShape {
  readonly id: string;
  readonly content: string;
  readonly evidence: string;
  readonly kind: string;
  readonly tier: string;
  readonly status: string;
  readonly subject: string;
  readonly attribute?: string;
  readonly value?: string;
  readonly version: number;
  readonly revision: number;
  readonly importance: number;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly sessionId?: string;
  readonly turnIds: readonly string[];
  readonly saidAt: string;
  readonly validFrom: string;
  readonly validTo?: string;
  readonly expiresAt?: string;
  readonly recordedAt: string;
  readonly supersededBy?: string;
  readonly reason: string;
}

export interface RecalledShape {
  readonly type: "memory" | "episode";
  readonly id: string;
  readonly content: string;
  readonly score: number;
  readonly channels: Readonly<Record<string, number>>;
  readonly why: string;
  readonly saidAt: string;
  readonly sessionId?: string;
  readonly speaker?: string;
  readonly turnIds: readonly string[];
  readonly kind?: string;
  readonly subject?: string;
  readonly attribute?: string;
}

export interface RecallShape {
  readonly items: readonly RecalledShape[];
  readonly degraded?: readonly string[];
  readonly pendingTurns: number;
  readonly cached?: boolean;
  readonly explanation?: {
    readonly query: Readonly<Record<string, unknown>>;
    readonly reranker?: string;
    readonly candidates: readonly {
      readonly id: string;
      readonly content: string;
      readonly outcome: string;
      readonly place?: number;
      readonly steps: readonly string[];
    }[];
    readonly dropped: readonly {
      readonly id: string;
      readonly content: string;
      readonly score: number;
      readonly reason: string;
      readonly why: string;
    }[];
  };
}

export interface ContextShape {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tokens: number;
  readonly maxTokens: number;
  readonly encoding: string;
  readonly parts: readonly { readonly name: string; readonly tokens: number; readonly items: number }[];
  readonly cut: readonly {
    readonly part: string;
    readonly what: string;
    readonly tokens: number;
    readonly reason: string;
  }[];
  readonly degraded?: readonly string[];
}

export interface TraceShape {
  readonly step: string;
  readonly why: string;
  readonly found?: { readonly id: string; readonly content: string };
  readonly checks: readonly { readonly step: string; readonly passed: boolean; readonly detail: string }[];
}

export interface RouteShape {
  readonly route: string;
  readonly by: string;
  readonly reason: string;
  readonly rules: readonly string[];
  readonly degraded?: readonly string[];
}

export interface FeedbackShape {
  readonly id: string;
  readonly verdict: string;
  readonly importance?: number;
  readonly reviewId?: string;
}

export interface WriteShape {
  readonly outcome: string;
  readonly reason: string;
  readonly memory?: MemoryShape;
  readonly supersededIds: readonly string[];
  readonly degraded?: readonly string[];
}

export interface StateShape {
  readonly key: string;
  readonly value: unknown;
  readonly expiresAt: string;
}
