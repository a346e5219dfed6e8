import { hasHan, toSimplified } from "../script.js";
import { isKnownAttribute } from "./attributes.js";
import {
  type RelationForm,
  type RelationGroups,
  type RelationReading,
  readForms,
  relationReading,
} from "./relation-form.js";
import {
  agentKey,
  EN_IRREGULAR_PARTICIPLES,
  namesSeveral,
  nounKey,
  participleKey,
  verbPrepositionKey,
  verbSortKey,
} from "./relation-key.js";
import { readChineseRelation } from "./relations-zh.js";
import type { SlotMatch } from "./slot-definition.js";
import { coreSubject } from "./subjects.js";

/** Longest subject or value, in characters: beyond it a sentence is no plain statement of a relation. */
const LONGEST = 120;

const NAME = "(?<subject>[^,;:]{2,100}?)";
const BE = "(?:is|was|are|were|has been|is being|became|will be)";
const PARTICIPLE = `(?<participle>[\\p{L}-]{2,24}ed|${EN_IRREGULAR_PARTICIPLES})`;
const PREPOSITION = "(?<preposition>by|in|at|for|to|with|from|on|after|as|under|within)";
/** What sort of thing the value is: "in the city of London" and "in London" are one; "the language of English" says what is spoken. */
const SORT =
  "(?:(?:the )(?<sort>(?!rest|number|lot|kind|sort|name|rank|age|end|middle)[\\p{Ll}]{3,20}(?: [\\p{Ll}]{3,20})?) of )?";
const FINITE = "(?<verb>[\\p{Ll}]{2,20}(?:s|ed)|spoke|sang|wrote|made|taught|ran|led|died|won|held|had)";

/** "the headquarters of X is (located in the city of) V" */
const NOUN_OF = new RegExp(
  `^[Tt]he (?<noun>[\\p{L}][\\p{L} -]{2,48}?) (?:of|for|in|at) ${NAME} ${BE}(?: now| currently| still)? (?:(?:located|based|situated|found)? ?in (?:the (?:city|town|country|state) of )?(?=\\p{Lu}))?(?<value>.+)$`,
  "u",
);
const NOUNS = new RegExp(
  `^(?<subject>\\p{Lu}[^,;:]{1,80}?)'s? (?<noun>[\\p{L}][\\p{L} -]{2,40}?) ${BE}(?: now| currently| still)? (?<value>.+)$`,
  "u",
);
/** "Tony Hall is the director of the BBC": the noun's holder stands in front. */
const IS_THE_NOUN_OF =
  /^(?<value>\p{Lu}[^,;:]{1,80}?) (?:is|was|became)(?: now| currently| still)? the (?:current |new )?(?<noun>[\p{L}][\p{L} -]{2,40}?) of (?<subject>.+)$/u;
