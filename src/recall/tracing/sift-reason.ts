import type { Scope, Turn } from "../../domain/index.js";
import { analyze, findInjection, isInjectedContext, splitSentences } from "../../language/index.js";
import { classifySpeech, findPastes, isPieceOfWork } from "../../language/speech-acts/index.js";
import type { EngineParts } from "../../ports/index.js";
import { extract } from "../../remember/index.js";

/** Why a turn gave no statement, by the rule that decided. */
export type SiftReason =
  | { readonly rule: "role"; readonly detail: string }
  | { readonly rule: "paste" | "injected" | "instruction" | "piece-of-work" | "off-the-record" | "forgets" }
  | { readonly rule: "speech-act"; readonly detail: string }
  | { readonly rule: "confidence"; readonly detail: string }
  /** Extraction proposes it: comparing it with what was known refused it, or it was erased since. */
  | { readonly rule: "refused"; readonly detail: string }
  /** Neither a rule nor the classifier found anything lasting. */
  | { readonly rule: "nothing-lasting" };

const TURNS_BEFORE = 6;

type Marks = readonly { readonly start: number; readonly end: number }[];

/** The sentence of the turn that is meant: that with most of the expected words. */
function meantSentence(turn: Turn, wanted: string) {
  const needed = new Set(analyze(wanted));
  const sentences = splitSentences(turn.text);
  const held = sentences.map(({ text }) => analyze(text).filter((term) => needed.has(term)).length);
  return sentences[held.indexOf(Math.max(...held))];
}

function within(span: { readonly start: number; readonly end: number }, marks: Marks): boolean {
  return marks.some((mark) => span.start < mark.end && mark.start < span.end);
}

function gateOf(turn: Turn, wanted: string): SiftReason | undefined {
  if (turn.role !== "user") return { rule: "role", detail: turn.role };
  const sentence = meantSentence(turn, wanted);
  if (sentence === undefined) return undefined;
  if (within(sentence, isInjectedContext(turn.text))) return { rule: "injected" };
  if (within(sentence, findPastes(turn.text))) return { rule: "paste" };
  if (within(sentence, findInjection(turn.text))) return { rule: "instruction" };
  const { act } = classifySpeech(sentence.text, { isLast: true });
  if (act !== "statement" && act !== "retraction" && act !== "request") return { rule: "speech-act", detail: act };
  return act === "request" && isPieceOfWork(sentence.text, act) ? { rule: "piece-of-work" } : undefined;
}

/**
 * Reads the turn again as extraction did, and says which rule let its words go. Reads only; the language model is not asked, as what it
 * said then is not kept.
 */
export async function siftReason(parts: EngineParts, scope: Scope, turn: Turn, wanted: string): Promise<SiftReason> {
  const before = await parts.storage.truth.read(scope, (transaction) =>
    transaction.turns.recent(turn.sessionId, TURNS_BEFORE, turn.position),
  );
  const extraction = await extract(parts, turn, before);
  if (extraction.offTheRecord) return { rule: "off-the-record" };
  if (extraction.forgetsPrevious) return { rule: "forgets" };
  const needed = new Set(analyze(wanted));
  const proposed = extraction.candidates.filter(
    ({ content, evidence }) => analyze(`${content}\n${evidence}`).filter((term) => needed.has(term)).length > 0,
  );
  const least = parts.policy.extraction.minConfidence;
  const sure = proposed.find(({ confidence }) => confidence >= least);
  if (sure !== undefined) return { rule: "refused", detail: sure.rule };
  const [unsure] = proposed;
  if (unsure !== undefined) {
    return { rule: "confidence", detail: `${unsure.rule}: ${unsure.confidence.toFixed(2)} < ${least.toFixed(2)}` };
  }
  return gateOf(turn, wanted) ?? { rule: "nothing-lasting" };
}
