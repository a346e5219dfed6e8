import { readConversationLines } from "../../evals/readers/conversations.js";
import { readDataFile } from "../../evals/readers/files.js";
import { readLocomo } from "../../evals/readers/locomo.js";
import { readScenarios } from "../../evals/readers/scenarios.js";
import type { RecordTurn } from "../../src/index.js";
import { makeStores } from "./stores.js";

export interface Asked {
  readonly query: string;
  readonly now: number;
  readonly answerable: boolean;
  /** The topic was talked about, and the answer was not given. */
  readonly hard: boolean;
}

/** A store to be recorded, and what is asked of it. */
export interface Source {
  readonly id: string;
  readonly source: string;
  readonly timeZone: string;
  readonly sessions: readonly { readonly sessionId: string; readonly turns: RecordTurn[] }[];
  readonly questions: readonly Asked[];
}

const HOUR = 3_600_000;

export function ownStores(count: number): readonly Source[] {
  return makeStores(count).map(({ id, sessions, questions }) => {
    const now = Math.max(0, ...sessions.map(({ at }) => at)) + HOUR;
    return {
      ...{ id, source: "own", timeZone: "UTC" },
      sessions: sessions.map(({ at, turns }, index) => ({
        sessionId: `s${index}`,
        turns: turns.map((text, place) => ({ role: "user" as const, text, at: at + place * 60_000 })),
      })),
      questions: questions.map((asked) => ({ ...asked, now })),
    };
  });
}

interface Turn extends RecordTurn {
  readonly sessionId: string;
  readonly at: number;
}

function sessionsOf(turns: readonly Turn[]): Source["sessions"] {
  const sessions = new Map<string, RecordTurn[]>();
  for (const { sessionId, role, text, at, speaker } of turns)
    sessions.set(sessionId, [
      ...(sessions.get(sessionId) ?? []),
      { role, text, at, ...(speaker === undefined ? {} : { speaker }) },
    ]);
  return [...sessions].map(([sessionId, said]) => ({ sessionId, turns: said }));
}

/** Data sets by path. Questions of another person than the one who spoke of it are left to the weights of the person. */
export async function readStores(paths: {
  readonly scenarios: readonly string[];
  readonly locomo: readonly string[];
  readonly conversations: readonly string[];
}): Promise<readonly Source[]> {
  const stores: Source[] = [];
  for (const path of paths.scenarios)
    for (const { id, timezone, now, sessions, checks } of readScenarios(await readDataFile(path))) {
      const turns = sessions.flatMap((session) =>
        session.turns.map((turn) => ({ ...turn, sessionId: session.id, at: turn.at ?? session.at })),
      );
      const questions = checks.flatMap((check): Asked[] => {
        if (check.type === "recall") return [{ query: check.query, now, answerable: true, hard: false }];
        return check.type === "abstain" ? [{ query: check.query, now, answerable: false, hard: check.hard }] : [];
      });
      stores.push({ id, source: "scenarios", timeZone: timezone, sessions: sessionsOf(turns as Turn[]), questions });
    }
  const read = { locomo: readLocomo, conversations: readConversationLines };
  for (const kind of ["locomo", "conversations"] as const)
    for (const path of paths[kind])
      for (const { id, timeZone, turns, questions } of read[kind](await readDataFile(path))) {
        const now = Math.max(0, ...turns.map(({ at }) => at)) + HOUR;
        const asked = questions
          .filter(({ unanswerable, goldTurnIds }) => (unanswerable ? kind !== "locomo" : goldTurnIds.length > 0))
          .map(({ query, unanswerable }) => ({ query, now, answerable: !unanswerable, hard: unanswerable }));
        stores.push({ id, source: kind, timeZone, sessions: sessionsOf(turns), questions: asked });
      }
  return stores;
}
