import type { Language } from "../../../config/index.js";
import type { SaidElsewhere } from "../../../domain/index.js";
import { inChinese } from "../../../operations/index.js";
import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import { reviewDecisions, reviewList, rollbackReport, writeLog } from "./changes.js";
import { auditLines, auditVerdict, keyList, madeKey, revokedKey, tenantList } from "./governance.js";
import { memoryDetail, memoryHistory, memoryList, memoryProfile, writeResult } from "./memories.js";
import { contextResult, feedbackList, feedbackResult, recallResult, routeResult, traceResult } from "./recalled.js";
import type { ContextShape, MemoryShape, RecallShape, StateShape, WriteShape } from "./shapes.js";
import { summaryDetail, summaryList } from "./summaries.js";
import { printable } from "./width.js";

export { memoryTable } from "./memories.js";

type Renderer = (screen: Screen, output: never) => void;

function counts(screen: Screen, rows: readonly (readonly [string, number])[]): void {
  for (const [name, count] of rows) screen.say(`${String(count).padStart(8)}  ${name}`);
}

function stats(
  screen: Screen,
  result: {
    readonly memories: Readonly<Record<string, number>>;
    readonly episodes: number;
    readonly sessions: number;
    readonly pendingTurns: number;
    readonly turnsAwaitingModel: number;
    readonly deadEntries: number;
    readonly acceptingTurns: boolean;
    readonly vectorsByModel: Readonly<Record<string, number>>;
    readonly embedder: { readonly modelId: string; readonly runtime: string };
  },
): void {
  const texts = textsOf(screen.language);
  counts(screen, [
    ...Object.entries(result.memories).map(
      ([status, count]) => [`${texts.memories} (${screen.label(status)})`, count] as const,
    ),
    [texts.episodes, result.episodes],
    [texts.sessions, result.sessions],
    [texts.pendingTurns, result.pendingTurns],
    [texts.turnsAwaitingModel, result.turnsAwaitingModel],
    [texts.deadEntries, result.deadEntries],
    ...Object.entries(result.vectorsByModel).map(([model, count]) => [`${texts.vectors} (${model})`, count] as const),
  ]);
  if (!result.acceptingTurns) screen.say(screen.red(`          ${texts.refusingTurns}`));
  screen.say(`          ${texts.embedder}: ${result.embedder.modelId} · ${result.embedder.runtime}`);
}

function forgotten(
  screen: Screen,
  report: {
    readonly erased: Readonly<Record<string, number>>;
    readonly residue: readonly string[];
    readonly saidElsewhere: readonly SaidElsewhere[];
    readonly moreSaidElsewhere?: number;
    readonly contents?: readonly { readonly content: string }[];
    readonly dryRun?: boolean;
  },
): void {
  const texts = textsOf(screen.language);
  const { memories = 0, episodes = 0, turns = 0, journalEntries = 0, stateEntries = 0, blobs = 0 } = report.erased;
  screen.say(screen.bold(report.dryRun === true ? texts.wouldErase : texts.erased));
  counts(screen, [
    [texts.memories, memories],
    [texts.episodes, episodes],
    [texts.turns, turns],
    [texts.journalEntries, journalEntries],
    [texts.stateEntries, stateEntries],
    ...(blobs === 0 ? [] : [[texts.blobs, blobs] as const]),
  ]);
  const shown = report.contents ?? [];
  for (const { content } of shown) screen.say(`  · ${printable(content)}`);
  // counts of what is beyond: a person need not read everything before forgetting everything
  if (report.dryRun === true && memories > shown.length) screen.note(texts.andMore(memories - shown.length));
  if (report.dryRun === true) return;
  if (report.residue.length === 0) screen.say(texts.noResidue);
  else {
    const places = report.residue.map((line) => `  ${printable(placeTold(line, screen.language))}`);
    screen.say(screen.red(`${texts.residue}\n${places.join("\n")}`));
    screen.note(texts.toFinishErasure);
  }
  const { saidElsewhere, moreSaidElsewhere = 0 } = report;
  if (saidElsewhere.length === 0) return;
  screen.note(texts.saidElsewhere);
  for (const { kind, id, sessionId } of saidElsewhere)
    screen.note(`  ${printable(texts.saidAt[kind](id, sessionId ?? ""))}`);
  if (moreSaidElsewhere > 0) screen.note(`  ${texts.andMore(moreSaidElsewhere)}`);
}

/** `PLACE: what is left there`; names of places stay as they are. */
function placeTold(line: string, language: Language): string {
  if (language === "en") return line;
  const [, place, left = ""] = /^(.+?): (.+)$/su.exec(line) ?? [];
  return place === undefined ? (inChinese(line) ?? line) : `${place}：${inChinese(left) ?? left}`;
}

function stateTable(screen: Screen, entries: readonly StateShape[]): void {
  const texts = textsOf(screen.language);
  if (entries.length === 0) {
    screen.say(texts.none);
    return;
  }
  screen.table(
    [{ title: texts.key }, { title: texts.value, flexible: true }, { title: texts.expires }],
    entries.map((entry) => [entry.key, JSON.stringify(entry.value), screen.when(entry.expiresAt)]),
  );
}

interface AttachmentShape {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sessionId: string;
}

function attachmentTable(screen: Screen, attachments: readonly AttachmentShape[]): void {
  const texts = textsOf(screen.language);
  if (attachments.length === 0) {
    screen.say(texts.none);
    return;
  }
  screen.table(
    [{ title: "id" }, { title: texts.fileName, flexible: true }, { title: texts.mediaType }, { title: texts.bytes }],
    attachments.map(({ id, name, mediaType, bytes }) => [id, printable(name), mediaType, String(bytes)]),
  );
}

