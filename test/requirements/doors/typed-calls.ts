import { toIso } from "../../../src/domain/index.js";
import { reportError } from "../../../src/doors/error-report.js";
import type { UserMemory } from "../../../src/index.js";
import type { CallOptions, Outcome } from "../door.js";

/*
 * From the wire form of the behaviours to the methods of the library and of the client, which have the same names and types, and back.
 */

type Fields = Readonly<Record<string, unknown>>;
/** The methods without their types: the behaviours also send what no type allows. */
type Methods = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;

const INSTANTS = new Set([
  ...["at", "now", "asOf", "since", "saidAt", "validFrom", "validTo", "recordedAt", "lastAccessedAt", "expiresAt"],
  ...["endedAt", "startedAt", "madeAt", "updatedAt", "undoneAt", "recalledAt", "saidFrom", "saidTo"],
]);
const FREE = new Set(["value", "qualifiers", "explanation"]);

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapInstants(value: unknown, convert: (instant: unknown) => unknown, key = ""): unknown {
  if (FREE.has(key)) return value;
  if (Array.isArray(value)) return value.map((item) => mapInstants(item, convert, key));
  if (!isFields(value)) return INSTANTS.has(key) ? convert(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapInstants(part, convert, name)]));
}

/** What a program would have in hand; what is no instant goes as it is, to be refused. */
const toMs = (value: unknown): unknown =>
  typeof value === "string" && /T.*(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : value;
const toText = (value: unknown): unknown => (typeof value === "number" ? toIso(value) : value);

const ORIGINS = { turnId: "turn", sessionId: "session", agentId: "agent", importId: "import", policyVersion: "policy" };
const TO_FORGET = { id: "id", text: "text", sessionId: "session", everything: "everything" };
const TO_REVIEW = { ids: "ids", cause: "cause" };

/** `{ turnId }` as the library says it: `{ by: "turn", turnId }`. */
function by(input: Fields, ways: Readonly<Record<string, string>>): Fields {
  const field = Object.keys(input).find((name) => name in ways);
  return { ...input, by: field === undefined ? undefined : ways[field] };
}

function itemToWire(item: Fields): Fields {
  if (!isFields(item.memory)) return item;
  const { tags, value, revision, validFrom, validTo, expiresAt } = item.memory;
  return { ...item, ...present({ tags, value, revision, validFrom, validTo, expiresAt }) };
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const each = async (items: Promise<unknown>): Promise<Fields> => ({ items: await items });

function summaryToWire({ summary, ...rest }: Fields): Fields {
  return { ...rest, ...(summary as Fields) };
}

function usageToWire(answer: unknown): Fields {
  const { caps: _, today, earlier, ...rest } = answer as Fields & { readonly earlier: readonly Fields[] };
  const day = ({ costMicros, reservedCostMicros, ...figures }: Fields): Fields => ({
    ...figures,
    cost: Number(costMicros) / 1e6,
    reservedCost: Number(reservedCostMicros) / 1e6,
  });
  return { ...rest, today: day(today as Fields), earlier: earlier.map(day) };
}

async function callState(ada: UserMemory, name: string, input: Fields): Promise<unknown> {
  const state = ada.state as unknown as Methods;
  const { space, key, value, ttlSeconds } = input;
  if (name === "state-list") return each(state.list?.(space) ?? Promise.resolve([]));
  if (name === "state-delete") return { deleted: await state.delete?.(space, key) };
  if (name === "state-put") {
    await state.put?.(space, key, value, ttlSeconds);
    return { key };
  }
  return state.get?.(space, key);
}

async function callChanges(ada: UserMemory, name: string, input: Fields): Promise<unknown> {
  const top = ada as unknown as Methods;
  const review = ada.review as unknown as Methods;
  if (name === "review-list") return review.list?.(input);
  if (name === "review-accept") return each(review.accept?.(by(input, TO_REVIEW)) ?? Promise.resolve([]));
  if (name === "review-reject") return each(review.reject?.(by(input, TO_REVIEW)) ?? Promise.resolve([]));
  const { limit, cursor, dryRun, ...origin } = input;
  if (name === "rollback") return top.rollback?.(by(origin, ORIGINS), present({ dryRun }));
  const page = (await top.writes?.(by(origin, ORIGINS), present({ limit, cursor }))) as Fields;
  const items = (page.items as readonly Fields[]).map(({ write, memory }) => ({
    ...(write as Fields),
    ...present({ content: (memory as Fields | undefined)?.content, status: (memory as Fields | undefined)?.status }),
  }));
  return { ...page, items };
}

/** Bytes are bytes in the library and base64 on the wire. */
async function callAttachments(ada: UserMemory, name: string, input: Fields): Promise<unknown> {
  const attachment = ada.attachment as unknown as Methods;
  if (name === "attachment-list") return attachment.list?.(input);
  if (name === "attachment-remove") {
    await attachment.remove?.(input.id);
    return { removed: input.id };
  }
  if (name === "attachment-get") {
    const found = (await attachment.get?.(input.id)) as Fields;
    return { ...found, content: Buffer.from(found.content as Uint8Array).toString("base64") };
  }
  const { content } = input;
  const isText = typeof content === "string";
  return attachment.add?.({ ...input, content: isText ? Uint8Array.from(Buffer.from(content, "base64")) : content });
}

async function callSessions(ada: UserMemory, name: string, input: Fields): Promise<unknown> {
  const summary = ada.summary as unknown as Methods;
  if (name === "session-end") return (ada.session as unknown as Methods).end?.(input.sessionId);
  if (name === "summary-get") return summaryToWire((await summary.get?.(input.sessionId)) as Fields);
  const page = (await summary.list?.(input)) as Fields;
  return { ...page, items: (page.items as readonly Fields[]).map(summaryToWire) };
}

async function callMemory(ada: UserMemory, name: string, input: Fields): Promise<unknown> {
  const top = ada as unknown as Methods;
  const journal = ada.journal as unknown as Methods;
  if (name === "get" || name === "history") return top[name]?.(input.id);
  if (name === "forget") {
    const { kinds, tags, from, to, dryRun, ...way } = input;
    const filter = present({ kinds, tags, from, to });
    const request = Object.keys(filter).length > 0 ? { ...way, by: "filter", filter } : by(way, TO_FORGET);
    return top.forget?.(request, present({ dryRun }));
  }
  if (name === "feedback-give") return (ada.feedback as unknown as Methods).give?.(input);
  if (name === "feedback-list") return (ada.feedback as unknown as Methods).list?.(input);
  if (name === "usage") return usageToWire(await top.usage?.());
  if (name === "journal-list") return each(journal.list?.() ?? Promise.resolve([]));
  if (name === "journal-retry") return { retried: await journal.retry?.() };
  if (name !== "recall") return top[name]?.(input);
  const { saidFrom, saidTo, ...rest } = input;
  const said =
    saidFrom === undefined && saidTo === undefined ? {} : { saidBetween: present({ from: saidFrom, to: saidTo }) };
  const found = (await top.recall?.({ ...rest, ...said })) as Fields;
  return { ...found, items: (found.items as readonly Fields[]).map(itemToWire) };
}

function callMethod(ada: UserMemory, name: string, input: Fields): Promise<unknown> {
  if (name.startsWith("attachment-")) return callAttachments(ada, name, input);
  if (name.startsWith("state-")) return callState(ada, name, input);
  if (name.startsWith("review-") || name === "writes" || name === "rollback") return callChanges(ada, name, input);
  if (name.startsWith("session-") || name.startsWith("summary-")) return callSessions(ada, name, input);
  return callMemory(ada, name, input);
}

/** One call, as a program makes it that has types. */
export async function callTyped(
  ada: UserMemory,
  name: string,
  input: Fields,
  { language = "en" }: CallOptions = {},
): Promise<Outcome> {
  try {
    const output = await callMethod(ada, name, mapInstants(input, toMs) as Fields);
    return { ok: true, output: mapInstants(output, toText) };
  } catch (error) {
    return { ok: false, error: reportError(error, language) };
  }
}
