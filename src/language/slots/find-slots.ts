import { findEntities } from "../entities/find.js";
import { hasHan } from "../script.js";
import { tagWords } from "../segmenter.js";
import { attributeMatch, attributeValue, CONCRETE, isBadSubject, NOT_A_VALUE, splitParts } from "./attribute-match.js";
import { isKnownAttribute } from "./attributes.js";
import { channelSlots, toolSlots } from "./channel-slots.js";
import { impliedSlots } from "./implied-slots.js";
import { withOccasion, withoutOccasion } from "./occasion.js";
import { ownedSlots, spokenOf } from "./owned-slots.js";
import { ownedSlotsZh, spokenOfZh } from "./owned-slots-zh.js";
import { PERSON_SLOTS } from "./person-slots.js";
import { cleanValue, groupsOf, type Reading, readingsOf, readSubject } from "./reading.js";
import { homeOf, isNotSoNow } from "./residence.js";
import type { SlotDefinition, SlotMatch, SlotPattern } from "./slot-definition.js";
import type { SubjectReading } from "./speaker.js";
import { coreSubject } from "./subjects.js";
import { technologyClass } from "./technology.js";
import * as things from "./thing-slots.js";
import { beginsWithKin, readThirdPerson, type ThirdPerson } from "./third-person.js";
import { valueClass } from "./values.js";

const LONGEST_VALUE = 160;

type Draft = Omit<SlotMatch, "subject" | "elliptic" | "pronoun">;

/** Puts a subject to what was matched; `undefined` where the words before the match are none. */
function withSubject(draft: Draft, subject: SubjectReading, of: SlotDefinition["of"]): SlotMatch | undefined {
  switch (subject.type) {
    case "user":
      return { ...draft, subject: "user", elliptic: false };
    case "none":
      return { ...draft, subject: "user", elliptic: true };
    case "named":
      return of === "anyone" ? { ...draft, subject: subject.subject, elliptic: false } : undefined;
    case "pronoun":
      return of === "anyone" ? { ...draft, subject: subject.word, elliptic: false, pronoun: subject.word } : undefined;
    case "other":
      return undefined;
  }
}

/** What one state of a person replaces the other of: thought of or over, it replaces nothing. */
const STATES: ReadonlySet<string> = new Set(["home", "employer", "role"]);

/** Names in English: what follows without a capital is none (patterns that ignore case cannot tell). */
const CAPITALISED = new Set(["name", "employer", "home", "origin"]);

/** "Unconditional love is…": a noun. After a name in the singular the verb has its ending. */
const SINGULAR_VERB =
  /\b(?:likes|loves|enjoys|prefers|adores|hates|dislikes|detests|loathes|despises|avoids|doesn'?t|can'?t|cannot|wears|eats|drinks|uses|takes|only|is|has|goes|favou?rs|never|swears)\b/iu;
const NO_OBJECT = /^(?:is|was|are|were|and|can|will|has|of|to be|between)\b/iu;

function isNounAfterAll(
  reading: Reading,
  subject: SubjectReading,
  matched: string,
  value: string,
  attribute: string,
): boolean {
  if (reading.language !== "en" || attribute !== "preference") return false;
  if (NO_OBJECT.test(value) || /\bgoing to\b/iu.test(reading.text.slice(0, reading.text.indexOf(value)))) return true;
  if (subject.type !== "named") return false;
  return !SINGULAR_VERB.test(matched) && !/s$/iu.test(subject.subject) && !/children|folks/iu.test(subject.subject);
}

/** "Google as a PM", "Corvane now": what a clause goes on with behind the employer. */
const EMPLOYER_TAIL =
  /,? (?:as an?|as the|as|since|these days|now|right now|in (?!the\b)\p{Lu}|on (?:the|their)|where|until|part[- ]time|full[- ]time|doing|and)\b.*$/u;

function tidied(value: string, attribute: string): string {
  if (attribute === "employer") return value.replace(EMPLOYER_TAIL, "");
  return attribute === "preference" && hasHan(value) ? value.replace(/(?<=.{2})了$/u, "") : value;
}