function deadTable(
  screen: Screen,
  page: {
    readonly items: readonly {
      readonly id: string;
      readonly turnId?: string;
      readonly attempts: number;
      readonly error: string;
    }[];
  },
): void {
  const texts = textsOf(screen.language);
  if (page.items.length === 0) {
    screen.say(texts.none);
    return;
  }
  screen.table(
    [
      { title: texts.id },
      { title: texts.from },
      { title: texts.attempts, right: true },
      { title: texts.error, flexible: true },
    ],
    page.items.map((entry) => [entry.id, entry.turnId ?? "–", String(entry.attempts), entry.error]),
  );
  screen.say(texts.deadRemedy);
}

function recorded(
  screen: Screen,
  receipt: {
    readonly accepted: number;
    readonly duplicates: number;
    readonly redacted: Readonly<Record<string, number>>;
  },
): void {
  const texts = textsOf(screen.language);
  screen.say(texts.recorded(receipt.accepted, receipt.duplicates));
  const kinds = Object.entries(receipt.redacted).map(([kind, count]) => `${kind} × ${count}`);
  if (kinds.length > 0) screen.say(texts.redacted(kinds.join(", ")));
}

interface UsageDay {
  readonly day: string;
  readonly calls: number;
  readonly refusals: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

function usageTable(
  screen: Screen,
  usage: {
    readonly modelId?: string;
    readonly today: UsageDay;
    readonly earlier: readonly UsageDay[];
    readonly maxTokensPerDay?: number;
    readonly maxCostPerDay?: number;
  },
): void {
  const texts = textsOf(screen.language);
  const { modelId, maxTokensPerDay, maxCostPerDay } = usage;
  screen.say(modelId === undefined ? texts.noModel : `${texts.model}: ${printable(modelId)}`);
  screen.table(
    [
      { title: texts.day },
      ...[texts.calls, texts.heldBack, texts.tokensIn, texts.tokensOut, texts.cost].map((title) => ({
        title,
        right: true as const,
      })),
    ],
    [usage.today, ...usage.earlier].map(({ day, calls, refusals, inputTokens, outputTokens, cost }) => [
      ...[day, ...[calls, refusals, inputTokens, outputTokens].map(String), cost.toFixed(4)],
    ]),
  );
  if (maxTokensPerDay !== undefined) screen.say(texts.tokenCap(maxTokensPerDay));
  if (maxCostPerDay !== undefined) screen.say(texts.costCap(maxCostPerDay));
}

const RENDERERS: Readonly<Record<string, Renderer>> = {
  record: recorded,
  remember: (screen, result: WriteShape) => writeResult(screen, result),
  correct: (screen, result: WriteShape) => writeResult(screen, result),
  recall: (screen, result: RecallShape) => recallResult(screen, result),
  context: (screen, result: ContextShape) => contextResult(screen, result),
  route: routeResult,
  trace: traceResult,
  "feedback-give": feedbackResult,
  "feedback-list": feedbackList,
  forget: forgotten,
  list: memoryList,
  get: (screen, memory: MemoryShape) => memoryDetail(screen, memory),
  history: memoryHistory,
  profile: memoryProfile,
  stats,
  "review-list": reviewList,
  "review-accept": reviewDecisions,
  "review-reject": reviewDecisions,
  writes: writeLog,
  rollback: rollbackReport,
  "state-put": (screen, result: { readonly key: string }) => screen.say(textsOf(screen.language).kept(result.key)),
  "state-get": (screen, entry: StateShape) => stateTable(screen, [entry]),
  "state-list": (screen, page: { readonly items: readonly StateShape[] }) => stateTable(screen, page.items),
  "state-delete": (screen, result: { readonly deleted: boolean }) =>
    screen.say(textsOf(screen.language).deleted(result.deleted)),
  "session-end": (screen, receipt: { readonly turns: number; readonly alreadyEnded: boolean }) => {
    const texts = textsOf(screen.language);
    screen.say(receipt.alreadyEnded ? texts.sessionEndedBefore : texts.sessionEndedNow(receipt.turns));
  },
  "summary-get": summaryDetail,
  "summary-list": summaryList,
  "attachment-add": (screen, attachment: AttachmentShape) => attachmentTable(screen, [attachment]),
  "attachment-get": (screen, attachment: AttachmentShape & { readonly file?: string; readonly content?: string }) => {
    if (attachment.file === undefined) return screen.data(attachment);
    attachmentTable(screen, [attachment]);
    screen.say(textsOf(screen.language).writtenTo(attachment.file));
  },
  "attachment-list": (screen, page: { readonly items: readonly AttachmentShape[] }) =>
    attachmentTable(screen, page.items),
  "attachment-remove": (screen) => screen.say(textsOf(screen.language).deleted(true)),
  "journal-list": deadTable,
  "journal-retry": (screen, result: { readonly retried: number }) =>
    screen.say(textsOf(screen.language).retried(result.retried)),
  "keys-create": madeKey,
  "keys-rotate": madeKey,
  "keys-list": keyList,
  "keys-revoke": revokedKey,
  "audit-list": auditLines,
  "audit-verify": auditVerdict,
  "tenants-create": (screen, tenant: { readonly id: string }) => screen.say(tenant.id),
  "tenants-list": tenantList,
  usage: usageTable,
  reextract: (screen, result: { readonly queued: number; readonly alreadyQueued: number }) =>
    screen.say(textsOf(screen.language).reextracted(result.queued, result.alreadyQueued)),
};

/** Shows an operation's answer to a person; as JSON where there is no renderer for it. */
export function renderOutput(name: string, screen: Screen, output: unknown): void {
  const renderer = RENDERERS[name];
  if (screen.json || renderer === undefined) screen.data(output);
  else renderer(screen, output as never);
}
