import type { Scope, Session, SessionId } from "../domain/index.js";
import { scopeKey } from "../domain/index.js";
import type { Storage, TruthTransaction } from "../ports/index.js";

/** Names on the turns of a scope, as written. */
export interface KnownSpeakers {
  readonly people: readonly string[];
  readonly assistants: readonly string[];
}

interface SessionSpeakers {
  readonly version: string;
  readonly people: readonly string[];
  readonly assistants: readonly string[];
}

/** Sessions looked at, newest first, and turns of each: enough to meet everyone who speaks more than in passing. */
const SESSIONS_READ = 48;
const TURNS_READ = 8;
const SCOPES_KEPT = 500;

/*
 * Names are read from the last turns of each session and kept per session until that session changes, because the truth has no list
 * of speakers and a query must not read every turn. Only sessions that the truth still lists are used, so that erasing one takes its
 * names along. Kept per storage: two engines in one process share nothing.
 */
const keptByStorage = new WeakMap<Storage, Map<string, Map<SessionId, SessionSpeakers>>>();

function keptFor(storage: Storage, scope: Scope): Map<SessionId, SessionSpeakers> {
  let scopes = keptByStorage.get(storage);
  if (scopes === undefined) {
    scopes = new Map();
    keptByStorage.set(storage, scopes);
  }
  const key = scopeKey(scope);
  const kept = scopes.get(key) ?? new Map<SessionId, SessionSpeakers>();
  scopes.delete(key);
  scopes.set(key, kept);
  const [oldest] = scopes.keys();
  if (scopes.size > SCOPES_KEPT && oldest !== undefined) scopes.delete(oldest);
  return kept;
}

async function readSession(transaction: TruthTransaction, session: Session, version: string): Promise<SessionSpeakers> {
  const people = new Set<string>();
  const assistants = new Set<string>();
  for (const turn of await transaction.turns.recent(session.id, TURNS_READ)) {
    if (turn.speaker === undefined) continue;
    (turn.role === "user" ? people : assistants).add(turn.speaker);
  }
  return { version, people: [...people], assistants: [...assistants] };
}

/** The names on the turns of the scope's recent sessions, most recent session first. */
export async function listKnownSpeakers(storage: Storage, transaction: TruthTransaction): Promise<KnownSpeakers> {
  const kept = keptFor(storage, transaction.scope);
  const { items: sessions } = await transaction.turns.listSessions({ limit: SESSIONS_READ });
  const present = new Set(sessions.map((session) => session.id));
  for (const id of kept.keys()) if (!present.has(id)) kept.delete(id);
  const people = new Set<string>();
  const assistants = new Set<string>();
  for (const session of sessions) {
    const version = `${session.turnCount}@${session.lastTurnAt}`;
    let speakers = kept.get(session.id);
    if (speakers?.version !== version) {
      speakers = await readSession(transaction, session, version);
      kept.set(session.id, speakers);
    }
    for (const name of speakers.people) people.add(name);
    for (const name of speakers.assistants) assistants.add(name);
  }
  return { people: [...people], assistants: [...assistants].filter((name) => !people.has(name)) };
}
