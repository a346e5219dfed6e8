import type { Candidate, CandidateIntent, MemoryKind } from "../../domain/index.js";
import { findEntities, hasHan, hasOwnSubject, readEndings } from "../../language/index.js";
import type { SlotMatch } from "../../language/slots/index.js";
import { isCorrection } from "../../language/speech-acts/index.js";
import { SAID_AS } from "../statement.js";
import { weigh } from "../weigh.js";
import { HABIT, isDetail } from "./apart.js";
import { isEmptied } from "./emptied.js";
import { boundsOf } from "./expiry.js";
import { otherHolderOf } from "./going-on.js";
import { inSpeakersName, reportedOf, speakerOf } from "./naming.js";
import type { Piece } from "./piece.js";
import { withPresentHome } from "./present-home.js";
import type { Reader } from "./reader.js";
import { scorePiece } from "./score.js";
import { canBeSubject } from "./someone.js";
import { wordingOf } from "./statement-wording.js";
import { type Subjected, subjectOf } from "./subject.js";
import type { Unit } from "./units.js";

/** No statement is longer. In characters */
export const LONGEST_CONTENT = 400;

const ENDING: ReadonlySet<string> = new Set(["preference", "avoidance"]);

/** What the user will have no more, as against what is no longer so. */
const REFUSES =
  /\b(?:i|we)(?:'m| am| are|'re| have|'ve)? (?:won'?t|don'?t|do not|no longer|can'?t|not|quit|stopped|gave up|given up|done with)\b|我(?:们)?(?:现在|已经|以后)?(?:不再?|再也不|戒)/iu;

