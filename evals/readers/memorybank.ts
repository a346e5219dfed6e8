import { type ImportedSession, KeepsakeError, readConversations } from "keepsake";
import { z } from "zod";
import type { DataConversation, DataTurn } from "./conversation.js";
import { DataError } from "./data-error.js";
import { type DataFile, parseJsonFile } from "./files.js";

const EXPECTED = "a MemoryBank file: people by name, each with a history of days of {query, response}";

const peopleSchema = z.record(z.string(), z.unknown());

/** Days are dated in the place where the language is spoken; the data names no zone. */
function timeZoneOf(person: string): string {
  return /\p{Script=Han}/u.test(person) ? "Asia/Shanghai" : "UTC";
}

function toTurns(session: ImportedSession): readonly DataTurn[] {
  return session.turns.map((turn, index) => {
    if (turn.at === undefined) throw new DataError(`${session.sessionId}: turn ${index + 1} has no date.`);
    return {
      id: turn.id ?? `${session.sessionId}/${index}`,
      sessionId: session.sessionId,
      role: turn.role,
      text: turn.text,
      at: turn.at,
      ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
    };
  });
}

async function readPerson(file: DataFile, person: string): Promise<DataConversation> {
  const timeZone = timeZoneOf(person);
  const turns: DataTurn[] = [];
  const bytes = new TextEncoder().encode(file.text);
  for await (const session of readConversations(bytes, { format: "memorybank", speakerIsUser: person, timeZone })) {
    turns.push(...toTurns(session));
  }
  return { id: person, timeZone, turns, questions: [] };
}

/** Reads MemoryBank as the product imports it, one conversation a person; it has no questions. People without a message are left out. */
export async function readMemoryBankFile(file: DataFile): Promise<readonly DataConversation[]> {
  const people = Object.entries(parseJsonFile(file, peopleSchema, EXPECTED));
  const conversations: DataConversation[] = [];
  for (const [name, person] of people) {
    const history = z.object({ history: z.record(z.string(), z.unknown()) }).safeParse(person);
    if (history.success && Object.keys(history.data.history).length === 0) continue;
    try {
      conversations.push(await readPerson(file, name.trim()));
    } catch (thrown) {
      if (!(thrown instanceof KeepsakeError)) throw thrown;
      throw new DataError(`${file.path}, ${name.trim()}: ${thrown.message}. Expected ${EXPECTED}.`, { cause: thrown });
    }
  }
  return conversations;
}
