import {
  type ContextCut,
  type ContextMessage,
  type ContextPart,
  type ContextRequest,
  type ContextResult,
  KeepsakeError,
  type RecalledItem,
  type Scope,
  type SessionId,
  type Turn,
} from "../domain/index.js";
import { detectLanguage, foldText, isBlank, type Language, queryTerms } from "../language/index.js";
import type { EngineParts, TokenCounter } from "../ports/index.js";
import { profile as readProfile, recall } from "../recall/index.js";
import { findSummary } from "../sessions/index.js";
import { type ChosenMemories, chooseMemories, SHARES } from "./choose-memories.js";
import { countedOnce } from "./counted-once.js";
import { readSpoken } from "./entries.js";
import { type FittedTurns, fitTurns, isDialogue } from "./fit-turns.js";
import { formatMessages, formatTokens } from "./format-messages.js";
import { countMessage, MESSAGE_FRAMING, REPLY_FRAMING } from "./framing.js";
import { type BlockParts, renderMemoryBlock } from "./memory-block.js";
import { type FittedSummary, fitSummary, NO_SUMMARY } from "./summary-block.js";
import { CHINESE, ENGLISH, type Wording } from "./wording.js";

/** Turns of the session read for "earlier history": more would not be looked at by any reader. */
const TURNS_READ = 60;

interface Plan {
  readonly maxTokens: number;
  readonly language: Language;
  readonly wording: Wording;
  readonly systemPrompt: string;
  readonly query: ContextMessage;
  /** The query and the system prompt, with all framing: what cannot be cut. */
  readonly fixedTokens: number;
  /** What the protocol may add. */
  readonly formatTokens: number;
}

function makePlan(parts: EngineParts, request: ContextRequest): Plan {
  const maxTokens = request.maxTokens ?? parts.policy.context.defaultMaxTokens;
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    throw new KeepsakeError("INVALID_INPUT", "maxTokens must be a whole number of at least 1", { field: "maxTokens" });
  }
  if (isBlank(request.query)) throw new KeepsakeError("INVALID_INPUT", "query is empty", { field: "query" });
  const query: ContextMessage = { role: "user", content: request.query };
  const queryTokens = countMessage(query, parts.tokens) + REPLY_FRAMING + formatTokens(request.format, parts.tokens);
  if (queryTokens > maxTokens) {
    throw new KeepsakeError(
      "INVALID_INPUT",
      `The query alone takes ${queryTokens} tokens and maxTokens is ${maxTokens}: allow more tokens or shorten the query.`,
      { field: "maxTokens", needed: queryTokens },
    );
  }
  const systemPrompt = request.systemPrompt ?? "";
  const systemTokens = systemPrompt === "" ? 0 : parts.tokens.count(systemPrompt) + MESSAGE_FRAMING;
  if (queryTokens + systemTokens > maxTokens) {
    throw new KeepsakeError(
      "INVALID_INPUT",
      `The system prompt and the query take ${queryTokens + systemTokens} tokens and maxTokens is ${maxTokens}: allow more tokens or shorten the system prompt, which is never cut.`,
      { field: "maxTokens", needed: queryTokens + systemTokens },
    );
  }
  const language = detectLanguage(request.query);
  const wording = language === "zh" || language === "mixed" ? CHINESE : ENGLISH;
  return {
    maxTokens,
    language,
    wording,
    systemPrompt,
    query,
    ...{ fixedTokens: queryTokens + systemTokens, formatTokens: formatTokens(request.format, parts.tokens) },
  };
}

/** The session's dialogue, oldest first, without the query itself where the agent has recorded it already. */
async function readDialogue(parts: EngineParts, scope: Scope, request: ContextRequest): Promise<readonly Turn[]> {
  const { sessionId } = request;
  if (sessionId === undefined) return [];
  const turns = await parts.storage.truth.read(scope, (transaction) =>
    transaction.turns.recent(sessionId as SessionId, TURNS_READ),
  );
  const dialogue = turns.filter(isDialogue);
  const last = dialogue.at(-1);
  const isQuery = last !== undefined && last.role === "user" && foldText(last.text) === foldText(request.query);
  return isQuery ? dialogue.slice(0, -1) : dialogue;
}

