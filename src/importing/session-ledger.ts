import { createHash } from "node:crypto";
import {
  checkId,
  type EpochMs,
  KeepsakeError,
  type RecordTurn,
  type Role,
  SECOND_MS,
  type TimeZone,
} from "../domain/index.js";
import { cleanText } from "./clean-text.js";
import { describePlace, importFault, type Place } from "./import-fault.js";
import type { ImportedSession, ImportRules } from "./imported-session.js";
import { REMEDIES } from "./remedies.js";
import type { WarningTally } from "./warning-tally.js";

/** A message as a format's reader found it; everything not yet checked. */
export interface SourceTurn {
  /** The source's own id of the message. */
  readonly ownId?: string;
  readonly role: Role;
  readonly speaker?: string;
  /** The name in the source where `speaker` does not keep it: ids must not depend on the options. */
  readonly sourceSpeaker?: string;
  readonly text: string;
  readonly at?: EpochMs;
  readonly place: Place;
}

export interface SourceSession {
  readonly sessionId: string;
  readonly agentId?: string;
  readonly timeZone?: TimeZone;
  /** The session's own date, for messages without one. */
  readonly at?: EpochMs;
  readonly turns: readonly SourceTurn[];
  readonly place: Place;
}

interface SessionMemory {
  /** How often the same words by the same speaker came up, so that each "ok" keeps an id of its own. */
  readonly occurrences: Map<string, number>;
  readonly ownIds: Map<string, { readonly digest: string; readonly place: string }>;
  lastAt: EpochMs | undefined;
}

/** A short, stable name for any list of values. 128 bits: no two messages of one user share it by chance. */
export function digestOf(...values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
}

function checkName(value: string, field: string, place: Place): string {
  try {
    return checkId(value, field);
  } catch (cause) {
    const problem = cause instanceof KeepsakeError ? cause.message : `${field} is not usable`;
    throw importFault("INVALID_INPUT", place, problem, REMEDIES.plainId, cause);
  }
}

/**
 * Turns what a reader found into pieces ready for `record`: text cleaned, dates filled in, ids made, faults refused.
 * Keeps what it must know of earlier pieces of the same session; one ledger per source.
 */
export class SessionLedger {
  readonly #rules: ImportRules;
  readonly #tally: WarningTally;
  readonly #sessions = new Map<string, SessionMemory>();

  constructor(rules: ImportRules, tally: WarningTally) {
    this.#rules = rules;
    this.#tally = tally;
  }

  /**
   * All turns are checked before the first piece is returned; none is empty. A session whose messages are all empty gives none.
   * @throws INVALID_INPUT, TOO_LARGE
   */
  enter(session: SourceSession): readonly ImportedSession[] {
    const sessionId = checkName(session.sessionId, "session id", session.place);
    if (session.agentId !== undefined) checkName(session.agentId, "agent id", session.place);
    const memory = this.#memoryOf(sessionId);
    const fallbackAt = session.at ?? session.turns.find((turn) => turn.at !== undefined)?.at;
    const turns: RecordTurn[] = [];
    for (const turn of session.turns) {
      const text = cleanText(turn.text, turn.place, this.#tally);
      if (text === "") this.#tally.add("empty-message", turn.place);
      else this.#enterTurn(sessionId, memory, { ...turn, text }, fallbackAt, turns);
    }
    return this.#inPieces(session, turns);
  }

  #memoryOf(sessionId: string): SessionMemory {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const memory: SessionMemory = { occurrences: new Map(), ownIds: new Map(), lastAt: undefined };
    this.#sessions.set(sessionId, memory);
    return memory;
  }

  #enterTurn(
    sessionId: string,
    memory: SessionMemory,
    turn: SourceTurn,
    fallbackAt: EpochMs | undefined,
    into: RecordTurn[],
  ): void {
    const limit = this.#rules.maxTurnCharacters;
    if (turn.text.length > limit) {
      const problem = `the message has ${turn.text.length} characters, the limit is ${limit}`;
      throw importFault("TOO_LARGE", turn.place, problem, REMEDIES.splitMessage);
    }
    if (turn.speaker !== undefined) checkName(turn.speaker, "speaker", turn.place);
    const digest = digestOf(turn.sourceSpeaker ?? turn.speaker ?? turn.role, turn.text);
    if (turn.ownId !== undefined && this.#isRepeat(memory, turn.ownId, digest, turn.place)) return;
    const nth = (memory.occurrences.get(digest) ?? 0) + 1;
    memory.occurrences.set(digest, nth);
    const key = turn.ownId === undefined ? ["text", digest, nth] : ["id", turn.ownId];
    const at = this.#instantOf(memory, turn, fallbackAt);
    memory.lastAt = at;
    into.push({
      id: `imp_${digestOf(sessionId, ...key)}`,
      role: turn.role,
      text: turn.text,
      at,
      ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
    });
  }

  #isRepeat(memory: SessionMemory, ownId: string, digest: string, place: Place): boolean {
    const known = memory.ownIds.get(ownId);
    if (known === undefined) {
      memory.ownIds.set(ownId, { digest, place: describePlace(place) });
      return false;
    }
    if (known.digest === digest) {
      this.#tally.add("repeated-message", place);
      return true;
    }
    const problem = `the id ${JSON.stringify(ownId.slice(0, 80))} was already used at ${known.place} for another message`;
    throw importFault("INVALID_INPUT", place, problem, REMEDIES.ownIds);
  }

  /** Messages without a date follow the one before by a second, so that the order of time is the order of speech. */
  #instantOf(memory: SessionMemory, turn: SourceTurn, fallbackAt: EpochMs | undefined): EpochMs {
    if (turn.at !== undefined) return turn.at;
    if (memory.lastAt !== undefined) return memory.lastAt + SECOND_MS;
    if (fallbackAt !== undefined) return fallbackAt;
    if (this.#rules.undatedAt !== undefined) {
      this.#tally.add("undated", turn.place);
      return this.#rules.undatedAt;
    }
    throw importFault("INVALID_INPUT", turn.place, "the message has no date, nor has its session", REMEDIES.giveDate);
  }

  #inPieces(session: SourceSession, turns: readonly RecordTurn[]): readonly ImportedSession[] {
    const pieces: ImportedSession[] = [];
    const size = this.#rules.maxTurnsPerPiece;
    for (let from = 0; from < turns.length; from += size) {
      pieces.push({
        sessionId: session.sessionId,
        ...(session.agentId === undefined ? {} : { agentId: session.agentId }),
        ...(session.timeZone === undefined ? {} : { timeZone: session.timeZone }),
        turns: turns.slice(from, from + size),
      });
    }
    return pieces;
  }
}
