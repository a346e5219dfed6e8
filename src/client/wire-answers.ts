import type {
  Attachment,
  AttachmentContent,
  ContextResult,
  FeedbackEntry,
  HistoryResult,
  ListedWrite,
  Memory,
  ModelUsage,
  Page,
  ProfileResult,
  RecalledItem,
  RecallResult,
  RememberResult,
  ReviewPage,
  SessionEndReceipt,
  SummaryResult,
  Turn,
  UsageResult,
} from "../domain/index.js";
import type { UserMemory } from "../keepsake.js";

/*
 * Answers of the server as the library gives them: ISO 8601 becomes epoch ms, field by named field, so that values which only look
 * like instants (a stored value, a qualifier) stay what they are. The server's own schemas vouch for the shapes.
 */

type Json = Readonly<Record<string, unknown>>;

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function withInstants(value: unknown, fields: readonly string[]): Json {
  const changed: Record<string, unknown> = { ...object(value) };
  for (const field of fields) {
    const text = changed[field];
    if (typeof text === "string") changed[field] = Date.parse(text);
  }
  return changed;
}

function page<Item>(answer: unknown, read: (item: Json) => Item): Page<Item> {
  const { items, nextCursor } = object(answer);
  return { items: objects(items).map(read), ...(typeof nextCursor === "string" ? { nextCursor } : {}) };
}

const MEMORY_INSTANTS = ["saidAt", "validFrom", "validTo", "recordedAt", "lastAccessedAt", "expiresAt"];

export function readMemory(value: unknown): Memory {
  return withInstants(value, MEMORY_INSTANTS) as unknown as Memory;
}

export const readMemoryPage = (answer: unknown): Page<Memory> => page(answer, readMemory);

export function readRemembered(answer: unknown): RememberResult {
  const { memory, ...rest } = object(answer);
  return { ...rest, ...(memory === undefined ? {} : { memory: readMemory(memory) }) } as unknown as RememberResult;
}

/** Of statements the answer also spreads parts of the memory for those who read JSON; the library has them in `memory`. */
function readItem(value: Json): RecalledItem {
  const item = withInstants(value, ["saidAt"]);
  if (item.type !== "memory") return item as unknown as RecalledItem;
  const {
    value: _value,
    tags: _tags,
    revision: _revision,
    validFrom: _from,
    validTo: _to,
    expiresAt: _end,
    ...rest
  } = item;
  return { ...rest, memory: readMemory(item.memory) } as unknown as RecalledItem;
}

export function readRecall(answer: unknown): RecallResult {
  const { items, ...rest } = withInstants(answer, ["recalledAt"]);
  return { ...rest, items: objects(items).map(readItem) } as unknown as RecallResult;
}

export function readContext(answer: unknown): ContextResult {
  const { included, ...rest } = object(answer);
  return { ...rest, included: objects(included).map(readItem) } as unknown as ContextResult;
}

export function readHistory(answer: unknown): HistoryResult {
  const { versions, turns, ...rest } = object(answer);
  return {
    ...rest,
    versions: objects(versions).map(readMemory),
    turns: objects(turns).map((turn) => withInstants(turn, ["at", "recordedAt"]) as unknown as Turn),
  };
}

export function readProfile(answer: unknown): ProfileResult {
  const { sections, ...rest } = withInstants(answer, ["asOf"]);
  return {
    ...rest,
    sections: objects(sections).map((section) => ({ ...section, memories: objects(section.memories).map(readMemory) })),
  } as unknown as ProfileResult;
}

type StateEntry = Awaited<ReturnType<UserMemory["state"]["get"]>>;

export function readState(value: unknown): StateEntry {
  return withInstants(value, ["updatedAt", "expiresAt"]) as unknown as StateEntry;
}

export const readStates = (answer: unknown): readonly StateEntry[] => objects(object(answer).items).map(readState);

export const readAttachment = (answer: unknown): Attachment =>
  withInstants(answer, ["recordedAt"]) as unknown as Attachment;

export function readAttachmentPage(answer: unknown): Page<Attachment> {
  const { items, ...rest } = object(answer);
  return { ...rest, items: objects(items).map(readAttachment) };
}

export function readAttachmentContent(answer: unknown): AttachmentContent {
  const { content } = object(answer);
  const binary = atob(String(content));
  return { ...readAttachment(answer), content: Uint8Array.from(binary, (unit) => unit.charCodeAt(0)) };
}

export function readSessionEnd(answer: unknown): SessionEndReceipt {
  return withInstants(answer, ["endedAt"]) as unknown as SessionEndReceipt;
}

/** The wire has the summary spread beside its session; the library has it in one piece. */
export function readSummary(value: unknown): SummaryResult {
  const { sessionId, agentId, endedAt, openTurns, turnRange, ...summary } = withInstants(value, ["endedAt", "madeAt"]);
  return {
    ...{ sessionId, openTurns },
    ...(agentId === undefined ? {} : { agentId }),
    ...(endedAt === undefined ? {} : { endedAt }),
    summary: { ...summary, turnRange: withInstants(turnRange, ["startedAt", "endedAt"]) },
  } as unknown as SummaryResult;
}

export const readSummaryPage = (answer: unknown): Page<SummaryResult> => page(answer, readSummary);

export function readReview(answer: unknown): ReviewPage {
  const { items, ...rest } = object(answer);
  const read = objects(items).map((item) => ({ ...item, memory: readMemory(item.memory) }));
  return { ...rest, items: read } as unknown as ReviewPage;
}

export function itemsOf<Item>(answer: unknown): readonly Item[] {
  return objects(object(answer).items) as readonly unknown[] as readonly Item[];
}

const MICROS = 1_000_000;

function readDay(value: Json): ModelUsage {
  const { cost, reservedCost, ...figures } = value;
  return {
    ...figures,
    costMicros: Math.round(Number(cost) * MICROS),
    reservedCostMicros: Math.round(Number(reservedCost) * MICROS),
  } as unknown as ModelUsage;
}

export function readUsage(answer: unknown): UsageResult {
  const { today, earlier, maxTokensPerDay, maxCostPerDay, modelId } = object(answer);
  return {
    ...(typeof modelId === "string" ? { modelId } : {}),
    today: readDay(object(today)),
    earlier: objects(earlier).map(readDay),
    caps: {
      ...(typeof maxTokensPerDay === "number" ? { maxTokens: maxTokensPerDay } : {}),
      ...(typeof maxCostPerDay === "number" ? { maxCostMicros: Math.round(maxCostPerDay * MICROS) } : {}),
    },
  };
}

const PATCH_INSTANTS = ["lastAccessedAt", "expiresAt", "validTo"];

function readWrite(value: Json): ListedWrite {
  const {
    content: _content,
    status: _status,
    memory,
    before,
    after,
    ...write
  } = withInstants(value, ["at", "undoneAt"]);
  return {
    write: { ...write, before: withInstants(before, PATCH_INSTANTS), after: withInstants(after, PATCH_INSTANTS) },
    ...(memory === undefined ? {} : { memory: readMemory(memory) }),
  } as unknown as ListedWrite;
}

export const readWrites = (answer: unknown): Page<ListedWrite> => page(answer, readWrite);

export const readFeedbackPage = (answer: unknown): Page<FeedbackEntry> =>
  page(answer, (item) => withInstants(item, ["at"]) as unknown as FeedbackEntry);
