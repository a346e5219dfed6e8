import {
  type EpochMs,
  episodeAttributes,
  type Filter,
  type ItemAttributes,
  type ItemId,
  KeepsakeError,
  type Memory,
  matchesFilter,
  memoryAttributes,
  REVIEW_CAUSES,
  type RecallRequest,
  reviewTag,
  type Scope,
  type TraceRequest,
  type TraceResult,
  type Turn,
} from "../../domain/index.js";
import { describeDay, detectLanguage, isBlank, type Language } from "../../language/index.js";
import type { EngineParts } from "../../ports/index.js";
import { type RecallRun, runRecall } from "../answering/run.js";
import { buildSelection, buildValidity } from "../build-filter.js";
import { fatesOf } from "../explain.js";
import { checkRequest } from "../recall.js";
import { type Expected, findExpected } from "./find-expected.js";
import { siftReason } from "./sift-reason.js";
import { Trail } from "./trail.js";
import { TRACE_EN, TRACE_ZH, type TraceWording } from "./wording.js";

/** Of a statement that is quoted in a sentence. */
const QUOTED_CHARACTERS = 120;
/** Longest chain of replacements that is followed to what holds now. */
const MOST_REPLACEMENTS = 20;

interface Tracing {
  readonly parts: EngineParts;
  readonly scope: Scope;
  readonly request: RecallRequest;
  readonly limit: number;
  readonly now: EpochMs;
  readonly validAt: EpochMs;
  readonly language: Language;
  readonly say: TraceWording;
  readonly trail: Trail;
}

function dayOf({ request, parts, language }: Tracing, at: EpochMs): string {
  return describeDay(at, request.timeZone ?? parts.defaultTimeZone, language);
}

/** What stands at the end of the chain that replaced a memory. */
async function successorOf({ parts, scope }: Tracing, memory: Memory): Promise<Memory | undefined> {
  return parts.storage.truth.read(scope, async (transaction) => {
    let current: Memory | undefined;
    let next = memory.supersededBy;
    for (let step = 0; step < MOST_REPLACEMENTS && next !== undefined; step++) {
      const found: Memory | undefined = await transaction.memories.find(next);
      if (found === undefined) break;
      current = found;
      next = found.supersededBy;
    }
    return current;
  });
}

/** A row that a reviewer refused never held: it ends where it begins. */
function isRejected(memory: Memory): boolean {
  return memory.status === "superseded" && memory.validTo === memory.validFrom && memory.supersededBy === undefined;
}

/** Whether a memory could be recalled at the instant at all; where not, the end of the trace. */
async function traceStatus(tracing: Tracing, memory: Memory): Promise<TraceResult | undefined> {
  const { say, trail, validAt, now, request } = tracing;
  if (memory.status === "erased") return trail.end("not-in-scope", say.erased);
  if (memory.status === "pending-review") {
    const causes = REVIEW_CAUSES.filter((cause) => memory.tags.includes(reviewTag(cause)));
    return trail.end("pending-review", say.pending(causes.join(", ")));
  }
  if (isRejected(memory)) return trail.end("rejected", say.rejectedInReview(memory.reason));
  if (matchesFilter(buildValidity(request, now), memoryAttributes(memory))) {
    trail.pass("superseded", say.holds);
    return undefined;
  }
  if (memory.status === "archived") return trail.end("archived", say.archived);
  if (memory.status === "expired" || (memory.expiresAt !== undefined && memory.expiresAt <= validAt)) {
    const at = memory.expiresAt === undefined ? "" : dayOf(tracing, memory.expiresAt);
    return trail.end("expired", say.expired(at));
  }
  if (memory.validFrom > validAt) return trail.end("not-begun", say.notBegun(dayOf(tracing, memory.validFrom)));
  const ended = dayOf(tracing, memory.validTo ?? now);
  const successor = await successorOf(tracing, memory);
  if (successor === undefined) return trail.end("retracted", say.retracted(ended));
  const content = successor.content.slice(0, QUOTED_CHARACTERS).toWellFormed();
  return trail.end("superseded", say.superseded(successor.id, content, ended));
}

