import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { HistoryResult, Memory, RecalledItem, UserMemory } from "keepsake";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { countTokens } from "../engine/tokens.js";
import type { Group } from "../metrics/index.js";
import { holdsIgnoringSpace, matchesGroup } from "../metrics/index.js";
import type { Scenario, ScenarioCheck } from "../readers/scenarios.js";

/** Where the checks of one scenario look. */
export interface CheckedStore {
  readonly memory: UserMemory;
  readonly scenario: Pick<Scenario, "now" | "timezone" | "sessions">;
  /** The store's files, when it has any. */
  readonly folder?: string;
  /** Overrides the policy's floor. 0–1 */
  readonly floor?: number;
}

export interface Verdict {
  readonly passed: boolean;
  /** What was missing or in the way, and what was there instead; "" when passed. */
  readonly detail: string;
}

type CheckOf<Type extends ScenarioCheck["type"]> = Extract<ScenarioCheck, { type: Type }>;

const PASSED: Verdict = { passed: true, detail: "" };
const show = (group: Group) => `[${group.join(", ")}]`;
const quoteAll = (texts: readonly string[]) => texts.map((text) => `    · ${text.slice(0, 200)}`).join("\n");

function verdict(problems: readonly string[], present: readonly string[]): Verdict {
  if (problems.length === 0) return PASSED;
  return {
    passed: false,
    detail: `${problems.join("; ")}; there was${present.length === 0 ? " nothing" : `:\n${quoteAll(present)}`}`,
  };
}

/** Evaluates one check, in the words of the scenario format. */
export function evaluateCheck(check: ScenarioCheck, store: CheckedStore): Promise<Verdict> {
  switch (check.type) {
    case "recall":
      return checkRecall(check, store);
    case "abstain":
      return checkAbstain(check, store);
    case "memory":
      return checkMemory(check, store);
    case "nowhere":
      return checkNowhere(check, store);
    case "history":
      return checkHistory(check, store);
    case "expired":
      return checkExpired(check, store);
    case "context":
      return checkContext(check, store);
  }
}

async function recallItems(
  store: CheckedStore,
  request: { query: string; session?: string | undefined; limit?: number },
): Promise<readonly RecalledItem[]> {
  const result = await store.memory.recall({
    query: request.query,
    now: store.scenario.now,
    timeZone: store.scenario.timezone,
    ...(request.limit === undefined ? {} : { limit: request.limit }),
    ...(request.session === undefined ? {} : { currentSessionId: request.session }),
    ...(store.floor === undefined ? {} : { floor: store.floor }),
  });
  return result.items;
}

const describeItem = (item: RecalledItem) => `${item.type} ${item.score.toFixed(2)} ${item.content}`;

async function checkRecall(check: CheckOf<"recall">, store: CheckedStore): Promise<Verdict> {
  // One request for k items, as a user would ask; an engine that returns more is cut.
  const items = (await recallItems(store, { query: check.query, session: check.session, limit: check.k })).slice(
    0,
    check.k,
  );
  const problems: string[] = [];
  for (const group of check.expect) {
    if (!items.some((item) => matchesGroup(item.content, group))) problems.push(`nothing matches ${show(group)}`);
  }
  for (const group of check.forbid) {
    if (items.some((item) => item.type === "memory" && matchesGroup(item.content, group))) {
      problems.push(`a memory matches forbidden ${show(group)}`);
    }
  }
  return verdict(problems, items.map(describeItem));
}

async function checkAbstain(check: CheckOf<"abstain">, store: CheckedStore): Promise<Verdict> {
  const items = await recallItems(store, { query: check.query, session: check.session });
  return verdict(items.length === 0 ? [] : ["something was returned"], items.slice(0, 5).map(describeItem));
}

/** Active atomic memories at an instant: what a plain listing calls current, long-term and mid-term, summaries aside. */
async function activeMemories(store: CheckedStore, now: number): Promise<readonly Memory[]> {
  const listed = await listAll(store.memory, { now });
  return listed.filter((memory) => memory.kind !== "summary");
}

const contents = (memories: readonly Memory[]) => memories.map((memory) => memory.content);

async function checkMemory(check: CheckOf<"memory">, store: CheckedStore): Promise<Verdict> {
  const texts = contents(await activeMemories(store, store.scenario.now));
  const problems: string[] = [];
  for (const group of check.active) {
    if (!texts.some((text) => matchesGroup(text, group))) problems.push(`no memory matches ${show(group)}`);
  }
  for (const group of check.inactive) {
    if (texts.some((text) => matchesGroup(text, group))) problems.push(`a memory matches unwanted ${show(group)}`);
  }
  if (check.maxCount !== undefined) {
    const { match, count } = check.maxCount;
    const matching = texts.filter((text) => matchesGroup(text, match)).length;
    if (matching > count) problems.push(`${matching} memories match ${show(match)}, at most ${count} may`);
  }
  if (check.maxMemories !== undefined && texts.length > check.maxMemories) {
    problems.push(`${texts.length} memories, at most ${check.maxMemories} may be`);
  }
  return verdict(problems, texts);
}

