import { hasHan, toSimplified } from "../script.js";
import { FULL_MONTH } from "../time/english-words.js";
import { canonicalAttribute, isKnownAttribute } from "./attributes.js";
import { cleanValue } from "./reading.js";
import { namesSeveral } from "./relation-key.js";
import type { SlotMatch } from "./slot-definition.js";
import { ownerOf, readChineseSubject, readEnglishSubject } from "./speaker.js";
import { coreSubject } from "./subjects.js";

/** Heads of phrases that only look like an attribute ("the point of this is …"). */
const NO_ATTRIBUTE =
  /^(?:point|rest|purpose|thing|things|problem|issue|question|reason|kind|sort|lot|lots|idea|fact|most|some|one|all|best|worst|part|bit|back|brain|head|day|week|life|mind|heart|bad|fault|mood|body|legs?|feet|eyes?|stomach|throat|question is|only|guess|understanding|on|in|at|by|for|from|with|near|under|over|about|opinion|advice|favou?rite part|hair|face|skin|arms?|morning|evening|weekend|night|sleep|意思|感觉|想法|问题|事情?|时候|东西|话|心情|情况|结果|原因|样子|天|妈|人|目的|好处|坏处|区别|重点|关键|意见)$/iu;
export const NOT_A_VALUE =
  /^(?:so|very|really|too|pretty|quite|not|just|always|never|such|like|kind of|a (?:bit|mess|joke|nightmare|disaster|lot|pain)|killing|driving|getting|going|being|working|broken|fine|ok|okay|tough|hard|easy|nice|amazing|important|over|up|down|off|full|free|long|short|late|early|true|wrong|right|good|bad|great|terrible|awful|annoying|weird|ready|done|back|here|there|tbd|tbc)(?![\p{L}])|^(?:不|没|很|太|挺|真(?!\p{Script=Han}{2})|非常|特别|比较|有点|差不多|到了|紧$|什么|谁|哪|怎么|这样|那样|这个|那个|啥|好的?$|对的?$)|[?？吗]$/iu;
