import type { Candidate, CandidateIntent, MemoryKind, Policy, Turn } from "../domain/index.js";
import { findEntities, hasHan, type Span } from "../language/index.js";
import { type SlotMatch, thirdPersonOf } from "../language/slots/index.js";
import { classifySpeech, forgetTopic, isCorrection, isPlanOrDemand } from "../language/speech-acts/index.js";
import { boundsOf, isTimeBound } from "./rules/expiry.js";
import { type Instruction, readInstruction } from "./rules/instruction.js";
import { type ReadSentence, readTurn } from "./rules/read-turn.js";
import { scorePiece } from "./rules/score.js";
import { asPrefix, type Read, replacePronoun, type Subjected, subjectOf } from "./rules/subject.js";
import { groupUnits, isDropped, type Piece, type Unit } from "./rules/units.js";
import { asSentence, normaliseWording } from "./rules/wording.js";
import { SAID_AS } from "./statement.js";
import { weigh } from "./weigh.js";
import type { Worth } from "./worth/judge-worth.js";
import { scoreByWorth, withWorth } from "./worth/with-worth.js";

/** What surrounds a turn when it is read. */
export interface ExtractionContext {
  /** Turns before it in the session, oldest first. */
  readonly before: readonly Turn[];
  readonly policy: Pick<Policy, "extraction" | "expiry">;
  /** The turn's own sentences, where they were read before. */
  readonly sentences?: readonly ReadSentence[];
  /** What the classifier thinks of their clauses, where it was asked. */
  readonly worth?: Worth;
}

export interface Extraction {
  readonly candidates: readonly Candidate[];
  /** The user wants this turn kept nowhere. */
  readonly offTheRecord: boolean;
  /** The user wants what was said just before kept nowhere. */
  readonly forgetsPrevious: boolean;
  /** The turn asks to forget something: it gets no segment, which would bring the matter up again. */
  readonly withoutEpisode: boolean;
}

const NOTHING: Extraction = {
  candidates: [],
  offTheRecord: false,
  forgetsPrevious: false,
  withoutEpisode: false,
};

/** In a turn longer than this only what is plainly meant to last is taken. */
const LONG_TURN = 500;
const LONG_TURN_THRESHOLD = 0.65;
const TIME_BOUND_SCORE = 0.6;
const LONGEST_CONTENT = 400;
const MAX_CANDIDATES = 40;

interface Reader extends Read {
  readonly turn: Turn;
  readonly context: ExtractionContext;
  readonly threshold: number;
}

const ENDING: ReadonlySet<string> = new Set(["preference", "avoidance"]);

