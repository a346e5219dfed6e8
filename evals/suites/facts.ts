import type { Memory, MemoryId, UserMemory } from "keepsake";
import { z } from "zod";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { type BaseRow, type Measure, meanMeasure } from "../metrics/index.js";
import type { DataConversation, DataQuestion } from "../readers/conversation.js";
import { readConversationLines } from "../readers/conversations.js";
import { readNamedData } from "./data.js";
import { defineSuite, type RunContext } from "./suite.js";
import { runUserPerCase } from "./user-per-case.js";

/** What became of the facts that one question is about. */
export interface FactRow extends BaseRow {
  /** Facts that contradict the current one were given before it. */
  readonly hasStale: boolean;
  /** Every current fact of the question is an active memory. */
  readonly goldActive: boolean;
  /** Every stale fact was replaced, by the current one or by what that one replaced in turn. */
  readonly staleReplaced: boolean;
}

const rowSchema: z.ZodType<FactRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  hasStale: z.boolean(),
  goldActive: z.boolean(),
  staleReplaced: z.boolean(),
});

const MEASURES: readonly Measure<FactRow>[] = [
  meanMeasure(
    "fresh>stale",
    (row) => row.hasStale,
    (row) => Number(row.goldActive && row.staleReplaced),
  ),
  meanMeasure(
    "closed.wrong",
    () => true,
    (row) => Number(!row.goldActive),
    { better: "lower" },
  ),
];

/** The memories of a user after all facts were given, and which of them each fact became. */
interface Remembered {
  readonly rows: ReadonlyMap<MemoryId, Memory>;
  readonly memoryOf: ReadonlyMap<string, MemoryId>;
}

async function giveFacts(conversation: DataConversation, memory: UserMemory): Promise<Remembered> {
  const memoryOf = new Map<string, MemoryId>();
  for (const { id, text, at } of conversation.turns) {
    const result = await memory.remember({ content: text, at, timeZone: conversation.timeZone });
    if (result.memory !== undefined) memoryOf.set(id, result.memory.id);
  }
  const listed = await listAll(memory, { statuses: ALL_STATUSES });
  return { rows: new Map(listed.map((row) => [row.id, row])), memoryOf };
}

function rowOfFact({ rows, memoryOf }: Remembered, fact: string): Memory | undefined {
  const id = memoryOf.get(fact);
  return id === undefined ? undefined : rows.get(id);
}

/** What stands at the end of the links from one memory to the next. */
function successorOf({ rows }: Remembered, row: Memory): Memory {
  const seen = new Set([row.id]);
  let last = row;
  while (last.status === "superseded" && last.supersededBy !== undefined) {
    const next = rows.get(last.supersededBy);
    if (next === undefined || seen.has(next.id)) break;
    seen.add(next.id);
    last = next;
  }
  return last;
}

function describeFact(remembered: Remembered, name: string, fact: string): string {
  const row = rowOfFact(remembered, fact);
  if (row === undefined) return `    ${name} ${fact}: no memory`;
  const end = row.status === "superseded" ? `, replaced by: ${successorOf(remembered, row).content}` : "";
  return `    ${name} ${fact} ${row.status}: ${row.content}${end}`;
}

function judge(
  conversation: DataConversation,
  question: DataQuestion,
  remembered: Remembered,
  context: RunContext,
): FactRow {
  const gold = question.goldTurnIds.map((fact) => rowOfFact(remembered, fact));
  const current = new Set(gold.flatMap((row) => (row?.status === "active" ? [row.id] : [])));
  const row: FactRow = {
    id: `${conversation.id}/${question.id}`,
    conversation: conversation.id,
    category: question.category,
    hasStale: question.staleTurnIds.length > 0,
    goldActive: gold.every((each) => each?.status === "active"),
    staleReplaced: question.staleTurnIds.every((fact) => {
      const stale = rowOfFact(remembered, fact);
      return stale?.status === "superseded" && current.has(successorOf(remembered, stale).id);
    }),
  };
  if (!row.goldActive || !row.staleReplaced) {
    const facts = [
      ...question.staleTurnIds.map((fact) => describeFact(remembered, "stale", fact)),
      ...question.goldTurnIds.map((fact) => describeFact(remembered, "gold", fact)),
    ];
    context.onFailure(`${question.category}  ${question.id}  ${question.query}\n${facts.join("\n")}`);
  }
  return row;
}

/** Gives a conversation's facts one after another; a row for each question that names its facts. */
async function runFacts(
  conversation: DataConversation,
  context: RunContext,
  memory: UserMemory,
): Promise<readonly FactRow[]> {
  const remembered = await giveFacts(conversation, memory);
  return conversation.questions
    .filter((question) => question.goldTurnIds.length > 0)
    .slice(0, context.questionLimit)
    .map((question) => judge(conversation, question, remembered, context));
}

/** Facts about the world, given as explicit statements: a later one that contradicts an earlier one must replace it, and nothing else. */
export const factsSuite = defineSuite<FactRow>({
  name: "facts",
  summary: "facts given one after another, later ones contradict earlier ones (factcons): which replaced which",
  needsData: true,
  rowSchema,
  measures: () => MEASURES,
  run: async (context) => {
    const file = await readNamedData(context, "a JSONL file of facts and questions about them");
    const conversations = readConversationLines(file).slice(0, context.limit);
    const run = (one: DataConversation, memory: UserMemory) => runFacts(one, context, memory);
    const outcome = await runUserPerCase(context, file, conversations, run);
    return { ...outcome, rows: outcome.rows.flat() };
  },
});
