import type { Role } from "keepsake";
import { z } from "zod";
import type { DataConversation, DataQuestion, DataTurn } from "./conversation.js";
import { DataError } from "./data-error.js";
import type { DataFile } from "./files.js";
import { parseJsonLines } from "./files.js";

const EXPECTED =
  "one conversation a line: {id, lang, turns: [{id, session, at, speaker, text}], questions: [{id, q, goldTurnIds, category}]}";

const turnSchema = z.object({
  id: z.string().min(1),
  session: z.string().min(1),
  at: z.string().nullish(),
  speaker: z.string().min(1),
  text: z.string(),
});

const questionSchema = z.object({
  id: z.string().min(1),
  q: z.string(),
  goldTurnIds: z.array(z.string()),
  category: z.string().default("all"),
  staleTurnIds: z.array(z.string()).nullish(),
  unanswerable: z.boolean().nullish(),
  beforeTurnId: z.string().nullish(),
  flag: z.unknown().optional(),
  askedAt: z.string().nullish(),
});

const conversationSchema = z.object({
  id: z.string().min(1),
  lang: z.string().default("en"),
  timezone: z.string().optional(),
  turns: z.array(turnSchema).min(1),
  questions: z.array(questionSchema),
});

type RawConversation = z.infer<typeof conversationSchema>;

/** Undated turns follow each other by a minute, so that "later in the file" is "later in time". */
const UNDATED_START = Date.UTC(2020, 0, 1);
const UNDATED_STEP_MS = 60_000;
/** A date without a time stands for this hour; turns of one day keep their order by a minute each. */
const DAY_ONLY_HOUR_MS = 9 * 3_600_000;

function instant(value: string, where: string): { at: number; dayOnly: boolean } {
  const at = Date.parse(value);
  if (Number.isNaN(at))
    throw new DataError(`${where}: "${value}" is no ISO 8601 date. Write it like 2026-03-01 or 2026-03-01T09:00:00Z.`);
  return { at, dayOnly: /^\d{4}-\d{2}-\d{2}$/.test(value) };
}

/** Instants for a conversation's turns: as dated, else in file order. */
function datedTurns(raw: RawConversation): readonly number[] {
  const sameDay = new Map<string, number>();
  return raw.turns.map((turn, index) => {
    if (turn.at === null || turn.at === undefined) return UNDATED_START + index * UNDATED_STEP_MS;
    const { at, dayOnly } = instant(turn.at, `${raw.id}, turn ${turn.id}`);
    if (!dayOnly) return at;
    const place = sameDay.get(turn.at) ?? 0;
    sameDay.set(turn.at, place + 1);
    return at + DAY_ONLY_HOUR_MS + place * UNDATED_STEP_MS;
  });
}

const ROLES_BY_NAME: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["tool", "tool"],
]);

function toTurn(raw: RawConversation["turns"][number], at: number): DataTurn {
  const role = ROLES_BY_NAME.get(raw.speaker.toLowerCase()) ?? "user";
  const named = role === "user" && raw.speaker.toLowerCase() !== "user";
  return { id: raw.id, sessionId: raw.session, role, text: raw.text, at, ...(named ? { speaker: raw.speaker } : {}) };
}

function toQuestion(raw: RawConversation["questions"][number], conversation: string): DataQuestion {
  return {
    id: raw.id,
    query: raw.q,
    category: raw.category,
    goldTurnIds: raw.goldTurnIds,
    staleTurnIds: raw.staleTurnIds ?? [],
    unanswerable: raw.unanswerable ?? false,
    ...(raw.beforeTurnId == null ? {} : { beforeTurnId: raw.beforeTurnId }),
    ...(raw.askedAt == null ? {} : { askedAt: instant(raw.askedAt, `${conversation}, question ${raw.id}`).at }),
  };
}

const isFlagged = (flag: unknown) => flag !== undefined && flag !== null && flag !== false && flag !== "";

/** Flagged questions are left out, and those without words: no user asks them, and the engine refuses them. */
const isAsked = (question: RawConversation["questions"][number]) =>
  !isFlagged(question.flag) && question.q.trim() !== "";

/** Reads the common conversation format (qmem-zh, madial, factcons, precisionmem). Questions with a flag or without words are left out. */
export function readConversationLines(file: DataFile): readonly DataConversation[] {
  return parseJsonLines(file, conversationSchema, EXPECTED).map((raw) => {
    const instants = datedTurns(raw);
    const known = new Set(raw.turns.map((turn) => turn.id));
    for (const question of raw.questions) {
      const unknown = [...question.goldTurnIds, ...(question.beforeTurnId == null ? [] : [question.beforeTurnId])].find(
        (id) => !known.has(id),
      );
      if (unknown !== undefined) {
        throw new DataError(
          `${file.path}: question ${question.id} names turn ${unknown}, which conversation ${raw.id} has not.`,
        );
      }
    }
    return {
      id: raw.id,
      timeZone: raw.timezone ?? (raw.lang === "zh" ? "Asia/Shanghai" : "UTC"),
      turns: raw.turns.map((turn, index) => toTurn(turn, instants[index] ?? UNDATED_START)),
      questions: raw.questions.filter(isAsked).map((question) => toQuestion(question, raw.id)),
    };
  });
}
