/*
 * Three weeks of one person's conversations go in, turn by turn; then Keepsake is asked what it knows. Run it with `npm run demo`.
 * Everything shown below the progress bars comes out of the engine: this file holds questions, no answers.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ImportedSession,
  type Keepsake,
  KeepsakeError,
  type Memory,
  openKeepsake,
  type RecalledItem,
  readConversations,
  type UserMemory,
} from "keepsake";
import { type Column, createProgress, paint, printHeading, printNote, printTable, WIDTH, wrap } from "./terminal.js";

const HISTORY = fileURLToPath(new URL("./history.jsonl", import.meta.url));
const FOLDER = ".keepsake-demo";
/** Marks the folder as this demo's own, to be replaced at the next run, and keeps it out of version control. */
const MARKER = join(FOLDER, ".gitignore");
const USER = "nora";
const ZONE = "Asia/Shanghai";
/** The morning after the last conversation: "now" for every question, whatever today's date is. */
const NOW = Date.parse("2026-05-23T09:00:00+08:00");

const QUESTIONS: readonly { readonly ask: string; readonly asOf?: number }[] = [
  { ask: "我现在在哪家公司上班？" },
  { ask: "我在哪家公司上班？", asOf: Date.parse("2026-05-10T12:00:00+08:00") },
  { ask: "Which city do I live in?" },
  { ask: "PRJ-2048 的预算是多少？" },
  { ask: "How should you send me notifications?" },
  { ask: "生产环境变更之前要做什么？" },
  { ask: "What must not be in the food at a team lunch?" },
  { ask: "Who approves PRJ-2048?" },
];
const UNANSWERABLE = "我的车牌号是多少？";

/** Where a turn came from, as a person would look for it. */
interface Origin {
  readonly sessionId: string;
  readonly number: number;
}

interface Recorded {
  readonly origins: ReadonlyMap<string, Origin>;
  readonly sessions: number;
  /** Turns in which something was cut out before storing. */
  readonly redacted: readonly { readonly origin: Origin; readonly kinds: string }[];
}

function day(at: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE, dateStyle: "short" }).format(at);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function prepareFolder(): void {
  if (existsSync(FOLDER) && !existsSync(MARKER)) {
    throw new Error(`${FOLDER} is there already and is not this demo's: move it away and run again.`);
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(MARKER, "*\n");
}

async function recordHistory(memory: UserMemory): Promise<Recorded> {
  const sessions: ImportedSession[] = [];
  for await (const session of readConversations(HISTORY, { timeZone: ZONE, now: NOW })) sessions.push(session);
  const total = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  const progress = createProgress("recording  记录", total);
  const since = performance.now();
  const origins = new Map<string, Origin>();
  const redacted: { origin: Origin; kinds: string }[] = [];
  for (const { turns, ...session } of sessions) {
    for (const [index, turn] of turns.entries()) {
      const receipt = await memory.record({ ...session, turns: [turn] });
      const origin = { sessionId: session.sessionId, number: index + 1 };
      for (const id of receipt.turnIds) origins.set(id, origin);
      const kinds = Object.keys(receipt.redacted);
      if (kinds.length > 0) redacted.push({ origin, kinds: kinds.join(", ") });
      progress.step();
    }
  }
  progress.done(`${sessions.length} conversations, durable after ${seconds(since)}`);
  return { origins, sessions: sessions.length, redacted };
}

async function waitUntilProcessed(memory: UserMemory, total: number): Promise<void> {
  const progress = createProgress("digesting  处理", total);
  const since = performance.now();
  let left = total;
  const done = memory.processed(120_000).then(() => true);
  while (!(await Promise.race([done, new Promise<boolean>((resolve) => setTimeout(resolve, 100, false))]))) {
    const { pendingTurns } = await memory.stats();
    for (; left > pendingTurns; left -= 1) progress.step();
  }
  for (; left > 0; left -= 1) progress.step();
  progress.done(`extracted, compared and indexed in ${seconds(since)}`);
}

function fromWhere(memory: Memory, { origins }: Recorded): string {
  const places = memory.turnIds.map((id) => origins.get(id)).filter((origin) => origin !== undefined);
  return places.map((origin) => `${origin.sessionId} #${origin.number}`).join("\n");
}

/** On a narrow terminal the words need the room. */
const SOURCE_COLUMNS: readonly Column[] =
  WIDTH < 100
    ? []
    : [
        { width: 10, style: "dim" },
        { width: 16, style: "dim" },
      ];

function sourceOf(memory: Memory, recorded: Recorded): readonly string[] {
  return [day(memory.saidAt), fromWhere(memory, recorded)].slice(0, SOURCE_COLUMNS.length);
}

function about(memory: Memory): string {
  const qualifiers = Object.values(memory.qualifiers);
  const attribute = memory.attribute === undefined ? "" : ` · ${memory.attribute}`;
  return `${memory.subject}${attribute}${qualifiers.length === 0 ? "" : ` (${qualifiers.join(", ")})`}`;
}

async function listAll(memory: UserMemory, statuses: readonly Memory["status"][]): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ statuses, limit: 200, now: NOW, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found.sort((a, b) => a.saidAt - b.saidAt);
}

