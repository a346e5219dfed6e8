import type { Turn } from "../../domain/index.js";
import { hasHan, hasOwnSubject, stripLead } from "../../language/index.js";
import {
  EN_RELATIONS,
  relationSubject,
  type SlotMatch,
  type ThirdPerson,
  thirdPersonOf,
  ZH_RELATIONS,
} from "../../language/slots/index.js";
import { goingOn, otherHolderOf, partGoingOn, wholeOf } from "./going-on.js";
import { holderInSentence, holderOf } from "./holder.js";
import { kinPossessorIn } from "./holder-zh.js";
import { type Referent, resolvePronoun, topicOf } from "./reference.js";
import { type Someone, someoneOf } from "./someone.js";
import { toThirdPersonEnglish } from "./third-person-en.js";
import { toThirdPersonChinese } from "./third-person-zh.js";
import { topicOfFragment } from "./topic.js";
import { readPieces, type Unit } from "./units.js";

/** What is read, as far as finding a subject goes. */
export interface Read {
  /** The part of the turn that is read. */
  readonly text: string;
  readonly context: { readonly before: readonly Turn[] };
  /** Share of the latest talk that is company, where it is known. 0–1 */
  readonly company?: number;
}

function textsBefore(read: Read, at: number): readonly string[] {
  const own = read.context.before.filter((turn) => turn.role === "user").map((turn) => turn.text);
  return [read.text.slice(0, at), ...own.reverse()].map((text) => text.replace(ADDRESSED, " "));
}

/** "Thanks, Maria!", "Hey Jon,": whoever is spoken to is nobody that "her" or "he" could mean. */
const ADDRESSED =
  /\b(?:[Hh]ey|[Hh]i|[Hh]ello|[Tt]hanks|[Tt]hank you|[Ww]ow|[Cc]ongrats|[Cc]ongratulations|[Oo]h|[Ss]orry|[Yy]eah|[Yy]es|[Ss]ure|[Cc]ool|[Aa]wesome|[Gg]reat|[Nn]ice|[Aa]bsolutely|[Oo]k(?:ay)?|[Gg]ood (?:job|luck|morning|night|one)),? \p{Lu}\p{Ll}+(?=[,.!?]|$)|(?<=, )(?!Mrs?\b|Ms\b|Dr\b|Prof\b|St\b)\p{Lu}\p{Ll}+(?=[!.?]|$)|^\p{Lu}\p{Ll}+(?=[,!] )/gmu;

/** Whom a unit is about. */
export interface Subjected {
  readonly subject: string;
  /** Words to put in front so that the statement names its subject. */
  readonly prefix: string;
  readonly qualifiers?: Readonly<Record<string, string>>;
  readonly referent?: Referent & { readonly pronoun: string };
}

