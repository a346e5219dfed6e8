import type { DropReason, Turn, TurnId } from "../domain/index.js";
import { foldText } from "../language/index.js";
import type { Candidate, EpisodeCandidate } from "./candidate.js";
import type { ScoredCandidate } from "./fuse.js";

export interface Collapsed {
  readonly kept: readonly ScoredCandidate[];
  readonly dropped: readonly { readonly scored: ScoredCandidate; readonly reason: DropReason; readonly why: string }[];
}

export interface CollapseQuery {
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

/** A memory says as much as its turn when its evidence is this share of the turn's letters. */
const EVIDENCE_IS_TURN = 0.75;

const JUST_SAID = { reason: "overlaps", why: "was said a moment ago, and the query points past it" } as const;

class Collapser {
  private readonly foldedQuery: string;
  private readonly texts = new Map<string, string>();
  private readonly shownTurns = new Set<TurnId>();
  private readonly evidence = new Map<TurnId, string>();

  constructor(
    private readonly turns: ReadonlyMap<TurnId, Turn>,
    private readonly query: CollapseQuery,
  ) {
    this.foldedQuery = foldText(query.text);
  }

  /** Why the candidate adds nothing to what was kept before it; undefined where it does, and then it counts as kept. */
  judge(candidate: Candidate): { reason: DropReason; why: string } | undefined {
    return candidate.type === "memory" ? this.judgeMemory(candidate) : this.judgeEpisode(candidate);
  }

  private judgeMemory(candidate: Extract<Candidate, { type: "memory" }>) {
    const { memory } = candidate;
    if (memory.turnIds.length > 0 && memory.turnIds.every((id) => this.isBorrowed(id))) return JUST_SAID;
    const key = foldText(memory.content);
    const twin = this.texts.get(key);
    if (twin !== undefined) return { reason: "duplicate" as const, why: `says the same as ${twin}` };
    this.texts.set(key, memory.id);
    for (const turnId of memory.turnIds) this.evidence.set(turnId, memory.evidence);
    return undefined;
  }

  private isBorrowed(id: TurnId): boolean {
    return this.query.borrowedTurnIds?.includes(id) === true;
  }

  private judgeEpisode(candidate: EpisodeCandidate) {
    const centre = candidate.episode.centreTurnId;
    const text = this.turns.get(centre)?.text;
    if (text === undefined) return { reason: "overlaps" as const, why: "its turn is no longer there" };
    const folded = foldText(text);
    const asking = candidate.sessionId === this.query.currentSessionId && folded === this.foldedQuery;
    if (this.isBorrowed(centre)) return JUST_SAID;
    if (asking) return { reason: "duplicate" as const, why: "is the query itself" };
    if (this.shownTurns.has(centre))
      return { reason: "overlaps" as const, why: "its turn stands beside a better one in the answer" };
    const evidence = this.evidence.get(centre);
    if (evidence !== undefined && foldText(evidence).length >= folded.length * EVIDENCE_IS_TURN) {
      return { reason: "overlaps" as const, why: "a memory in the answer says all of its turn" };
    }
    const key = `${candidate.speaker ?? candidate.role}:${folded}`;
    const twin = this.texts.get(key);
    if (twin !== undefined) return { reason: "duplicate" as const, why: `same words as ${twin}` };
    this.texts.set(key, candidate.id);
    for (const id of windowOf(candidate)) this.shownTurns.add(id);
    return undefined;
  }
}

/**
 * Takes out what adds nothing to better items: the same statement, the same words, and segments whose turn is already shown.
 * @param turns centre turns of the candidates
 */
export function collapse(
  ranked: readonly ScoredCandidate[],
  turns: ReadonlyMap<TurnId, Turn>,
  query: CollapseQuery,
): Collapsed {
  const collapser = new Collapser(turns, query);
  const kept: ScoredCandidate[] = [];
  const dropped: Collapsed["dropped"][number][] = [];
  for (const scored of ranked) {
    const verdict = collapser.judge(scored.candidate);
    if (verdict === undefined) kept.push(scored);
    else dropped.push({ scored, ...verdict });
  }
  return { kept, dropped };
}
