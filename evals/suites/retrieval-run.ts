import type { ContextResult, RecallRequest, RecallResult, UserMemory } from "keepsake";
import { z } from "zod";
import { identify } from "../engine/identity.js";
import { recordTurns, type TurnMap } from "../engine/recorder.js";
import { countTokens } from "../engine/tokens.js";
import type { AnswerItem, Measure, RetrievalRow } from "../metrics/index.js";
import {
  abstentionMeasures,
  allAt,
  anyAt,
  compression,
  fracAt,
  freshOverStale,
  judgeAnswer,
  meanMeasure,
  mrr,
  RANK_DEPTH,
  sessionAnyAt,
  sessionFracAt,
  staleAtOne,
} from "../metrics/index.js";
import type { DataConversation, DataQuestion } from "../readers/conversation.js";
import type { RunContext } from "./suite.js";

const rank = z.number().int().positive().nullable();

/** A row that also tells whether an answer's turn stood in a context of {@link REACH_TOKENS} tokens. */
type ReachRow = RetrievalRow & { readonly contextReach?: boolean };

/** The budget of a context that is asked whether it holds the answer. */
const REACH_TOKENS = 1_500;

/** Share of the questions with a gold turn that stands in the context of its question: whole, or as a statement taken from it. */
const contextReach: Measure<RetrievalRow> = meanMeasure<ReachRow>(
  `context@${REACH_TOKENS}`,
  (row) => row.contextReach !== undefined,
  (row) => (row.contextReach === true ? 1 : 0),
);

export const retrievalRowSchema: z.ZodType<ReachRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  goldRanks: z.array(rank),
  goldSessionRanks: z.array(rank),
  freshness: z.object({ freshFirst: z.boolean(), staleTop: z.boolean() }).exactOptional(),
  unanswerable: z.boolean(),
  returned: z.number(),
  best: z.number().exactOptional(),
  contextTokens: z.number().exactOptional(),
  historyTokens: z.number().exactOptional(),
  contextReach: z.boolean().exactOptional(),
});

/** Every retrieval figure; those that the data cannot give are left out by the bootstrap. */
export function retrievalMeasures(rows: readonly RetrievalRow[]): readonly Measure<RetrievalRow>[] {
  return [
    ...[1, 5, 10].map(anyAt),
    ...[5, 10].map(allAt),
    ...[5, 10].map(fracAt),
    mrr,
    ...[5, 10].map(sessionAnyAt),
    ...[5, 10].map(sessionFracAt),
    freshOverStale,
    staleAtOne,
    ...abstentionMeasures(rows),
    compression,
    contextReach,
  ];
}

/** A question is asked this long after the last turn that was recorded. */
const ASKED_AFTER_MS = 3_600_000;
/** A context is assembled for every n-th question: enough for a ratio, and it costs a second recall. */
const CONTEXT_EVERY = 10;

/** A summary names every turn of its session: counted as their evidence, one item would answer any question about it. */
function evidenceOf(item: RecallResult["items"][number]): RecallResult["items"][number]["turnIds"] {
  return item.type === "memory" && item.kind === "summary" ? [] : item.turnIds;
}

function toAnswerItems(result: RecallResult, map: TurnMap): readonly AnswerItem[] {
  return result.items.map((item) => ({
    type: item.type,
    turnIds: evidenceOf(item).map((id) => map.get(id) ?? `unknown ${id}`),
  }));
}

/** Marks of quotation and escapes are the context's own, and no part of what was said. */
function plain(text: string): string {
  return text.replaceAll("&lt;", "<").replace(/^> /gmu, "").replace(/\s+/gu, " ").trim();
}

/** Does a gold turn stand in the context whole, or a statement that was taken from it? */
function reaches(result: ContextResult, question: DataQuestion, { map, conversation }: Asked): boolean {
  const gold = new Set(question.goldTurnIds);
  const stated = result.included.some(
    (item) => item.type === "memory" && evidenceOf(item).some((id) => gold.has(map.get(id) ?? "")),
  );
  if (stated) return true;
  const whole = plain(
    result.messages
      .slice(0, -1)
      .map(({ content }) => content)
      .join("\n"),
  );
  return conversation.turns.some((turn) => gold.has(turn.id) && whole.includes(plain(turn.text)));
}

/** The context of a question, and what it says of the engine; for every question with a gold turn, and every n-th other. */
async function askContext(asked: Asked, question: DataQuestion, request: RecallRequest, index: number) {
  const { memory, conversation } = asked;
  const shared = { query: question.query, now: request.now ?? asked.now, timeZone: conversation.timeZone };
  const isSampled = index % CONTEXT_EVERY === 0;
  const sampled = isSampled ? await memory.context(shared) : undefined;
  const hasGold = question.goldTurnIds.length > 0 && !question.unanswerable;
  const small = hasGold ? await memory.context({ ...shared, maxTokens: REACH_TOKENS }) : undefined;
  return {
    ...(sampled === undefined ? {} : { contextTokens: sampled.tokens, historyTokens: asked.historyTokens }),
    ...(small === undefined ? {} : { contextReach: reaches(small, question, asked) }),
  };
}