/** "Works in Leeds" says where; "works at", for whom. */
const WORKS_IN = /\b(?:work|working|worked|employed) in (?:the )?\p{Lu}/u;

/** "My daughter started at Northgate School": a pupil, unless a job is named. */
const STARTED_SCHOOL = /\bstarted (?:at|with) .*\b(?:School|Primary|Academy|Kindergarten|Nursery|Elementary)\b/u;

const CHILDREN: ReadonlySet<string> = new Set(
  "son daughter child grandson granddaughter niece nephew".split(" ").map((name) => `user's ${name}`),
);

/** 儿子在光华小学: a child goes there, unless a job is named. */
function asPupil(match: SlotMatch, subject: string, said: string): SlotMatch {
  const isSchool = /(?:幼儿园|小学|中学|初中|高中|附小|附中|学校)$/u.test(match.value ?? "");
  if (match.attribute !== "employer" || !isSchool || !CHILDREN.has(subject)) return match;
  if (/上班|工作|任|教|当|做|实习|打工/u.test(said)) return match;
  return { ...match, slot: "state.school", attribute: "school", kind: "fact", cardinality: "single" };
}

/** 上海博物馆 is named for a place and is none. */
const ORGANISATION_END =
  /(?:馆|医院|学院|研究院|设计院|法院|剧院|校|大学|中学|小学|公司|集团|银行|局|厂|店|所|社|台|中心|乐团|剧团)$/u;

/** 在成都做设计: where one lives, not for whom one works. */
function namesPlace(value: string): boolean {
  const lived = hasHan(value) ? `住在${value}` : `I live in ${value}.`;
  return findEntities(lived).some((entity) => entity.kind === "place" && entity.text === value);
}

/** What follows "at" or 在 is where one lives or goes to school. */
function isNoEmployer(reading: Reading, value: string, matched: string): boolean {
  const isPlace =
    (reading.language === "zh" || WORKS_IN.test(matched)) && namesPlace(value) && !ORGANISATION_END.test(value);
  return isPlace || STARTED_SCHOOL.test(matched);
}

function tryPerson(reading: Reading, definition: SlotDefinition, pattern: SlotPattern): SlotMatch | undefined {
  const match = pattern.pattern.exec(reading.text);
  const value = match?.groups?.value ?? match?.groups?.native;
  if (match === null || value === undefined) return undefined;
  const at = match.index + match[0].lastIndexOf(value);
  const whole = cleanValue(reading.written.slice(at, at + value.length));
  const tidy = tidied(whole, definition.attribute);
  const cleaned = definition.attribute === "home" ? homeOf(tidy, reading.language) : tidy;
  if (cleaned === undefined) return undefined;
  if (
    reading.language === "zh" &&
    STATES.has(definition.attribute) &&
    isNotSoNow(reading.text.slice(0, at - 1), match[0])
  )
    return undefined;
  // 后端改用 Rust: what a thing is made with, which is no taste
  if (
    definition.attribute === "preference" &&
    /^用/u.test(cleaned) &&
    technologyClass(cleaned.slice(1).trim()) !== undefined
  )
    return undefined;
  if (definition.attribute === "employer" && isNoEmployer(reading, cleaned, match[0])) return undefined;
  if (cleaned === "" || cleaned.length > LONGEST_VALUE) return undefined;
  if (
    CAPITALISED.has(definition.attribute) &&
    reading.language === "en" &&
    !/^(?:the )?[\p{Lu}\d]/u.test(cleaned) &&
    (definition.attribute !== "home" || /\s/u.test(cleaned))
  )
    return undefined;
  const anchored = pattern.pattern.source.startsWith("^");
  const subject: SubjectReading = anchored ? { type: "user" } : readSubject(reading, match.index);
  if (definition.attribute === "age" && subject.type === "named" && !subject.subject.startsWith("user"))
    return undefined;
  const draft: Draft = {
    slot: definition.name,
    attribute: definition.attribute,
    value: cleaned,
    qualifiers: {},
    kind: definition.kind,
    cardinality: definition.cardinality,
    polarity: pattern.polarity ?? "positive",
    confidence: definition.confidence,
  };
  const taken =
    reading.language === "zh" && definition.attribute === "preference"
      ? objectInFront(subject, cleaned, match[0])
      : undefined;
  // what is eaten is read as an object for sure, what is used by its word alone
  if (taken !== undefined)
    return {
      ...draft,
      value: taken,
      subject: "user",
      elliptic: subject.type === "named" && CONSUMED.test(subject.subject),
    };
  if (isNounAfterAll(reading, subject, match[0], cleaned, definition.attribute)) return undefined;
  if (subject.type === "none" && reading.language === "en" && definition.attribute === "preference") return undefined;
  return withSubject(draft, subject, definition.of);
}

