import type { BaseRow, Measure } from "./measure.js";
import { meanMeasure } from "./measure.js";

/** An episode counts for this many of its turns, centre first, so that long segments win nothing. */
const TURNS_PER_EPISODE = 3;
/** Ranks are looked for among this many items. */
export const RANK_DEPTH = 50;

/** An answer item, reduced to what the measures see. */
export interface AnswerItem {
  readonly type: "memory" | "episode";
  /** For an episode its centre first. */
  readonly turnIds: readonly string[];
}

/** Where one turn was found: rank of the item (from 1) and the place of the turn within it (from 0). */
interface Position {
  readonly rank: number;
  readonly place: number;
}

/** What is kept of one question of a retrieval suite. */
export interface RetrievalRow extends BaseRow {
  /** Rank of the first item that holds each gold turn, in the order of the gold turns; `null` where none does. */
  readonly goldRanks: readonly (number | null)[];
  /** The same by session, sessions ranked by their best item. */
  readonly goldSessionRanks: readonly (number | null)[];
  /** Present when the question has superseded turns. */
  readonly freshness?: { readonly freshFirst: boolean; readonly staleTop: boolean };
  readonly unanswerable: boolean;
  /** Number of items returned. */
  readonly returned: number;
  /** Best probability of relevance before the floor; 0–1; absent where it was not asked for. */
  readonly best?: number;
  readonly contextTokens?: number;
  readonly historyTokens?: number;
}

/** The turns that an item counts for. */
export function countedTurns(item: AnswerItem): readonly string[] {
  return item.type === "memory" ? item.turnIds : item.turnIds.slice(0, TURNS_PER_EPISODE);
}

/** First position of every turn in an answer. */
function turnPositions(items: readonly AnswerItem[]): ReadonlyMap<string, Position> {
  const positions = new Map<string, Position>();
  items.slice(0, RANK_DEPTH).forEach((item, index) => {
    countedTurns(item).forEach((turnId, place) => {
      if (!positions.has(turnId)) positions.set(turnId, { rank: index + 1, place });
    });
  });
  return positions;
}

/** Rank of every session, sessions ordered by their best item. */
function sessionRanks(
  items: readonly AnswerItem[],
  sessionOfTurn: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const item of items.slice(0, RANK_DEPTH)) {
    for (const turnId of countedTurns(item)) {
      const session = sessionOfTurn.get(turnId);
      if (session !== undefined && !ranks.has(session)) ranks.set(session, ranks.size + 1);
    }
  }
  return ranks;
}

export interface JudgedQuestion {
  readonly goldTurnIds: readonly string[];
  readonly staleTurnIds: readonly string[];
}

/** The retrieval part of a row: gold ranks, session ranks, freshness. */
export function judgeAnswer(
  question: JudgedQuestion,
  items: readonly AnswerItem[],
  sessionOfTurn: ReadonlyMap<string, string>,
): Pick<RetrievalRow, "goldRanks" | "goldSessionRanks" | "freshness" | "returned"> {
  const positions = turnPositions(items);
  const sessions = sessionRanks(items, sessionOfTurn);
  const goldSessions = new Set<string>();
  for (const turnId of question.goldTurnIds) {
    const session = sessionOfTurn.get(turnId);
    if (session !== undefined) goldSessions.add(session);
  }
  const row = {
    goldRanks: question.goldTurnIds.map((turnId) => positions.get(turnId)?.rank ?? null),
    goldSessionRanks: [...goldSessions].map((session) => sessions.get(session) ?? null),
    returned: items.length,
  };
  if (question.staleTurnIds.length === 0) return row;
  return { ...row, freshness: judgeFreshness(question, positions) };
}

/** Order of two positions: the item's rank first, then the place within the item. */
function isAbove(a: Position, b: Position | undefined): boolean {
  return b === undefined || a.rank < b.rank || (a.rank === b.rank && a.place < b.place);
}

function best(turnIds: readonly string[], positions: ReadonlyMap<string, Position>): Position | undefined {
  let top: Position | undefined;
  for (const turnId of turnIds) {
    const position = positions.get(turnId);
    if (position !== undefined && isAbove(position, top)) top = position;
  }
  return top;
}

function judgeFreshness(question: JudgedQuestion, positions: ReadonlyMap<string, Position>) {
  const fresh = best(question.goldTurnIds, positions);
  const stale = best(question.staleTurnIds, positions);
  return {
    // A current turn that was not found ranks above nothing.
    freshFirst: fresh !== undefined && isAbove(fresh, stale),
    staleTop: stale !== undefined && stale.rank === 1 && isAbove(stale, fresh),
  };
}

const within = (rank: number | null, k: number) => rank !== null && rank <= k;
const shareWithin = (ranks: readonly (number | null)[], k: number) =>
  ranks.filter((rank) => within(rank, k)).length / ranks.length;

const hasGold = (row: RetrievalRow) => row.goldRanks.length > 0 && !row.unanswerable;

export function anyAt(k: number): Measure<RetrievalRow> {
  return meanMeasure(`any@${k}`, hasGold, (row) => (row.goldRanks.some((rank) => within(rank, k)) ? 1 : 0));
}

export function allAt(k: number): Measure<RetrievalRow> {
  return meanMeasure(`all@${k}`, hasGold, (row) => (row.goldRanks.every((rank) => within(rank, k)) ? 1 : 0));
}

export function fracAt(k: number): Measure<RetrievalRow> {
  return meanMeasure(`frac@${k}`, hasGold, (row) => shareWithin(row.goldRanks, k));
}

/** Mean of 1 / rank of the first gold turn, 0 if none is within {@link RANK_DEPTH}. */
export const mrr: Measure<RetrievalRow> = meanMeasure(
  "mrr",
  hasGold,
  (row) => {
    const found = row.goldRanks.filter((rank): rank is number => within(rank, RANK_DEPTH));
    return found.length === 0 ? 0 : 1 / Math.min(...found);
  },
  { unit: "score" },
);

export function sessionAnyAt(k: number): Measure<RetrievalRow> {
  return meanMeasure(
    `session.any@${k}`,
    (row) => hasGold(row) && row.goldSessionRanks.length > 0,
    (row) => (row.goldSessionRanks.some((rank) => within(rank, k)) ? 1 : 0),
  );
}

export function sessionFracAt(k: number): Measure<RetrievalRow> {
  return meanMeasure(
    `session.frac@${k}`,
    (row) => hasGold(row) && row.goldSessionRanks.length > 0,
    (row) => shareWithin(row.goldSessionRanks, k),
  );
}

export const freshOverStale: Measure<RetrievalRow> = meanMeasure(
  "fresh>stale",
  (row) => row.freshness !== undefined,
  (row) => (row.freshness?.freshFirst ? 1 : 0),
);

export const staleAtOne: Measure<RetrievalRow> = meanMeasure(
  "stale@1",
  (row) => row.freshness !== undefined,
  (row) => (row.freshness?.staleTop ? 1 : 0),
  { better: "lower" },
);

/** Context tokens over the tokens of the full history, over the questions where a context was assembled. */
export const compression: Measure<RetrievalRow> = meanMeasure(
  "compression",
  (row) => row.contextTokens !== undefined && row.historyTokens !== undefined && row.historyTokens > 0,
  (row) => (row.contextTokens ?? 0) / (row.historyTokens ?? 1),
  { unit: "score", better: "lower" },
);