function kindOf(unit: Unit, slot: SlotMatch | undefined, text: string, timeBound: boolean): MemoryKind {
  if (slot !== undefined && slot.kind !== "fact") return slot.kind;
  const lead = unit.pieces.find((piece) => scorePiece(piece) >= 0.5) ?? unit.pieces[0];
  if (timeBound && slot === undefined) return "event";
  if (slot !== undefined) return "fact";
  const { cues, act } = lead?.speech ?? { cues: undefined, act: "statement" };
  if (cues?.standing === true) {
    if (
      /(?:别|不要|不得|不许|不准|禁止|严禁|唔好|\bnever\b|\bdon'?t\b|\bno\b|\bnot\b|without)/iu.test(text) &&
      (act === "request" || /(?:别|不要|唔好|don'?t|do not|\bno\b)/iu.test(text))
    )
      return "avoidance";
    if (/(?:必须|务必|一律|统一|每次|都要|都得|先|流程|规定|must|always|before|policy|rule|need)/iu.test(text))
      return "procedure";
    return /^(?:我|我们|我家|用户)|\b(?:i|we)\b/iu.test(text) ? "preference" : "procedure";
  }
  return "fact";
}

const STATES: ReadonlySet<string> = new Set(["employer", "home", "role", "team"]);
const BEGINS =
  /入职|加入|加盟|跳槽|转投|搬|迁|定居|安家|落户|升|晋|转岗|调任|调到|离职|辞职|离开|开始|\b(?:join(?:ed|ing)?|start(?:ed|ing)?|moved|moving|relocat(?:ed|ing)|settled|promoted|became|left|quit|hired|as of|switched|got (?:a|the)|took (?:a|the)|accepted)\b/iu;

/** It has ended, whatever else the clause says. */
const ENDED =
  /\b(?:no longer|any ?more|any longer)\b|不再|再也不|不(?:\p{Script=Han}|[A-Za-z]){1,10}了[\s。！!~～]*$/iu;

function isRetraction(piece: Piece): boolean {
  if (piece.slots.some((slot) => slot.attribute === "employer" && slot.polarity === "negative")) return true;
  if (piece.speech.act !== "retraction") return false;
  const replaced =
    piece.slots.some((slot) => slot.polarity === "positive" && slot.confidence >= 0.8) &&
    (piece.speech.cues.change || piece.slots.some((slot) => STATES.has(slot.attribute)));
  return ENDED.test(piece.text) || !replaced;
}

function intentOf(unit: Unit): CandidateIntent {
  if (unit.pieces.some(isRetraction)) return "retract";
  return unit.pieces.some((piece) => isCorrection(piece.text)) ? "correct" : "state";
}

function marks(unit: Unit, historical: boolean): readonly string[] {
  const pieces = unit.pieces.map((piece) => piece.speech.cues);
  return [
    ...(pieces.some((cues) => cues.addition) && !pieces.some((cues) => cues.change) ? [SAID_AS.addition] : []),
    ...(pieces.some((cues) => cues.change) ? [SAID_AS.change] : []),
    ...(historical ? [SAID_AS.historical] : []),
  ];
}

const REQUESTING =
  /^(?:别|不要|请|以后|今后|唔好|务必|必须|统一|一律|no\b|don'?t|never|always|please|only|use|keep|make sure|send|stop|avoid|skip)/iu;

function asksSomething(unit: Unit, text: string): boolean {
  return unit.pieces.every((piece) => piece.speech.act === "request") || REQUESTING.test(text);
}

function wordingOf(reader: Reader, unit: Unit, subjected: Subjected, raw: string, dated: boolean): string {
  const { turn } = reader;
  const opened =
    subjected.prefix === "用户" ? raw.replace(/^(?:不过|但是?|而且|并且|然后|所以|因为|而|，)+/u, "") : raw;
  const worded = normaliseWording(replacePronoun(opened, subjected.referent), turn.at, turn.timeZone, dated);
  const content = subjected.prefix !== "" && !worded.startsWith(subjected.prefix) ? subjected.prefix + worded : worded;
  const about = subjected.subject === "user" && !/用户|the user/iu.test(content) && asksSomething(unit, content);
  if (!about) return asSentence(content);
  return hasHan(content) ? `用户要求：${content}` : `The user asks: ${content}`;
}

function bestSlot(unit: Unit): SlotMatch | undefined {
  return unit.pieces
    .flatMap((piece) =>
      piece.speech.act === "request" && !piece.speech.cues.explicit && !piece.speech.cues.standing ? [] : piece.slots,
    )
    .reduce<SlotMatch | undefined>(
      (best, slot) => (best === undefined || slot.confidence > best.confidence ? slot : best),
      undefined,
    );
}

function toCandidate(reader: Reader, unit: Unit, confidence: number, isDated = true): Candidate | undefined {
  const { turn, context } = reader;
  const evidence = reader.text.slice(unit.start, unit.end);
  if (evidence.length > LONGEST_CONTENT * 2) return undefined;
  const slot = bestSlot(unit);
  const subjected = subjectOf(reader, unit, slot, stripped(evidence));
  const explicit = unit.pieces.some((piece) => piece.speech.cues.explicit);
  if (subjected === undefined && !explicit) return undefined;
  const about: Subjected = subjected ?? { subject: "user", prefix: "" };
  const standing = unit.pieces.some((piece) => piece.speech.cues.standing);
  const bounds = boundsOf(
    {
      text: boundedText(unit, slot, evidence),
      at: turn.at,
      timeZone: turn.timeZone,
      values: unit.pieces.flatMap((piece) => piece.slots.flatMap((each) => each.value ?? [])),
      beginsState:
        slot !== undefined && STATES.has(slot.attribute) && unit.pieces.some((piece) => BEGINS.test(piece.text)),
      changesState: slot !== undefined && unit.pieces.some((piece) => piece.speech.cues.change),
    },
    context.policy.expiry,
  );
  const content = wordingOf(reader, unit, about, evidence, isDated && slot?.attribute !== "birthday");
  const kind = kindOf(unit, slot, evidence, bounds.tier === "mid-term");
  const source = explicit ? "explicit" : "rule";
  const intent = intentOf(unit);
  const negative = slot?.polarity === "negative" || (intent === "retract" && ENDING.has(kind));
  return {
    intent,
    content,
    evidence,
    kind,
    tier: bounds.tier,
    subject: about.subject,
    qualifiers: { ...slot?.qualifiers, ...about.qualifiers },
    cardinality: slot?.cardinality ?? "multi",
    polarity: negative ? "negative" : "positive",
    entities: [...new Set(findEntities(evidence).map((entity) => entity.text))],
    tags: marks(unit, bounds.historical),
    importance: weigh({ kind, tier: bounds.tier, source }),
    confidence,
    source,
    rule: `${hasHan(evidence) ? "zh" : "en"}.${slot?.slot ?? (explicit ? "explicit" : standing ? "standing" : bounds.tier === "mid-term" ? "time-bound" : "statement")}`,
    ...(slot === undefined ? {} : { attribute: slot.attribute }),
    ...(slot?.value === undefined ? {} : { value: slot.value }),
    ...(bounds.validFrom === undefined ? {} : { validFrom: bounds.validFrom }),
    ...(bounds.expiresAt === undefined ? {} : { expiresAt: bounds.expiresAt }),
  };
}

const FOR_A_WHILE = /最近|近期|近来|这几天|这两天|这段时间|这阵子|recently|lately|these few days/iu;

/** "我闺蜜是律师，最近在考证": what only lately holds beside an identity does not bound the identity. */
function boundedText(unit: Unit, slot: SlotMatch | undefined, evidence: string): string {
  if (slot?.kind !== "identity") return evidence;
  return unit.pieces
    .filter((piece) => piece.slots.includes(slot) || !FOR_A_WHILE.test(piece.text))
    .map((piece) => piece.text)
    .join("，");
}

function stripped(text: string): string {
  return text.trim().replace(/^[\s,，]+/u, "");
}

const OWN_PLAN =
  /我|咱|俺|\b(?:i|i'm|we|my|our|me)\b|(?:freeze|outage|maintenance|closed|down|off|out of office|ooo|on (?:leave|holiday|vacation|call)|出差|休假|请假|封网|停机|维护|冻结|值班|放假|考试|体检)/iu;

const FAREWELL =
  /再聊|再说|再见|回头见|见面聊|聊聊|请教|\b(?:talk|chat|see you|catch up|speak soon|ask you|tell you|let you know)\b|感觉|觉得|思考|经历|一些(?:问题|事)|\b(?:feel|feeling|felt|heard|thinking)\b/iu;

/** A plain remark about the user or their work that holds for a while: worth keeping until it ends. */
function timeBoundScore(reader: Reader, piece: Piece): number {
  const { act, cues } = piece.speech;
  if (act !== "statement" || cues.hearsay || !OWN_PLAN.test(piece.text)) return 0;
  if (FAREWELL.test(piece.text) || !isTimeBound(piece.text, reader.turn.at, reader.turn.timeZone)) return 0;
  return TIME_BOUND_SCORE - (cues.opinion ? 0.15 : 0) - (cues.vague ? 0.2 : 0);
}

function sentenceIsUnreal(sentence: Span, pieces: readonly Piece[]): boolean {
  const only = pieces.length === 1 ? pieces[0]?.speech : undefined;
  const whole = only ?? classifySpeech(sentence.text, { sentence: sentence.text, isLast: true });
  if (["sarcasm", "fiction", "quotation", "paste", "chatter"].includes(whole.act)) return true;
  if (isPlanOrDemand(sentence.text)) return true;
  return pieces.some((piece) => piece.speech.act === "hypothetical") || pieces[0]?.speech.act === "quotation";
}

/** "If" with an imperative behind it is a rule: "If the build fails, ping #ci-help"; 遇到超时，先重启再报。 */
const CONDITIONAL_RULE =
  /(?:^|[,;] )(?:and |but |so |also )?(?:if|when|whenever|once|before|after) [^,?]{4,80},|(?:遇到|碰到|如果|要是|一旦|凡是?|只要|出现)[^，？?]{2,30}，/iu;
const IMPERATIVE =
  /^(?:please |pls |then |you (?:must|should) |always |just )?(?:ping|ask|tell|call|e-?mail|message|use|run|check|send|notify|wait|stop|don'?t|do not|never|make sure|open|create|page|escalate|roll back|revert|skip|restart|contact|text|talk to|go to|assign|log|flag)\b|^(?:请|先|就|要|必须|务必|一律|直接|立刻|马上|及时|不要|别|得|都)/iu;
const PROCEDURE_SCORE = 0.66;

function fromSentence(reader: Reader, sentence: ReadSentence): readonly Candidate[] {
  const { pieces } = sentence;
  if (sentenceIsUnreal(sentence, pieces)) return [];
  const asks = /[?？]\s*\p{Extended_Pictographic}*\s*$/u.test(sentence.text);
  const procedural = CONDITIONAL_RULE.test(sentence.text);
  const score = (piece: Piece): number => {
    const rule = procedural && IMPERATIVE.test(piece.text) ? PROCEDURE_SCORE : 0;
    const base = withWorth(reader.context, piece, Math.max(rule, scorePiece(piece), timeBoundScore(reader, piece)));
    return asks && !piece.speech.cues.explicit ? base - 0.1 : base;
  };
  const explicitHead = pieces.find((piece) => piece.speech.cues.explicit && piece.speech.act !== "question");
  const channel = pieces.some((piece) => piece.slots.some((slot) => slot.attribute === "channel"));
  const instruction =
    explicitHead === undefined
      ? (readInstruction(sentence.text) ?? (channel && FROM_NOW_ON.test(sentence.text) ? "procedure" : undefined))
      : undefined;
  if (instruction !== undefined) return instructed(reader, sentence, pieces, instruction);
  const units =
    explicitHead === undefined
      ? orWhole(reader, sentence, groupUnits(pieces, score, reader.threshold))
      : explicitUnits(pieces, explicitHead);
  return units.flatMap((unit) => {
    const confidence = Math.max(unit.score ?? 0, ...unit.pieces.map(score));
    const candidate = toCandidate(
      reader,
      unit,
      Math.max(0.05, Math.min(1, explicitHead === undefined ? confidence : 0.95)),
    );
    if (candidate === undefined) return [];
    const beside = employerBeside(unit, candidate);
    const byRules = explicitHead !== undefined || unit.pieces.some((piece) => scorePiece(piece) >= reader.threshold);
    const own = byRules ? candidate : asClassified(candidate);
    return beside === undefined ? [own] : [own, beside];
  });
}

/** What no rule asked for. */
function asClassified(candidate: Candidate): Candidate {
  return { ...candidate, source: "classifier", rule: `${hasHan(candidate.evidence) ? "zh" : "en"}.classified` };
}

/** A sentence none of whose clauses is worth keeping alone may be so as a whole. */
function orWhole(reader: Reader, sentence: ReadSentence, units: readonly Unit[]): readonly Unit[] {
  const { pieces } = sentence;
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (units.length > 0 || pieces.length < 2 || first === undefined || last === undefined) return units;
  const score = scoreByWorth(reader.context, sentence);
  if (score === undefined || score < reader.threshold || !pieces.every((piece) => piece.speech.act === "statement"))
    return units;
  return [{ pieces, start: first.start, end: last.end, score }];
}

/** Words that make a channel the only or the new one. */
const FROM_NOW_ON =
  /以后|今后|改|只|别|不要|不用|统一|一律|都|\b(?:only|instead|stop|no more|from now on|don'?t|do not|rather than|switch|going forward|not)\b/iu;
const INSTRUCTION_SCORE = 0.72;

/** An instruction is one statement with its reason; what the reason says of the user is kept beside it. A channel stays a slot. */
function instructed(reader: Reader, sentence: Span, pieces: readonly Piece[], kind: Instruction): readonly Candidate[] {
  const members = pieces.filter((piece) => piece.speech.act !== "chatter" && piece.speech.act !== "paste");
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return [];
  const channel = pieces.find((piece) => piece.slots.some((slot) => slot.attribute === "channel"));
  const bare = members.map((piece) => (piece === channel ? piece : { ...piece, slots: [] }));
  const whole = toCandidate(reader, { pieces: bare, start: first.start, end: last.end }, INSTRUCTION_SCORE, false);
  const reasons = members.filter(
    (piece) => piece !== first && piece.slots.some((slot) => slot.kind === "identity" && slot.subject === "user"),
  );
  const beside = reasons.flatMap((piece) => {
    const own = toCandidate(reader, { pieces: [piece], start: piece.start, end: piece.end }, INSTRUCTION_SCORE);
    return own === undefined ? [] : [own];
  });
  if (whole === undefined) return beside;
  const { expiresAt: _none, ...lasting } = whole;
  const rule = `${hasHan(sentence.text) ? "zh" : "en"}.instruction`;
  if (whole.attribute !== undefined) return [{ ...whole, kind }, ...beside];
  const weight = weigh({ kind, tier: "long-term", source: whole.source });
  return [{ ...lasting, kind, tier: "long-term", intent: "state", importance: weight, rule }, ...beside];
}

/** "I'm a buyer at Corvane" fills two slots: the employer gets a statement of its own. */
function employerBeside(unit: Unit, candidate: Candidate): Candidate | undefined {
  if (candidate.attribute !== "role" || candidate.intent === "retract") return undefined;
  const slot = unit.pieces
    .flatMap((piece) => piece.slots)
    .find((each) => each.attribute === "employer" && each.polarity === "positive" && each.value !== undefined);
  if (slot?.value === undefined) return undefined;
  const other = unit.pieces.map((piece) => thirdPersonOf(piece.text)).find((each) => each !== undefined);
  const han = hasHan(candidate.evidence);
  const who = other === undefined ? (han ? "用户" : "The user ") : asPrefix(other.words);
  if (candidate.subject !== "user" && other === undefined) return undefined;
  return {
    ...candidate,
    content: asSentence(han ? `${who}在${slot.value}工作` : `${who}works at ${slot.value}`),
    attribute: "employer",
    value: slot.value,
    rule: `${han ? "zh" : "en"}.${slot.slot}`,
  };
}

/** "I left X; I now work at Y": the new employer takes the place of the old one, so that nothing is left to retract. */
function withoutLeftEmployer(candidates: readonly Candidate[]): readonly Candidate[] {
  const begun = candidates.filter((each) => each.attribute === "employer" && each.intent !== "retract");
  if (begun.length === 0) return candidates;
  return candidates.filter(
    (each) =>
      each.intent !== "retract" ||
      !(each.attribute === "employer" || LEAVES.test(each.evidence)) ||
      !begun.some((other) => other.subject === each.subject),
  );
}

const LEAVES = /离职|辞职|辞了|离开|跳槽|换(?:了)?工作|\b(?:left|quit|resigned|laid off|changed jobs)\b/iu;

/** "Remember that …" reaches to the end of its sentence, whatever the clauses are. */
function explicitUnits(pieces: readonly Piece[], head: Piece): readonly Unit[] {
  const isBare =
    /^(?:\W|记住|记一下|帮我|请|你|remember|note|please|that|this)*$/iu.test(head.text) || head.text.length < 4;
  const at = pieces.indexOf(head);
  const trailing = at > 0 && at === pieces.length - 1;
  const members = (trailing ? pieces : pieces.slice(at)).filter(
    (piece) => !isDropped(piece) && !(isBare && piece === head),
  );
  const first = members[0];
  const last = members.at(-1);
  if (first === undefined || last === undefined) return [];
  return [{ pieces: members, start: first.start, end: last.end }];
}

/** A cheap look: without one of these no words ask to forget anything. */
const MAY_FORGET =
  /[记記忘删刪录錄存撤清抹留]|当我没|不作数|收回|听听|私下|说完|你知我知|forget|record|remember|sav(?:e|ing)|stor(?:e|ing)|delet|eras|remov|wipe|drop|clear|keep|note|strike|scratch|log|write|memor|between you|off the|never mind/iu;

/** Requests to forget and words off the record: looked for first, over the whole turn. */
function forgetting(reader: Reader, sentences: readonly Span[]): Extraction | undefined {
  if (!MAY_FORGET.test(reader.text)) return undefined;
  const candidates: Candidate[] = [];
  let forgetsPrevious = false;
  for (const sentence of sentences) {
    const { act } = classifySpeech(sentence.text, { sentence: sentence.text, isLast: true });
    if (act === "off-record") return { ...NOTHING, offTheRecord: true, withoutEpisode: true };
    if (act === "forget") forgetsPrevious = true;
    const topic = act === "question" ? undefined : forgetTopic(sentence.text);
    if (topic !== undefined) candidates.push(forgetCandidate(reader, sentence, topic));
  }
  if (forgetsPrevious) return { ...NOTHING, forgetsPrevious, withoutEpisode: true };
  return candidates.length === 0 ? undefined : { ...NOTHING, candidates, withoutEpisode: true };
}

function forgetCandidate(reader: Reader, sentence: Span, topic: string): Candidate {
  return {
    intent: "forget",
    content: topic.trim(),
    evidence: sentence.text,
    kind: "fact",
    tier: "long-term",
    subject: "user",
    qualifiers: {},
    cardinality: "multi",
    value: topic.trim(),
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0,
    confidence: 0.9,
    source: "explicit",
    rule: `${hasHan(reader.text) ? "zh" : "en"}.forget`,
  };
}

/**
 * The rule path: what a turn says that is worth keeping, without any model. Pure; only the user's own words yield anything; most turns
 * yield nothing. Linear in the text, of which at most `policy.extraction.maxTurnCharacters` are read.
 */
export function extractByRules(turn: Turn, context: ExtractionContext): Extraction {
  if (turn.role !== "user") return NOTHING;
  const text = turn.text.slice(0, context.policy.extraction.maxTurnCharacters);
  const sentences = context.sentences ?? readTurn(turn, context.policy);
  const long = text.length > LONG_TURN;
  const reader: Reader = {
    turn,
    text,
    context,
    threshold: long ? LONG_TURN_THRESHOLD : context.policy.extraction.minConfidence,
  };
  const silenced = forgetting(reader, sentences);
  if (silenced?.offTheRecord === true || silenced?.forgetsPrevious === true) return silenced;
  const kept: Candidate[] = [];
  for (const sentence of sentences) {
    if (kept.length >= MAX_CANDIDATES) break;
    if (silenced !== undefined && forgetTopic(sentence.text) !== undefined) continue;
    kept.push(...fromSentence(reader, sentence).filter((candidate) => candidate.content.length <= LONGEST_CONTENT));
  }
  return {
    ...NOTHING,
    candidates: [...(silenced?.candidates ?? []), ...withoutLeftEmployer(kept)],
    withoutEpisode: silenced !== undefined,
  };
}
