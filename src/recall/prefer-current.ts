import {
  type EpochMs,
  type Filter,
  type Memory,
  type MemoryId,
  matchesFilter,
  memoryAttributes,
  type TurnId,
  USER_SUBJECT,
} from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import { statesAskedAspect } from "./asked-aspect.js";
import type { Candidate, EpisodeCandidate } from "./candidate.js";
import { byScore, type ScoredCandidate } from "./fuse.js";
import { differInValueOnly } from "./newer-twin.js";
import { formsOf } from "./rank.js";
import type { RunTexts, RunWords, TextForms } from "./run-texts.js";

/** A statement that no longer holds, and what holds in its place. */
export interface Succession {
  readonly old: Memory;
  readonly current: Memory;
}

/** Of so many of the first segments it is asked whether what they say still holds. */
const CHECKED_SEGMENTS = 12;
/** Longest chain of replacements that is followed, a read each. */
const MOST_REPLACEMENTS = 6;
/** A memory says as much as its turn when its evidence is this share of the turn's letters. */
export const EVIDENCE_IS_TURN = 0.75;
/** Or this much of it, with all that the turn shares with the query. */
const EVIDENCE_IS_MUCH = 0.4;
/** Among so many of the first, statements are compared with one another. */
const TWINS_AMONG = 16;
/** Just behind. */
const BEHIND = 1e-6;

/**
 * What replaced the statements of the first segments, by the turn at the segment's centre: only where the old one is outside of the
 * filter and the new one within. One read, and one for each replacement of a replacement.
 */
export async function findSuccessions(
  transaction: TruthTransaction,
  refined: readonly ScoredCandidate[],
  filter: Filter,
): Promise<ReadonlyMap<TurnId, readonly Succession[]>> {
  const centres = refined
    .flatMap(({ candidate }) => (candidate.type === "episode" ? [candidate.episode.centreTurnId] : []))
    .slice(0, CHECKED_SEGMENTS);
  const found = new Map<TurnId, Succession[]>();
  if (centres.length === 0) return found;
  const holds = (memory: Memory) => matchesFilter(filter, memoryAttributes(memory));
  const old = (await transaction.memories.listByTurns(centres)).filter(
    // a summary gives way to a longer one: no turn of it is out of date
    (memory) => memory.kind !== "summary" && memory.supersededBy !== undefined && !holds(memory),
  );
  const known = new Map<MemoryId, Memory>(old.map((memory) => [memory.id, memory]));
  for (const { candidate } of refined)
    if (candidate.type === "memory") known.set(candidate.id as MemoryId, candidate.memory);
  for (let round = 0; round < MOST_REPLACEMENTS; round++) {
    const missing = new Set(
      [...known.values()].flatMap(({ supersededBy: next }) => (next !== undefined && !known.has(next) ? [next] : [])),
    );
    if (missing.size === 0) break;
    for (const memory of await transaction.memories.findMany([...missing])) known.set(memory.id, memory);
  }
  for (const memory of old) {
    let current: Memory | undefined = memory;
    for (let step = 0; step <= MOST_REPLACEMENTS && current?.supersededBy !== undefined; step++)
      current = known.get(current.supersededBy);
    if (current === undefined || current.supersededBy !== undefined || !holds(current)) continue;
    for (const id of memory.turnIds) found.set(id, [...(found.get(id) ?? []), { old: memory, current }]);
  }
  return found;
}

/** Does the memory tell of its turn whatever the query could want of it? A turn may say more than one thing. */
function tellsTurn(memory: Memory, turn: TextForms, query: UnderstoodQuery, texts: RunTexts): boolean {
  const share = texts.of(memory.evidence).folded.length / Math.max(1, turn.folded.length);
  if (share >= EVIDENCE_IS_TURN) return true;
  if (share < EVIDENCE_IS_MUCH) return false;
  const shared = query.terms.filter((term) => turn.termSet.has(term));
  const told = texts.of(`${memory.content}\n${memory.evidence}`);
  return shared.length > 0 && shared.every((term) => told.termSet.has(term));
}

/** What two people say of themselves in the same words are two facts. */
function isSameVoice(one: Candidate, other: Candidate): boolean {
  const voice = (candidate: Candidate) =>
    candidate.type === "episode" ? (candidate.speaker ?? candidate.role) : undefined;
  const [a, b] = [voice(one), voice(other)];
  return a === undefined || b === undefined || a === b;
}

class Preference {
  private readonly entries: Map<string, ScoredCandidate>;

  constructor(
    ranked: readonly ScoredCandidate[],
    private readonly words: RunWords,
    private readonly query: UnderstoodQuery,
  ) {
    this.entries = new Map(ranked.map((scored) => [scored.candidate.id, scored]));
  }

  private tells(memory: Memory, turnId: TurnId): boolean {
    const text = this.words.turns.get(turnId)?.text;
    return text !== undefined && tellsTurn(memory, this.words.texts.of(text), this.query, this.words.texts);
  }

  /**
   * A memory takes the better score of itself and its turn's segment, and the place. Where a turn says several things that were kept one by
   * one, the segment takes it: it says them all in one place.
   */
  takePlaces(ranked: readonly ScoredCandidate[]): void {
    const statements = new Map<TurnId, Memory[]>();
    for (const { candidate } of ranked) {
      if (candidate.type !== "memory" || candidate.memory.kind === "summary") continue;
      for (const id of candidate.memory.turnIds) statements.set(id, [...(statements.get(id) ?? []), candidate.memory]);
    }
    for (const scored of ranked) {
      const { candidate } = scored;
      if (candidate.type !== "episode") continue;
      const { centreTurnId } = candidate.episode;
      const of = statements.get(centreTurnId) ?? [];
      const teller = of.find((memory) => this.tells(memory, centreTurnId));
      if (teller === undefined) continue;
      if (of.length > 1) this.putSegmentFirst(scored, candidate, of);
      else this.putTellerFirst(scored, candidate, teller);
    }
  }