/** "the type of music that X plays is V" */
const NOUN_THAT_X_VERBS = new RegExp(
  `^[Tt]he (?<noun>[\\p{L}][\\p{L} -]{1,40}?) (?:(?:that|which|who|whom) )?(?<subject>(?:\\p{Lu}|the )[^,;:]{1,80}?) ${FINITE}(?: (?:in|at|for|with|by|to|on|from))? (?:is|was|are|were) (?<value>.+)$`,
  "u",
);
/** "the company that produced X is V" */
const NOUN_THAT_VERBED_X = new RegExp(
  `^[Tt]he [\\p{L}][\\p{L} -]{1,40}? (?:that|which|who) (?:has )?${PARTICIPLE} (?<subject>[^,;:]{2,80}?) (?:is|was|are|were) (?<value>.+)$`,
  "u",
);
/** "the university where X was educated is V" */
const NOUN_WHERE = new RegExp(
  `^[Tt]he [\\p{L}][\\p{L} -]{1,40}? (?:where|(?:in|at|to|from|with|for|by|on) (?:which|whom)) ${NAME} (?:is|was|are|were|got)(?: \\p{L}+ly)? ${PARTICIPLE}(?: (?:in|at))? (?:is|was) (?<value>.+)$`,
  "u",
);
/** "X was performed by V", "X is associated with the sport of V" */
const PARTICIPLE_OF = new RegExp(
  `^${NAME} ${BE}(?: (?!not\\b)[\\p{Ll}]+ly| still| now| currently)? ${PARTICIPLE} ${PREPOSITION} ${SORT}(?<value>.+)$`,
  "u",
);
/** "X is famous for V", "X is a citizen of V" */
const FAMOUS_FOR = new RegExp(
  `^${NAME} (?:is|was) (?:best |widely )?(?:famous|known|renowned|notable) for (?<value>.+)$`,
  "u",
);
const CITIZEN_OF = new RegExp(
  `^${NAME} (?:is|was) an? (?<noun>citizen|national|resident|native) of (?<value>.+)$`,
  "u",
);
/** "X speaks the language of V", "X plays as V", "X works in the field of V" */
const VERB_SORT = new RegExp(
  `^${NAME} ${FINITE} (?:in |for |with |at |on |to )?the (?<sort>(?:[\\p{Ll}]{2,20} of )?(?!rest|number|lot|kind|sort|name|rank|end|middle)[\\p{Ll}]{3,20}) of (?<value>.+)$`,
  "u",
);
const PLAYS_AS = new RegExp(`^${NAME} plays? as (?:an? )?(?<value>.+)$`, "u");
/** Verbs of lasting states with their preposition. */
const VERB_PREPOSITION = new RegExp(
  `^${NAME} (?<verb>works?|worked|lives?|resides?|studies|studied|plays?|played|belongs?|died|passed away|originates?|originated|reports?|stands?|serves?|graduated|competes?) (?<preposition>for|in|at|to|from|as|on) (?<value>\\p{Lu}.*)$`,
  "u",
);

/** States of mind and of affairs: whoever is interested in two things is interested in both. */
const NO_PARTICIPLE =
  /^(?:interested|excited|tired|bored|supposed|allowed|used|scared|worried|pleased|satisfied|surprised|disappointed|annoyed|concerned|involved|obsessed|addicted|dedicated|committed|experienced|skilled|inspired|influenced|awarded|nominated|visited|needed|wanted|expected|forced|required|asked|told|invited|covered|filled|loved|liked|hated|known|shown|seen|done|found|given|read|red|need|indeed|speed|bed|seed|feed|weed)$/iu;
/** Where the noun phrase only frames another verb: "the director of X was born in Y". */
const NO_VALUE =
  /^(?:not|no longer|very|so|too|really|quite|just|born|made|written|founded|performed|created|developed|married|[\p{Ll}]+ed (?:in|by|at|to|with|for|on)\b|a problem|the (?:same|problem|reason)|that\b|to\b|how\b|why\b|what\b)/u;

function readNoun(groups: RelationGroups): RelationReading | undefined {
  const noun = groups.noun ?? "";
  if (NO_VALUE.test(groups.value ?? "") || NO_RELATION.test(noun.trim())) return undefined;
  return relationReading(groups, nounKey(noun), namesSeveral(noun));
}

