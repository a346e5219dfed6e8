import {
  and,
  type DroppedCandidate,
  type DropReason,
  type EpochMs,
  type Filter,
  type Memory,
  type RecallExplanation,
  type Scope,
  type Turn,
  type TurnId,
  toIso,
} from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import type { Collapsed, RatedCandidate } from "./collapse.js";
import type { ScoredCandidate } from "./fuse.js";
import { gatherCandidates } from "./gather-candidates.js";
import { rank, textOf } from "./rank.js";
import type { IndexQuery } from "./search-indexes.js";

/** Of each reason so many are listed, best first: an explanation is to be read. */
const LISTED_PER_REASON = 25;

export interface ExplainInput {
  readonly query: UnderstoodQuery;
  readonly indexQuery: IndexQuery;
  /** The request's filters without validity. */
  readonly selection: Filter;
  readonly validity: Filter;
  /** The instant at which a memory had to hold. */
  readonly validAt: EpochMs;
  readonly now: EpochMs;
  readonly floor: number;
  readonly timings: Readonly<Record<string, number>>;
  readonly answer: {
    readonly collapsed: Collapsed;
    readonly beyondLimit: readonly RatedCandidate[];
    readonly rate: (scored: ScoredCandidate) => number;
    readonly turns: ReadonlyMap<TurnId, Turn>;
  };
}

function describeQuery(query: UnderstoodQuery): Record<string, unknown> {
  return {
    language: query.language,
    searchText: query.searchText,
    terms: query.terms,
    entities: query.entities,
    askedSpeakers: [...query.askedSpeakers],
    askedAspects: [...query.askedAspects.ofPerson, ...query.askedAspects.ofThing],
    asksWhen: query.asksWhen,
    asksAboutAssistant: query.asksAboutAssistant,
    ...(query.time === undefined
      ? {}
      : { time: { text: query.time.text, from: toIso(query.time.from), to: toIso(query.time.to) } }),
    ...(query.rewriting === undefined ? {} : { rewrittenFromTurns: query.rewriting.turnIds }),
  };
}

function whyNotValid(memory: Memory, at: EpochMs): { reason: DropReason; why: string } {
  if (memory.validFrom > at) return { reason: "not-begun", why: `holds from ${toIso(memory.validFrom)} only` };
  if (memory.status === "expired" || (memory.expiresAt !== undefined && memory.expiresAt <= at)) {
    return {
      reason: "expired",
      why: memory.expiresAt === undefined ? "has expired" : `expired at ${toIso(memory.expiresAt)}`,
    };
  }
  if (memory.status === "archived") return { reason: "expired", why: "is archived" };
  if (memory.status === "pending-review") return { reason: "not-begun", why: "waits for review" };
  const until = memory.validTo === undefined ? "" : ` at ${toIso(memory.validTo)}`;
  return {
    reason: "superseded",
    why: memory.supersededBy === undefined ? `ceased to hold${until}` : `replaced by ${memory.supersededBy}${until}`,
  };
}

/** Memories near the query that a second search finds once validity is no condition. */
async function findInvalid(parts: EngineParts, scope: Scope, input: ExplainInput): Promise<DroppedCandidate[]> {
  const filter = and(
    input.selection,
    { op: "in", field: "type", values: ["memory"] },
    { op: "not", filter: input.validity },
  );
  const { candidates } = await gatherCandidates(parts, scope, input.indexQuery, filter);
  const dropped: DroppedCandidate[] = [];
  for (const scored of rank(candidates, input.query, parts, input.now).broad) {
    const { candidate } = scored;
    const score = input.answer.rate(scored);
    if (candidate.type !== "memory" || candidate.memory.status === "erased" || score < input.floor) continue;
    const { memory } = candidate;
    dropped.push({
      id: memory.id,
      content: memory.content,
      score,
      channels: scored.channels,
      ...whyNotValid(memory, input.validAt),
    });
  }
  return dropped;
}

/**
 * Requirement 3.7: what the query was understood as, and every candidate that is not in the answer with the reason.
 * Costs a second search, so it is made only on request.
 */
export async function explain(parts: EngineParts, scope: Scope, input: ExplainInput): Promise<RecallExplanation> {
  const { answer, floor } = input;
  const describe = (scored: ScoredCandidate, score: number, reason: DropReason, why: string): DroppedCandidate => ({
    ...{ id: scored.candidate.id, content: textOf(scored.candidate, answer.turns) ?? "", score },
    ...{ channels: scored.channels, reason, why },
  });
  const rated = (list: readonly RatedCandidate[], reason: DropReason, why: (score: number) => string) =>
    list.slice(0, LISTED_PER_REASON).map(({ scored, score }) => describe(scored, score, reason, why(score)));
  const invalid = await findInvalid(parts, scope, input);
  return {
    query: describeQuery(input.query),
    floor,
    weights: { ...parts.policy.recall.weights },
    dropped: [
      ...invalid.slice(0, LISTED_PER_REASON),
      ...answer.collapsed.dropped
        .slice(0, LISTED_PER_REASON)
        .map(({ scored, score, reason, why }) => describe(scored, score, reason, why)),
      ...rated(answer.beyondLimit, "beyond-k", () => "relevant, but the answer is full"),
      ...rated(
        answer.collapsed.belowFloor,
        "below-floor",
        (score) => `score ${score.toFixed(2)} is under the floor ${floor.toFixed(2)}`,
      ),
    ],
    timings: input.timings,
  };
}