const FILTERS = ["types", "kinds", "tags", "sessionId", "agentId", "saidBetween"] as const;

/** The request's filters that an item does not pass, by name. */
function refusingFilters(request: RecallRequest, item: ItemAttributes): readonly string[] {
  return FILTERS.filter((name) => {
    const value = request[name];
    if (value === undefined) return false;
    const alone: Filter = buildSelection({ query: request.query, [name]: value });
    return !matchesFilter(alone, item);
  });
}

/** Why an item that was not returned lacks its vector of the model in use; undefined where it has one. */
async function traceIndex(
  tracing: Tracing,
  id: ItemId,
  indexedBy: string | undefined,
): Promise<TraceResult | undefined> {
  const { parts, scope, say, trail } = tracing;
  const { modelId } = parts.embedder.profile;
  const vectors = await parts.storage.vectors.find(scope, modelId, [id]);
  if (vectors.has(id)) {
    trail.pass("index-lagging", say.indexed);
    return undefined;
  }
  if (indexedBy !== undefined && indexedBy !== modelId) {
    return trail.end("other-model", say.otherModel(indexedBy, modelId));
  }
  return trail.end("index-lagging", say.lagging);
}

/** From the channels to the answer. */
async function traceRun(
  tracing: Tracing,
  run: RecallRun,
  id: ItemId,
  indexedBy: string | undefined,
): Promise<TraceResult> {
  const { say, trail, limit, parts } = tracing;
  const fate = fatesOf(run).get(id);
  const answers = run.reading?.get(id);
  const read = answers === undefined ? "" : say.read(answers.toFixed(2));
  const place = run.broad.findIndex(({ candidate }) => candidate.id === id) + 1;
  if (fate?.outcome === "returned") {
    if (place > 0) trail.pass("not-found", say.foundAt(place));
    trail.pass("below-floor", `${say.aboveFloor(fate.score.toFixed(2), run.floor.toFixed(2))}${read}`);
    return trail.end("returned", say.returned(fate.place ?? 1), fate.place ?? 1);
  }
  const told = fate?.outcome === "overlaps" || fate?.outcome === "duplicate";
  const unindexed = told ? undefined : await traceIndex(tracing, id, indexedBy);
  if (unindexed !== undefined) return unindexed;
  if (fate === undefined && place === 0) {
    return trail.end("not-found", say.notFound(parts.policy.recall.candidatesPerChannel));
  }
  if (place > 0) trail.pass("not-found", say.foundAt(place));
  if (fate === undefined) return trail.end("beyond-k", say.beyondLimit(place, limit));
  if (told) return trail.end("diversified", say.diversified(fate.why));
  const [score, floor] = [fate.score.toFixed(2), run.floor.toFixed(2)];
  if (fate.outcome === "below-floor") return trail.end("below-floor", `${say.belowFloor(score, floor)}${read}`);
  trail.pass("below-floor", `${say.aboveFloor(score, floor)}${read}`);
  const at = run.beyondLimit.findIndex(({ scored }) => scored.candidate.id === id) + 1;
  return trail.end("beyond-k", say.beyondLimit(limit + at, limit));
}

async function runFor({ parts, scope, request, limit }: Tracing): Promise<RecallRun> {
  return runRecall(parts, scope, request, { limit, late: new Set() });
}

async function traceItem(
  tracing: Tracing,
  id: ItemId,
  item: ItemAttributes,
  indexedBy: string | undefined,
): Promise<TraceResult> {
  const { say, trail, request } = tracing;
  const refusing = refusingFilters(request, item);
  if (refusing.length > 0) return trail.end("filtered", say.filtered(refusing.join(", ")));
  trail.pass("filtered", say.passesFilters);
  return traceRun(tracing, await runFor(tracing), id, indexedBy);
}

