import type { Turn } from "../../domain/index.js";
import {
  type Act,
  classifySpeech,
  findEntities,
  findInjection,
  findPastes,
  findSlots,
  queryTerms,
  type Span,
  splitSentences,
} from "../../language/index.js";
import { forgetsLast, isOffRecord } from "../../language/speech-acts/index.js";
import { decisionIn, putsOff } from "./cues.js";

/** Of a turn that is longer only the two ends are read: what stands between is pasted, or told at the ends. */
const LONGEST_READ = 6_000;
const LONGEST_SENTENCE = 240;
/** Words of the moment, of machines, or that were not meant to be kept. */
const SILENT: ReadonlySet<Act> = new Set<Act>(["chatter", "paste", "sarcasm", "fiction", "forget", "off-record"]);

/** One sentence of the conversation, with what the choice of sentences goes by. */
export interface Sentence {
  readonly turn: Turn;
  readonly text: string;
  readonly act: Act;
  readonly terms: ReadonlySet<string>;
  /** What it is worth by itself; centrality is added once all sentences are known. */
  readonly worth: number;
  readonly decision: "stated" | "assent" | undefined;
}

/** Turns that are part of the dialogue: what tools and the system said is no one's word. */
export function isSpoken(turn: Turn): boolean {
  return turn.role === "user" || turn.role === "assistant";
}

/** "" where the speaker is the user. */
export function speakerOf(turn: Turn): string {
  return turn.speaker ?? (turn.role === "assistant" ? "assistant" : "");
}

function readable(text: string): string {
  if (text.length <= LONGEST_READ) return text;
  const half = LONGEST_READ / 2;
  return `${text.slice(0, half).toWellFormed()}\n${text.slice(-half).toWellFormed()}`;
}

/** Cut at a mark or a space where there is one, with a visible sign. */
export function clip(text: string, longest = LONGEST_SENTENCE): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= longest) return line;
  const head = line.slice(0, longest).toWellFormed();
  const cut = Math.max(...[" ", "，", "；", ",", ";", "、"].map((mark) => head.lastIndexOf(mark)));
  return `${(cut > longest / 2 ? head.slice(0, cut) : head).trimEnd()}…`;
}

function worthOf(
  turn: Turn,
  text: string,
  act: Act,
  terms: ReadonlySet<string>,
  decision: Sentence["decision"],
): number {
  const { cues } = classifySpeech(text);
  const says = act === "statement" || act === "retraction";
  let worth = decision === undefined ? 0 : 1;
  if (says && findSlots(text).length > 0) worth += 0.6;
  worth += Math.min(3, findEntities(text).length) * 0.2;
  if (cues.explicit || cues.standing) worth += 0.5;
  if (cues.change) worth += 0.3;
  if (/\p{N}/u.test(text)) worth += 0.2;
  // who the conversation is with says what it is about; an agent's advice is many words
  if (turn.role === "user") worth += 0.3;
  if (cues.vague) worth -= 0.2;
  if (cues.opinion || cues.momentary) worth -= 0.1;
  if (act === "request") worth -= turn.role === "user" ? 0 : 0.3;
  if (putsOff(text)) worth -= 0.6;
  if (act === "hypothetical" || act === "quotation") worth -= 0.4;
  if (terms.size < 3) worth -= 0.3;
  return worth;
}

function toSentence(turn: Turn, span: Span): Sentence | undefined {
  const text = clip(span.text);
  if (!/[\p{L}\p{N}]/u.test(text) || findInjection(span.text).length > 0) return undefined;
  const { act } = classifySpeech(span.text, { sentence: span.text, isLast: true });
  const decided = turn.role === "user" || act === "statement" || act === "retraction";
  const settles = decided && act !== "question" && act !== "hypothetical" && act !== "quotation";
  const decision = settles && !SILENT.has(act) ? decisionIn(text) : undefined;
  // "deal", 就这么定了: small talk by its words, a decision by what stands before it
  const assents = act === "chatter" && decisionIn(text) === "assent";
  if (SILENT.has(act) && !assents) return undefined;
  const terms = new Set(queryTerms(text));
  const kind = assents ? "assent" : decision;
  return { turn, text, act, terms, decision: kind, worth: worthOf(turn, text, act, terms, kind) };
}

/** Whether the turn asks not to be kept, or that what was said before be forgotten. */
function asksForSilence(turn: Turn): "this" | "before" | undefined {
  const acts = splitSentences(readable(turn.text)).map((span) => classifySpeech(span.text).act);
  if (acts.includes("forget") || forgetsLast(turn.text)) return "before";
  return acts.includes("off-record") || isOffRecord(turn.text) ? "this" : undefined;
}

/** The turns without those that are not to be repeated: off the record, or taken back by "forget that" right after. */
export function withoutSilenced(turns: readonly Turn[]): readonly Turn[] {
  const silent = new Set<Turn>();
  turns.forEach((turn, index) => {
    if (turn.role !== "user") return;
    const asked = asksForSilence(turn);
    if (asked === undefined) return;
    silent.add(turn);
    if (asked === "this") return;
    const own = turns.slice(0, index).findLastIndex((each) => each.role === "user");
    for (const each of own < 0 ? [] : turns.slice(own, index)) silent.add(each);
  });
  return turns.filter((turn) => !silent.has(turn));
}

/** Sentences of a turn that may stand in a summary, in order. */
function sentencesOfTurn(turn: Turn): readonly Sentence[] {
  const text = readable(turn.text);
  const pastes = findPastes(text);
  return splitSentences(text)
    .filter((span) => !pastes.some((paste) => span.start < paste.end && paste.start < span.end))
    .flatMap((span) => toSentence(turn, span) ?? []);
}

/** Sentences of turns in order; instructions, pastes, small talk and what was not meant to be kept are left out. */
export function sentencesOf(turns: readonly Turn[]): readonly Sentence[] {
  return withoutSilenced(turns.filter(isSpoken)).flatMap(sentencesOfTurn);
}
