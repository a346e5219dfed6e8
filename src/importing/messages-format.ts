import { HOUR_MS, isValidTimeZone, type TimeZone } from "../domain/index.js";
import { importFault, type Place, quoteForMessage } from "./import-fault.js";
import type { ImportedSession, ImportRules } from "./imported-session.js";
import { expectObject, findName, firstOf, isObject, type JsonObject, parseJson } from "./json-reading.js";
import { textOfContent } from "./message-content.js";
import { REMEDIES } from "./remedies.js";
import { digestOf, type SessionLedger, type SourceSession, type SourceTurn } from "./session-ledger.js";
import { parseInstant } from "./source-dates.js";
import { parseRole, partOfSpeaker, type SpeakerPart } from "./source-roles.js";
import type { SourceLine, SourceText } from "./source-text.js";
import type { WarningTally } from "./warning-tally.js";

/*
 * OpenAI-style messages. One a line, `{"role":"user","content":"…"}`; or one conversation a line, `{"messages":[…]}`; or one JSON
 * document of either. What else a line may carry, under the names that exports use:
 */
const MESSAGE_LISTS = ["messages", "turns", "conversations", "conversation"] as const;
const ROLES = ["role", "from"] as const;
const CONTENTS = ["content", "text", "value"] as const;
const SPEAKERS = ["name", "speaker"] as const;
const DATES = ["at", "timestamp", "created_at", "createdAt", "create_time", "time", "date"] as const;
const SESSIONS = [
  "session",
  "session_id",
  "sessionId",
  "conversation_id",
  "conversationId",
  "thread_id",
  "threadId",
] as const;
const AGENTS = ["agent", "agent_id", "agentId"] as const;
const ZONES = ["timeZone", "time_zone", "timezone"] as const;
const IDS = ["id", "message_id", "messageId"] as const;

/** Where no session is named, a silence longer than this begins a new one. */
export const SESSION_GAP_MS = 6 * HOUR_MS;
/** Sessions may be interleaved; so many stay open at a time, then the one untouched longest is handed out. */
const OPEN_SESSIONS = 64;

interface Reading {
  readonly rules: ImportRules;
  readonly tally: WarningTally;
  readonly ledger: SessionLedger;
}

function zoneOf(object: JsonObject, place: Place): TimeZone | undefined {
  const found = firstOf(object, ZONES);
  if (found === undefined) return undefined;
  if (typeof found.value === "string" && isValidTimeZone(found.value)) return found.value;
  throw importFault(
    "INVALID_INPUT",
    within(place, found.name),
    `unknown time zone ${quoteForMessage(found.value)}`,
    REMEDIES.zoneName,
  );
}

function within(place: Place, name: string): Place {
  return { ...place, field: place.field === undefined ? name : `${place.field}.${name}` };
}

function partOf(message: JsonObject, place: Place, rules: ImportRules): SpeakerPart {
  const speaker = findName(message, SPEAKERS);
  const role = firstOf(message, ROLES);
  if (role === undefined && speaker !== undefined) return partOfSpeaker(speaker, rules.isUser);
  const known = parseRole(role?.value, within(place, role?.name ?? "role"));
  if (speaker === undefined || known === "system" || known === "tool") return { role: known };
  if (rules.isUser !== undefined && known === "user") return partOfSpeaker(speaker, rules.isUser);
  return { role: known, speaker };
}

function readMessage(value: unknown, place: Place, zone: TimeZone | undefined, { rules, tally }: Reading): SourceTurn {
  const message = expectObject(value, place, "the message");
  const part = partOf(message, place, rules);
  const content = firstOf(message, CONTENTS);
  const date = firstOf(message, DATES);
  const dateRules = { ...rules, timeZone: zoneOf(message, place) ?? zone ?? rules.timeZone };
  const ownId = findName(message, IDS);
  const sourceSpeaker = findName(message, SPEAKERS);
  return {
    ...part,
    text: textOfContent(content?.value ?? message.refusal, within(place, content?.name ?? "content"), tally),
    place,
    ...(date === undefined ? {} : { at: parseInstant(date.value, dateRules, within(place, date.name)) }),
    ...(ownId === undefined ? {} : { ownId }),
    ...(sourceSpeaker === undefined ? {} : { sourceSpeaker }),
  };
}

function listOf(object: JsonObject): { readonly name: string; readonly value: readonly unknown[] } | undefined {
  const found = firstOf(object, MESSAGE_LISTS);
  return found !== undefined && Array.isArray(found.value)
    ? { name: found.name, value: found.value as readonly unknown[] }
    : undefined;
}

/** The name of a conversation that has none: made of its words, so that it is the same at the next reading. */
function nameFromWords(turns: readonly SourceTurn[]): string {
  return `conversation-${digestOf(...turns.map((turn) => [turn.sourceSpeaker ?? turn.role, turn.text])).slice(0, 16)}`;
}

