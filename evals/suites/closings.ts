import type { Memory, UserMemory } from "keepsake";
import { z } from "zod";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { recordTurns } from "../engine/recorder.js";
import { CLOSING_MEASURES, type ClosingRow, matchesGroup, seededRandom } from "../metrics/index.js";
import type { DataTurn } from "../readers/conversation.js";
import type { DataFile } from "../readers/files.js";
import { readLocomo } from "../readers/locomo.js";
import { readMemoryBankFile } from "../readers/memorybank.js";
import { readTalks, type Talk } from "../readers/talks.js";
import { readShipped } from "./shipped.js";
import { defineSuite, type RunContext } from "./suite.js";
import { runUserPerCase } from "./user-per-case.js";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Closings that are shown for judging, of each conversation: which ones is drawn, not chosen. */
const MOST_SHOWN = 20;

/** A long talk, whatever file it came from. */
interface LongTalk {
  readonly id: string;
  readonly timeZone: string;
  readonly turns: readonly DataTurn[];
  readonly category: string;
  readonly stays: readonly (readonly string[])[];
  readonly goes: readonly (readonly string[])[];
}

const rowSchema: z.ZodType<ClosingRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  kind: z.enum(["kept", "stays", "goes"]),
  good: z.boolean(),
});

function fromTalk({ id, lang, at, sessions, stays, goes = [] }: Talk): LongTalk {
  const turns = sessions.flatMap((texts, session) =>
    texts.map((text, place) => ({
      ...{ id: `t${session}-${place}`, sessionId: `s${session}`, role: "user" as const, text },
      at: at + session * DAY_MS + place * MINUTE_MS,
    })),
  );
  return { id, timeZone: lang === "zh" ? "Asia/Shanghai" : "UTC", turns, category: lang, stays, goes };
}

async function readLong(file: DataFile): Promise<readonly LongTalk[]> {
  const text = file.text.trimStart();
  const isOneValue = text.startsWith("[") || !/\n\s*\{/u.test(text.trimEnd()) || !text.startsWith('{"id"');
  if (!isOneValue || text.startsWith('{"id"')) return readTalks(file).map(fromTalk);
  const conversations = text.startsWith("[") ? readLocomo(file) : await readMemoryBankFile(file);
  const category = text.startsWith("[") ? "locomo" : "memorybank";
  return conversations.map(({ id, timeZone, turns }) => ({ id, timeZone, turns, category, stays: [], goes: [] }));
}

/** The closings of one talk, for people to judge: what was said first, and what closed it. Their order tells nothing. */
function showClosings(talk: LongTalk, memories: readonly Memory[], context: RunContext): void {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const random = seededRandom(memories.length);
  const drawn = memories
    .filter(isClosed)
    .map((memory) => ({ memory, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, MOST_SHOWN);
  for (const { memory } of drawn) {
    const next = memory.supersededBy === undefined ? undefined : byId.get(memory.supersededBy);
    context.onFailure(`closed  ${talk.id}\n    1 ${memory.content}\n    2 ${next?.evidence ?? "(taken back)"}`);
  }
}

function isClosed({ status }: Memory): boolean {
  return status === "superseded";
}

async function runTalk(talk: LongTalk, context: RunContext, memory: UserMemory): Promise<readonly ClosingRow[]> {
  await recordTurns(memory, talk.turns, talk.timeZone, new Map());
  const now = Math.max(...talk.turns.map((turn) => turn.at)) + MINUTE_MS;
  const all = (await listAll(memory, { statuses: ALL_STATUSES, now })).filter(({ kind }) => kind !== "summary");
  showClosings(talk, all, context);
  const active = all.filter(({ status }) => status === "active");
  const base = { conversation: talk.id, category: talk.category };
  const holds = (group: readonly string[]): boolean => active.some((each) => matchesGroup(each.content, group));
  const told = (group: readonly string[], kind: "stays" | "goes", index: number): ClosingRow => {
    const good = holds(group) === (kind === "stays");
    if (!good) context.onFailure(`${kind}  ${talk.id} ${group.join(" + ")}`);
    return { ...base, id: `${talk.id}#${kind}${index}`, kind, good };
  };
  return [
    ...all.map((each, index) => ({ ...base, id: `${talk.id}#${index}`, kind: "kept" as const, good: !isClosed(each) })),
    ...talk.stays.map((group, index) => told(group, "stays", index)),
    ...talk.goes.map((group, index) => told(group, "goes", index)),
  ];
}

/** How much of what long talk left is closed by what came after it: nearly nothing should be. */
export const closingsSuite = defineSuite<ClosingRow>({
  name: "closings",
  summary:
    "long talk in which little changes: what was closed by what came after (LoCoMo or MemoryBank by --data, else ours)",
  needsData: false,
  rowSchema,
  measures: () => CLOSING_MEASURES,
  run: async (context) => {
    const file = await readShipped(context, "closings/talks.jsonl");
    const talks = (await readLong(file)).slice(0, context.limit);
    const run = await runUserPerCase(context, file, talks, (talk, memory) => runTalk(talk, context, memory));
    return { ...run, rows: run.rows.flat() };
  },
});
