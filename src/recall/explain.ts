import {
  and,
  type ChannelTerm,
  type DroppedCandidate,
  type DropReason,
  type EpochMs,
  type ExplainedCandidate,
  type ItemId,
  type Memory,
  type RecallExplanation,
  type RecallWeights,
  type Scope,
  toIso,
} from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import type { RecallRun } from "./answering/run.js";
import { ALL_CHANNELS, deviationsAboveUnrelated } from "./channels/index.js";
import type { RatedCandidate } from "./collapse.js";
import { describeSteps } from "./describe.js";
import type { ScoredCandidate } from "./fuse.js";
import { gatherCandidates } from "./gather-candidates.js";
import { rank, textOf } from "./rank.js";
import type { Evidence } from "./relevance/index.js";

/** Of each reason so many are listed, best first: an explanation is to be read. */
const LISTED_PER_REASON = 25;

function describeQuery({ query, aspects }: RecallRun): Record<string, unknown> {
  return {
    language: query.language,
    searchText: query.searchText,
    terms: query.terms,
    entities: query.entities,
    askedSpeakers: [...query.askedSpeakers],
    askedAspects: [...query.askedAspects.ofPerson, ...query.askedAspects.ofThing],
    ...(query.askedValue === undefined ? {} : { askedValue: query.askedValue }),
    asksWhen: query.asksWhen,
    asksAboutAssistant: query.asksAboutAssistant,
    ...(query.time === undefined
      ? {}
      : { time: { text: query.time.text, from: toIso(query.time.from), to: toIso(query.time.to) } }),
    ...(aspects.length === 0 ? {} : { askedApart: aspects.map(({ text }) => text) }),
    ...(query.rewriting === undefined ? {} : { rewrittenFromTurns: query.rewriting.turnIds }),
  };
}

/** How well the store as a whole can answer, as probabilities: no item is scored above them; and the signs that this was read from. */
function describeEvidence({ answerable, rightPerson, signs, read }: Evidence): Record<string, unknown> {
  const probability = (odds: number) => Number((1 / (1 + Math.exp(-odds))).toFixed(4));
  return {
    answerable: probability(answerable),
    ...(rightPerson === undefined ? {} : { rightPerson: probability(rightPerson) }),
    ...(read === undefined
      ? {}
      : { answerableBySigns: probability(read.bySigns), surestReading: probability(read.surest) }),
    signs: Object.fromEntries(Object.entries(signs).map(([name, value]) => [name, Number(value.toFixed(4))])),
  };
}

/** Why a memory does not hold at an instant at which the filter does not let it through. */
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
async function findInvalid(parts: EngineParts, scope: Scope, run: RecallRun): Promise<DroppedCandidate[]> {
  const filter = and(
    run.selection,
    { op: "in", field: "type", values: ["memory"] },
    { op: "not", filter: run.validity },
  );
  const { candidates } = await gatherCandidates(parts, scope, run.indexQuery, filter);
  const dropped: DroppedCandidate[] = [];
  for (const scored of rank(candidates, run.query, parts, run.now).broad) {
    const { candidate } = scored;
    const score = run.rate(scored);
    if (candidate.type !== "memory" || candidate.memory.status === "erased" || score < run.floor) continue;
    const { memory } = candidate;
    const said = { id: memory.id, content: memory.content, score, channels: scored.channels };
    dropped.push({ ...said, ...whyNotValid(memory, run.validAt) });
  }
  return dropped;
}

const NEUTRAL: ReadonlyMap<string, number> = new Map(ALL_CHANNELS.map((channel) => [channel.weight, channel.neutral]));