/** What is eaten, drunk, smoked or taken, by the end of its name. */
const CONSUMED =
  /(?:美式|拿铁|茶|咖啡|奶|酒|汤|粥|饭|面|药|片|胶囊|匹林|西林|他汀|地平|普利|沙坦|拉唑|双胍|[霉激]素|烟|糖|水|果汁|可乐|肉|鱼|鸡蛋|油|辣)$/u;

/** 美式不喝了, 降压药改吃中成药: what stands in front of the verb is its object, and the speaker is left out. The value; undefined where it is no object. */
function objectInFront(subject: SubjectReading, value: string, matched: string): string | undefined {
  if (subject.type !== "named" || subject.subject.startsWith("user")) return undefined;
  if (!CONSUMED.test(subject.subject)) return usedBy(subject.subject, value);
  const verb = /^(?:能|再|怎么|太)?(?<verb>[吃喝碰用抽沾])了?$/u.exec(value)?.groups?.verb;
  if (verb !== undefined) return `${verb}${subject.subject}`;
  return /[改换]/u.test(matched) || /^[吃喝抽]/u.test(value) ? value : undefined;
}

/** Somebody or an animal, by the end of the word: they eat and drink themselves. */
const ANIMATE =
  /(?:人|师|员|生|工|家|者|总|姐|哥|弟|妹|爸|妈|爷|奶|叔|姨|娃|孩|儿|友|客|户|们|长|猫|狗|犬|鸟|鸡|鸭|鹅|兔|龟|马|牛|羊|猪|鼠|鱼|蛇|虎|班|组|队|店|公司|医院|学校|部|铺|馆)$/u;

/** 机票只买经济舱, 卫生间不用玻璃门: what is no living being uses nothing; the speaker does. */
function usedBy(subject: string, value: string): string | undefined {
  if (ANIMATE.test(subject) || !/^\p{Script=Han}{2,6}$/u.test(subject)) return undefined;
  const words = tagWords(subject);
  if (!words.every(({ tag }) => /^(?:n(?!r|s|t)|vn|an|a|b)/u.test(tag))) return undefined;
  if (/^[吃喝碰用抽沾]$/u.test(value)) return `${value}${subject}`;
  return /^(?:能|会|再|怎么|太)?[吃喝碰用抽沾买穿坐订选](?!来|于|作|户)/u.test(value) ? value : undefined;
}

function personSlots(reading: Reading): readonly SlotMatch[] {
  const found: SlotMatch[] = [];
  const attributes = new Set<string>();
  for (const definition of PERSON_SLOTS) {
    if (attributes.has(definition.attribute)) continue;
    for (const pattern of definition.patterns) {
      if (pattern.language !== reading.language) continue;
      const match = tryPerson(reading, definition, pattern);
      if (match === undefined) continue;
      found.push(match);
      attributes.add(definition.attribute);
      break;
    }
  }
  return found;
}

const LIKELY_QUESTION = /(?:什么|谁|哪|多少|几)/u;

