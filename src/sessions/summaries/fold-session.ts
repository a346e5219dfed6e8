import { dateWrite } from "../../dating/index.js";
import type {
  JournalEntry,
  Scope,
  SessionId,
  SessionSummary,
  SummaryMaterial,
  SummaryState,
  SummaryText,
  Turn,
  TurnRange,
} from "../../domain/index.js";
import { describeDay, detectLanguage, redact } from "../../language/index.js";
import type { EngineParts, TruthTransaction } from "../../ports/index.js";
import { abstractSummary } from "./abstractive.js";
import { extractSummary, foldTurns } from "./extractive.js";
import { estimateTokens, type FoldPlan, planFold } from "./plan-fold.js";
import { isSpoken } from "./sentences.js";
import { writeSummaryMemory } from "./summary-memory.js";
import { CHINESE_SUMMARY, ENGLISH_SUMMARY, renderSummary, type SummaryWording } from "./wording.js";

/** Positions looked at in one read; a fold takes fewer. */
const READ_POSITIONS = 500;

export type SummariseEntry = JournalEntry & {
  readonly task: { readonly type: "summarise"; readonly sessionId: SessionId };
};

/** What one fold found and made before its transaction. */
interface Fold {
  readonly plan: FoldPlan;
  readonly material: SummaryMaterial;
  readonly summary: Omit<SessionSummary, "madeAt" | "memoryId">;
  /** "" where there is nothing to tell. */
  readonly content: string;
}

export interface PreparedSummary {
  readonly entry: SummariseEntry;
  readonly state: SummaryState;
  /** Absent: the summary is as far as it should be. */
  readonly fold?: Fold;
  /** What stands outside the summary, where all of it was read. */
  readonly open?: Pick<SummaryState, "openTurns" | "openTokens">;
  /** Needs a vector; "" where nothing does. */
  readonly text: string;
}

interface Open {
  readonly state: SummaryState;
  /** Oldest first. */
  readonly turns: readonly Turn[];
  /** Others stand behind them. */
  readonly more: boolean;
}

/** The turns outside the summary, as many as one read gives. Erased stretches are stepped over. */
async function readOpen(transaction: TruthTransaction, sessionId: SessionId): Promise<Open | undefined> {
  const state = await transaction.summaries.find(sessionId);
  const [newest] = await transaction.turns.recent(sessionId, 1);
  if (state === undefined || newest === undefined) return undefined;
  for (let from = state.coveredTo; from <= newest.position; from += READ_POSITIONS) {
    const before = from + READ_POSITIONS;
    const read = await transaction.turns.recent(sessionId, READ_POSITIONS, before);
    const turns = read.filter((turn) => turn.position >= state.coveredTo);
    if (turns.length > 0) return { state, turns, more: before <= newest.position };
  }
  return { state, turns: [], more: false };
}

function wordingOf(language: ReturnType<typeof detectLanguage>): SummaryWording {
  return language === "en" || language === "other" ? ENGLISH_SUMMARY : CHINESE_SUMMARY;
}

function rangeOf(before: SessionSummary | undefined, take: readonly Turn[]): TurnRange | undefined {
  const [first] = take;
  const last = take.at(-1);
  if (first === undefined || last === undefined) return before?.turnRange;
  const earlier = before?.turnRange;
  return {
    from: earlier?.from ?? first.id,
    to: last.id,
    firstPosition: earlier?.firstPosition ?? first.position,
    lastPosition: last.position,
    turns: (earlier?.turns ?? 0) + take.length,
    startedAt: Math.min(earlier?.startedAt ?? first.at, ...take.map((turn) => turn.at)),
    endedAt: Math.max(earlier?.endedAt ?? last.at, ...take.map((turn) => turn.at)),
  };
}

function textOf(summary: SessionSummary | undefined): SummaryText | undefined {
  if (summary === undefined || summary.summary === "") return undefined;
  const { summary: text, decisions, openQuestions, entities } = summary;
  return { summary: text, decisions, openQuestions, entities };
}

/** Redacts once more: what is written down again must not depend on the first look alone. */
function cleaned(parts: EngineParts, text: SummaryText): SummaryText {
  const clean = (each: string): string => redact(each, parts.policy.redaction).text;
  return {
    summary: clean(text.summary),
    decisions: text.decisions.map(clean),
    openQuestions: text.openQuestions.map(clean),
    entities: text.entities.map(clean),
  };
}

async function makeFold(
  parts: EngineParts,
  scope: Scope,
  { state }: Open,
  plan: FoldPlan,
  signal: AbortSignal | undefined,
): Promise<Fold | undefined> {
  const range = rangeOf(state.summary, plan.take);
  if (range === undefined) return undefined;
  const spoken = plan.take.filter(isSpoken).map((turn) => turn.text);
  const language = detectLanguage([state.summary?.summary ?? "", ...spoken].join("\n"));
  const wording = wordingOf(language);
  const material = foldTurns(state.material, plan.take);
  const extracted = extractSummary(material, { maxWidth: parts.policy.summary.maxCharacters, wording });
  // with no new turns the words stand: only the session's end is new
  const abstracted =
    plan.take.length === 0
      ? undefined
      : await abstractSummary(parts, {
          ...{ scope, earlier: textOf(state.summary), turns: plan.take },
          ...(signal === undefined ? {} : { signal }),
        });
  const kept = plan.take.length === 0 ? state.summary : undefined;
  const text = cleaned(parts, kept ?? abstracted ?? extracted);
  const method = kept?.method ?? (abstracted === undefined ? "extractive" : "abstractive");
  const summary = {
    ...text,
    turnRange: range,
    method,
    final: plan.final,
    policyVersion: parts.policy.version,
  };
  const zone = plan.take.at(-1)?.timeZone ?? parts.defaultTimeZone;
  const days = { first: describeDay(range.startedAt, zone), last: describeDay(range.endedAt, zone) };
  const says = text.summary !== "" || text.decisions.length + text.openQuestions.length > 0;
  return { plan, material, summary, content: says ? renderSummary(text, range, days, wording) : "" };
}

