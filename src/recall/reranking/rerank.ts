import { type ItemId, type Scope, type Turn, type TurnId, toKeepsakeError } from "../../domain/index.js";
import type { EngineParts, Reranker, RerankTerms } from "../../ports/index.js";
import type { Candidate } from "../candidate.js";
import { type TimeBudget, within } from "../deadline/time-budget.js";
import type { ScoredCandidate } from "../fuse.js";
import { textOf } from "../rank.js";
import { chatReranker } from "./chat-reranker.js";

/** Longer texts are cut: rerankers read a few hundred tokens, and bill what is sent. */
const MOST_CHARACTERS = 2_000;
/** Of a recall with a deadline: what is left after this share of it is for reading the answer. */
const RERANK_BY = 0.92;

export interface Reranked {
  /** The candidates in their final order. */
  readonly order: readonly ScoredCandidate[];
  readonly modelId?: string;
  /** What the reranker gave, 0–1; empty where none was asked or none answered. */
  readonly scores: ReadonlyMap<ItemId, number>;
  /** Why the fused order stands although a reranker is configured. */
  readonly degraded?: string;
}

function rerankerOf(parts: EngineParts, scope: Scope): Reranker | undefined {
  if (parts.rerankTerms === undefined) return undefined;
  if (parts.reranker !== undefined) return parts.reranker;
  const { chatModel, rerankTerms } = parts;
  return rerankTerms.useChatModel && chatModel !== undefined ? chatReranker(parts, scope, chatModel) : undefined;
}

/** Whether a model is asked, which may take its time. */
export function isReranked({ reranker, rerankTerms, chatModel }: EngineParts): boolean {
  if (rerankTerms === undefined) return false;
  return reranker !== undefined || (rerankTerms.useChatModel && chatModel !== undefined);
}

/** Who speaks is part of what is said, and a segment's text does not hold it. */
function documentOf(candidate: Candidate, turns: ReadonlyMap<TurnId, Turn>): string {
  const text = (textOf(candidate, turns) ?? "").slice(0, MOST_CHARACTERS).toWellFormed();
  const speaker = candidate.type === "episode" ? candidate.speaker : undefined;
  return speaker === undefined ? text : `${speaker}: ${text}`;
}

function timeFor(terms: RerankTerms, budget: TimeBudget | undefined): number {
  return Math.min(terms.timeoutMs, budget?.leftMs(RERANK_BY) ?? Number.POSITIVE_INFINITY);
}

/**
 * Orders the best candidates by a model that reads query and text together; the others follow as they were. It only orders: whether an
 * item is relevant at all is still judged by its own evidence. Whatever goes wrong, the fused order stands and says why (requirement 3.6).
 */
export async function rerank(
  parts: EngineParts,
  scope: Scope,
  query: string,
  fused: readonly ScoredCandidate[],
  context: { readonly turns: ReadonlyMap<TurnId, Turn>; readonly budget?: TimeBudget },
): Promise<Reranked> {
  const reranker = rerankerOf(parts, scope);
  const terms = parts.rerankTerms;
  if (reranker === undefined || terms === undefined || fused.length < 2) return { order: fused, scores: new Map() };
  const head = fused.slice(0, terms.maxDocuments);
  const documents = head.map(({ candidate }) => documentOf(candidate, context.turns));
  const startedAt = performance.now();
  try {
    const given = await within("the reranker", timeFor(terms, context.budget), (signal) =>
      reranker.rerank({ query, documents, signal }),
    );
    const scores = new Map(head.map(({ candidate }, index) => [candidate.id, given[index] ?? 0]));
    const scoreOf = (one: ScoredCandidate) => scores.get(one.candidate.id) ?? 0;
    // Array.prototype.sort is stable: what the reranker does not tell apart stays in the fused order
    const order = [...head].sort((a, b) => scoreOf(b) - scoreOf(a));
    return { order: [...order, ...fused.slice(head.length)], modelId: reranker.modelId, scores };
  } catch (thrown) {
    const { code } = toKeepsakeError(thrown);
    parts.telemetry.count("keepsake_rerank_failures", 1, { reason: code });
    return { order: fused, modelId: reranker.modelId, scores: new Map(), degraded: `reranker: ${code}` };
  } finally {
    parts.telemetry.observe("keepsake_rerank_ms", performance.now() - startedAt);
  }
}
