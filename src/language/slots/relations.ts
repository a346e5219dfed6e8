import { hasHan, toSimplified } from "../script.js";
import { canonicalAttribute } from "./attributes.js";
import type { SlotMatch } from "./slot-definition.js";
import { coreSubject } from "./subjects.js";

/** Longest subject or value, in characters: beyond it a sentence is no plain statement of a relation. */
const LONGEST = 120;
const NAME = "(?<subject>[^,;:]{2,100}?)";
/** What sort of place or thing the value is: "in the city of London" and "in London" are one. */
const SORT =
  "(?:(?:the )?(?:city|town|country|continent|state|province|region|village|county|position|sport|language|religion|field|company|genre|band|club|team|party) of )?";

interface RelationPattern {
  readonly pattern: RegExp;
  /** The key; absent: the words of the group `relation`. */
  readonly attribute?: string;
}

/** Verbs whose participle takes several prepositions with one meaning each. */
const EN_RELATIONS_OF_THINGS: readonly RelationPattern[] = [
  { attribute: "spouse", pattern: new RegExp(`^${NAME} (?:is|was) married to (?<value>.+)$`, "iu") },
  { attribute: "birthplace", pattern: new RegExp(`^${NAME} (?:was|were) born in ${SORT}(?<value>.+)$`, "iu") },
  { attribute: "place of death", pattern: new RegExp(`^${NAME} (?:died|passed away) in ${SORT}(?<value>.+)$`, "iu") },
  {
    attribute: "position played",
    pattern: new RegExp(`^${NAME} plays? (?:the position of|as an?|as) (?<value>.+)$`, "iu"),
  },
  { attribute: "founder", pattern: new RegExp(`^${NAME} (?:is|was|were) founded by (?<value>.+)$`, "iu") },
  {
    attribute: "founding place",
    pattern: new RegExp(`^${NAME} (?:is|was|were) founded in ${SORT}(?<value>(?!\\d{4}\\b).+)$`, "iu"),
  },
  { attribute: "developer", pattern: new RegExp(`^${NAME} (?:is|was|were) developed by (?<value>.+)$`, "iu") },
  { attribute: "creator", pattern: new RegExp(`^${NAME} (?:is|was|were) created by (?<value>.+)$`, "iu") },
  { attribute: "author", pattern: new RegExp(`^${NAME} (?:is|was) written by (?<value>.+)$`, "iu") },
  { attribute: "citizenship", pattern: new RegExp(`^${NAME} (?:is|was) an? citizen of (?<value>.+)$`, "iu") },
  {
    attribute: "workplace",
    pattern: new RegExp(`^${NAME} (?:works|worked) in the (?:city|town) of (?<value>.+)$`, "iu"),
  },
  { attribute: "child", pattern: new RegExp(`^${NAME}'s child is (?<value>.+)$`, "iu") },
  {
    pattern: new RegExp(
      `^${NAME} (?:is|was|are|were) (?<relation>(?:affiliated|associated|employed|educated|performed|produced|published|located|situated|based|made|manufactured|owned|led|headed|directed|designed|distributed|named|spoken|broadcast|formed|created|developed|written|composed|recorded|taught|trained|registered|buried|invented|discovered|run|managed|signed|used|known|famous)(?: for| by| in| to| with| after| at| as| on| from)) ${SORT}(?<value>.+)$`,
      "iu",
    ),
  },
  {
    pattern:
      /^the (?<relation>[\p{L}][\p{L} -]{2,48}?) (?:of|for) (?<subject>[^,;:]{2,100}?) (?:is|was|are) (?:located in (?:the )?(?:city|town|country) of )?(?<value>.+)$/iu,
  },
  { pattern: /^(?<subject>\p{Lu}[^,;:]{1,80}?)'s (?<relation>[\p{L}][\p{L} -]{2,40}?) (?:is|was) (?<value>.+)$/u },
];

const ZH_NAME = "(?<subject>[^，。；：的]{2,40}?)";
const ZH_RELATIONS_OF_THINGS: readonly RelationPattern[] = [
  {
    attribute: "spouse",
    pattern: new RegExp(`^${ZH_NAME}(?:和|与|跟)(?<value>[^，。]{2,40}?)(?:是夫妻|结婚了?|结了婚|结为夫妻)$`, "u"),
  },
  { attribute: "spouse", pattern: new RegExp(`^${ZH_NAME}(?:嫁给了?|娶了)(?<value>.{2,40})$`, "u") },
  { attribute: "birthplace", pattern: new RegExp(`^${ZH_NAME}(?:出生于|出生在|生于)(?<value>.{2,40})$`, "u") },
  { attribute: "birthplace", pattern: new RegExp(`^${ZH_NAME}是在(?<value>.{2,40})出生的$`, "u") },
  {
    attribute: "place of death",
    pattern: new RegExp(
      `^${ZH_NAME}(?:逝世于|去世于|死于|卒于|在(?=.{2,20}(?:去世|逝世)))(?<value>.{2,40}?)(?:去世|逝世)?$`,
      "u",
    ),
  },
  {
    attribute: "position played",
    pattern: new RegExp(
      `^${ZH_NAME}(?:司职|踢的?是?|打的?是?)(?<value>.{0,4}(?:前锋|中锋|后卫|门将|中场|边锋|控卫|大前锋|小前锋|分卫|守门员|投手|捕手))$`,
      "u",
    ),
  },
  {
    attribute: "founder",
    pattern: new RegExp(`^${ZH_NAME}(?:是)?由(?<value>.{2,40}?)(?:创立|创办|创建|成立)(?:的)?$`, "u"),
  },
  { attribute: "developer", pattern: new RegExp(`^${ZH_NAME}(?:是)?由(?<value>.{2,40}?)(?:开发|研发)(?:的)?$`, "u") },
  {
    attribute: "creator",
    pattern: new RegExp(`^${ZH_NAME}(?:是)?由(?<value>.{2,40}?)(?:创作|设计|制作|发明)(?:的)?$`, "u"),
  },
  { attribute: "author", pattern: new RegExp(`^${ZH_NAME}是(?<value>[^，。]{2,20}?)写的$`, "u") },
  { attribute: "located in", pattern: new RegExp(`^${ZH_NAME}(?:位于|坐落于|坐落在|地处)(?<value>.{2,40})$`, "u") },
  { attribute: "affiliated with", pattern: new RegExp(`^${ZH_NAME}(?:隶属于|隶属|属于)(?<value>.{2,40})$`, "u") },
  {
    attribute: "citizenship",
    pattern: new RegExp(`^${ZH_NAME}(?:是|拥有)(?<value>[^，。]{2,20}?)(?:公民|国籍)$`, "u"),
  },
  {
    pattern:
      /^(?<subject>[^，。；：]{2,40}?)的(?<relation>[\p{Script=Han}A-Za-z]{1,8}?)(?:是|为|叫做?|在)(?<value>[^，。]{1,60})$/u,
  },
];

/** Words that stand for nobody by name: such a sentence is no statement of a relation between things. */
const NOT_NAMED =
  /^(?:i|we|you|he|she|it|they|this|that|these|those|there|here|what|who|my|our|your|his|her|its|their|everyone|someone|nobody|everything|nothing|one|the (?:problem|thing|point|reason|best|worst|rest|question|idea))\b|^(?:我|你|您|他|她|它|咱|这|那|谁|什么|大家|有人|今天|明天|昨天)/iu;

/** Heads of phrases that only look like a relation. */
const NO_RELATION =
  /^(?:problem|thing|point|reason|best|worst|rest|question|idea|goal|plan|trick|end|start|middle|top|bottom|back|front|time|day|word|part|kind|sort|type|lot|number|fact|opposite|result|意思|问题|时候|原因|目的|结果|东西|事情?|情况)$/iu;

/**
 * What a sentence says of a named thing, as one relation with one value: "Kyd was born in the city of London", 《边城》的作者是沈从文.
 * Reads one sentence that is meant to be kept; `undefined` where it names nothing. Linear in the sentence.
 */
export function readRelation(sentence: string): SlotMatch | undefined {
  const trimmed = sentence.trim().replace(/[。.!！\s]+$/u, "");
  if (trimmed.length > 2 * LONGEST || /[?？]/u.test(trimmed)) return undefined;
  const han = hasHan(trimmed);
  const text = han ? toSimplified(trimmed) : trimmed.replace(/’/gu, "'");
  for (const { pattern, attribute } of han ? ZH_RELATIONS_OF_THINGS : EN_RELATIONS_OF_THINGS) {
    const groups = pattern.exec(text)?.groups;
    if (groups?.subject === undefined || groups.value === undefined) continue;
    const subject = coreSubject(groups.subject);
    const words = attribute ?? groups.relation ?? "";
    if (
      NOT_NAMED.test(groups.subject.trim()) ||
      NO_RELATION.test(words.trim()) ||
      subject === "" ||
      groups.value.length > LONGEST
    )
      return undefined;
    const key = attribute ?? canonicalAttribute(words);
    return {
      slot: `relation.${key}`,
      attribute: key,
      subject,
      value: groups.value.trim(),
      qualifiers: {},
      kind: "fact",
      cardinality: "single",
      polarity: "positive",
      confidence: 0.7,
      elliptic: false,
    };
  }
  return undefined;
}
