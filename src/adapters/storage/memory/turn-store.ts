import { BY_NUMBER, BY_NUMBER_AND_ID, type Session, scopeKey, type Turn } from "../../../domain/index.js";
import type { TurnStore } from "../../../ports/index.js";
import { pageOf, sortItems } from "./paging.js";
import type { Draft, StoredSession } from "./state.js";
import { removeWrites } from "./write-log-store.js";

const BY_POSITION = {
  keyOf: (turn: Turn) => [turn.position] as const,
  keyParts: BY_NUMBER,
  directions: ["ascending"] as const,
};

function turnsOf(draft: Draft, sessionId: string): Turn[] {
  return sortItems(
    [...draft.get("turns").values()].filter((turn) => turn.sessionId === sessionId),
    BY_POSITION,
  );
}

function toSession(stored: StoredSession): Session {
  const { nextPosition: _, ...session } = stored;
  return session;
}

function appendOne(draft: Draft, turn: Omit<Turn, "position">): Turn {
  const sessions = draft.edit("sessions", turn.recordedAt);
  const session = sessions.get(turn.sessionId);
  const position = session?.nextPosition ?? 0;
  const written: Turn = { ...structuredClone(turn), text: turn.text.toWellFormed(), position };
  draft.edit("turns").set(turn.id, written);
  const agentId = session?.agentId ?? turn.agentId;
  sessions.set(turn.sessionId, {
    id: turn.sessionId,
    ...(agentId !== undefined && { agentId }),
    startedAt: Math.min(session?.startedAt ?? turn.at, turn.at),
    lastTurnAt: Math.max(session?.lastTurnAt ?? turn.at, turn.at),
    turnCount: (session?.turnCount ?? 0) + 1,
    nextPosition: position + 1,
  });
  return written;
}

/** After turns went: the session's figures, or the session's end where none is left. */
function recountSession(draft: Draft, sessionId: string): void {
  const sessions = draft.edit("sessions");
  const session = sessions.get(sessionId);
  const left = turnsOf(draft, sessionId);
  if (session === undefined || left.length === 0) {
    sessions.delete(sessionId);
    return;
  }
  const instants = left.map((turn) => turn.at);
  sessions.set(sessionId, {
    ...session,
    startedAt: Math.min(...instants),
    lastTurnAt: Math.max(...instants),
    turnCount: left.length,
  });
}

export function createTurnStore(draft: Draft): TurnStore {
  const owner = scopeKey(draft.scope);
  return {
    async append(turns) {
      draft.requireWrite();
      const written: Turn[] = [];
      for (const turn of turns) {
        if (!draft.get("turns").has(turn.id)) written.push(appendOne(draft, turn));
      }
      return written;
    },
    async find(id) {
      return draft.get("turns").get(id);
    },
    async findMany(ids) {
      return ids.flatMap((id) => draft.get("turns").get(id) ?? []);
    },
    async recent(sessionId, limit, beforePosition) {
      if (limit <= 0) return [];
      return turnsOf(draft, sessionId)
        .filter((turn) => beforePosition === undefined || turn.position < beforePosition)
        .slice(-limit);
    },
    async list(sessionId, page) {
      return pageOf(turnsOf(draft, sessionId), { ...BY_POSITION, order: `turns:${sessionId}`, owner }, page);
    },
    async findSession(id) {
      const session = draft.get("sessions").get(id);
      return session === undefined ? undefined : toSession(session);
    },
    async listSessions(page) {
      const sessions = [...draft.get("sessions").values()].map(toSession);
      return pageOf(
        sessions,
        {
          order: "sessions",
          owner,
          keyOf: (session) => [session.lastTurnAt, session.id],
          keyParts: BY_NUMBER_AND_ID,
          directions: ["descending", "ascending"],
        },
        page,
      );
    },
    async remove(ids) {
      draft.requireWrite();
      let removed = 0;
      const touched = new Set<string>();
      for (const id of ids) {
        const turn = draft.get("turns").get(id);
        if (turn === undefined) continue;
        draft.edit("turns").delete(id);
        touched.add(turn.sessionId);
        removed++;
      }
      for (const sessionId of touched) recountSession(draft, sessionId);
      const gone = new Set<string>(ids);
      if (removed > 0) removeWrites(draft, (write) => write.turnId !== undefined && gone.has(write.turnId));
      return removed;
    },
  };
}
