import type { ItemId, TurnId } from "../../domain/index.js";
import type { ScoredCandidate } from "../fuse.js";
import { formsOf } from "../rank.js";
import type { RunWords } from "../run-texts.js";
import type { Link } from "./spread.js";

/** A word that more of the best hold links nothing: it is the topic, or a habit of speech. */
const MOST_SHARERS = 6;
const SAME_CONVERSATION = 0.1;
const REPLACED = 1;
const SAME_SUBJECT = 0.5;

/** Words that two or a few of the best share and the query does not hold: who and what else is talked about. */
function sharedWords(best: readonly ScoredCandidate[], words: RunWords, terms: readonly string[]): Link<ItemId>[] {
  const asked = new Set(terms);
  const holders = new Map<string, ItemId[]>();
  const sizes = new Map<ItemId, number>();
  for (const { candidate } of best) {
    const own = [...(formsOf(candidate, words)?.termSet ?? [])].filter((term) => !asked.has(term));
    sizes.set(candidate.id, own.length);
    for (const term of own) holders.set(term, [...(holders.get(term) ?? []), candidate.id]);
  }
  const links: Link<ItemId>[] = [];
  for (const ids of holders.values()) {
    if (ids.length < 2 || ids.length > MOST_SHARERS) continue;
    for (const from of ids)
      for (const to of ids)
        if (from !== to) links.push({ from, to, strength: 1 / (ids.length - 1) / Math.max(1, sizes.get(from) ?? 1) });
  }
  return links;
}

function turnOf({ candidate }: ScoredCandidate): TurnId | undefined {
  return candidate.type === "episode" ? candidate.episode.centreTurnId : candidate.memory.turnIds[0];
}

function strengthBetween(one: ScoredCandidate, other: ScoredCandidate, everyone: ReadonlySet<string>): number {
  const [a, b] = [one.candidate, other.candidate];
  if (turnOf(one) !== undefined && turnOf(one) === turnOf(other)) return 0;
  let strength = a.sessionId !== undefined && a.sessionId === b.sessionId ? SAME_CONVERSATION : 0;
  if (a.type === "memory" && b.type === "memory") {
    if (a.memory.lineageId === b.memory.lineageId) strength += REPLACED;
    else if (a.memory.subject === b.memory.subject && !everyone.has(a.memory.subject)) strength += SAME_SUBJECT;
  }
  return strength;
}

/**
 * What ties the best candidates to one another: names and things that only a few of them mention, statements of one line of versions or
 * about one subject, the same conversation. Of one turn and the memory that tells it none: they are the same thing twice.
 * @param everyone subjects that tie nothing, as they are in everything: the user, and who speaks
 */
export function linksAmong(
  best: readonly ScoredCandidate[],
  words: RunWords,
  terms: readonly string[],
  everyone: ReadonlySet<string>,
): readonly Link<ItemId>[] {
  const turns = new Map(best.map((one) => [one.candidate.id, turnOf(one)]));
  const links = sharedWords(best, words, terms).filter(
    ({ from, to }) => turns.get(from) === undefined || turns.get(from) !== turns.get(to),
  );
  for (const one of best)
    for (const other of best) {
      const strength = one === other ? 0 : strengthBetween(one, other, everyone);
      if (strength > 0) links.push({ from: one.candidate.id, to: other.candidate.id, strength });
    }
  return links;
}