async function checkExpired(check: CheckOf<"expired">, store: CheckedStore): Promise<Verdict> {
  const now = contents(await activeMemories(store, store.scenario.now));
  const later = contents(await activeMemories(store, check.at));
  const problems: string[] = [];
  if (!now.some((text) => matchesGroup(text, check.match))) problems.push(`no memory matches ${show(check.match)} yet`);
  if (later.some((text) => matchesGroup(text, check.match))) {
    problems.push(`a memory still matches ${show(check.match)} at ${new Date(check.at).toISOString()}`);
  }
  return verdict(problems, now);
}

/** Whether versions (oldest first) match the groups of `order` one after the other; others may lie between. */
function followsOrder(versions: readonly Memory[], order: readonly Group[]): boolean {
  let next = 0;
  for (const version of versions) {
    const group = order[next];
    if (group !== undefined && matchesGroup(version.content, group)) next++;
  }
  return next === order.length;
}

function satisfiesHistory(check: CheckOf<"history">, history: HistoryResult): boolean {
  const current = history.versions.find((version) => version.id === history.currentId);
  const last = check.order.at(-1);
  return (
    current !== undefined &&
    last !== undefined &&
    history.versions.some((version) => matchesGroup(version.content, check.match)) &&
    followsOrder(history.versions, check.order) &&
    matchesGroup(current.content, last)
  );
}

async function chains(store: CheckedStore): Promise<readonly HistoryResult[]> {
  const all = await listAll(store.memory, { statuses: ALL_STATUSES, now: store.scenario.now });
  const byLineage = new Map(all.map((memory) => [memory.lineageId, memory.id]));
  return await Promise.all([...byLineage.values()].map((id) => store.memory.history(id)));
}

async function checkHistory(check: CheckOf<"history">, store: CheckedStore): Promise<Verdict> {
  const histories = await chains(store);
  if (histories.some((history) => satisfiesHistory(check, history))) return PASSED;
  const present = histories.map((history) =>
    history.versions.map((version) => `v${version.version} ${version.status} ${version.content}`).join(" → "),
  );
  return verdict([`no chain goes ${check.order.map(show).join(" → ")}`], present);
}

/** A budget that nothing in a scenario exceeds: everything that could be put in a context is in it. */
const WHOLE_CONTEXT_TOKENS = 100_000;

/** Everything that the engine gives back about the user, piece by piece with a name. */
async function everythingHeld(
  store: CheckedStore,
  strings: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  const { memory, scenario } = store;
  const held: (readonly [string, string])[] = [];
  for (const history of await chains(store)) {
    for (const version of history.versions) held.push([`memory ${version.status}`, JSON.stringify(version)]);
    for (const turn of history.turns) held.push(["turn behind a memory", turn.text]);
  }
  held.push(["profile", JSON.stringify(await memory.profile())]);
  const queries = [...strings, ...scenario.sessions.flatMap((session) => session.turns.map((turn) => turn.text))];
  for (const query of queries) {
    const { items } = await memory.recall({ query: query.slice(0, 2_000), now: scenario.now, floor: 0, limit: 100 });
    for (const item of items) held.push([`recalled ${item.type}`, item.content]);
  }
  for (const session of scenario.sessions) {
    const { messages } = await memory.context({
      query: "?",
      sessionId: session.id,
      now: scenario.now,
      maxTokens: WHOLE_CONTEXT_TOKENS,
    });
    for (const message of messages.slice(0, -1)) held.push([`context of ${session.id}`, message.content]);
  }
  return held;
}

/** The files of a store as text: enough to find a string that was written anywhere in them. */
async function heldInFiles(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(file.parentPath, file.name));
      return [`file ${file.name}`, bytes.toString("utf8")] as const;
    }),
  );
}

async function checkNowhere(check: CheckOf<"nowhere">, store: CheckedStore): Promise<Verdict> {
  const held = [
    ...(await everythingHeld(store, check.strings)),
    ...(store.folder === undefined ? [] : await heldInFiles(store.folder)),
  ];
  const problems = new Set<string>();
  for (const [place, text] of held) {
    check.strings.forEach((string, index) => {
      if (holdsIgnoringSpace(text, string)) problems.add(`string ${index + 1} is in ${place}`);
    });
  }
  return problems.size === 0 ? PASSED : { passed: false, detail: [...problems].join("; ") };
}

async function checkContext(check: CheckOf<"context">, store: CheckedStore): Promise<Verdict> {
  const result = await store.memory.context({
    query: check.query,
    maxTokens: check.maxTokens,
    now: store.scenario.now,
    timeZone: store.scenario.timezone,
    ...(check.session === undefined ? {} : { sessionId: check.session }),
  });
  const texts = result.messages.slice(0, -1).map((message) => message.content); // the query is the last message
  const whole = texts.join("\n");
  const problems: string[] = [];
  const tokens = countTokens(whole);
  if (tokens > check.maxTokens) problems.push(`${tokens} tokens are over the budget of ${check.maxTokens}`);
  for (const group of check.contain) if (!matchesGroup(whole, group)) problems.push(`lacks ${show(group)}`);
  for (const group of check.notContain) if (matchesGroup(whole, group)) problems.push(`holds unwanted ${show(group)}`);
  return verdict(problems, whole.split("\n"));
}