  private putTellerFirst(segment: ScoredCandidate, candidate: EpisodeCandidate, teller: Memory): void {
    const entry = this.entries.get(teller.id);
    if (entry === undefined) return;
    this.entries.set(teller.id, {
      ...entry,
      fused: Math.max(entry.fused, segment.fused),
      ...(entry.source === undefined ? { source: candidate } : {}),
    });
    this.entries.set(candidate.id, { ...segment, fused: segment.fused - BEHIND, toldBy: teller.id });
  }

  private putSegmentFirst(segment: ScoredCandidate, candidate: EpisodeCandidate, of: readonly Memory[]): void {
    const entries = of.flatMap(({ id }) => this.entries.get(id) ?? []);
    const fused = Math.max(segment.fused, ...entries.map((entry) => entry.fused));
    this.entries.set(candidate.id, { ...segment, fused });
    for (const entry of entries) {
      this.entries.set(entry.candidate.id, {
        ...entry,
        fused: Math.min(entry.fused, fused - BEHIND),
        ...(entry.source === undefined ? { source: candidate } : {}),
      });
    }
  }

  /** The best statement of the attribute that is asked for, of the thing that is named, stands before everything that only sounds like it. */
  putStatedFirst(): void {
    const { ofThing } = this.query.askedAspects;
    const people = new Set([USER_SUBJECT, ...this.query.speakers.people]);
    const [first] = this.inOrder();
    const stated = this.inOrder().find(
      ({ candidate }) =>
        candidate.type === "memory" &&
        ofThing.has(candidate.memory.attribute ?? "") &&
        !people.has(candidate.memory.subject) &&
        statesAskedAspect(candidate.memory, this.query),
    );
    if (first === undefined || stated === undefined || stated === first) return;
    this.entries.set(stated.candidate.id, { ...stated, fused: first.fused + BEHIND });
  }

  /** What holds stands before the segment in which its forerunner was said. */
  putCurrentFirst(ranked: readonly ScoredCandidate[], successions: ReadonlyMap<TurnId, readonly Succession[]>): void {
    for (const { candidate } of ranked) {
      if (candidate.type !== "episode") continue;
      const { centreTurnId } = candidate.episode;
      for (const { old, current } of successions.get(centreTurnId) ?? []) {
        const segment = this.entries.get(candidate.id);
        if (segment === undefined || !this.tells(old, centreTurnId)) continue;
        this.putBefore(segment, current, old.validTo ?? current.validFrom);
      }
    }
  }

  private putBefore(segment: ScoredCandidate, current: Memory, supersededAt: EpochMs): void {
    const entry: ScoredCandidate = this.entries.get(current.id) ?? {
      candidate: {
        ...{ type: "memory", id: current.id, memory: current, saidAt: current.saidAt },
        ...(current.sessionId === undefined ? {} : { sessionId: current.sessionId }),
      },
      ...{ fused: segment.fused, channels: {}, signals: {} },
    };
    const fused = Math.max(entry.fused, segment.fused);
    this.entries.set(current.id, { ...entry, fused, replaced: entry.replaced ?? segment });
    this.entries.set(segment.candidate.id, {
      ...segment,
      fused: Math.min(segment.fused, fused - 2 * BEHIND),
      supersededAt,
    });
  }

  /**
   * Of statements that differ in nothing but the value, the one said last stands first (requirement 2): where nobody linked them when they
   * were written, their words are no reason to prefer the old one. Both stay in the answer.
   */
  putNewerTwinFirst(): void {
    const first = this.inOrder().slice(0, TWINS_AMONG);
    const termsOf = ({ candidate }: ScoredCandidate) => formsOf(candidate, this.words)?.terms ?? [];
    for (const [index, older] of first.entries()) {
      for (const [later, newer] of first.entries()) {
        if (later <= index || newer.candidate.saidAt <= older.candidate.saidAt) continue;
        if (!isSameVoice(older.candidate, newer.candidate)) continue;
        if (!differInValueOnly(termsOf(older), termsOf(newer), this.query.terms)) continue;
        const behind = this.entries.get(older.candidate.id);
        const ahead = this.entries.get(newer.candidate.id);
        if (behind === undefined || ahead === undefined || ahead.fused > behind.fused) continue;
        this.entries.set(newer.candidate.id, { ...ahead, fused: behind.fused + BEHIND });
      }
    }
  }

  inOrder(): readonly ScoredCandidate[] {
    return [...this.entries.values()].sort(byScore);
  }
}

/**
 * One statement, one entry: a memory stands for the turn that it tells, and what holds stands before what it replaced.
 * @param words centre turns of the candidates
 */
export function preferCurrent(
  ranked: readonly ScoredCandidate[],
  words: RunWords,
  query: UnderstoodQuery,
  successions: ReadonlyMap<TurnId, readonly Succession[]>,
): readonly ScoredCandidate[] {
  const preference = new Preference(ranked, words, query);
  preference.takePlaces(ranked);
  preference.putCurrentFirst(ranked, successions);
  preference.putStatedFirst();
  preference.putNewerTwinFirst();
  return preference.inOrder();
}
