import { type Policy, type Turn, USER_SUBJECT } from "../domain/index.js";
import { findEntities, findInjection, redact } from "../language/index.js";
import { type SlotMatch, thirdPersonOf } from "../language/slots/index.js";
import { classifySpeech } from "../language/speech-acts/index.js";
import type { ModelItem } from "./model-answer.js";
import { isDropped } from "./rules/joints.js";
import type { Piece } from "./rules/piece.js";
import { type ReadSentence, readTurn } from "./rules/read-turn.js";
import { type Subjected, subjectOf } from "./rules/subject.js";

/** Why the rules do not let an item through. */
export type Veto =
  /** A paste, injected context, or a sentence that instructs a model. */
  | "not-own-words"
  /** It stands behind words that instruct a model. */
  | "after-injection"
  /** A question, a hypothesis, a quotation, sarcasm, fiction… */
  | "speech-act"
  /** It is about somebody else, and the item says that it is about the user. */
  | "someone-else"
  /** A secret that the message does not hold. */
  | "secret"
  /** The item's own words instruct whoever reads them. */
  | "instruction";

/** An item as the rules let it through: about whom, by the rules' reading where they have one. */
export interface Passed extends Subjected {
  readonly veto?: undefined;
}

/** What one turn is read with, once for all items. */
export interface VetoContext {
  readonly turn: Turn;
  readonly before: readonly Turn[];
  readonly sentences: readonly ReadSentence[];
  readonly policy: Policy;
}

export function vetoContext(turn: Turn, before: readonly Turn[], policy: Policy): VetoContext {
  return { turn, before, sentences: readTurn(turn, policy), policy };
}

const UNREAL: ReadonlySet<string> = new Set(
  "question hypothetical quotation sarcasm chatter paste fiction off-record forget".split(" "),
);
const WHOLE_SENTENCE: ReadonlySet<string> = new Set(["hypothetical", "fiction", "sarcasm"]);
/** Marks after which nothing of a turn is taken for the user's own wish. */
const TAKES_OVER: ReadonlySet<string> = new Set(["override", "role-marker", "persona", "hidden-markup"]);
const OWN = /我|咱|俺|本人|\b(?:i|i'm|me|my|mine|myself|we|us|our|ours)\b/iu;
const PRONOUN = /^(?:and |but |so |also )?(?:he|she|they)\b|^(?:而且|但是?|不过)?(?:他|她|佢)/iu;
const USER_WORDS: ReadonlySet<string> = new Set(["user", "the user", "用户", "用戶", "我", "i", "me"]);

type Extent = { readonly start: number; readonly end: number };

function meet(a: Extent, b: Extent): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether every letter of the evidence lies in the user's own sentences. */
function isOwn(text: string, evidence: Extent, sentences: readonly ReadSentence[]): boolean {
  for (let at = evidence.start; at < evidence.end; at += 1) {
    if (!/[\p{L}\p{N}]/u.test(text[at] ?? "")) continue;
    if (!sentences.some((sentence) => sentence.start <= at && at < sentence.end)) return false;
  }
  return true;
}

function isUnreal(evidence: string, sentences: readonly ReadSentence[], pieces: readonly Piece[]): boolean {
  if (UNREAL.has(classifySpeech(evidence).act)) return true;
  if (pieces.length > 0 && pieces.every(isDropped)) return true;
  return sentences.some((sentence) => sentence.pieces.some((piece) => WHOLE_SENTENCE.has(piece.speech.act)));
}

function bestSlot(pieces: readonly Piece[]): SlotMatch | undefined {
  return pieces
    .flatMap((piece) => piece.slots)
    .reduce<SlotMatch | undefined>(
      (best, slot) => (best !== undefined && best.confidence >= slot.confidence ? best : slot),
      undefined,
    );
}

/** "Tom loves jazz": it begins with a name, and nothing in it is the user's. */
function isOfSomeoneNamed(pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  if (first === undefined || pieces.some((piece) => OWN.test(piece.text))) return false;
  if (PRONOUN.test(first.text.trim())) return true;
  const lead = /^(?:\W|and |but |so |also |因为|但是?|而且)*/iu.exec(first.text)?.[0].length ?? 0;
  return findEntities(first.text).some(
    (entity) => (entity.kind === "person" || entity.kind === "name") && entity.start <= lead,
  );
}

/** Whom the words are about, as the rules read them; `undefined`: a pronoun that means nobody known. */
function readSubject(context: VetoContext, pieces: readonly Piece[], evidence: Extent): Subjected | undefined {
  const { turn, before } = context;
  const unit = { pieces, start: pieces[0]?.start ?? evidence.start, end: evidence.end };
  const read = { text: turn.text, context: { before } };
  return subjectOf(read, unit, bestSlot(pieces), turn.text.slice(unit.start, unit.end).trim());
}

function isPerson(subjected: Subjected, pieces: readonly Piece[]): boolean {
  return (
    subjected.subject.startsWith(`${USER_SUBJECT}'s `) ||
    subjected.referent !== undefined ||
    pieces.some((piece) => thirdPersonOf(piece.text) !== undefined)
  );
}

/** Whom an item is about, or why it is about the wrong one. */
function subjectOfItem(context: VetoContext, item: ModelItem, pieces: readonly Piece[]): Subjected | Veto {
  const claimsUser = USER_WORDS.has(item.subject.toLowerCase());
  const told: Subjected = { subject: claimsUser ? USER_SUBJECT : item.subject, prefix: "" };
  const read = readSubject(context, pieces, item);
  if (!claimsUser) return read !== undefined && read.subject !== USER_SUBJECT && isPerson(read, pieces) ? read : told;
  if (read === undefined || isOfSomeoneNamed(pieces)) return "someone-else";
  if (read.subject === USER_SUBJECT) return told;
  return isPerson(read, pieces) ? "someone-else" : read;
}

/** Redactable words that the message does not hold: no user said them, the model put them there. */
function holdsForeignSecret(item: ModelItem, { turn, policy }: VetoContext): boolean {
  return [item.content, item.value ?? "", item.subject].some((text) =>
    redact(text, policy.redaction).findings.some(
      (finding) => !turn.text.includes(text.slice(finding.start, finding.end)),
    ),
  );
}

/**
 * The gates that no model may pass (ADR 0006): the rules keep the veto over whose words they are, how they are meant, whom they are
 * about, secrets, and instructions.
 */
export function passItem(context: VetoContext, item: ModelItem): Passed | { readonly veto: Veto } {
  const { turn } = context;
  const sentences = context.sentences.filter((sentence) => meet(sentence, item));
  const pieces = sentences.flatMap((sentence) => sentence.pieces.filter((piece) => meet(piece, item)));
  if (!isOwn(turn.text, item, sentences)) return { veto: "not-own-words" };
  if (findInjection(turn.text).some((mark) => TAKES_OVER.has(mark.kind) && mark.start < item.end))
    return { veto: "after-injection" };
  if (findInjection(`${item.content}\n${item.value ?? ""}`).length > 0) return { veto: "instruction" };
  if (isUnreal(item.evidence, sentences, pieces)) return { veto: "speech-act" };
  if (holdsForeignSecret(item, context)) return { veto: "secret" };
  const subject = subjectOfItem(context, item, pieces);
  return typeof subject === "string" ? { veto: subject } : subject;
}
