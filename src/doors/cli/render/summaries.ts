import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import { printable } from "./width.js";

interface SummaryShape {
  readonly sessionId: string;
  readonly endedAt?: string;
  readonly openTurns: number;
  readonly summary: string;
  readonly decisions: readonly string[];
  readonly openQuestions: readonly string[];
  readonly entities: readonly string[];
  readonly turnRange: { readonly turns: number; readonly startedAt: string; readonly endedAt: string };
}

function listed(screen: Screen, heading: string, items: readonly string[]): void {
  if (items.length === 0) return;
  screen.say(screen.dim(heading));
  for (const item of items) screen.say(`  ${printable(item)}`);
}

/** One summary as a block: head line, text, lists. */
export function summaryDetail(screen: Screen, result: SummaryShape): void {
  const texts = textsOf(screen.language);
  const { turnRange, openTurns } = result;
  const span = `${screen.when(turnRange.startedAt)} – ${screen.when(turnRange.endedAt)}`;
  const state = result.endedAt === undefined ? texts.sessionGoesOn(openTurns) : texts.sessionEnded;
  screen.say(
    `${screen.bold(printable(result.sessionId))}  ${screen.dim(`${span} · ${texts.turnsCovered(turnRange.turns)} · ${state}`)}`,
  );
  screen.say(printable(result.summary));
  listed(screen, texts.decisions, result.decisions);
  listed(screen, texts.openQuestions, result.openQuestions);
  listed(screen, texts.names, result.entities);
}

export function summaryList(
  screen: Screen,
  page: { readonly items: readonly SummaryShape[]; readonly nextCursor?: string },
): void {
  if (page.items.length === 0) screen.say(textsOf(screen.language).none);
  page.items.forEach((result, index) => {
    if (index > 0) screen.say("");
    summaryDetail(screen, result);
  });
  if (page.nextCursor !== undefined) screen.note(textsOf(screen.language).more(page.nextCursor));
}