/** What may follow its attribute with nothing between: "port 8080", 版本 v2. */
const FIGURE_OR_NAME = /^(?:[\d#$€£/"“「]|[vV]\d|\p{Lu}|[一二两三四五六七八九十百千万]{1,6}(?!\p{Script=Han}{3}))/u;
export const CONCRETE = /[\d#$€£/]|^["“「]|^\p{Lu}/u;

/** Whether the words only look like an attribute. */
export function isNoAttribute(words: string): boolean {
  return NO_ATTRIBUTE.test(words.trim());
}

function plausible(attribute: string, value: string, copula: string): boolean {
  const words = attribute.trim();
  const isStatus = canonicalAttribute(words) === "status";
  if (NO_ATTRIBUTE.test(words) || (!isStatus && NOT_A_VALUE.test(value.trim()))) return false;
  if (/(?:买|来|去|做|换|修|生|开始|结束|办|领|拿|送|建|装|搬|写|画|养)的$/u.test(value)) return false;
  if (copula.endsWith("在") && !isKnownAttribute(words)) return false;
  if (isKnownAttribute(words) || /favou?rite|最喜欢/iu.test(words)) return true;
  if (hasHan(words))
    return (
      [...words].length <= 6 &&
      (CONCRETE.test(value) || [...value].length <= 12) &&
      !/[的了着过是不在有很都也就]/u.test(words)
    );
  return CONCRETE.test(value);
}

/** Attribute words that are everyday nouns: they count with a figure, a name or a quotation only. */
const COMMON_WORDS = new Set(
  "state position condition title time slot head place value order type style unit units team group job role boss seat desk window process limit cap rate cost sum total price fee tone sync meeting link site zone lead launch terms delivery due state interval sequence phone car laptop school class room bank commute salary rent fee headcount bedtime landlord dose nickname".split(
    " ",
  ),
);

interface Part {
  readonly subject: string;
  readonly qualifiers: Readonly<Record<string, string>>;
}

const SORT_ONLY = /^(?:API|api)?\s?(?:服务|接口|系统|应用|项目|service|app)?$/u;
const ENVIRONMENT =
  /(?<environment>\b(?:staging|production|prod|dev|test|uat|sandbox|preprod)\b|生产环境?|测试环境|预发环境?|联调环境|开发环境|线上环境?|灰度环境?)/iu;

/** "service-2 的 worker 进程" is about service-2, its part worker 进程; an environment is a qualifier of its own. */
export function splitParts(subject: string, attribute: string): Part {
  const qualifiers: Record<string, string> = {};
  let core = subject.trim();
  let part = "";
  const possessive =
    /^(?<whole>[^的]{2,24}?) ?的 ?(?<part>.{1,20})$/u.exec(core)?.groups ??
    /^(?<whole>[A-Za-z][\w-]*[\d_-][\w-]*) (?<part>.{1,24})$/u.exec(core)?.groups;
  if (possessive?.whole !== undefined && possessive.part !== undefined) {
    core = possessive.whole;
    part = possessive.part.replace(/\s?(?:当前|目前|现在)$/u, "").trim();
    if (attribute === "version" && SORT_ONLY.test(part)) part = "";
    if (canonicalAttribute(part) === attribute) part = "";
  }
  const environment = ENVIRONMENT.exec(core)?.groups?.environment;
  if (environment !== undefined && environment.length < core.trim().length) {
    qualifiers.environment = environment.replace(/环境$/u, "").toLowerCase();
    core = core.replace(environment, " ").replace(/\s+/gu, " ").trim();
  }
  if (part !== "") qualifiers.part = part.toLowerCase();
  return { subject: coreSubject(core), qualifiers };
}

export function isBadSubject(subject: string): boolean {
  return (
    subject === "" ||
    /(?:^|\s)(?:the|a|an|my|our|its|let|it|that|this|they|he|she|here|there|what|who|where|how|i|we|you|one|now|today|tomorrow|when|everyone|everything|nothing|something|这|那|这个|那个|它|他|她|我|你|谁|什么|哪个|怎么|大家|有人|今天|明天)$/iu.test(
      subject,
    )
  );
}

/** "1600 in June": since when is no part of the amount. */
const SINCE_MONTH = new RegExp(
  `^([$€£]?\\d[\\d.,]*k?(?: \\p{L}{1,8})?) (?:in|since|from|as of) (?:${FULL_MONTH}|spring|summer|autumn|fall|winter|20\\d\\d).*$`,
  "iu",
);

/** A goal in figures is one, unlike the goals that somebody has. */
export function isTarget(noun: string, value: string): boolean {
  return /(?:goals?|targets?|目标)$/iu.test(noun) && /^\D{0,8}\d/u.test(value);
}

/** 换成老周了: the ending that says it is so now is no part of the value. */
export function attributeValue(value: string): string {
  const cleaned = cleanValue(value).replace(SINCE_MONTH, "$1");
  return hasHan(cleaned) || /\d了$/u.test(cleaned) ? cleaned.replace(/(?<=[^不为除了到完])了$/u, "").trim() : cleaned;
}

export function attributeMatch(
  groups: Record<string, string | undefined>,
  elliptic: boolean,
  confidence: number,
): SlotMatch | undefined {
  const words = groups.attribute?.trim() ?? "";
  const value = attributeValue(groups.value ?? "");
  // "Dana's favourite tea is oolong": the copula that counts is the one in what was taken for the value
  const inner =
    (groups.copula ?? "").trim() === "" ? /^(?<more>\p{L}+(?: \p{L}+)?) (?:is|are) (?<value>.+)$/u.exec(value) : null;
  if (inner?.groups?.more !== undefined && /^favou?rite/iu.test(words))
    return attributeMatch(
      { ...groups, attribute: `${words} ${inner.groups.more}`, value: inner.groups.value, copula: " is" },
      elliptic,
      confidence,
    );
  if (words === "" || value === "" || !plausible(words, value, groups.copula?.trim() ?? "")) return undefined;
  const attribute = canonicalAttribute(words);
  const base = {
    slot: `attribute.${attribute}`,
    attribute,
    value,
    kind: "fact",
    cardinality: namesSeveral(words) && !isTarget(words, value) ? "multi" : "single",
    polarity: "positive",
    confidence,
  } as const;
  if (elliptic && (groups.copula ?? "").trim() === "" && !FIGURE_OR_NAME.test(value)) return undefined;
  if (elliptic) return { ...base, subject: "", qualifiers: {}, elliptic: true };
  if (!hasHan(words) && COMMON_WORDS.has(words.toLowerCase()) && !CONCRETE.test(value)) return undefined;
  const relation = readEnglishSubject(groups.subject ?? "");
  if (relation.type === "named" && relation.subject.startsWith("user's ")) {
    return { ...base, subject: relation.subject, qualifiers: {}, elliptic: false };
  }
  const part = splitParts(groups.subject ?? "", attribute);
  const owner = hasHan(part.subject)
    ? ownerOf(readChineseSubject(toSimplified(part.subject), part.subject))
    : (ownerOf(readEnglishSubject(part.subject)) ?? { subject: part.subject });
  if (owner === undefined || (isBadSubject(owner.subject) && owner.pronoun === undefined)) return undefined;
  return { ...base, ...owner, qualifiers: part.qualifiers, elliptic: false };
}