/** Reads the session and makes the next fold of its summary. `undefined`: the session is gone, nothing is to be done. */
export async function prepareSummary(
  parts: EngineParts,
  scope: Scope,
  entry: SummariseEntry,
  signal?: AbortSignal,
): Promise<PreparedSummary | undefined> {
  const { sessionId } = entry.task;
  const open = await parts.storage.truth.read(scope, (transaction) => readOpen(transaction, sessionId));
  if (open === undefined) return undefined;
  const bounds = parts.policy.summary;
  const plan = planFold(open.state, open.turns, open.more, { tokens: parts.tokens, bounds });
  const fold = plan === undefined ? undefined : await makeFold(parts, scope, open, plan, signal);
  const { state } = open;
  if (fold === undefined) return { entry, state, text: "", ...(open.more ? {} : { open: measure(parts, open.turns) }) };
  return { entry, state, fold, text: fold.content };
}

function measure(parts: EngineParts, turns: readonly Turn[]): Pick<SummaryState, "openTurns" | "openTokens"> {
  const openTokens = turns.reduce((sum, turn) => sum + estimateTokens(parts.tokens, turn.text), 0);
  return { openTurns: turns.length, openTokens };
}

/** Whether everything that the fold was made from is still as it was: the summary's reach, the end, every turn taken. */
async function isFresh(transaction: TruthTransaction, prepared: PreparedSummary, fold: Fold): Promise<boolean> {
  const state = await transaction.summaries.find(prepared.state.sessionId);
  const before = prepared.state;
  if (state === undefined || state.coveredTo !== before.coveredTo) return false;
  if ((state.endedAt === undefined) !== (before.endedAt === undefined)) return false;
  if (state.summary?.madeAt !== before.summary?.madeAt || state.summary?.final !== before.summary?.final) return false;
  const ids = fold.plan.take.map((turn) => turn.id);
  return (await transaction.turns.findMany(ids)).length === ids.length;
}

async function queueAgain(parts: EngineParts, transaction: TruthTransaction, sessionId: SessionId, now: number) {
  await transaction.journal.append([{ id: parts.ids.journal(), task: { type: "summarise", sessionId }, at: now }]);
}

/** Ids of the turns of the range that are still there, in order. */
async function turnsOfRange(transaction: TruthTransaction, sessionId: SessionId, { lastPosition, turns }: TurnRange) {
  const covered = await transaction.turns.recent(sessionId, turns, lastPosition + 1);
  return covered.map((turn) => turn.id);
}

/**
 * The fold, the memory that tells it and the journal entry's completion in the caller's transaction (P06). A fold whose turns were
 * erased meanwhile, or whose session went on after its end, is made again by another entry. Repeated after a crash it finds nothing to do.
 * @throws CONFLICT when the lease was lost
 */
export async function commitSummary(
  parts: EngineParts,
  transaction: TruthTransaction,
  prepared: PreparedSummary,
  vectors: ReadonlyMap<string, Float32Array>,
  leaseToken: string,
): Promise<void> {
  const { entry, fold } = prepared;
  const { sessionId } = entry.task;
  await transaction.journal.complete(entry.id, leaseToken);
  const state = await transaction.summaries.find(sessionId);
  if (state === undefined) return;
  if (fold === undefined) {
    // erased turns leave the figures too high, and a budget that seems overrun already would never be overrun again
    const isAsRead = state.revision === prepared.state.revision;
    if (isAsRead && prepared.open !== undefined) await transaction.summaries.put({ ...state, ...prepared.open });
    return;
  }
  const now = await dateWrite(parts, transaction);
  if (!(await isFresh(transaction, prepared, fold))) return queueAgain(parts, transaction, sessionId, now);
  const { take, again } = fold.plan;
  const taken = measure(parts, take);
  const folded: SummaryState = {
    ...state,
    coveredTo: (take.at(-1)?.position ?? state.coveredTo - 1) + 1,
    openTurns: Math.max(0, state.openTurns - taken.openTurns),
    openTokens: Math.max(0, state.openTokens - taken.openTokens),
    material: fold.material,
  };
  const memoryId = state.summary?.memoryId;
  const summary: SessionSummary = { ...fold.summary, madeAt: now, ...(memoryId === undefined ? {} : { memoryId }) };
  if (fold.content === "") {
    await transaction.summaries.put({ ...folded, summary });
  } else {
    const turnIds = await turnsOfRange(transaction, sessionId, summary.turnRange);
    const write = { parts, transaction, now, vectors, state: { ...folded, summary }, content: fold.content, turnIds };
    await transaction.summaries.put({ ...folded, summary: { ...summary, memoryId: await writeSummaryMemory(write) } });
  }
  if (again) await queueAgain(parts, transaction, sessionId, now);
  parts.telemetry.count("keepsake_session_summaries", 1, { method: summary.method, final: summary.final });
}
