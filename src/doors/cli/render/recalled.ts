import { speakersInChinese } from "../matter-names.js";
import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import { aboutOf, sourceOf } from "./memories.js";
import type { ContextShape, FeedbackShape, RecalledShape, RecallShape, RouteShape, TraceShape } from "./shapes.js";
import { printable, wrap } from "./width.js";

const INDENT = "      ";

function channelsOf(screen: Screen, item: RecalledShape): string {
  return Object.entries(item.channels)
    .map(([name, score]) => `${screen.label(`channel-${name}`)} ${score.toFixed(2)}`)
    .join(", ");
}

function contentOf(screen: Screen, item: RecalledShape): string {
  return screen.language === "zh" && item.kind === undefined ? speakersInChinese(item.content) : item.content;
}

function recalledLines(screen: Screen, item: RecalledShape): string[] {
  const texts = textsOf(screen.language);
  const kind = screen.label(item.kind ?? item.type);
  const about = item.subject === undefined ? (item.speaker ?? "") : aboutOf(screen, item.subject, item.attribute);
  const head = `${item.score.toFixed(2)}  ${kind}${about === "" ? "" : `  ${printable(about)}`}  ${screen.when(item.saidAt)}`;
  const channels = channelsOf(screen, item);
  return [
    screen.dim(head),
    ...wrap(contentOf(screen, item), Math.max(20, screen.width - INDENT.length)).map(
      (line) => INDENT + screen.bold(line),
    ),
    screen.dim(`${INDENT}${texts.why}: ${printable(item.why)}${channels === "" ? "" : ` (${channels})`}`),
    screen.dim(`${INDENT}${texts.fromTurn}: ${sourceOf(item)}  ${item.id}`),
  ];
}

/** Every candidate on its way to its place, or to where it was lost; then what no longer holds. */
function explanation(screen: Screen, given: NonNullable<RecallShape["explanation"]>): void {
  const texts = textsOf(screen.language);
  screen.say(`\n${texts.understood}: ${printable(JSON.stringify(given.query))}`);
  if (given.reranker !== undefined) screen.say(`${texts.reranker}: ${printable(given.reranker)}`);
  const told = new Set(given.candidates.map(({ id }) => id));
  if (given.candidates.length > 0) screen.say(screen.bold(texts.considered));
  for (const candidate of given.candidates) {
    const place = candidate.place === undefined ? "–" : `${candidate.place}.`;
    screen.say(`${place} ${screen.label(candidate.outcome)}  ${screen.bold(printable(candidate.content))}`);
    for (const step of candidate.steps) screen.say(screen.dim(`${INDENT}${printable(screen.told(step))}`));
  }
  const others = given.dropped.filter(({ id }) => !told.has(id));
  if (others.length > 0) screen.say(screen.bold(texts.dropped));
  for (const dropped of others) {
    screen.say(
      screen.dim(`${dropped.score.toFixed(2)}  ${screen.label(dropped.reason)}  ${printable(dropped.content)}`),
    );
    screen.say(screen.dim(`${INDENT}${printable(screen.reason(dropped.why))}`));
  }
}

/** The way of an expected memory, a line a step, the one where it was lost last. */
export function traceResult(screen: Screen, result: TraceShape): void {
  const texts = textsOf(screen.language);
  if (result.found !== undefined) {
    screen.say(`${texts.traced}: ${printable(result.found.content)}  ${screen.dim(result.found.id)}`);
  }
  for (const { passed, detail } of result.checks.slice(0, -1)) {
    screen.say(screen.dim(`  ${passed ? "✓" : "✗"} ${printable(screen.told(detail))}`));
  }
  const mark = result.step === "returned" ? "✓" : "✗";
  screen.say(screen.bold(`${mark} ${screen.label(result.step)}  ${printable(screen.told(result.why))}`));
}

export function routeResult(screen: Screen, result: RouteShape): void {
  const texts = textsOf(screen.language);
  const rules = result.rules.length === 0 ? "" : `  ${result.rules.join(", ")}`;
  screen.say(`${screen.bold(screen.label(`route-${result.route}`))}  ${printable(result.reason)}`);
  screen.say(screen.dim(`${screen.label(`by-${result.by}`)}${rules}`));
  if (result.degraded !== undefined) screen.note(texts.degraded(result.degraded.join(", ")));
}

export function feedbackResult(screen: Screen, result: FeedbackShape): void {
  const texts = textsOf(screen.language);
  const importance =
    result.importance === undefined ? "" : `  ${screen.label("importance")} ${result.importance.toFixed(2)}`;
  screen.say(`${result.id}  ${screen.bold(screen.label(result.verdict))}${importance}`);
  if (result.reviewId !== undefined) screen.note(texts.reviewOpened(result.reviewId));
}

export function feedbackList(
  screen: Screen,
  page: {
    readonly items: readonly {
      readonly at: string;
      readonly id: string;
      readonly verdict: string;
      readonly place?: number;
      readonly score?: number;
    }[];
    readonly nextCursor?: string;
  },
): void {
  const texts = textsOf(screen.language);
  if (page.items.length === 0) screen.say(texts.none);
  for (const { at, id, verdict, place, score } of page.items) {
    const figures = [place, score?.toFixed(2)].filter((figure) => figure !== undefined).join("  ");
    screen.say(`${screen.when(at)}  ${id}  ${screen.bold(screen.label(verdict))}  ${screen.dim(figures)}`);
  }
  if (page.nextCursor !== undefined) screen.note(texts.more(page.nextCursor));
}

/** Best first, each with its score and why it was found. */
export function recallResult(screen: Screen, result: RecallShape): void {
  const texts = textsOf(screen.language);
  if (result.items.length === 0) screen.say(texts.none);
  for (const item of result.items) screen.say(recalledLines(screen, item).join("\n"));
  if (result.explanation !== undefined) explanation(screen, result.explanation);
  if (result.degraded !== undefined) screen.note(texts.degraded(result.degraded.join(", ")));
  if (result.pendingTurns > 0) screen.note(texts.pending(result.pendingTurns));
}

/** The messages as they would be sent, then what each part cost and what was left out. */
export function contextResult(screen: Screen, result: ContextShape): void {
  const texts = textsOf(screen.language);
  for (const message of result.messages) {
    screen.say(screen.bold(`── ${message.role} ──`));
    screen.say(printable(message.content));
  }
  screen.say("");
  screen.table(
    [{ title: texts.part }, { title: texts.tokens, right: true }, { title: texts.items, right: true }],
    [
      ...result.parts.map((part) => [screen.label(part.name), String(part.tokens), String(part.items)]),
      [texts.total, `${result.tokens}/${result.maxTokens}`, result.encoding],
    ],
  );
  if (result.cut.length > 0) {
    screen.say(`\n${texts.cut}`);
    screen.table(
      [
        { title: texts.part },
        { title: texts.reason },
        { title: texts.tokens, right: true },
        { title: texts.what, flexible: true },
      ],
      result.cut.map((cut) => [screen.label(cut.part), screen.label(cut.reason), String(cut.tokens), cut.what]),
    );
  }
  if (result.degraded !== undefined) screen.note(texts.degraded(result.degraded.join(", ")));
}
