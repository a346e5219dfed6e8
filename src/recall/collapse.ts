import type { DropReason, Memory, TurnId } from "../domain/index.js";
import { foldText, queryTerms } from "../language/index.js";
import type { Candidate, EpisodeCandidate } from "./candidate.js";
import { isShownWhole } from "./describe.js";
import type { ScoredCandidate } from "./fuse.js";
import { EVIDENCE_IS_TURN } from "./prefer-current.js";
import { formsOf } from "./rank.js";
import type { RunWords, TextForms } from "./run-texts.js";

export interface RatedCandidate {
  readonly scored: ScoredCandidate;
  /** Relevance, 0–1. */
  readonly score: number;
}

export interface Collapsed {
  /** Best first, summaries of what stands before them last; scores never rise. */
  readonly kept: readonly RatedCandidate[];
  readonly dropped: readonly (RatedCandidate & { readonly reason: DropReason; readonly why: string })[];
  readonly belowFloor: readonly RatedCandidate[];
}

export interface CollapseQuery {
  /** Under this score nothing is kept. */
  readonly floor: number;
  /** How relevant an item is, given the turns that memories in the answer tell. */
  readonly rate: (scored: ScoredCandidate, told: ReadonlySet<TurnId>) => number;
  readonly text: string;
  /** There the query itself may have been recorded already. */
  readonly currentSessionId?: string;
  /** Turns whose words completed a vague query: it points past them. */
  readonly borrowedTurnIds?: readonly string[];
}

/** The turns that an episode returns: its centre, the one before, the one after. */
export function windowOf(candidate: EpisodeCandidate): readonly TurnId[] {
  const { centreTurnId, turnIds } = candidate.episode;
  const before = turnIds.filter((id) => id !== centreTurnId).slice(-1);
  return [centreTurnId, ...before, ...(candidate.nextTurnId === undefined ? [] : [candidate.nextTurnId])];
}

const JUST_SAID = { reason: "overlaps", why: "was said a moment ago, and the query points past it" } as const;

class Collapser {
  private readonly foldedQuery: string;
  private readonly terms: readonly string[];
  private readonly texts = new Map<string, string>();
  private readonly shownTurns = new Set<TurnId>();
  /** Turns whose words are in the answer from end to end: at the centre of a segment, or beside one and not cut. */
  private readonly quotedTurns = new Set<TurnId>();
  private readonly tellers = new Map<TurnId, Memory[]>();

  constructor(
    private readonly words: RunWords,
    private readonly query: CollapseQuery,
  ) {
    this.foldedQuery = foldText(query.text);
    this.terms = queryTerms(query.text);
  }

  /** Why the candidate adds nothing to what was kept before it; undefined where it does, and then it counts as kept. */
  judge(candidate: Candidate): { reason: DropReason; why: string } | undefined {
    return candidate.type === "memory" ? this.judgeMemory(candidate) : this.judgeEpisode(candidate);
  }

  private judgeMemory(candidate: Extract<Candidate, { type: "memory" }>) {
    const { memory } = candidate;
    if (memory.turnIds.length > 0 && memory.turnIds.every((id) => this.isBorrowed(id))) return JUST_SAID;
    const key = this.words.texts.of(memory.content).folded;
    const twin = this.texts.get(key);
    if (twin !== undefined) return { reason: "duplicate" as const, why: `says the same as ${twin}` };
    if (memory.turnIds.length > 0 && memory.turnIds.every((id) => this.quotedTurns.has(id)))
      return { reason: "overlaps" as const, why: "its turn stands in the answer, word for word" };
    this.texts.set(key, memory.id);
    // a summary tells a little of many turns, and stands for none
    if (memory.evidence !== "")
      for (const id of memory.turnIds) this.tellers.set(id, [...(this.tellers.get(id) ?? []), memory]);
    return undefined;
  }