function isOver(memory: Memory): boolean {
  return memory.expiresAt !== undefined && memory.expiresAt <= NOW;
}

function showRemembered(active: readonly Memory[], superseded: readonly Memory[], recorded: Recorded): void {
  const current = active.filter((memory) => !isOver(memory));
  const sources = new Set<string>([...active, ...superseded].flatMap((memory) => memory.turnIds));
  const silent = [...recorded.origins.keys()].filter((id) => !sources.has(id)).length;
  printHeading("What it remembers", "记住了什么");
  printNote(
    `${recorded.origins.size} turns became ${current.length} current statements. ${silent} turns left none: they stay as they were said.`,
  );
  printTable(
    [{ width: 10, style: "magenta" }, { width: 24, style: "blue" }, {}, ...SOURCE_COLUMNS],
    current.map((memory) => [memory.kind, about(memory), memory.content, ...sourceOf(memory, recorded)]),
  );
}

function showSuperseded(superseded: readonly Memory[], byId: ReadonlyMap<string, Memory>, recorded: Recorded): void {
  printHeading("What was replaced, and by what", "什么被取代了");
  printNote("Nothing is overwritten: the old version is closed, kept, and linked to the new one.");
  printTable(
    [{ width: 24, style: "blue" }, {}, ...SOURCE_COLUMNS],
    superseded.flatMap((memory) => {
      const next = memory.supersededBy === undefined ? undefined : byId.get(memory.supersededBy);
      const until = memory.validTo === undefined ? "" : `  (until ${day(memory.validTo)})`;
      const old = [about(memory), `− ${memory.content}${until}`, ...sourceOf(memory, recorded)];
      return next === undefined ? [old] : [old, ["", `+ ${next.content}`, ...sourceOf(next, recorded)]];
    }),
  );
}

async function showRedacted(memory: UserMemory, recorded: Recorded): Promise<void> {
  printHeading("What was cut out before storing", "存储之前被遮去的内容");
  for (const { origin, kinds } of recorded.redacted) {
    const { items } = await memory.recall({
      query: kinds,
      sessionId: origin.sessionId,
      types: ["episode"],
      floor: 0,
      now: NOW,
    });
    const stored = items.find((item) => item.turnIds.some((id) => recorded.origins.get(id)?.number === origin.number));
    const lines = (stored?.content ?? "").split("\n").filter((line) => line.includes("[redacted"));
    printTable(
      [{ width: 10, style: "yellow" }, {}, { width: 16, style: "dim" }],
      [[kinds, lines.join("\n"), `${origin.sessionId} #${origin.number}`]],
    );
  }
}

function showExpiring(active: readonly Memory[]): void {
  printHeading("What will expire by itself", "到期会自动失效的内容");
  printTable(
    [{ width: 26, style: "yellow" }, {}],
    active
      .filter((memory) => memory.expiresAt !== undefined)
      .map((memory) => [`${isOver(memory) ? "over since" : "until"} ${day(memory.expiresAt ?? 0)}`, memory.content]),
  );
}

function showAnswer(item: RecalledItem | undefined): void {
  if (item === undefined) {
    console.log(`     ${paint("yellow", "nothing · 没有相关记忆")}`);
    return;
  }
  const kind = item.type === "memory" ? item.kind : "said";
  const [first = "", ...rest] = wrap(item.content, WIDTH - 8);
  console.log(`  ${paint("green", "→")}  ${first}`);
  for (const line of rest) console.log(`     ${line}`);
  const [why = "", ...more] = wrap(
    `${kind}, ${day(item.saidAt)}, score ${item.score.toFixed(2)} — ${item.why}`,
    WIDTH - 8,
  );
  for (const line of [why, ...more]) console.log(`     ${paint("dim", line)}`);
}

