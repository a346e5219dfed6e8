import type { RecallRequest, Scope, SessionId, Turn } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { analyseQuery, type UnderstoodQuery } from "./analyse-query.js";
import { type KnownSpeakers, listKnownSpeakers } from "./known-speakers.js";
import { splitQuery } from "./split-query.js";

/** Turns of the current session that a vague query may borrow from; one more than used, as the query itself may be among them. */
const RECENT_TURNS = 5;

interface Surroundings {
  readonly speakers: KnownSpeakers;
  readonly recentTurns: readonly Turn[];
  readonly pendingTurns: number;
}

/** What the scope knows before a search: who speaks in it, what was said last, what is still to be digested. One read. */
async function readSurroundings(parts: EngineParts, scope: Scope, request: RecallRequest): Promise<Surroundings> {
  return parts.storage.truth.read(scope, async (transaction) => {
    const [speakers, recentTurns, pendingTurns] = await Promise.all([
      listKnownSpeakers(parts.storage, transaction),
      request.currentSessionId === undefined
        ? []
        : transaction.turns.recent(request.currentSessionId as SessionId, RECENT_TURNS),
      transaction.journal.pending(),
    ]);
    return { speakers, recentTurns, pendingTurns };
  });
}

export interface Understood {
  readonly query: UnderstoodQuery;
  readonly aspects: readonly UnderstoodQuery[];
  readonly pendingTurns: number;
}

/** Reads the query in the light of its scope, and each of the questions in it where it asks several. */
export async function understand(
  parts: EngineParts,
  scope: Scope,
  request: RecallRequest,
  now: number,
): Promise<Understood> {
  const { speakers, recentTurns, pendingTurns } = await readSurroundings(parts, scope, request);
  const timeZone = request.timeZone ?? parts.defaultTimeZone;
  const read = (text: string) => analyseQuery({ text, toldIn: request.language, now, timeZone, speakers, recentTurns });
  const query = read(request.query);
  const aspects = splitQuery(request.query).map((text): UnderstoodQuery => {
    const aspect = read(text);
    // "where does Ana live and what does she do?": whom the one part names the other is about too
    return aspect.namesSpeaker
      ? aspect
      : { ...aspect, askedSpeakers: query.askedSpeakers, namesSpeaker: query.namesSpeaker };
  });
  return { query, aspects, pendingTurns };
}