interface Draft {
  readonly plan: Plan;
  readonly chosen: ChosenMemories;
  readonly summary: FittedSummary;
  readonly guaranteed: FittedTurns;
  readonly earlier: FittedTurns;
}

function renderSystem({ plan, chosen, summary }: Pick<Draft, "plan" | "chosen" | "summary">): string {
  const block = renderMemoryBlock({
    profile: chosen.profileLines,
    memories: chosen.entries.map(({ entry }) => entry),
    knowledge: chosen.passages.map(({ entry }) => entry),
    summary: summary.block,
    wording: plan.wording,
  });
  return [plan.systemPrompt, block].filter((section) => section !== "").join("\n\n");
}

function render(draft: Draft): ContextMessage[] {
  const system = renderSystem(draft);
  return [
    ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
    ...draft.earlier.messages,
    ...draft.guaranteed.messages,
    draft.plan.query,
  ];
}

function countAll(messages: readonly ContextMessage[], tokens: TokenCounter): number {
  return messages.reduce((sum, message) => sum + countMessage(message, tokens), REPLY_FRAMING);
}

/** Takes the weakest optional thing away; undefined when only what must stay is left. */
function giveBack(draft: Draft, tokens: TokenCounter): { draft: Draft; cut: ContextCut } | undefined {
  const { chosen, earlier } = draft;
  const [oldest, ...messages] = earlier.messages;
  if (oldest !== undefined) {
    const [turn, ...turns] = earlier.turns;
    const cost = countMessage(oldest, tokens);
    return {
      draft: { ...draft, earlier: { ...earlier, messages, turns, tokens: earlier.tokens - cost } },
      cut: { part: "turns", what: turn?.id ?? "turn", tokens: cost, reason: "over-budget" },
    };
  }
  if (draft.summary.block !== "") {
    const { tokens: cost } = draft.summary;
    return {
      draft: { ...draft, summary: NO_SUMMARY },
      cut: { part: "summary", what: "summary", tokens: cost, reason: "over-budget" },
    };
  }
  const weakest = chosen.entries.at(-1);
  if (weakest !== undefined) {
    return {
      draft: { ...draft, chosen: { ...chosen, entries: chosen.entries.slice(0, -1) } },
      cut: {
        part: "memories",
        what: weakest.item.id,
        tokens: tokens.count(weakest.entry.quoted),
        reason: "over-budget",
      },
    };
  }
  const passage = chosen.passages.at(-1);
  if (passage !== undefined) {
    return {
      draft: { ...draft, chosen: { ...chosen, passages: chosen.passages.slice(0, -1) } },
      cut: {
        ...{ part: "knowledge", what: passage.id, reason: "over-budget" },
        tokens: tokens.count(passage.entry.quoted),
      },
    };
  }
  const line = chosen.profileLines.at(-1);
  if (line === undefined) return undefined;
  const last = [...chosen.profileIds].at(-1);
  return {
    draft: {
      ...draft,
      chosen: {
        ...chosen,
        profileLines: chosen.profileLines.slice(0, -1),
        profileIds: new Set([...chosen.profileIds].slice(0, -1)),
      },
    },
    cut: { part: "profile", what: last ?? "profile", tokens: tokens.count(line), reason: "over-budget" },
  };
}

/** Sizes were estimated piece by piece; the whole is counted once, and gives back until it fits. */
function fitWhole(
  draft: Draft,
  tokens: TokenCounter,
): { draft: Draft; messages: ContextMessage[]; total: number; cut: ContextCut[] } {
  const cut: ContextCut[] = [];
  let current = draft;
  for (;;) {
    const messages = render(current);
    const total = countAll(messages, tokens) + draft.plan.formatTokens;
    if (total <= draft.plan.maxTokens) return { draft: current, messages, total, cut };
    const smaller = giveBack(current, tokens);
    if (smaller === undefined)
      throw new KeepsakeError("INTERNAL", "the guaranteed parts of a context outgrew their own estimate");
    current = smaller.draft;
    cut.push(smaller.cut);
  }
}

