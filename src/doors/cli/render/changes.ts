import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import { aboutOf } from "./memories.js";
import type { MemoryShape } from "./shapes.js";
import { printable } from "./width.js";

interface ReviewItemShape {
  readonly memory: MemoryShape;
  readonly causes: readonly string[];
  readonly effect: string;
  readonly why: string;
  readonly targets: readonly { readonly id: string; readonly content: string }[];
  readonly after?: string;
}

/** Words that stay are shown as they are, words that go with a minus, words that come with a plus. */
function difference(screen: Screen, item: ReviewItemShape): void {
  const isKept = (content: string): boolean => content === item.after;
  for (const target of item.targets) {
    const line = `  ${isKept(target.content) ? " " : "-"} ${printable(target.content)}  ${screen.dim(target.id)}`;
    screen.say(isKept(target.content) ? line : screen.red(line));
  }
  if (item.after !== undefined && !item.targets.some((target) => isKept(target.content))) {
    screen.say(`  + ${screen.bold(printable(item.after))}`);
  }
}

export function reviewList(
  screen: Screen,
  page: {
    readonly items: readonly ReviewItemShape[];
    readonly expired: readonly string[];
    readonly nextCursor?: string;
  },
): void {
  const texts = textsOf(screen.language);
  if (page.items.length === 0) screen.say(texts.nothingWaits);
  for (const item of page.items) {
    const { memory } = item;
    const about = aboutOf(screen, memory.subject, memory.attribute);
    screen.say(`${screen.bold(memory.id)}  ${item.causes.map((cause) => screen.label(cause)).join(", ")}  ${about}`);
    screen.say(`  “${printable(memory.evidence)}”  ${screen.dim(screen.when(memory.saidAt))}`);
    screen.say(`  ${texts.ifAccepted} ${screen.label(item.effect)}  ${screen.dim(printable(screen.reason(item.why)))}`);
    difference(screen, item);
  }
  if (page.expired.length > 0) screen.note(texts.expiredInReview(page.expired.length));
  if (page.nextCursor !== undefined) screen.note(texts.more(page.nextCursor));
}

export function reviewDecisions(
  screen: Screen,
  result: {
    readonly items: readonly { readonly id: string; readonly outcome: string; readonly reason: string }[];
  },
): void {
  if (result.items.length === 0) screen.say(textsOf(screen.language).nothingWaits);
  for (const item of result.items) {
    screen.say(
      `${item.id}  ${screen.bold(screen.label(item.outcome))}  ${screen.dim(printable(screen.reason(item.reason)))}`,
    );
  }
}

export function writeLog(
  screen: Screen,
  page: {
    readonly items: readonly {
      readonly memoryId: string;
      readonly kind: string;
      readonly at: string;
      readonly content?: string;
      readonly undoneAt?: string;
    }[];
    readonly nextCursor?: string;
  },
): void {
  const texts = textsOf(screen.language);
  if (page.items.length === 0) screen.say(texts.none);
  else {
    screen.table(
      [{ title: texts.writtenAt }, { title: texts.did }, { title: texts.what, flexible: true }, { title: texts.id }],
      page.items.map((item) => [
        screen.when(item.at),
        screen.label(`wrote-${item.kind}`) + (item.undoneAt === undefined ? "" : ` (${texts.undone})`),
        item.content ?? "–",
        item.memoryId,
      ]),
    );
  }
  if (page.nextCursor !== undefined) screen.note(texts.more(page.nextCursor));
}

export function rollbackReport(
  screen: Screen,
  report: {
    readonly dryRun: boolean;
    readonly writes: number;
    readonly closed: readonly string[];
    readonly restored: readonly string[];
    readonly weakened: readonly string[];
    readonly kept: readonly { readonly id: string; readonly reason: string }[];
  },
): void {
  const texts = textsOf(screen.language);
  screen.say(screen.bold(report.dryRun ? texts.wouldRollBack(report.writes) : texts.rolledBack(report.writes)));
  for (const [name, ids] of [
    [texts.closedNow, report.closed],
    [texts.restoredNow, report.restored],
    [texts.weakenedNow, report.weakened],
  ] as const) {
    if (ids.length > 0) screen.say(`${name} ${ids.length}: ${ids.join(", ")}`);
  }
  for (const { id, reason } of report.kept)
    screen.say(`${texts.keptAsIs} ${id}  ${screen.dim(printable(screen.reason(reason)))}`);
}