interface Asked {
  readonly memory: UserMemory;
  readonly conversation: DataConversation;
  readonly context: RunContext;
  readonly map: TurnMap;
  readonly now: number;
  readonly sessionOfTurn: ReadonlyMap<string, string>;
  readonly historyTokens: number;
}

async function askBest(asked: Asked, request: RecallRequest): Promise<number> {
  const result = await asked.memory.recall({ ...request, limit: 1, floor: 0 });
  return result.items[0]?.score ?? 0;
}

async function ask(asked: Asked, question: DataQuestion, index: number, wantsBest: boolean): Promise<ReachRow> {
  const { memory, conversation, context, map } = asked;
  const request: RecallRequest = {
    query: question.query,
    now: question.askedAt ?? asked.now,
    timeZone: conversation.timeZone,
  };
  const floor = context.floor === undefined ? {} : { floor: context.floor };
  const result = await memory.recall({ ...request, ...floor, limit: RANK_DEPTH });
  const items = toAnswerItems(result, map);
  const judged = judgeAnswer(question, items, asked.sessionOfTurn);
  if (judged.goldRanks.length > 0 && !judged.goldRanks.some((found) => found !== null && found <= 10)) {
    const place = judged.goldRanks.find((found) => found !== null);
    context.onFailure(
      `${question.category}  ${question.id}  gold ${place === undefined ? "not found" : `at ${place}`}: ${question.query}\n` +
        result.items
          .slice(0, 3)
          .map((item) => `    ${item.score.toFixed(2)} ${item.content.slice(0, 160)}\n`)
          .join(""),
    );
  }
  return {
    id: `${conversation.id}/${question.id}`,
    conversation: conversation.id,
    category: question.category,
    unanswerable: question.unanswerable,
    ...judged,
    ...(wantsBest ? { best: await askBest(asked, request) } : {}),
    ...(await askContext(asked, question, request, index)),
  };
}

/** Questions in the order in which they can be asked while the conversation is being recorded. */
export function questionsByStop(
  conversation: DataConversation,
): readonly { readonly upTo: number; readonly questions: readonly DataQuestion[] }[] {
  const place = new Map(conversation.turns.map((turn, index) => [turn.id, index]));
  const stops = new Map<number, DataQuestion[]>();
  for (const question of conversation.questions) {
    const before = question.beforeTurnId === undefined ? undefined : place.get(question.beforeTurnId);
    const upTo = before ?? conversation.turns.length;
    stops.set(upTo, [...(stops.get(upTo) ?? []), question]);
  }
  return [...stops].sort(([a], [b]) => a - b).map(([upTo, questions]) => ({ upTo, questions }));
}

/** Records a conversation in a store of its own, up to where each question may look, and asks its questions. */
async function runConversation(
  conversation: DataConversation,
  context: RunContext,
): Promise<{ rows: readonly RetrievalRow[]; policy?: string; model?: string }> {
  const store = await context.system.openStore(context);
  try {
    const memory = store.keepsake.user(conversation.id);
    const map: TurnMap = new Map();
    const sessionOfTurn = new Map(conversation.turns.map((turn) => [turn.id, turn.sessionId]));
    const wantsBest = conversation.questions.some((question) => question.unanswerable);
    const rows: RetrievalRow[] = [];
    let recorded = 0;
    for (const { upTo, questions } of questionsByStop(conversation)) {
      const heard = conversation.turns.slice(0, upTo);
      await recordTurns(memory, heard.slice(recorded), conversation.timeZone, map);
      recorded = upTo;
      const now = Math.max(0, ...heard.map((turn) => turn.at)) + ASKED_AFTER_MS;
      const historyTokens = countTokens(heard.map((turn) => turn.text).join("\n"));
      const asked: Asked = { memory, conversation, context, map, now, sessionOfTurn, historyTokens };
      for (const question of questions.slice(0, context.questionLimit)) {
        rows.push(await ask(asked, question, rows.length, wantsBest));
      }
    }
    return { rows, ...(await identify(store, memory)) };
  } finally {
    await store.dispose();
  }
}

/** Runs conversations one after the other. */
export async function runConversations(
  conversations: readonly DataConversation[],
  context: RunContext,
): Promise<{ rows: readonly RetrievalRow[]; policy: string; model: string }> {
  const chosen = conversations.slice(0, context.limit);
  const rows: RetrievalRow[] = [];
  let identity: { policy?: string; model?: string } = {};
  for (const [index, conversation] of chosen.entries()) {
    context.onProgress(index, chosen.length, conversation.id);
    const { rows: asked, ...found } = await runConversation(conversation, context);
    rows.push(...asked);
    identity = { ...identity, ...found };
  }
  context.onProgress(chosen.length, chosen.length, "done");
  return { rows, policy: identity.policy ?? "unknown", model: identity.model ?? "none" };
}