function attributeSlots(reading: Reading): readonly SlotMatch[] {
  if (reading.language === "en") {
    for (const pattern of [things.EN_ATTRIBUTE_OF, things.EN_POSSESSIVE]) {
      const groups = groupsOf(reading, pattern);
      const match = groups === undefined ? undefined : attributeMatch(groups, false, 0.8);
      if (match !== undefined) return [match];
    }
    const own = groupsOf(reading, things.EN_OWN);
    const ownMatch = own === undefined ? undefined : attributeMatch({ ...own, subject: "I" }, false, 0.8);
    if (ownMatch !== undefined) return [ownMatch];
    const compound = groupsOf(reading, things.EN_COMPOUND);
    const compoundMatch = compound === undefined ? undefined : attributeMatch(compound, false, 0.7);
    if (compoundMatch !== undefined) return [compoundMatch];
    const elliptic = groupsOf(reading, things.EN_ELLIPTIC);
    const ellipticMatch = elliptic === undefined ? undefined : attributeMatch(elliptic, true, 0.7);
    return ellipticMatch === undefined ? [] : [ellipticMatch];
  }
  if (LIKELY_QUESTION.test(reading.text)) return [];
  if (things.ZH_RUNS_RELEASE.test(reading.text)) return stateSlots(reading);
  for (const [pattern, elliptic, confidence] of [
    [things.ZH_ELLIPTIC, true, 0.75],
    [things.ZH_ATTRIBUTE_OF, false, 0.8],
    [things.ZH_COMPOUND, false, 0.8],
  ] as const) {
    const groups = groupsOf(reading, pattern);
    if (groups === undefined) continue;
    if (
      elliptic &&
      groups.copula === undefined &&
      !CONCRETE.test(groups.value ?? "") &&
      [...(groups.value ?? "")].length > 6
    )
      continue;
    const match = attributeMatch(groups, elliptic, confidence);
    if (match !== undefined) return [match];
  }
  return stateSlots(reading);
}

function stateSlots(reading: Reading): readonly SlotMatch[] {
  for (const pattern of [things.ZH_RUNS_RELEASE, things.ZH_PART_STATE]) {
    const groups = groupsOf(reading, pattern);
    if (groups?.subject === undefined || groups.value === undefined) continue;
    const attribute = valueClass(groups.value) === "version" ? "version" : "status";
    const namesItself = /[A-Za-z][\w-]*[\d_-]/u.test(groups.subject) || groups.subject.includes("的");
    const match = attributeMatch({ ...groups, attribute }, false, 0.75);
    if (match === undefined) continue;
    if (namesItself) return [match];
    return [
      {
        ...match,
        subject: "",
        elliptic: true,
        qualifiers: attribute === "version" ? {} : { part: groups.subject.trim().toLowerCase() },
      },
    ];
  }
  return [];
}

