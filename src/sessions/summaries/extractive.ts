import type { SummaryMaterial, SummaryPoint, SummaryText, Turn } from "../../domain/index.js";
import { classifySpeech, type EntityKind, findEntities, foldText } from "../../language/index.js";
import { stillOpen } from "./open-questions.js";
import { chooseVaried } from "./select.js";
import { clip, isSpoken, type Sentence, sentencesOf, speakerOf, withoutSilenced } from "./sentences.js";
import { joinSentences, type SummaryWording } from "./wording.js";

/** What is kept to choose from at later folds; more than is shown, so that a better mixture can still be found. */
const KEPT = { points: 30, decisions: 12, questions: 20, names: 40 };
const SHOWN = { points: 10, decisions: 6, questions: 6, names: 12 };
/** Decisions and questions have so many columns each. */
const LIST_WIDTH = 600;
const CENTRALITY_WEIGHT = 0.6;
const ENDS_BONUS = 0.2;
/** Less says nothing to who was not there. */
const LEAST_TERMS = 2;
const LEAST_SCORE = 0.25;
/** An acceptance shows what it accepts, up to so many characters together. */
const LONGEST_ASSENT = 320;
const NAMED: ReadonlySet<EntityKind> = new Set<EntityKind>([
  "person",
  "organisation",
  "project",
  "product",
  "place",
  "name",
  "identifier",
]);

/** What a pasted log is full of: shards of instants, units and levels. Nobody talks about them. */
const NO_NAME =
  /^(?:[\p{P}\d]*\d[TZ]|\d*(?:ms|s|kb|mb|gb|px|ns|us)|trace|debug|info|warn(?:ing)?|error|fatal|critical|get|post|put|delete|null|undefined|true|false|utc)$/iu;

const EMPTY: SummaryMaterial = { points: [], names: [] };

/** How much of a sentence is what the conversation keeps coming back to, 0–1. */
function centralityOf(sentences: readonly Sentence[]): (sentence: Sentence) => number {
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const most = Math.max(2, ...counts.values());
  return ({ terms }) => {
    if (terms.size === 0) return 0;
    const sum = [...terms].reduce((total, term) => total + ((counts.get(term) ?? 1) - 1) / (most - 1), 0);
    return sum / terms.size;
  };
}

function toPoint(sentence: Sentence, role: SummaryPoint["role"], text: string, score: number): SummaryPoint {
  const { turn } = sentence;
  return { role, text, speaker: speakerOf(turn), turnId: turn.id, position: turn.position, score };
}

function pointsOf(sentences: readonly Sentence[]): readonly SummaryPoint[] {
  const centrality = centralityOf(sentences);
  const [first, last] = [sentences[0]?.turn.id, sentences.at(-1)?.turn.id];
  return sentences.flatMap((sentence, index) => {
    const { turn, text, act, decision } = sentence;
    const atEnd = turn.id === first || turn.id === last ? ENDS_BONUS : 0;
    const score = sentence.worth + CENTRALITY_WEIGHT * centrality(sentence) + atEnd;
    if (decision === "assent") {
      const accepted = sentences[index - 1];
      if (accepted === undefined) return [];
      const both = clip(joinSentences([accepted.text, text]), LONGEST_ASSENT);
      return [toPoint(sentence, "decision", both, score)];
    }
    if (act === "question") return turn.role === "user" ? [toPoint(sentence, "question", text, score)] : [];
    const tells = sentence.terms.size >= LEAST_TERMS && score >= LEAST_SCORE;
    return [
      ...(tells ? [toPoint(sentence, "point", text, score)] : []),
      ...(decision === "stated" ? [toPoint(sentence, "decision", text, score)] : []),
    ];
  });
}

function countNames(before: SummaryMaterial["names"], turns: readonly Turn[]): SummaryMaterial["names"] {
  const counted = new Map(before.map((each) => [foldText(each.name), { ...each }]));
  for (const turn of turns) {
    for (const { text, kind } of findEntities(turn.text)) {
      if (!NAMED.has(kind) || NO_NAME.test(text) || classifySpeech(text).act === "chatter") continue;
      const known = counted.get(foldText(text));
      counted.set(foldText(text), { name: known?.name ?? text, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).slice(0, KEPT.names);
}

function ofRole(points: readonly SummaryPoint[], role: SummaryPoint["role"]): readonly SummaryPoint[] {
  return points.filter((point) => point.role === role);
}

/**
 * Folds turns into what earlier folds kept: best sentences, decisions, questions that are still open, names. Without a model, linear in
 * the turns, the same for the same input.
 * @param turns of one session, in order, all after those folded before
 */
export function foldTurns(before: SummaryMaterial | undefined, turns: readonly Turn[]): SummaryMaterial {
  const { points, names } = before ?? EMPTY;
  const spoken = withoutSilenced(turns.filter(isSpoken));
  const sentences = sentencesOf(turns);
  const all = [...points, ...pointsOf(sentences)];
  const open = stillOpen(ofRole(all, "question"), sentences);
  return {
    points: [
      ...chooseVaried(ofRole(all, "point"), { limit: KEPT.points }),
      ...chooseVaried(ofRole(all, "decision"), { limit: KEPT.decisions }),
      ...chooseVaried(open, { limit: KEPT.questions }),
    ],
    names: countNames(names, spoken),
  };
}

function labelOf(speaker: string, wording: SummaryWording): string {
  if (speaker === "") return wording.user;
  return speaker === "assistant" ? wording.assistant : speaker;
}

/** Says who speaks wherever another begins: sentences stand in the first person. */
function narrate(points: readonly SummaryPoint[], wording: SummaryWording): string {
  const parts: string[] = [];
  let speaker: string | undefined;
  for (const point of points) {
    const begins = point.speaker === speaker ? "" : `${labelOf(point.speaker, wording)}${wording.colon}`;
    parts.push(`${begins}${point.text}`);
    speaker = point.speaker;
  }
  return joinSentences(parts);
}

function byPosition(points: readonly SummaryPoint[]): readonly SummaryPoint[] {
  return [...points].sort((a, b) => a.position - b.position);
}

/** The summary made of kept sentences, within its bounds; decisions are not told twice. */
export function extractSummary(
  material: SummaryMaterial,
  options: { readonly maxWidth: number; readonly wording: SummaryWording },
): SummaryText {
  const decisions = chooseVaried(byPosition(ofRole(material.points, "decision")), {
    limit: SHOWN.decisions,
    maxWidth: LIST_WIDTH,
  });
  const told = new Set(decisions.map((point) => point.text));
  const others = byPosition(ofRole(material.points, "point")).filter((point) => !told.has(point.text));
  const points = chooseVaried(others, { limit: SHOWN.points, maxWidth: options.maxWidth });
  const open = chooseVaried(byPosition(ofRole(material.points, "question")), {
    limit: SHOWN.questions,
    maxWidth: LIST_WIDTH,
  });
  const said = (point: SummaryPoint): string =>
    point.speaker === ""
      ? point.text
      : `${labelOf(point.speaker, options.wording)}${options.wording.colon}${point.text}`;
  return {
    summary: narrate(points, options.wording),
    decisions: decisions.map(said),
    openQuestions: open.map((point) => point.text),
    entities: material.names.slice(0, SHOWN.names).map(({ name }) => name),
  };
}