/** Tokens that a part adds to the block when it joins those before it. */
function addedTokens(tokens: TokenCounter, before: BlockParts, after: BlockParts): number {
  return Math.max(0, tokens.count(renderMemoryBlock(after)) - tokens.count(renderMemoryBlock(before)));
}

/** Sums to the whole: what the system message holds is split between prompt, profile, summary, knowledge and memories. */
function reportParts(
  { plan, chosen, summary, guaranteed, earlier }: Draft,
  total: number,
  tokens: TokenCounter,
): ContextPart[] {
  const turns = guaranteed.tokens + earlier.tokens;
  const query = total - turns - countSystem(plan, chosen, summary, tokens);
  const system = plan.systemPrompt === "" ? 0 : tokens.count(plan.systemPrompt) + MESSAGE_FRAMING;
  const whole = countSystem(plan, chosen, summary, tokens) - system;
  const empty: BlockParts = { profile: [], memories: [], wording: plan.wording };
  const withProfile = { ...empty, profile: chosen.profileLines };
  const withSummary = { ...withProfile, summary: summary.block };
  const withKnowledge = { ...withSummary, knowledge: chosen.passages.map(({ entry }) => entry) };
  // what the instructions take belongs to the first part that is there, what joins take to the last
  const steps = [
    { name: "profile" as const, tokens: addedTokens(tokens, empty, withProfile), items: chosen.profileLines.length },
    {
      name: "summary" as const,
      tokens: addedTokens(tokens, withProfile, withSummary),
      items: summary.block === "" ? 0 : 1,
    },
    {
      name: "knowledge" as const,
      tokens: addedTokens(tokens, withSummary, withKnowledge),
      items: chosen.passages.length,
    },
    { name: "memories" as const, tokens: 0, items: chosen.entries.length },
  ];
  const last = steps.findLast(({ items }) => items > 0);
  let left = whole;
  const parts = steps.map((step) => {
    const own = step === last ? left : Math.min(left, step.items === 0 ? 0 : step.tokens);
    left -= own;
    return { ...step, tokens: own };
  });
  const partOf = (name: ContextPart["name"]) => parts.filter((part) => part.name === name);
  return [
    { name: "system", tokens: system, items: system === 0 ? 0 : 1 },
    ...partOf("profile"),
    ...partOf("memories"),
    ...partOf("knowledge"),
    ...partOf("summary"),
    { name: "turns", tokens: turns, items: guaranteed.messages.length + earlier.messages.length },
    { name: "query", tokens: query, items: 1 },
  ];
}

function countSystem(plan: Plan, chosen: ChosenMemories, summary: FittedSummary, tokens: TokenCounter): number {
  const content = renderSystem({ plan, chosen, summary });
  return content === "" ? 0 : tokens.count(content) + MESSAGE_FRAMING;
}

/** The session's own summary is not recalled beside itself. */
function withoutShown(items: readonly RecalledItem[], request: ContextRequest, summary: FittedSummary) {
  const isShown = (item: RecalledItem): boolean =>
    summary.block !== "" && item.type === "memory" && item.kind === "summary" && item.sessionId === request.sessionId;
  return items.filter((item) => !isShown(item));
}

/** The dialogue in its three forms: the last turns guaranteed, what the rolling summary tells, and what stands between. */
async function fitHistory(parts: EngineParts, scope: Scope, request: ContextRequest, plan: Plan) {
  const { tokens, policy } = parts;
  const { guaranteedTurns } = policy.context;
  const dialogue = await readDialogue(parts, scope, request);
  const left = plan.maxTokens - plan.fixedTokens;
  const guaranteed = fitTurns(dialogue.slice(-guaranteedTurns), left, tokens, { wording: plan.wording, cutLast: true });
  const older = dialogue.slice(0, Math.max(0, dialogue.length - guaranteedTurns));
  const found =
    request.sessionId === undefined || older.length === 0
      ? undefined
      : await findSummary(parts, scope, request.sessionId);
  const timeZone = request.timeZone ?? parts.defaultTimeZone;
  const room = guaranteed.cut.length > 0 ? 0 : left - guaranteed.tokens;
  const share = policy.context.shares?.summary ?? SHARES.summary;
  const summary = fitSummary(found, room, { tokens, wording: plan.wording, timeZone, share });
  return { guaranteed, summary, between: older.filter((turn) => turn.position >= summary.coveredTo) };
}

