import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import { aboutOf, sourceOf } from "./memories.js";
import type { ContextShape, RecalledShape, RecallShape } from "./shapes.js";
import { printable, wrap } from "./width.js";

const INDENT = "      ";

function channelsOf(item: RecalledShape): string {
  return Object.entries(item.channels)
    .map(([name, score]) => `${name} ${score.toFixed(2)}`)
    .join(", ");
}

function recalledLines(screen: Screen, item: RecalledShape): string[] {
  const texts = textsOf(screen.language);
  const kind = screen.label(item.kind ?? item.type);
  const about = item.subject === undefined ? (item.speaker ?? "") : aboutOf(screen, item.subject, item.attribute);
  const head = `${item.score.toFixed(2)}  ${kind}${about === "" ? "" : `  ${printable(about)}`}  ${screen.when(item.saidAt)}`;
  const channels = channelsOf(item);
  return [
    screen.dim(head),
    ...wrap(item.content, Math.max(20, screen.width - INDENT.length)).map((line) => INDENT + screen.bold(line)),
    screen.dim(`${INDENT}${texts.why}: ${printable(item.why)}${channels === "" ? "" : ` (${channels})`}`),
    screen.dim(`${INDENT}${texts.fromTurn}: ${sourceOf(item)}  ${item.id}`),
  ];
}

/** Best first, each with its score and why it was found. */
export function recallResult(screen: Screen, result: RecallShape): void {
  const texts = textsOf(screen.language);
  if (result.items.length === 0) screen.say(texts.none);
  for (const item of result.items) screen.say(recalledLines(screen, item).join("\n"));
  if (result.explanation !== undefined) {
    screen.say(`\n${texts.understood}: ${printable(JSON.stringify(result.explanation.query))}`);
    if (result.explanation.dropped.length > 0) screen.say(screen.bold(texts.dropped));
    for (const dropped of result.explanation.dropped) {
      screen.say(
        screen.dim(`${dropped.score.toFixed(2)}  ${screen.label(dropped.reason)}  ${printable(dropped.content)}`),
      );
      screen.say(screen.dim(`${INDENT}${printable(dropped.why)}`));
    }
  }
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