function readConversation(
  object: JsonObject,
  list: { name: string; value: readonly unknown[] },
  place: Place,
  reading: Reading,
): SourceSession {
  const zone = zoneOf(object, place);
  const prefix = place.field === undefined ? "" : `${place.field}.`;
  const turns = list.value.map((message, index) =>
    readMessage(message, { ...place, field: `${prefix}${list.name}[${index}]` }, zone, reading),
  );
  const date = firstOf(object, DATES);
  const agentId = findName(object, AGENTS);
  return {
    sessionId: findName(object, [...SESSIONS, "id"]) ?? nameFromWords(turns),
    turns,
    place,
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(date === undefined
      ? {}
      : {
          at: parseInstant(
            date.value,
            { ...reading.rules, timeZone: zone ?? reading.rules.timeZone },
            within(place, date.name),
          ),
        }),
  };
}

interface OpenSession {
  sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly timeZone: TimeZone | undefined;
  readonly place: Place;
  readonly turns: SourceTurn[];
  /** Number of the message that came last, over the whole source. */
  touched: number;
}

/** Gathers single messages into sessions: by the name they carry, or by silences where they carry none. */
class MessageGatherer {
  readonly #open = new Map<string, OpenSession>();
  readonly #reading: Reading;
  #messages = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Sessions that are complete now, or full pieces of them. */
  *add(object: JsonObject, place: Place): Generator<ImportedSession> {
    const turn = readMessage(object, place, undefined, this.#reading);
    const named = findName(object, SESSIONS);
    const agentId = findName(object, AGENTS);
    const key = JSON.stringify([named ?? null, agentId ?? null]);
    let session = this.#open.get(key);
    if (session !== undefined && named === undefined && this.#isAfterSilence(session, turn)) {
      yield* this.#close(key, session);
      session = undefined;
    }
    session ??= { sessionId: named, agentId, timeZone: zoneOf(object, place), place, turns: [], touched: 0 };
    this.#open.set(key, session);
    session.turns.push(turn);
    session.touched = this.#messages += 1;
    if (session.turns.length >= this.#reading.rules.maxTurnsPerPiece) yield* this.#flush(session);
    if (this.#open.size > OPEN_SESSIONS) {
      const [stalest] = [...this.#open].sort(([, a], [, b]) => a.touched - b.touched);
      if (stalest !== undefined) yield* this.#close(...stalest);
    }
  }

  *finish(): Generator<ImportedSession> {
    for (const [key, session] of this.#open) yield* this.#close(key, session);
  }

  #isAfterSilence(session: OpenSession, turn: SourceTurn): boolean {
    const last = session.turns.findLast((earlier) => earlier.at !== undefined)?.at;
    return last !== undefined && turn.at !== undefined && turn.at - last > SESSION_GAP_MS;
  }

  *#close(key: string, session: OpenSession): Generator<ImportedSession> {
    this.#open.delete(key);
    yield* this.#flush(session);
  }

  *#flush(session: OpenSession): Generator<ImportedSession> {
    if (session.turns.length === 0) return;
    const firstSaid = session.turns.findIndex((turn) => turn.role === "user");
    session.sessionId ??= nameFromWords(session.turns.slice(0, firstSaid + 1 || 1));
    const turns = session.turns.splice(0);
    yield* this.#reading.ledger.enter({
      sessionId: session.sessionId,
      turns,
      place: session.place,
      ...(session.agentId === undefined ? {} : { agentId: session.agentId }),
      ...(session.timeZone === undefined ? {} : { timeZone: session.timeZone }),
    });
  }
}

function* readValue(
  value: unknown,
  place: Place,
  gatherer: MessageGatherer,
  reading: Reading,
): Generator<ImportedSession> {
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    for (const [index, item] of items.entries()) {
      yield* readValue(item, { ...place, field: `${place.field ?? ""}[${index}]` }, gatherer, reading);
    }
    return;
  }
  const object = expectObject(value, place, "the message");
  const list = listOf(object);
  if (list === undefined) yield* gatherer.add(object, place);
  else yield* reading.ledger.enter(readConversation(object, list, place, reading));
}

function isJson(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false; // the question is whether it parses
  }
}

/** A first line that does not parse is the head of one document, unless the second line parses alone: then it is a broken line. */
async function* readDocument(first: SourceLine, lines: AsyncIterator<SourceLine>): AsyncGenerator<unknown> {
  const texts = [first.text];
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (texts.length === 1 && next.value.text.trim() !== "" && isJson(next.value.text))
      parseJson(first.text, first.number);
    texts.push(next.value.text);
  }
  yield parseJson(texts.join("\n"), first.number);
}

/** Streams: a file of one message or one conversation a line is never held whole. */
export async function* readMessages(
  source: SourceText,
  rules: ImportRules,
  tally: WarningTally,
  ledger: SessionLedger,
): AsyncGenerator<ImportedSession> {
  const reading: Reading = { rules, tally, ledger };
  const gatherer = new MessageGatherer(reading);
  const lines = source.lines()[Symbol.asyncIterator]();
  let isFirst = true;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const line = next.value;
    if (line.text.trim() === "") continue;
    if (isFirst && !isJson(line.text) && /^\s*[[{]/u.test(line.text)) {
      for await (const value of readDocument(line, lines)) yield* readValue(value, {}, gatherer, reading);
    } else {
      yield* readValue(parseJson(line.text, line.number), { line: line.number }, gatherer, reading);
    }
    isFirst = false;
  }
  yield* gatherer.finish();
}