/** The forms in which English states one relation of a named thing; the first that fits counts. */
const EN_FORMS: readonly RelationForm[] = [
  { pattern: NOUN_THAT_VERBED_X, read: (groups) => relationReading(groups, agentKey(groups.participle ?? "")) },
  {
    pattern: NOUN_WHERE,
    read: (groups) =>
      relationReading(groups, participleKey(groups.participle ?? "", "in", groups.value ?? "", "place")),
  },
  {
    pattern: NOUN_THAT_X_VERBS,
    read: (groups) => relationReading(groups, verbSortKey(groups.verb ?? "", groups.noun ?? "")),
  },
  { pattern: NOUN_OF, read: readNoun },
  { pattern: FAMOUS_FOR, read: (groups) => relationReading(groups, "famous for") },
  {
    pattern: CITIZEN_OF,
    read: (groups) => relationReading(groups, groups.noun === "citizen" ? "citizenship" : `${groups.noun} of`),
  },
  {
    pattern: PARTICIPLE_OF,
    read: (groups) => {
      const { participle = "", preposition = "", value = "", sort } = groups;
      if (NO_PARTICIPLE.test(participle)) return undefined;
      return relationReading(groups, participleKey(participle, preposition, value, sort));
    },
  },
  { pattern: PLAYS_AS, read: (groups) => relationReading(groups, verbSortKey("plays", "position")) },
  { pattern: VERB_SORT, read: (groups) => readVerbSort(groups) },
  {
    pattern: VERB_PREPOSITION,
    read: (groups) => relationReading(groups, verbPrepositionKey(groups.verb ?? "", groups.preposition ?? "")),
  },
  { pattern: NOUNS, read: readNoun },
  {
    pattern: IS_THE_NOUN_OF,
    read: (groups) => (isKnownAttribute(groups.noun ?? "") ? readNoun(groups) : undefined),
  },
];

/** "in the city of": the sort of a place says where; every other one says what. */
const PLACE_SORT = /^(?:city|town|country|continent|state|province|region|village|county)$/u;

function readVerbSort(groups: RelationGroups): RelationReading | undefined {
  const { verb = "", sort = "" } = groups;
  if (!PLACE_SORT.test(sort)) return relationReading(groups, verbSortKey(verb, sort));
  return relationReading(groups, /^work/u.test(verb) ? "workplace" : verbPrepositionKey(verb, "in"));
}

/** Words that stand for nobody by name: such a sentence is no statement of a relation between things. */
const NOT_NAMED =
  /^(?:i|we|you|he|she|it|they|this|that|these|those|there|here|what|who|my|our|your|his|her|its|their|everyone|someone|nobody|everything|nothing|one|if|when|while|because|the (?:problem|thing|point|reason|best|worst|rest|question|idea))\b|^(?:我|你|您|他|她|它|咱|这|那|谁|什么|大家|有人|今天|明天|昨天|如果|要是|因为)/iu;

/** Heads of phrases that only look like a relation. */
const NO_RELATION =
  /^(?:problem|thing|point|reason|best|worst|rest|question|idea|goal|plan|trick|end|start|middle|top|bottom|back|front|time|day|word|part|kind|sort|type|lot|number|fact|opposite|result|意思|问题|时候|原因|目的|结果|东西|事情?|情况)$/iu;

/**
 * What a sentence says of a named thing, as one relation with one value: "Kyd was born in the city of London", 《边城》的作者是沈从文. The
 * relation is read off the grammar (noun, verb and preposition), so that no list of relations is needed; the ways to say one relation
 * have one key. Reads one sentence that is meant to be kept; `undefined` where it names nothing. Linear in the sentence.
 */
export function readRelation(sentence: string): SlotMatch | undefined {
  const trimmed = sentence.trim().replace(/[。.!！\s]+$/u, "");
  if (trimmed.length > 2 * LONGEST || /[?？]/u.test(trimmed)) return undefined;
  const han = hasHan(trimmed);
  const found = han ? readChineseRelation(toSimplified(trimmed)) : readForms(EN_FORMS, trimmed.replace(/’/gu, "'"));
  if (found === undefined || NOT_NAMED.test(found.subject.trim()) || NO_RELATION.test(found.attribute.trim()))
    return undefined;
  const subject = coreSubject(found.subject);
  if (subject === "" || found.value.length > LONGEST) return undefined;
  return {
    slot: `relation.${found.attribute}`,
    attribute: found.attribute,
    subject,
    value: found.value.trim(),
    qualifiers: {},
    kind: "fact",
    cardinality: found.several === true ? "multi" : "single",
    polarity: "positive",
    confidence: 0.7,
    elliptic: false,
  };
}