/** A product or system, by its look. */
function namesTechnology(value: string): boolean {
  return (
    /^(?:the |a |an |our |only )?[\p{Lu}\d][\p{L}\d.+#-]*|[A-Za-z]{2,}[\d.]+/u.test(value) ||
    /(?:数据库|框架|系统|平台|架构|引擎|云|服务器|集群|协议|SDK)$/u.test(value)
  );
}

function verbAttribute(attribute: string, value: string): string {
  if (attribute !== "technology") return attribute;
  return technologyClass(value) ?? "platform";
}

function tryVerb(reading: Reading, verb: things.ThingVerb): SlotMatch | undefined {
  const match = verb.pattern.exec(reading.text);
  const raw = match?.groups?.value ?? match?.groups?.place;
  if (match === null || raw === undefined) return undefined;
  const at = match.index + match[0].lastIndexOf(raw);
  const value = attributeValue(reading.written.slice(at, at + raw.length));
  if (value === "" || NOT_A_VALUE.test(value) || (hasHan(reading.text) && LIKELY_QUESTION.test(reading.text)))
    return undefined;
  const subject = readSubject(reading, match.index);
  if (subject.type === "other" || (subject.type === "none" && verb.swapped === true)) return undefined;
  const attribute = verbAttribute(verb.attribute, value);
  if (attribute === "platform" && !namesTechnology(value)) return undefined;
  const draft: Draft = {
    slot: `state.${attribute}`,
    attribute,
    value,
    qualifiers: {},
    kind: "fact",
    cardinality: verb.multi === true || attribute === "platform" ? "multi" : "single",
    polarity: "positive",
    confidence: 0.7,
  };
  if (verb.swapped === true) {
    if (subject.type === "pronoun") return undefined;
    const holder = cleanValue(reading.written.slice(0, match.index)).replace(
      /^(?:and|but|so|for the record|fyi|note that)[,:]? /iu,
      "",
    );
    const owner = subject.type === "user" ? "user" : holder;
    const about = splitParts(value, attribute);
    if (!hasHan(value) && !/^(?:the|our|my|all|both)\s|\p{Lu}|\d/u.test(value)) return undefined;
    if (isBadSubject(about.subject) || !/^\p{Lu}|^(?:the|our)\s|[一-龥]/u.test(owner)) return undefined;
    return { ...draft, subject: about.subject, qualifiers: about.qualifiers, value: owner, elliptic: false };
  }
  if (subject.type === "user" && attribute === "location" && /\b(?:live|based)/iu.test(match[0])) {
    const home = homeOf(value, reading.language);
    if (home === undefined) return undefined;
    return {
      ...draft,
      slot: "identity.home",
      attribute: "home",
      value: home,
      kind: "identity",
      subject: "user",
      elliptic: false,
    };
  }
  // 我有个老同学叫邱明 gives the speaker no name
  if (subject.type === "user" && attribute === "name" && hasHan(reading.text)) return undefined;
  if (subject.type === "user" && attribute !== "location")
    return { ...draft, subject: "user", kind: "preference", elliptic: false };
  // 现在叫花卷: whose name it is was said before, and it is hardly the speaker's
  if (subject.type === "none" && attribute === "name") return undefined;
  if (subject.type === "none") return { ...draft, subject: "", elliptic: true };
  const read = withSubject(draft, subject, "anyone");
  if (read === undefined) return undefined;
  const part = splitParts(read.subject, attribute);
  return read.pronoun !== undefined || read.subject.startsWith("user")
    ? read
    : { ...read, subject: part.subject, qualifiers: part.qualifiers };
}

function movedSlots(reading: Reading): readonly SlotMatch[] {
  if (reading.language !== "en") return [];
  const groups = groupsOf(reading, things.EN_MOVED);
  if (groups?.subject === undefined || groups.value === undefined) return [];
  if (/^(?:me|us|him|her|them)\b/iu.test(groups.value) || /\b(?:me|us|him|her|them)$/iu.test(groups.subject)) return [];
  const value = cleanValue(
    groups.value.replace(
      / (?:over the weekend|last (?:night|week|month|year)|yesterday|today|this (?:morning|week|month)|recently|again|already)$/iu,
      "",
    ),
  );
  const possessed = things.EN_ATTRIBUTE_OF.exec(`${groups.subject} is x`)?.groups;
  const compound = things.EN_COMPOUND.exec(`${groups.subject} is x`)?.groups;
  const named = possessed ?? compound;
  if (named?.attribute !== undefined && isKnownAttribute(named.attribute)) {
    const match = attributeMatch({ ...named, value }, false, 0.85);
    return match === undefined ? [] : [match];
  }
  const bare = groups.subject.replace(/^(?:the|my|our|it)\s*/iu, "");
  if (isKnownAttribute(bare)) {
    const match = attributeMatch({ attribute: bare, value }, true, 0.8);
    return match === undefined ? [] : [match];
  }
  const technology = technologyClass(value);
  const subject = coreSubject(groups.subject);
  if (technology === undefined || isBadSubject(subject)) return [];
  return [
    {
      slot: `state.${technology}`,
      attribute: technology,
      subject,
      value,
      qualifiers: {},
      kind: "fact",
      cardinality: "single",
      polarity: "positive",
      confidence: 0.85,
      elliptic: false,
    },
  ];
}

function verbSlots(reading: Reading): readonly SlotMatch[] {
  for (const verb of reading.language === "en" ? things.EN_VERBS : things.ZH_VERBS) {
    const match = tryVerb(reading, verb);
    if (match !== undefined) return [match];
  }
  return [];
}

/** "my dentist is Dr Quill", 我的老板是张总: who it is, which is the user's own matter. */
function namesTheRelation(person: ThirdPerson, reading: Reading): boolean {
  if (person.name !== undefined) return false;
  if (reading.language === "en")
    return /^(?:'s|is|was|will be|are)(?: now| still| called)? (?:(?:Mr|Mrs|Ms|Dr)\.? )?(?!I\b)\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,2}(?=$|[,.])/u.test(
      person.predicate,
    );
  return /^(?:现在)?(?:是|叫)(?:[老小阿](?![师板学外])\p{Script=Han}|\p{Script=Han}{1,2}(?:总|工|医生|大夫|老师|教授|主任|经理|姐|哥|阿姨)|[A-Z][a-z]+)$/u.test(
    person.predicate,
  );
}

/** What is said of a relation of the user: the same words as of the user, under another subject. Never fills a slot of the user (P30). */
function thirdPersonSlots(person: ThirdPerson, reading: Reading): readonly SlotMatch[] {
  const [own] = readingsOf(person.asOwn);
  if (own === undefined) return [];
  const found = slotsOf({ ...own, language: reading.language });
  const qualifiers = person.name !== undefined && person.shared ? { person: person.name.toLowerCase() } : {};
  return found
    .filter((match) => match.subject === "user" && match.pronoun === undefined)
    .map((match) => ({
      ...asPupil(match, person.subject, person.predicate),
      subject: person.subject,
      elliptic: false,
      qualifiers: { ...match.qualifiers, ...qualifiers },
    }));
}

type SlotReader = (reading: Reading) => readonly SlotMatch[];

/** In the order of trial: what names its possessor, what names its attribute, what implies one. */
const READERS_EN: readonly SlotReader[] = [impliedSlots, ownedSlots, attributeSlots, movedSlots, spokenOf, verbSlots];
const READERS_ZH: readonly SlotReader[] = [impliedSlots, ownedSlotsZh, attributeSlots, spokenOfZh, verbSlots];

function slotsOf(reading: Reading): readonly SlotMatch[] {
  const channel = channelSlots(reading);
  if (channel.length > 0) return channel;
  const tool = toolSlots(reading);
  if (tool.length > 0) return tool;
  const person = personSlots(reading);
  if (person.length > 0) return person;
  for (const read of reading.language === "en" ? READERS_EN : READERS_ZH) {
    const found = read(reading);
    if (found.length > 0) return found;
  }
  return [];
}

/** "my own birthday" is my birthday. */
const OWN = /\b(?<whose>my|our|his|her|their) own (?=\p{Ll})/giu;
/** "my birthday's on the 3rd": nothing of the birthday's. */
const IS_ON = /(?<=\b(?:my|our|his|her|their) \p{Ll}{2,20})['’]s (?=(?:on|in|at|from|due|not|now|still|the|an?) )/giu;

/**
 * What a clause says of slots: people's first (name, home, likes…), then attributes named outright, changes, and verbs of lasting
 * states. Generic: slots that no table knows come out as subject and attribute. Works on one clause; linear in it.
 */
export function findSlots(said: string): readonly SlotMatch[] {
  const clause = said.replace(OWN, "$<whose> ").replace(IS_ON, " is ");
  const bare = withoutOccasion(clause);
  const always = bare === clause.trim() ? [] : slotsAsAlways(bare);
  const found = always.length > 0 ? always : slotsAsAlways(clause);
  return found.map((match) => withOccasion(match, clause));
}

function slotsAsAlways(clause: string): readonly SlotMatch[] {
  const [reading] = readingsOf(clause);
  if (reading === undefined) return [];
  const other = mayBeAnother(clause) ? readThirdPerson(reading.written, reading.language) : undefined;
  return other !== undefined && !namesTheRelation(other, reading) ? thirdPersonSlots(other, reading) : slotsOf(reading);
}

/** A cheap look: without a possessive or the closest kin in front no clause is about a relation of the user. */
const MAY_BE_ANOTHER = /\b(?:my|our)\b|[我咱俺]|用户/iu;

function mayBeAnother(clause: string): boolean {
  return MAY_BE_ANOTHER.test(clause) || beginsWithKin(clause);
}

/** Whom a clause is about where it is a relation of the user; undefined for anyone and anything else. */
export function thirdPersonOf(clause: string): ThirdPerson | undefined {
  if (!mayBeAnother(clause)) return undefined;
  const [reading] = readingsOf(clause);
  const other = reading === undefined ? undefined : readThirdPerson(reading.written, reading.language);
  return other === undefined || reading === undefined || namesTheRelation(other, reading) ? undefined : other;
}