async function traceMemory(tracing: Tracing, memory: Memory): Promise<TraceResult> {
  const { say, trail } = tracing;
  trail.pass("never-recorded", say.known(memory.id));
  const stopped = await traceStatus(tracing, memory);
  return stopped ?? traceItem(tracing, memory.id, memoryAttributes(memory), memory.embeddingModel);
}

/** Words without a statement: either the turn's own words are in the answer, or what became of the statement is what is told. */
async function traceSifted(
  tracing: Tracing,
  expected: Extract<Expected, { type: "episode" }>,
  wanted: string,
): Promise<TraceResult> {
  const { parts, scope, say, trail } = tracing;
  const { episode, turn } = expected;
  const reason = await siftReason(parts, scope, turn, wanted);
  const isRefused = reason.rule === "refused" || reason.rule === "confidence";
  const run = await runFor(tracing);
  const fate = fatesOf(run).get(episode.id);
  if (fate?.outcome === "returned" && refusingFilters(tracing.request, episodeAttributes(episode)).length === 0) {
    trail.pass("sifted-out", say.noStatement(reason.rule));
    return traceRun(tracing, run, episode.id, episode.embeddingModel);
  }
  return trail.end(isRefused ? "rejected" : "sifted-out", say.sifted(reason));
}

async function traceTurn(
  tracing: Tracing,
  expected: Exclude<Expected, { type: "memory" }>,
  wanted: string | undefined,
): Promise<TraceResult> {
  const { say, trail } = tracing;
  trail.pass("never-recorded", say.recorded(expected.turn.id));
  if (expected.type === "episode") {
    if (wanted !== undefined) return traceSifted(tracing, expected, wanted);
    const { episode } = expected;
    return traceItem(tracing, episode.id, episodeAttributes(episode), episode.embeddingModel);
  }
  if (expected.entry?.state === "dead") {
    return trail.end("digestion-failed", say.failed(expected.entry.lastError ?? "?"));
  }
  if (expected.entry !== undefined) return trail.end("waiting", say.waiting);
  return trail.end("sifted-out", say.withoutSegment);
}

/** The policy lets nobody store what was expected: a turn that holds the rest of the words shows that this is why. */
function isCutOut(expected: Expected, wanted: string): boolean {
  const stored: string | Turn = expected.type === "memory" ? expected.memory.content : expected.turn;
  return !(typeof stored === "string" ? stored : stored.text).includes(wanted);
}

/**
 * Requirement 3.7: at which step an expected memory was lost on the way from the turn to the answer. Reads only, and only the caller's
 * scope: what is another user's is not told apart from what never was.
 * Errors: INVALID_INPUT, TOO_LARGE, as `recall`.
 */
export async function trace(parts: EngineParts, scope: Scope, asked: TraceRequest): Promise<TraceResult> {
  const { expect, maxTokens: _, ...request } = asked;
  const limit = checkRequest(parts, request);
  if (isBlank(expect)) throw new KeepsakeError("INVALID_INPUT", "expect is empty", { field: "expect" });
  const language = request.language ?? detectLanguage(request.query);
  const say = language === "zh" || language === "mixed" ? TRACE_ZH : TRACE_EN;
  const { expected, byId, redacted } = await findExpected(parts, scope, expect);
  const trail = new Trail(expected);
  if (expected === undefined) {
    if (byId) return trail.end("not-in-scope", say.notInScope);
    return redacted.length === 0
      ? trail.end("never-recorded", say.neverRecorded)
      : trail.end("never-recorded", `${say.neverRecorded} ${say.redacted(redacted.join(", "))}`);
  }
  if (redacted.length > 0 && isCutOut(expected, expect))
    return trail.end("redacted", say.redacted(redacted.join(", ")));
  const now = request.now ?? parts.clock.now();
  const tracing: Tracing = { parts, scope, request, limit, now, validAt: request.asOf ?? now, language, say, trail };
  if (expected.type === "memory") return traceMemory(tracing, expected.memory);
  return traceTurn(tracing, expected, byId ? undefined : expect);
}
