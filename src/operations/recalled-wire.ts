import { z } from "zod";
import {
  CHANNELS,
  type ChannelScores,
  DROP_REASONS,
  type ExplainedCandidate,
  MEMORY_KINDS,
  MEMORY_STATUSES,
  MEMORY_TIERS,
  type RecallExplanation,
  type RecalledItem,
  toIso,
} from "../domain/index.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { described, field, isoField, isoText } from "./wire.js";

const channelScores = z.partialRecord(z.enum(CHANNELS), z.number());

const common = {
  content: z.string(),
  score: z.number(),
  channels: channelScores,
  why: z.string(),
  saidAt: isoText,
  sessionId: z.string().exactOptional(),
  speaker: z.string().exactOptional(),
  turnIds: z.array(z.string()),
};

/** Off, because a model that reads the answer pays for every field. */
export const fullField = described(
  z.boolean(),
  "Also give each statement in full (`memory`), as get does.",
  "同时给出每条陈述的全部字段（`memory`），与 get 相同。",
).exactOptional();

/** What recall found: a statement, or the words of a turn. */
export const recalledWire = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("memory"),
      id: z.string(),
      ...common,
      kind: z.enum(MEMORY_KINDS),
      tier: z.enum(MEMORY_TIERS),
      status: z.enum(MEMORY_STATUSES),
      subject: z.string(),
      attribute: z.string().exactOptional(),
      value: z.string().exactOptional(),
      tags: z.array(z.string()),
      version: z.int(),
      revision: z.int(),
      validFrom: isoText,
      validTo: isoText.exactOptional(),
      expiresAt: isoText.exactOptional(),
      memory: memoryWire.exactOptional(),
    }),
    z.object({ type: z.literal("episode"), id: z.string(), ...common }),
  ])
  .meta({ id: "RecalledItem" });

export type RecalledWire = z.output<typeof recalledWire>;

/** Four places: more is noise, and models read these. */
function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function roundedAll(scores: ChannelScores): ChannelScores {
  return Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, rounded(score)]));
}

export function recalledToWire(item: RecalledItem, isFull = false): RecalledWire {
  const base = {
    content: item.content,
    score: rounded(item.score),
    channels: roundedAll(item.channels),
    why: item.why,
    saidAt: toIso(item.saidAt),
    ...field("sessionId", item.sessionId),
    ...field("speaker", item.speaker),
    turnIds: [...item.turnIds],
  };
  if (item.type === "episode") return { type: "episode", id: item.id, ...base };
  return {
    type: "memory",
    id: item.id,
    ...base,
    kind: item.kind,
    tier: item.tier,
    status: item.status,
    subject: item.subject,
    ...field("attribute", item.attribute),
    ...field("value", item.memory.value),
    tags: [...item.memory.tags],
    version: item.version,
    revision: item.memory.revision,
    validFrom: toIso(item.memory.validFrom),
    ...isoField("validTo", item.memory.validTo),
    ...isoField("expiresAt", item.memory.expiresAt),
    ...field("memory", isFull ? memoryToWire(item.memory) : undefined),
  };
}

export const explanationWire = z.object({
  query: z.record(z.string(), z.unknown()),
  floor: z.number(),
  weights: z.record(z.string(), z.number()),
  calibration: z.object({ modelId: z.string(), unrelatedMean: z.number(), unrelatedDeviation: z.number() }),
  reranker: z.string().exactOptional(),
  candidates: z.array(
    z.object({
      id: z.string(),
      type: z.enum(["memory", "episode"]),
      content: z.string(),
      outcome: z.enum(["returned", ...DROP_REASONS]),
      place: z.int().exactOptional(),
      fusedPlace: z.int(),
      channels: z.array(
        z.object({
          channel: z.string(),
          score: z.number(),
          neutral: z.number(),
          weight: z.number(),
          points: z.number(),
        }),
      ),
      fused: z.number(),
      cosine: z.number().exactOptional(),
      deviations: z.number().exactOptional(),
      moved: z.array(z.string()),
      reranked: z.number().exactOptional(),
      answers: z.number().exactOptional(),
      score: z.number(),
      steps: z.array(z.string()),
    }),
  ),
  dropped: z.array(
    z.object({
      id: z.string(),
      content: z.string(),
      score: z.number(),
      channels: channelScores,
      reason: z.enum(DROP_REASONS),
      why: z.string(),
    }),
  ),
  timings: z.record(z.string(), z.number()),
});

function candidateToWire(candidate: ExplainedCandidate): z.output<typeof explanationWire>["candidates"][number] {
  const { id, type, content, outcome, place, fusedPlace, cosine, deviations, reranked, answers } = candidate;
  return {
    ...{ id, type, content, outcome, fusedPlace },
    ...field("place", place),
    channels: candidate.channels.map(({ channel, score, neutral, weight, points }) => ({
      ...{ channel, score: rounded(score), neutral: rounded(neutral), weight, points: rounded(points) },
    })),
    fused: rounded(candidate.fused),
    ...field("cosine", cosine === undefined ? undefined : rounded(cosine)),
    ...field("deviations", deviations === undefined ? undefined : rounded(deviations)),
    moved: [...candidate.moved],
    ...field("reranked", reranked === undefined ? undefined : rounded(reranked)),
    ...field("answers", answers === undefined ? undefined : rounded(answers)),
    score: rounded(candidate.score),
    steps: [...candidate.steps],
  };
}

export function explanationToWire(explanation: RecallExplanation): z.output<typeof explanationWire> {
  return {
    query: { ...explanation.query },
    floor: explanation.floor,
    weights: { ...explanation.weights },
    calibration: { ...explanation.calibration },
    ...field("reranker", explanation.reranker),
    candidates: explanation.candidates.map(candidateToWire),
    dropped: explanation.dropped.map((dropped) => ({
      id: dropped.id,
      content: dropped.content,
      score: rounded(dropped.score),
      channels: roundedAll(dropped.channels),
      reason: dropped.reason,
      why: dropped.why,
    })),
    timings: { ...explanation.timings },
  };
}