  /** Does what memories in the answer tell of a turn hold all that the query could want of it? */
  private isTold(turnId: TurnId, turn: TextForms): boolean {
    const tellers = this.tellers.get(turnId) ?? [];
    if (tellers.length === 0) return false;
    const evidence = tellers.map((memory) => memory.evidence).join("\n");
    if (this.words.texts.of(evidence).folded.length >= turn.folded.length * EVIDENCE_IS_TURN) return true;
    const told = this.words.texts.of(`${evidence}\n${tellers.map((memory) => memory.content).join("\n")}`);
    return this.terms.every((term) => !turn.termSet.has(term) || told.termSet.has(term));
  }

  private isBorrowed(id: TurnId): boolean {
    return this.query.borrowedTurnIds?.includes(id) === true;
  }

  private judgeEpisode(candidate: EpisodeCandidate) {
    const centre = candidate.episode.centreTurnId;
    const turn = formsOf(candidate, this.words);
    if (turn === undefined) return { reason: "overlaps" as const, why: "its turn is no longer there" };
    const asking = candidate.sessionId === this.query.currentSessionId && turn.folded === this.foldedQuery;
    if (this.isBorrowed(centre)) return JUST_SAID;
    if (asking) return { reason: "duplicate" as const, why: "is the query itself" };
    if (this.shownTurns.has(centre))
      return { reason: "overlaps" as const, why: "its turn stands beside a better one in the answer" };
    if (this.isTold(centre, turn))
      return { reason: "overlaps" as const, why: "a memory in the answer says all of its turn that is asked for" };
    const key = `${candidate.speaker ?? candidate.role}:${turn.folded}`;
    const twin = this.texts.get(key);
    if (twin !== undefined) return { reason: "duplicate" as const, why: `same words as ${twin}` };
    this.texts.set(key, candidate.id);
    for (const id of windowOf(candidate)) {
      this.shownTurns.add(id);
      const shown = id === centre ? undefined : this.words.turns.get(id);
      if (id === centre || (shown !== undefined && isShownWhole(shown))) this.quotedTurns.add(id);
    }
    return undefined;
  }

  /** Does something of what a summary tells stand in the answer already, in its own words or as a memory? */
  isSummed({ turnIds }: Memory): boolean {
    return turnIds.some((id) => this.shownTurns.has(id) || this.tellers.has(id));
  }
}

/**
 * Goes through the ranking once: leaves out what is under the floor, duplicates (the query itself, the same words), and segments and
 * memories whose turn is already shown or told. Nothing that was left out stands in the way of another. A summary of what stands in the
 * answer already says it a second time, in fewer words: it takes no place from others and comes last.
 * @param words centre turns of the candidates
 */
export function collapse(ranked: readonly ScoredCandidate[], words: RunWords, query: CollapseQuery): Collapsed {
  const collapser = new Collapser(words, query);
  const kept: RatedCandidate[] = [];
  const dropped: Collapsed["dropped"][number][] = [];
  const belowFloor: RatedCandidate[] = [];
  const keptIds = new Set<string>();
  const told = new Set<TurnId>();
  const summaries: RatedCandidate[] = [];
  for (const scored of ranked) {
    const { toldBy, candidate } = scored;
    const score = Math.min(kept.at(-1)?.score ?? 1, query.rate(scored, told));
    if (toldBy !== undefined && keptIds.has(toldBy)) {
      dropped.push({ scored, score, reason: "overlaps", why: `${toldBy} tells its turn, and stands in its place` });
      if (candidate.type === "episode") told.add(candidate.episode.centreTurnId);
      continue;
    }
    if (score < query.floor) {
      belowFloor.push({ scored, score });
      continue;
    }
    if (candidate.type === "memory" && candidate.memory.kind === "summary" && collapser.isSummed(candidate.memory)) {
      summaries.push({ scored, score });
      continue;
    }
    const verdict = collapser.judge(candidate);
    if (verdict !== undefined) {
      dropped.push({ scored, score, ...verdict });
      continue;
    }
    kept.push({ scored, score });
    keptIds.add(candidate.id);
  }
  const lowest = kept.at(-1)?.score ?? 1;
  return {
    kept: [...kept, ...summaries.map((one) => ({ ...one, score: Math.min(one.score, lowest) }))],
    dropped,
    belowFloor,
  };
}