function kindOf(unit: Unit, slot: SlotMatch | undefined, text: string, timeBound: boolean): MemoryKind {
  if (slot !== undefined && slot.kind !== "fact") return slot.kind;
  if (slot === undefined && unit.pieces.some(isRetraction) && REFUSES.test(text)) return "avoidance";
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

/** What is begun on a day and holds on after it: a job, a home, a school, a family, a price. */
const BEGINS_FOR_GOOD =
  /报到|入职|上岗|就职|搬(?:家|到|去|进|过去|走)|搬(?:了|啦)?$|入园|入学|开学|领证|过户|交房|涨到|调到(?!休)|\b(?:start(?:s|ing)? (?:at|as|with|my|the|a|her|his|school|work|college|uni)\b|mov(?:e|es|ing) (?:in|into|to (?!the (?:next|left|right|end))|house|out)|(?:goes|going) up to|take[s]? over|taking over)\b/iu;

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

/** "I used to cycle, now it's the tram": what takes the place of what has ended is said with it. */
const NAMES_NEW =
  /^(?:and |but |so )*(?:now|these days|nowadays|instead|lately)\b.{6,}|^(?:and |but |so )*since (?:\p{L}+|last \p{L}+|the \p{L}+|\d{4}),? (?:i|we|it|they|he|she|my|our)\b.{6,}|^(?:and |but |so )*(?:it['’]?s|i['’]?m on|on) .{2,40} now$|^(?:但是?|不过|所以|而是)?(?:现在|如今|目前|以后|今后)?(?:都|就|统一)?(?:改|换)(?:成|为|用|从|到|在|去|走|喝|吃|坐|买|找|由|了)|^(?:但是?|不过)?(?:现在|如今|目前)(?!不|没|已经不)[^，。]{3,}/iu;

const BEGINS_ANEW =
  /(?:调|搬|换|转|升|改|跳槽|入职|挪|迁)(?:到|去|成|为|岗到?|至|入)\p{Script=Han}|\b(?:moved|switched|transferred|relocated|changed|joined|promoted) (?:over )?(?:to|from)?\b/iu;

function intentOf(unit: Unit): CandidateIntent {
  if (unit.pieces.some((piece) => !isRetraction(piece) && NAMES_NEW.test(piece.text.trim()))) {
    const corrects = unit.corrects === true || unit.pieces.some((piece) => isCorrection(piece.text));
    return corrects ? "correct" : "state";
  }
  const [opening] = unit.pieces;
  const retracting = unit.pieces.filter(isRetraction).length;
  // 从六月起调到五病区，不在内科了: what is over only says from where
  if (opening !== undefined && !isRetraction(opening) && BEGINS_ANEW.test(opening.text)) return "state";
  // a statement that mentions an end in passing ("lost ten kilos, gave up sugar") states; one that opens with it, or is mostly it, ends
  if (retracting > 0 && (retracting * 2 >= unit.pieces.length || (opening !== undefined && isRetraction(opening))))
    return "retract";
  return unit.corrects === true || unit.pieces.some((piece) => isCorrection(piece.text)) ? "correct" : "state";
}

function marks(unit: Unit, historical: boolean): readonly string[] {
  const pieces = unit.pieces.map((piece) => piece.speech.cues);
  return [
    ...(pieces.some((cues) => cues.addition) && !pieces.some((cues) => cues.change) ? [SAID_AS.addition] : []),
    ...(pieces.some((cues) => cues.change) ? [SAID_AS.change] : []),
    ...(historical ? [SAID_AS.historical] : []),
  ];
}

/** "I don't live in Ghent" gives nobody a home: what is denied fills no slot. */
function withoutDenied({ text, slots, speech }: Piece): readonly SlotMatch[] {
  if (slots.length === 0 || !speech.cues.negated || speech.act === "retraction") return slots;
  if (!readEndings(text).some(({ how }) => how === "denied")) return slots;
  return slots.filter(({ polarity }) => polarity === "negative");
}

/** Of a change, what is new; a detail (地点在三楼) is said of what stands before it, and fills no slot of the user's. */
function fillingPieces({ pieces }: Unit): readonly Piece[] {
  const fresh = pieces.filter((piece) => !isRetraction(piece) && NAMES_NEW.test(piece.text.trim()));
  if (fresh.length < pieces.length && fresh.some(({ slots }) => slots.length > 0)) return fresh;
  const [opening] = pieces;
  const anew = opening !== undefined && !isRetraction(opening) && BEGINS_ANEW.test(opening.text);
  return pieces.filter((piece, index) => index === 0 || (!isDetail(piece) && !(anew && isRetraction(piece))));
}

function bestSlot(unit: Unit): SlotMatch | undefined {
  return fillingPieces(unit)
    .flatMap((piece) =>
      piece.speech.act === "request" && !piece.speech.cues.explicit && !piece.speech.cues.standing
        ? []
        : withoutDenied(piece),
    )
    .filter((slot) => slot.pronoun !== undefined || canBeSubject(slot.subject))
    .reduce<SlotMatch | undefined>(
      (best, slot) => (best === undefined || slot.confidence > best.confidence ? slot : best),
      undefined,
    );
}

/** What a unit becomes: who it is about, how it is worded, how long it holds. `undefined`: about nobody known, or too long. */
export function toCandidate(reader: Reader, said: Unit, confidence: number, isDated = true): Candidate | undefined {
  const { turn, context } = reader;
  let unit = said;
  const evidence = reader.text.slice(unit.start, unit.end);
  if (evidence.length > LONGEST_CONTENT * 2) return undefined;
  const reported = reportedOf(evidence);
  if (reported !== undefined) unit = { ...unit, pieces: unit.pieces.map((piece) => ({ ...piece, slots: [] })) };
  const found = bestSlot(unit);
  const slot =
    found !== undefined && (isOnlyThereFor(found, evidence) || isOfSomebodyBefore(unit, found)) ? undefined : found;
  const subjected =
    reported === undefined
      ? subjectOf(reader, unit, slot, stripped(evidence))
      : { subject: reported.who, prefix: "", qualifiers: {} };
  const explicit = unit.pieces.some((piece) => piece.speech.cues.explicit);
  if (subjected === undefined && !explicit) return undefined;
  const about: Subjected = subjected ?? { subject: "user", prefix: "" };
  const habitual = isHabitual(reader, unit);
  const standing = habitual || unit.pieces.some((piece) => piece.speech.cues.standing);
  const bounds = boundsOf(
    {
      text: habitual ? "" : boundedText(unit, slot, evidence),
      at: turn.at,
      timeZone: turn.timeZone,
      values: unit.pieces.flatMap((piece) => piece.slots.flatMap((each) => each.value ?? [])),
      beginsState:
        unit.pieces.some((piece) => BEGINS_FOR_GOOD.test(piece.text) && !piece.speech.cues.vague) ||
        (slot !== undefined && STATES.has(slot.attribute) && unit.pieces.some((piece) => BEGINS.test(piece.text))),
      isStanding: standing,
      changesState: slot !== undefined && unit.pieces.some((piece) => piece.speech.cues.change),
    },
    context.policy.expiry,
  );
  const worded = wordingOf(reader, unit, about, evidence, isDated && !habitual && slot?.attribute !== "birthday");
  if (isEmptied(worded, slot)) return undefined;
  const content = inSpeakersName(withPresentHome(worded, slot, bounds, turn.at), evidence, turn);
  const speaker = about.subject.startsWith("user") ? speakerOf(turn) : undefined;
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
    qualifiers: { ...slot?.qualifiers, ...about.qualifiers, ...(speaker === undefined ? {} : { speaker }) },
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

/**
 * 对门住的是一对老夫妻，退休了: the clause that fills the slot names nobody, and the one that opens the statement is about somebody else whom
 * no rule knows. The slot is nobody's then.
 */
function isOfSomebodyBefore(unit: Unit, slot: SlotMatch): boolean {
  const [first] = unit.pieces;
  if (first === undefined || !slot.elliptic || slot.subject !== "user" || slot.kind !== "identity") return false;
  if (
    first.slots.includes(slot) ||
    !hasHan(first.text) ||
    /[我咱俺]/u.test(unit.pieces.map(({ text }) => text).join(""))
  )
    return false;
  return /是/u.test(first.text) && !otherHolderOf([first.text]) && hasOwnSubject(first.text);
}

/** "I'm in Berlin next week" is no origin and no home; in "the dentist moved me" whoever is moved is no value. */
function isOnlyThereFor({ attribute, kind, value }: SlotMatch, evidence: string): boolean {
  return (
    (PLACES.has(attribute) && ONLY_THERE_FOR.test(evidence)) ||
    (kind === "fact" && /^(?:me|us|him)\b/iu.test(value ?? ""))
  );
}

const PLACES: ReadonlySet<string> = new Set(["origin", "home"]);
const ONLY_THERE_FOR =
  /^\W*(?:i['’]?m|i am|we['’]?re|we are|i['’]?ll be|we['’]?ll be) (?:back )?in [^,.;]{2,40}? (?:next|this|until|till|for (?:the|a|an|two|three|\d)|tomorrow|today|tonight|on (?:mon|tues|wednes|thurs|fri|satur|sun))/iu;

/** What stands before a habit in its sentence tells what one is: 我在小米做工程师，周末去爬山. */
const TELLS_WHAT_ONE_IS = /(?:是|做|当|教|在[^，。]{2,12}(?:工作|上班|上学)|住)[^，。了]{0,16}[，,；;\s]+$/u;
const BOUND_IN_TIME = /[这本上下]个?(?:周|星期|礼拜|月)|[今明昨]天|刚|出差|休假/u;

function isHabitual(reader: Reader, unit: Unit): boolean {
  const [first] = unit.pieces;
  if (first === undefined || !hasHan(first.text) || !HABIT.test(first.text.trim())) return false;
  const before =
    reader.text
      .slice(0, unit.start)
      .split(/[。！？!?\n]/u)
      .at(-1) ?? "";
  return TELLS_WHAT_ONE_IS.test(before) && !BOUND_IN_TIME.test(before);
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
