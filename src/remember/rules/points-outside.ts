import { hasHan, tagWords } from "../../language/index.js";
import { EN_RELATIONS, ZH_RELATIONS } from "../../language/slots/index.js";

/** The user, by word or name, and the first verb: they are nothing that "it" or "them" could mean. */
const EN_HEAD =
  /^(?:The user(?:['’]s team)?|\p{Lu}[\p{L}-]+)(?: (?:also|always|just|really|never|still|usually|often|sometimes|will|would|can|could|should|can['’]t|doesn['’]t|didn['’]t|does|did|is|was|has|had|been|both|even|already|definitely|absolutely|so|actually|not|\p{L}+ly))* [\p{Ll}'’]+/u;
const EN_POINTER =
  /\b(?<word>it|its|they|them|their|theirs|these|those|this|that|he|him|his|she|her|hers|there|here|ones?)\b/giu;
/** "this week", "those who", "that" as a joint, "it is hard to", "one of". */
const TIME_NOUN =
  /^ (?:past |coming |next |last |whole |very )?(?:week|weekend|month|year|quarter|morning|afternoon|evening|summer|winter|spring|autumn|fall|season|semester|term|time|moment|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)\b/iu;
const DUMMY_IT =
  /^ (?:rains|snows|pours|gets (?:dark|cold|hot|late|warm))\b|^(?:['’]s| is| was| takes?| took| feels?| seems?| gets?)? ?(?:(?:so|very|really|quite|too|always|still|a bit|\p{L}+ly) )?(?:[\p{L}-]+ ){1,4}(?:to|that|when|if|how|for)\b/iu;
/** Where "it" is the subject of its clause, or what one finds or thinks. */
const NO_OBJECT =
  /(?:^|[,;:.!?–—-] ?|\b(?:and|but|so|or|because|since|that|when|whenever|if|as|while|although|though|until|unless|where|thinks?|thought|finds?|found|makes?|made|feels?|felt|knows?|knew|says?|said|hopes?|means?|how|why|what|than) )$/iu;
const THING =
  /(?:\b(?:a|an|the|some|any|no|every|each|another|both|all|his|her|their|two|three|four|five|six|\d+)|['’]s?)\s+(?:[\p{L}-]+\s)?[\p{L}-]{3,}|["“`][^"”`]{2,}|\b\p{L}{2,}ing\b|(?<=\s)\p{Lu}[\p{L}\d]+|\b(?:and|of|with|for|in|at|like|about|by)\s+[\p{L}-]{3,}/u;
const SEVERAL =
  /\b(?!(?:is|was|has|does|this|its|his|always|sometimes|besides|perhaps|across|less|plus|us)\b)[\p{L}-]{2,}s\b(?!['’])|\b(?:family|fam|team|staff|crew|people|everyone|everybody|kids|children|group|parents|folks|couple|men|women|company|band|club|neighbou?rs|and)\b/u;
/** One of whom or of which people say "they". */
const BODY =
  "company|firm|shop|store|shelter|school|college|university|hospital|clinic|agency|gym|club|bank|office|council|church|charity|hotel|restaurant|cafe|bakery|supplier|vendor|landlord|doctor|vet|dentist|friend|buddy|person|child|kid|pet|dog|puppy|pup|cat|kitten|partner|client|customer|patient|student|guest|stranger|tenant|neighbou?r|colleague|coworker|boss|manager|recruiter|publisher|editor";
const SEVERAL_OR_BODY = new RegExp(`${SEVERAL.source}|\\b(?:${BODY})\\b|(?<=\\s)\\p{Lu}[\\p{L}\\d]+`, "u");
/** Somewhere that "here" could be. */
const PLACE = /\b(?:in|at|to|near|from) (?:the |an? |his |her |their |this )?\p{L}{3,}|['’]s \p{L}{3,}/u;
const SOMEBODY = new RegExp(
  `\\b(?!(?:dog|puppy|pup|cat|kitten|kitty|pet|rabbit|bunny|hamster|parrot|bird|fish|turtle|horse)s?\\b)(?:${EN_RELATIONS}|man|woman|boy|girl|guy|person|someone)s?\\b`,
  "iu",
);
const PERSON = new RegExp(
  `(?<=\\s|^)\\p{Lu}[\\p{L}-]+|\\b(?:man|woman|boy|girl|guy|lady|someone|somebody|person|baby|instructor|singer|writer|author|actor|officer|nurse|agent|driver|hero|owner|colleague|child|${EN_RELATIONS})s?\\b`,
  "u",
);

/** A thing, and nobody: in "the user's grandmother gave it" there is nothing that was given. */
const namesThing = (text: string): boolean =>
  [...text.matchAll(new RegExp(THING.source, "gu"))].some(([thing]) => !SOMEBODY.test(thing));

function antecedentOf(word: string): RegExp {
  if (/^(?:he|him|his|she|her|hers)$/u.test(word)) return PERSON;
  if (/^the(?:y|m|ir|irs)$/u.test(word)) return SEVERAL_OR_BODY;
  if (word === "here") return PLACE;
  return /^(?:these|those)$/u.test(word) ? SEVERAL : THING;
}

/** "that" joins clauses far more often than it points. */
function isJoint(text: string, at: number, word: string, after: string): boolean {
  if (word === "that")
    return (
      at > 0 &&
      !/^(?:\s*(?:$|[.,!;:)])| (?:name|one|too|as well)\b)/u.test(after) &&
      !/\b(?:of|with|for|like|about|from|after|before|to) $/u.test(text.slice(0, at))
    );
  if (word === "there")
    return /^(?:['’]s| (?:is|are|was|were|will|has|have)\b)/u.test(after) || /^(?:\S| [\p{L}\d(])/u.test(after);
  if (word === "here") return /^ (?:in|at) /u.test(after);
  if (word === "one" || word === "ones")
    return (
      !/\b(?:this|that|another|new|next|last|of|on|did|made|good|favou?rite) $/iu.test(text.slice(0, at)) ||
      /^ (?:of|day|time|(?!(?:with|in|on|at|for|from|that|which|who|now|too|as)\b)\p{L}+s?\b)/u.test(after)
    );
  if (word === "it") return DUMMY_IT.test(after) && NO_OBJECT.test(text.slice(0, at));
  if (word === "those" && /^ (?:who|with|in|of)\b/u.test(after)) return true;
  return /^(?:this|these|those)$/u.test(word) && TIME_NOUN.test(after);
}

function pointsOutsideEnglish(content: string): boolean {
  const head = EN_HEAD.exec(content)?.[0] ?? "";
  for (const match of content.matchAll(EN_POINTER)) {
    const word = (match.groups?.word ?? "").toLowerCase();
    const at = match.index;
    if (isJoint(content, at, word, content.slice(at + word.length))) continue;
    // a person is meant by a name at the head as well, unless the head is the user
    const own = content.slice(0, at);
    const before = at >= head.length ? own.slice(head.length) : "";
    const isUsers = /^the user/iu.test(head) ? before : "";
    const meant = antecedentOf(word);
    if (meant === THING ? !namesThing(before) : !meant.test(meant === PERSON ? isUsers || before : before)) return true;
  }
  return false;
}

const ZH_POINTER =
  /(?<who>(?<![吉其])[他她])(?!乡|人)|(?<thing>它|其中|这(?![次回边么时样儿]|几|两|段时间|[个]?(?:周|月|星期|礼拜|学期|季度|时候|点)|[一]?年|天|辈子)|那(?![时天年会么边样儿]|个?时候|段时间|几|些年))/gu;
const ZH_PERSON = new RegExp(
  `${ZH_RELATIONS}|[先女]生|女士|老[\\p{Script=Han}]|小[\\p{Script=Han}]|阿[\\p{Script=Han}]|人|师|员|医|工|总|姐|哥|叔|姨|家|歌手|演员|作家|导演`,
  "u",
);

const ANIMAL = /[猫狗犬鸟鱼兔龟鼠马牛羊猪鹦鹉]/u;

const namesThingInChinese = (text: string): boolean =>
  tagWords(text).some(
    ({ word, tag }) =>
      (/^(?:n|vn|j|l)/u.test(tag) || /^[a-z\d]{2,}/u.test(word)) &&
      word.length > 1 &&
      (ANIMAL.test(word) || !ZH_PERSON.test(word)),
  );

function pointsOutsideChinese(content: string): boolean {
  for (const match of content.matchAll(ZH_POINTER)) {
    const before = content.slice(0, match.index).replace(/用户/gu, "");
    if (match.groups?.who !== undefined) {
      if (!ZH_PERSON.test(before)) return true;
    } else if (!/[》”」]/u.test(before) && !namesThingInChinese(before)) return true;
  }
  return false;
}

/**
 * Whether a statement holds a pronoun, or "this …", with nothing in the statement itself that it could mean: "loves getting lost in those
 * worlds", 用户很喜欢这种气质. Rough, and only for talk in which most of what points, points at what the listener showed.
 * @param content in the third person
 */
export function pointsOutside(content: string): boolean {
  const text = content.trim();
  return hasHan(text) ? pointsOutsideChinese(text) : pointsOutsideEnglish(text);
}