/** Finds whom the unit is about; `undefined`: a pronoun that means nobody known. */
export function subjectOf(read: Read, unit: Unit, slot: SlotMatch | undefined, text: string): Subjected | undefined {
  if (slot?.pronoun !== undefined) return pronounAt(read, unit, slot.pronoun) ?? somebody(read, unit, slot.pronoun);
  const ofAnother = partOfAnother(read, unit, slot);
  if (ofAnother !== undefined) return ofAnother;
  if (slot === undefined) {
    const thing = /的$/u.test(unit.pieces[0]?.text.trim() ?? "") ? answered(read, unit, text) : undefined;
    if (thing !== undefined) return thing;
    const treated = treatedBy(text);
    if (treated !== undefined) return treated;
    const other = unit.pieces.map((piece) => thirdPersonOf(piece.text)).find((each) => each !== undefined);
    if (other !== undefined) return { subject: other.subject, prefix: "", qualifiers: qualifiersOf(other) };
    const someone = someoneOf(text);
    if (someone !== undefined) return { subject: someone.subject, prefix: "", qualifiers: namedBeside(someone) };
    const kin = WITH_SPEAKER.test(text) ? undefined : kinOf(unit.pieces[0]?.text ?? text);
    if (kin !== undefined) return kin;
    const theirs = THEIRS.exec(text)?.groups;
    if (theirs !== undefined) return belongingTo(read, unit, theirs);
    const carried = CONTINUES.test(text) || lacksSubject(text) ? carriedSubject(read, unit) : undefined;
    if (carried !== undefined) return carried;
    const goesOn = goingOn(read.text, unit.start, unit.pieces[0]?.text ?? text);
    if (goesOn !== undefined) return goesOn;
  }
  const pronoun = /^(?:他|她|它|佢)(?!们|哋)|^(?:he|she)['’]?s?\b|^it\b(?:'s)?/iu
    .exec(text)?.[0]
    ?.replace(/['’]?s$/u, "");
  if (slot === undefined && pronoun !== undefined)
    return pronounAt(read, unit, pronoun) ?? somebody(read, unit, pronoun);
  if (slot === undefined) return answered(read, unit, text) ?? { subject: "user", prefix: "" };
  if (!slot.elliptic)
    return ownKinOf(slot, unit) ?? { subject: slot.subject, prefix: slot.subject === "user" ? unnamed(text) : "" };
  const held = slot.subject === "user" ? EMBEDDED.exec(sentenceUpTo(read, unit))?.groups?.who : undefined;
  if (held !== undefined) {
    const found = pronounAt(read, unit, held);
    // the clause that names the holder is part of the statement: he is named where the pronoun stands
    if (found?.referent === undefined || EMBEDDED.test(text)) return found;
    return { subject: found.subject, prefix: found.referent.words };
  }
  const opened = slot.subject === "user" ? openedBy(unit) : undefined;
  if (opened !== undefined) return opened;
  const carried = slot.subject === "user" ? carriedSubject(read, unit) : undefined;
  if (carried !== undefined) return carried;
  const goesOn = slot.subject === "user" ? goingOn(read.text, unit.start, unit.pieces[0]?.text ?? text) : undefined;
  if (goesOn !== undefined) return goesOn;
  const asked = slot.subject === "user" ? (answered(read, unit, text) ?? heldWithin(unit, slot)) : undefined;
  if (asked !== undefined) return asked;
  if (slot.subject === "user") return { subject: "user", prefix: unnamed(text) };
  const topic =
    slotTopic(read, unit) ??
    topicOf(read.text.slice(0, unit.start).replace(/\[redacted:[^\]]*\]/gu, " ")) ??
    holderBefore(read, slot.attribute);
  if (topic === undefined) return { subject: "user", prefix: "" };
  const holder = hasHan(text) ? holderInSentence(read.text, unit.start) : undefined;
  if (holder?.words.endsWith(topic) === true) return { subject: topic, prefix: `${holder.words}的` };
  const ofKin = hasHan(text) ? undefined : relationSubject(topic);
  if (ofKin !== undefined) return { subject: ofKin, prefix: `The user's ${topic.toLowerCase()}: ` };
  return { subject: topic, prefix: hasHan(text) ? `${toThirdPersonChinese(topic)}的` : `${topic}: ` };
}

/** 我妹妹嫁到了大连，老公是海员; 耳朵不好; 店名叫拾光: of whomever the clause before is about. */
function partOfAnother(read: Read, unit: Unit, slot: SlotMatch | undefined): Subjected | undefined {
  const opening = unit.pieces[0]?.text ?? "";
  if (slot?.pronoun !== undefined || !hasHan(opening)) return undefined;
  const found = partGoingOn(read.text, unit.start, opening);
  if (found === undefined) return undefined;
  const kin = relationSubject(/^\p{Script=Han}{2,3}?(?=是|在|也|做|叫)/u.exec(opening.trim())?.[0] ?? "");
  if (kin !== undefined) return { ...found, subject: `${found.subject}'s ${kin.slice("user's ".length)}` };
  return slot === undefined || slot.elliptic || slot.subject === "user" ? found : { ...found, subject: slot.subject };
}

/** 我奶奶八十六了, "Daughter's at St Brigid's": kin of the speaker's, where nothing of the clause is about the speaker. */
function kinOf(opening: string): Subjected | undefined {
  const holder = (hasHan(opening) ? kinPossessorIn(opening) : undefined) ?? holderOf(opening);
  if (holder?.subject.startsWith("user's ") !== true || holder.isIntroduced === true) return undefined;
  return (hasHan(opening) ? /.[我咱俺]/u : /\b(?:me|us|I|we)\b/u).test(opening)
    ? undefined
    : { subject: holder.subject, prefix: "", qualifiers: byOrder(holder.words) };
}

/** 大女儿, 小儿子: one of several. */
function byOrder(words: string): Readonly<Record<string, string>> {
  const which = /^用户的(?<which>[大小二三]\p{Script=Han}{1,3})$/u.exec(words)?.groups?.which;
  return which === undefined ? {} : { person: which };
}

/** "My wife and I drove to Bergen": of both. */
const WITH_SPEAKER = /^[^.!?]{0,60}? and (?:I|me|my|we)\b/u;

/** "Mum's in Porto": the word for a relation alone is no name. */
function ownKinOf({ subject }: SlotMatch, unit: Unit): Subjected | undefined {
  return relationSubject(subject.replace(/^[大小](?=\p{Script=Han}{2})/u, "")) === undefined
    ? undefined
    : kinOf(unit.pieces[0]?.text ?? "");
}

/** What a Chinese statement about the speaker begins with where it does not name them. */
function unnamed(text: string): string {
  return hasHan(text) && !/[我咱俺]|用户|本人/u.test(text) ? "用户" : "";
}

/** A fragment that answers what was asked of a thing: it is about the thing, and is read with its name. */
function answered(read: Read, unit: Unit, text: string): Subjected | undefined {
  const opening = unit.pieces[0]?.text ?? text;
  if (hasHan(text) && !lacksSubject(opening) && !/的$/u.test(opening.trim())) return undefined;
  return topicOfFragment(text, read.text.slice(0, unit.start), read.context.before, opening);
}

const TREATED_EN = new RegExp(
  `^(?:the|my|our|his|her) (?:[\\p{L}-]+ )?(?:doctor|gp|consultant|nurse|specialist|teacher|school|boss|company|vet|physio|dentist|therapist|surgeon|hospital|coach) (?:has |have |had |just |finally )*(?:switched|moved|put|told|asked|made|gave|prescribed|advised|let|allowed|changed|took|started|referred|kept|signed) (?:my|our) (?:(?:little|older|younger|elder|big|twin|best) )?(?<relation>${EN_RELATIONS})\\b(?!['’])`,
  "iu",
);
const TREATED_ZH = new RegExp(
  `^(?:医生|大夫|老师|学校|公司|医院|教练|护士|单位|领导|老板)(?:现在|已经|又|刚|昨天|今天|上周)*(?:让|叫|给|要求|建议|安排|要|准|允许|帮|把)(?:我|咱)(?:们)?(?:家|的)?(?<relation>${ZH_RELATIONS})(?!的)`,
  "u",
);

/** 医生让我妈改吃…: the statement is about whoever the doctor treats. */
function treatedBy(text: string): Subjected | undefined {
  const relation = (hasHan(text) ? TREATED_ZH : TREATED_EN).exec(text)?.groups?.relation;
  const subject = relation === undefined ? undefined : relationSubject(relation);
  return subject === undefined ? undefined : { subject, prefix: "" };
}

/** 老婆换了工作，现在在一家律所: the slot is said of whoever the unit opens with. */
function openedBy({ pieces }: Unit): Subjected | undefined {
  const [first] = pieces;
  if (first === undefined || pieces.length < 2) return undefined;
  const other = thirdPersonOf(first.text);
  if (other !== undefined) return { subject: other.subject, prefix: "", qualifiers: qualifiersOf(other) };
  const someone = someoneOf(first.text);
  return someone === undefined ? undefined : { subject: someone.subject, prefix: "", qualifiers: namedBeside(someone) };
}

/** 小米是我家的狗，金毛，七岁了: the clauses of the unit before the one that fills the slot say whose it is. */
function heldWithin({ pieces }: Unit, slot: SlotMatch): Subjected | undefined {
  const filling = pieces.findIndex((piece) => piece.slots.includes(slot));
  const holder = otherHolderOf(pieces.slice(0, Math.max(0, filling)).map((piece) => piece.text));
  return holder === undefined ? undefined : { subject: holder.subject, prefix: "" };
}

/** 睡前一定要听故事: a Chinese clause that names nobody. */
function lacksSubject(text: string): boolean {
  return hasHan(text) && !/[我咱俺你您他她它]|用户/u.test(text) && !hasOwnSubject(text);
}

function namedBeside({ subject, name }: Someone): Readonly<Record<string, string>> {
  return name !== undefined && subject.startsWith("user's ") ? { person: name.toLowerCase() } : {};
}

/** "Her brother plays the cello": somebody of somebody who was named before. */
const THEIRS = new RegExp(
  `^(?:(?<whose>his|her) (?<relation>${EN_RELATIONS})\\b|(?<zhWhose>[他她])(?:家|的)?(?<zhRelation>${ZH_RELATIONS}))`,
  "iu",
);

function belongingTo(
  read: Read,
  unit: Unit,
  { whose, relation, zhWhose, zhRelation }: Readonly<Record<string, string | undefined>>,
): Subjected | undefined {
  const owner = pronounAt(read, unit, whose ?? zhWhose ?? "");
  if (owner?.referent === undefined) return undefined;
  const kin = relationSubject(relation ?? zhRelation ?? "")?.slice("user's ".length) ?? "relation";
  return { ...owner, subject: `${owner.subject}'s ${kin}` };
}

/** Whom a pronoun means when nothing before says: in talk about matters the words are worth keeping as they are, of somebody. */
const SOMEBODY = "someone";

function somebody({ company }: Read, unit: Unit, pronoun: string): Subjected | undefined {
  if ((company ?? 1) >= MOSTLY_MATTER || !/^(?:he|she|他|她|佢)$/iu.test(pronoun)) return undefined;
  return unit.pieces.some(({ text, slots }) => slots.length > 0 || /\d|\p{Lu}\p{Ll}{2,}/u.test(text.slice(1)))
    ? { subject: SOMEBODY, prefix: "" }
    : undefined;
}

const MOSTLY_MATTER = 0.2;

function pronounAt(read: Read, unit: Unit, pronoun: string): Subjected | undefined {
  const referent = resolvePronoun(pronoun, textsBefore(read, unit.start));
  return referent === undefined
    ? undefined
    : { subject: referent.subject, prefix: "", referent: { ...referent, pronoun } };
}

/** 我知道他喜欢旅游，喜欢吃: what follows is his, not the speaker's. */
const EMBEDDED = /(?:知道|觉得|听说|认为|发现|记得|希望|说)(?<who>[他她])(?!们)[^我]*$/u;

function sentenceUpTo(read: Read, unit: Unit): string {
  return (
    read.text
      .slice(0, unit.end)
      .split(SENTENCE_MARKS)
      .findLast((part) => part.trim() !== "") ?? ""
  );
}

const SENTENCE_MARKS = /[。！？!?\n]|\.(?=\s)/u;

/** A clause that names nobody itself: a Chinese one that begins with its predicate, an English one with a verb in the third person. */
const CONTINUES =
  /^(?!我|咱|俺|你|您|他|她|它|这|那|大家|谁|以后|今后|请|先|再|别|不要|只要|如果|每次|[\p{Script=Han}]{0,4}(?:我|你))(?:每|平时|一般|睡前|饭[前后]|早上|晚上|中午|周末|经常|总是|从来|一定|必须|最近|特别|非常|现在|目前|今年|也|都|还|就|只|从|不|在|是|有|叫|属|怕|最|喜欢|爱|住|做|当|养|教|会|对)|^(?:and |but |also )?(?:also |now |still |just |never |always |usually |only )?(?:works|lives|has|owns|runs|teaches|studies|plays|speaks|likes|loves|hates|prefers|drinks|eats|is|drives|collects|gets|goes|wakes|sleeps|swims|rides|takes|makes|does|uses|wears|needs|keeps|can't|doesn't)\b/iu;

/** "我女儿叫小满，今年六岁": a clause without a subject goes on with the one before it in its sentence. */
function carriedSubject(read: Read, unit: Unit): Subjected | undefined {
  const said = read.text.slice(0, unit.start).split(SENTENCE_MARKS);
  const earlier = said.at(-1) ?? "";
  if (earlier.trim() === "") return goesOnAbout(read, unit, said.at(-2) ?? "");
  const pieces = readPieces({ text: earlier, start: 0, end: earlier.length });
  const clause = pieces.findLast(
    (piece) =>
      piece.slots.some(isNamed) || thirdPersonOf(piece.text) !== undefined || STARTS_WITH_USER.test(piece.text),
  );
  const other = clause === undefined ? undefined : thirdPersonOf(clause.text);
  if (other !== undefined)
    return {
      subject: other.subject,
      prefix: asPrefix(`${other.words}${nameGiven(earlier, read.text.slice(unit.start, unit.end), other)}`),
      qualifiers: qualifiersOf(other),
    };
  const goesOn = goesOnAbout(read, unit, earlier);
  if (goesOn !== undefined) return goesOn;
  const named = hasHan(earlier) ? clause?.slots.findLast(isNamed) : undefined;
  if (named === undefined || named.subject === "user" || named.subject.startsWith("user's ")) return undefined;
  const kin = holderInSentence(read.text, unit.start);
  if (kin?.subject.startsWith("user's ") === true) return { subject: kin.subject, prefix: kin.words };
  const whole = wholeOf(named.subject);
  const holder = whole === named.subject ? undefined : holderInSentence(read.text, unit.start);
  return {
    subject: whole,
    prefix: holder === undefined || holder.subject === "user" ? whole : `${holder.words}的${whole}`,
  };
}

/** 我女儿五岁，叫朵朵，在…: the name that the sentence has given by then goes with the words for her. */
function nameGiven(earlier: string, text: string, { name }: ThirdPerson): string {
  if (name !== undefined || !hasHan(earlier) || /^[\p{Script=Han}]{0,3}叫/u.test(text.trim())) return "";
  return (
    /(?:^|[，,])[\p{Script=Han}]{0,3}叫(?<given>[\p{Script=Han}A-Za-z]{1,4})(?=$|[，,])/u.exec(earlier)?.groups
      ?.given ?? ""
  );
}

/** "Ike from work is training for a race. Swims at five": a sentence that opens with its verb goes on about the one before. */
function goesOnAbout(read: Read, unit: Unit, sentence: string): Subjected | undefined {
  const text = stripLead(read.text.slice(unit.start, unit.end));
  if (!EN_BARE_VERB.test(text) || STARTS_WITH_USER.test(sentence.trim())) return undefined;
  const referent = resolvePronoun("he", [sentence]);
  if (referent === undefined) return undefined;
  const kin = relationSubject(referent.subject);
  return kin === undefined
    ? { subject: referent.subject, prefix: `${referent.words} ` }
    : { subject: kin, prefix: `The user's ${referent.words.toLowerCase()} ` };
}

const EN_BARE_VERB =
  /^(?:also |now |still |just |never |always |usually |only )?(?:works|lives|has|owns|runs|teaches|studies|plays|speaks|likes|loves|hates|prefers|drinks|eats|is|drives|collects|gets|goes|wakes|sleeps|swims|rides|takes|makes|does|comes|uses|wears|needs|wants|keeps|knows|can't|won't|doesn't|sings|paints|writes|reads|cooks|bakes|grows|breeds|trains|coaches|sells|moves|starts|finishes|leaves|stays|pays|walks|hikes|climbs|sails|volunteers|travels)\b/iu;

const STARTS_WITH_USER = /^(?:但是?|不过|而且|所以)?(?:我|咱|俺)|^(?:and |but |so )?(?:i|we)\b/iu;

function isNamed(slot: SlotMatch): boolean {
  return !slot.elliptic && slot.pronoun === undefined;
}

function qualifiersOf(person: ThirdPerson): Readonly<Record<string, string>> {
  return person.name !== undefined && person.shared ? { person: person.name.toLowerCase() } : {};
}

/** The words for another person, as a statement begins with them. */
export function asPrefix(words: string): string {
  if (hasHan(words) && !/^(?:我|咱|俺|用户)/u.test(words)) return `用户的${words}`;
  return hasHan(words) ? toThirdPersonChinese(words) : `${toThirdPersonEnglish(words)} `;
}

/** How many sentences an elliptic attribute may stand behind the thing that it belongs to. */
const SENTENCES_BACK = 2;

/** Subjects named by earlier pieces of the same turn. */
function slotTopic(read: Read, unit: Unit): string | undefined {
  const earlier = read.text.slice(0, unit.start);
  for (const sentence of earlier.split(SENTENCE_MARKS).slice(-SENTENCES_BACK).reverse()) {
    const pieces = readPieces({ text: sentence, start: 0, end: sentence.length });
    const named = pieces.flatMap((piece) => piece.slots).findLast((slot) => isNamed(slot) && slot.subject !== "user");
    if (named !== undefined) return wholeOf(named.subject);
    const thing = topicOf(sentence.replace(/\[redacted:[^\]]*\]/gu, " "));
    if (thing !== undefined) return thing;
  }
  return undefined;
}

/** How many turns back an attribute may have been said of the thing that it belongs to. */
const TURNS_BACK = 4;

/** "打烊时间延到十一点" after "小店九点打烊": the thing that the same attribute was last said of. */
function holderBefore(read: Read, attribute: string): string | undefined {
  const own = read.context.before.filter((turn) => turn.role === "user").slice(-TURNS_BACK);
  for (const { text } of own.reverse()) {
    let named: string | undefined;
    let holder: string | undefined;
    for (const piece of readPieces({ text, start: 0, end: text.length })) {
      for (const slot of piece.slots) {
        if (isNamed(slot)) named = slot.subject;
        if (slot.attribute === attribute) holder = named;
      }
    }
    if (holder !== undefined) return holder === "user" ? undefined : holder;
  }
  return undefined;
}

/** Puts the name where the pronoun stood, so that the statement stands alone. */
export function replacePronoun(text: string, referent: (Referent & { readonly pronoun: string }) | undefined): string {
  if (referent === undefined) return text;
  const pattern = hasHan(referent.pronoun)
    ? new RegExp(referent.pronoun, "u")
    : new RegExp(`\\b${referent.pronoun}(?:\\b(?<contracted>['’]s\\b)?|(?<bare>(?<=he)s\\b))(?!['’])`, "iu");
  const isPossessive = /^(?:his|her)$/iu.test(referent.pronoun);
  return text.replace(pattern, (...found) => {
    const { contracted, bare } = found.at(-1) as { readonly contracted?: string; readonly bare?: string };
    if (contracted !== undefined || bare !== undefined) return `${referent.words} is`;
    return isPossessive ? `${referent.words.replace(/['’]s$/u, "")}'s` : referent.words;
  });
}