/** What each channel added to the sum, the largest share first. */
function termsOf(scored: ScoredCandidate, weights: RecallWeights): readonly ChannelTerm[] {
  const terms = (Object.entries(scored.signals) as [keyof RecallWeights, number][]).map(([channel, score]) => {
    const neutral = NEUTRAL.get(channel) ?? 0;
    const weight = weights[channel];
    return { channel, score, neutral, weight, points: weight * (score - neutral) };
  });
  return terms.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

/** What became of a candidate after the sum. */
export interface Fate {
  readonly outcome: ExplainedCandidate["outcome"];
  readonly why: string;
  readonly score: number;
  readonly place?: number;
}

/** What became of every candidate that was judged, by id; those of the answer first. */
export function fatesOf(run: RecallRun): ReadonlyMap<ItemId, Fate> {
  const fates = new Map<ItemId, Fate>();
  const tell = ({ scored, score }: RatedCandidate, fate: Omit<Fate, "score">) =>
    fates.set(scored.candidate.id, { ...fate, score });
  for (const [index, one] of run.returned.entries()) tell(one, { outcome: "returned", why: "", place: index + 1 });
  for (const one of run.beyondLimit) tell(one, { outcome: "beyond-k", why: "relevant, but the answer is full" });
  for (const one of run.collapsed.dropped) tell(one, { outcome: one.reason, why: one.why });
  for (const one of run.collapsed.belowFloor) {
    const why = `score ${one.score.toFixed(2)} is under the floor ${run.floor.toFixed(2)}`;
    tell(one, { outcome: "below-floor", why });
  }
  return fates;
}

function explainOne(
  parts: EngineParts,
  run: RecallRun,
  scored: ScoredCandidate,
  fusedPlace: number,
  fate: Fate,
): ExplainedCandidate {
  const { candidate } = scored;
  const found = run.refined.find((one) => one.candidate.id === candidate.id) ?? scored;
  const plain = { ...found, fused: found.sum ?? found.fused };
  const reranked = run.reranked.scores.get(candidate.id);
  const answers = run.reading?.get(candidate.id);
  const deviations =
    candidate.cosine === undefined ? undefined : deviationsAboveUnrelated(candidate.cosine, run.calibration);
  const known = {
    id: candidate.id,
    type: candidate.type,
    content: textOf(candidate, run.turns) ?? "",
    outcome: fate.outcome,
    ...(fate.place === undefined ? {} : { place: fate.place }),
    fusedPlace,
    channels: termsOf(plain, parts.policy.recall.weights),
    fused: plain.fused,
    ...(candidate.cosine === undefined || deviations === undefined ? {} : { cosine: candidate.cosine, deviations }),
    ...(reranked === undefined ? {} : { reranked }),
    ...(answers === undefined ? {} : { answers }),
    score: fate.score,
  };
  const context = { language: run.query.toldIn, floor: run.floor, why: fate.why, scored, plain };
  const { moved, steps } = describeSteps(known, context);
  return { ...known, moved, steps };
}

/** The candidates that were judged, those of the answer first and in its order, then the lost ones as they were ranked. */
function explainCandidates(parts: EngineParts, run: RecallRun): readonly ExplainedCandidate[] {
  const fates = fatesOf(run);
  const places = new Map(run.refined.map(({ candidate }, index) => [candidate.id, index + 1]));
  const listed = new Map<string, number>();
  const explained: ExplainedCandidate[] = [];
  const inOrder = [...run.returned.map(({ scored }) => scored), ...run.reranked.order];
  const seen = new Set<ItemId>();
  for (const scored of inOrder) {
    const { id } = scored.candidate;
    const fate = fates.get(id);
    if (fate === undefined || seen.has(id)) continue;
    seen.add(id);
    const count = (listed.get(fate.outcome) ?? 0) + 1;
    listed.set(fate.outcome, count);
    if (fate.outcome !== "returned" && count > LISTED_PER_REASON) continue;
    // one that only a replacement brought in stands where the replaced one stood
    const place = places.get(id) ?? places.get(scored.replaced?.candidate.id ?? id) ?? run.refined.length;
    explained.push(explainOne(parts, run, scored, place, fate));
  }
  return explained;
}

/**
 * Requirement 3.7: what the query was understood as; for every candidate its channels, calibration, sum, moves, floor and place; and
 * every one that is not in the answer with the reason. Costs a second search, so it is made only on request.
 */
export async function explain(parts: EngineParts, scope: Scope, run: RecallRun): Promise<RecallExplanation> {
  const dropped = (list: readonly RatedCandidate[], reason: DropReason): DroppedCandidate[] =>
    list.slice(0, LISTED_PER_REASON).map(({ scored, score }) => ({
      ...{ id: scored.candidate.id, content: textOf(scored.candidate, run.turns) ?? "", score },
      ...{ channels: scored.channels, reason, why: fates.get(scored.candidate.id)?.why ?? "" },
    }));
  const fates = fatesOf(run);
  const invalid = await findInvalid(parts, scope, run);
  const { modelId, calibration } = parts.embedder.profile;
  const { unrelatedMean, unrelatedDeviation } = calibration;
  return {
    query: { ...describeQuery(run), ...describeEvidence(run.evidence), fusion: parts.policy.recall.fusion },
    floor: run.floor,
    weights: { ...parts.policy.recall.weights },
    calibration: { modelId, unrelatedMean, unrelatedDeviation },
    ...(run.reranked.modelId === undefined ? {} : { reranker: run.reranked.modelId }),
    candidates: explainCandidates(parts, run),
    dropped: [
      ...invalid.slice(0, LISTED_PER_REASON),
      ...run.collapsed.dropped.slice(0, LISTED_PER_REASON).flatMap((one) => dropped([one], one.reason)),
      ...dropped(run.beyondLimit, "beyond-k"),
      ...dropped(run.collapsed.belowFloor, "below-floor"),
    ],
    timings: run.timings,
  };
}