async function ask(memory: UserMemory, query: string, asOf?: number): Promise<void> {
  console.log(
    `\n  ${paint("bold", `?  ${query}`)}${asOf === undefined ? "" : paint("dim", `   (as of ${day(asOf)})`)}`,
  );
  const { items } = await memory.recall({
    query,
    limit: 3,
    now: NOW,
    timeZone: ZONE,
    ...(asOf === undefined ? {} : { asOf }),
  });
  showAnswer(items[0]);
}

async function showContext(memory: UserMemory): Promise<void> {
  const query = "帮我起草这周的周报，发出去之前该注意什么？";
  const context = await memory.context({
    query,
    maxTokens: 800,
    systemPrompt: "You are Nora's assistant.",
    sessionId: "before-leave",
    now: NOW,
    timeZone: ZONE,
  });
  printHeading("A context for a model, under 800 tokens", "给模型的上下文，不超过 800 个词元");
  printNote(query);
  printTable(
    [{ width: 12, style: "magenta" }, { width: 12 }, {}],
    [
      ["part", "tokens", "items"],
      ...context.parts.map((part) => [part.name, String(part.tokens), String(part.items)]),
      [
        "total",
        `${context.tokens}`,
        `of at most ${context.maxTokens} (${context.encoding}); ${context.cut.length} left out`,
      ],
    ],
  );
  for (const message of context.messages) {
    console.log(`\n  ${paint("blue", `[${message.role}]`)}`);
    for (const line of message.content.split("\n").flatMap((text) => wrap(text, WIDTH - 6)))
      console.log(`    ${paint("dim", line)}`);
  }
}

function showNext(since: number): void {
  const store = `--user ${USER} --data ${FOLDER}`;
  printHeading("What to try next", "接下来可以试试");
  const suggestions = [
    [`npx keepsake recall "灰鹭用什么数据库？" ${store}`, "ask something of your own · 自己提问"],
    [
      `npx keepsake list --statuses superseded ${store}`,
      "what was replaced, with ids for `history` · 查看被取代的记忆",
    ],
    [`npx keepsake forget --text PRJ-2048 ${store}`, "erase, with a report · 抹除并给出报告"],
    ["npx tsx examples/quickstart.ts", "the library in a few lines · 几行代码使用库"],
  ] as const;
  for (const [command, note] of suggestions) {
    console.log(`  ${command}`);
    console.log(`      ${paint("dim", note)}`);
  }
  console.log(`\n  ${paint("dim", `${seconds(since)} in all. The store is in ${FOLDER}; the next run replaces it.`)}`);
}

async function run(engine: Keepsake, since: number): Promise<void> {
  const memory = engine.user(USER);
  console.log(paint("bold", "Keepsake — three weeks with Nora · 和一诺的三个星期"));
  const recorded = await recordHistory(memory);
  await waitUntilProcessed(memory, recorded.origins.size);
  const active = await listAll(memory, ["active"]);
  const superseded = await listAll(memory, ["superseded"]);
  const byId = new Map([...active, ...superseded].map((one) => [String(one.id), one]));
  showRemembered(active, superseded, recorded);
  showSuperseded(superseded, byId, recorded);
  await showRedacted(memory, recorded);
  showExpiring(active);
  printHeading("Eight questions", "八个问题");
  for (const question of QUESTIONS) await ask(memory, question.ask, question.asOf);
  printHeading("A question it has no answer to", "一个没有答案的问题");
  await ask(memory, UNANSWERABLE);
  await showContext(memory);
  showNext(since);
}

const since = performance.now();
try {
  prepareFolder();
  const engine = await openKeepsake({ dataFolder: FOLDER, defaultTimeZone: ZONE });
  try {
    await run(engine, since);
  } finally {
    await engine.close();
  }
} catch (error) {
  const remedy = error instanceof KeepsakeError ? ` ${error.remedy}` : "";
  console.error(paint("red", `${error instanceof Error ? error.message : String(error)}${remedy}`));
  process.exitCode = 1;
}