async function recallFor(parts: EngineParts, scope: Scope, request: ContextRequest) {
  return recall(parts, scope, {
    // A query may be a whole document; its head says what it is about.
    query: request.query.slice(0, parts.policy.limits.maxQueryCharacters).toWellFormed(),
    limit: Math.min(100, parts.policy.context.maxMemories),
    ...(request.now === undefined ? {} : { now: request.now }),
    ...(request.sessionId === undefined ? {} : { currentSessionId: request.sessionId }),
    ...(request.timeZone === undefined ? {} : { timeZone: request.timeZone }),
    ...(request.deadlineMs === undefined ? {} : { deadlineMs: request.deadlineMs }),
  });
}

/**
 * The messages for a model under a hard token budget: system prompt, profile, relevant memories, the last turns verbatim, earlier history
 * as the session's rolling summary and, as far as they fit, the turns after it, the query. `tokens` counts everything, framing included, and is never over `maxTokens`.
 * Errors: INVALID_INPUT when the query (with the system prompt) alone is larger than the budget.
 */
export async function assembleContext(
  given: EngineParts,
  scope: Scope,
  request: ContextRequest,
): Promise<ContextResult> {
  const parts: EngineParts = { ...given, tokens: countedOnce(given.tokens) };
  const plan = makePlan(parts, request);
  const { tokens, policy } = parts;
  const { knowledge = [], format } = request;
  const now = request.now ?? parts.clock.now();
  const { guaranteed, summary, between } = await fitHistory(parts, scope, request, plan);
  const recalled = await recallFor(parts, scope, request);
  const profile = await readProfile(parts, scope, request.now);
  const left = plan.maxTokens - plan.fixedTokens - guaranteed.tokens;
  const shortened = new Set(guaranteed.cut.map((cut) => cut.what));
  const shown = new Set(guaranteed.turns.map((turn) => turn.id).filter((id) => !shortened.has(id)));
  const blockBudget = left - summary.tokens - (plan.systemPrompt === "" ? MESSAGE_FRAMING : 0);
  const timeZone = request.timeZone ?? parts.defaultTimeZone;
  const items = withoutShown(recalled.items, request, summary);
  const choice = { profile, items, spoken: await readSpoken(parts, scope, items), knowledge, shownTurns: shown };
  const terms = new Set(queryTerms(request.query.slice(0, policy.limits.maxQueryCharacters)));
  const chosen = chooseMemories(choice, blockBudget, {
    ...{ tokens, policy: policy.context, wording: plan.wording, language: plan.language, now, timeZone, terms },
  });
  const blockTokens = tokens.count(renderSystem({ plan, chosen, summary })) - tokens.count(plan.systemPrompt);
  const framing = plan.systemPrompt === "" && blockTokens > 0 ? MESSAGE_FRAMING : 0;
  const earlier =
    guaranteed.cut.length > 0
      ? { messages: [], turns: [], tokens: 0, cut: [] }
      : fitTurns(between, left - blockTokens - framing, tokens, { wording: plan.wording, cutLast: false });
  const whole = fitWhole({ plan, chosen, summary, guaranteed, earlier }, tokens);
  const included: readonly RecalledItem[] = whole.draft.chosen.entries.map(({ item }) => item);
  parts.telemetry.observe("keepsake_context_tokens", whole.total);
  return {
    messages: whole.messages,
    tokens: whole.total,
    maxTokens: plan.maxTokens,
    encoding: tokens.encoding,
    parts: reportParts(whole.draft, whole.total, tokens),
    included,
    cut: [...guaranteed.cut, ...summary.cut, ...chosen.cut, ...earlier.cut, ...whole.cut],
    ...(format === undefined ? {} : { formatted: formatMessages(format, whole.messages) }),
    ...(recalled.degraded === undefined ? {} : { degraded: recalled.degraded }),
  };
}
