import { EN_RELATIONS, relationSubject } from "../../language/slots/index.js";
import type { Holder } from "./held.js";
import { leftOut } from "./left-out.js";
import { toThirdPersonEnglish } from "./third-person-en.js";

const OPENER = /^(?:(?:and|but|so|also|oh|well|ok|okay|btw|by the way|actually|now|just|then|plus|note|fyi)[,:]? )*/iu;
/** What a noun phrase ends before: it is the subject of what follows. */
const VERB =
  /^(?:['’]s\b|['’]re\b| (?:(?:also|now|still|just|both|mostly|usually|always|never|only|really) )*(?:is|are|was|were|has|have|had|runs|lives|works|goes|needs|likes|loves|hates|plays|takes|wants|teaches|studies|keeps|can['’]?t|can|won['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|will|came|comes|got|eats|eat|sleeps|drinks|wears|costs|sits|stands|starts|opens|speaks|owns|manages|does|did)\b)/iu;
const QUALITY =
  "(?:(?:little|older|younger|elder|big|twin|best|oldest|youngest|late|ex|new|old|eldest|next[- ]door|upstairs|downstairs|former|first|second|mutual|middle)[- ])*";
const KIN = new RegExp(
  `^(?<own>(?:my|our|the|one of (?:my|our)) )?(?<words>${QUALITY}(?<relation>${EN_RELATIONS})s?)(?: (?<where>upstairs|downstairs|next door|across the (?:road|hall|street)))?(?<name>,? \\p{Lu}[\\p{Ll}'’-]+)?(?<next>.*)$`,
  "u",
);
const PEOPLE_OF_ONES_OWN =
  "(?:accountant|lawyer|solicitor|nanny|childminder|babysitter|trainer|vet|plumber|cleaner|hairdresser|barber|mechanic|electrician|gardener|agent|assistant|tenant|lodger|supplier|gp|midwife|optician|consultant|counsell?or)";
const THING =
  /^(?<words>(?:my|our|the) (?:(?!(?:and|or|but|is|are|was|were|i|we|he|she|it|they|who|that|which)\b)[\p{L}\d][\p{L}\d'-]*(?<!['’]s)(?: |(?=['’]s\b|$))){1,4}?(?:(?:in|on|at|from|by|under|near|with) (?:the )?[\p{L}\d-]+ ?){0,1})(?<next>(?<= )(?=\S).*|['’]s\b.*|)$/iu;
const NAME = /^(?<name>\p{Lu}[\p{Ll}-]{1,}(?: \p{Lu}[\p{Ll}-]+)?)(?<next>.*)$/u;
const NO_NAME =
  /^(?:The|This|That|There|They|These|Those|Then|What|When|Where|Who|Why|How|And|But|She|He|It|His|Her|Its|Our|Your|You|My|We|Not|Now|Yes|Yeah|No|Just|Also|Only|Never|Always|Thanks|Thank|Ok|Okay|Oh|Well|Hi|Hey|Hello|Sure|Sorry|Great|Good|Nice|Cool|Haha|Lol|Right|Really|Today|Tomorrow|Yesterday|Tonight|Everyone|Everything|Nothing|Someone|Nobody|Anyone|People|Work|Lunch|Dinner|Breakfast|Rent|Room|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|January|February|March|April|May|June|July|August|September|October|November|December|First|Second|Third|Left|Please|Remember|Note|Update|Budget|Deadline|Question|Anyway|Wow|Btw|Fyi|Got|Had|Went|Been|Born|Moved|Started|Bought|Vegetarian|Vegan|Allergic|Married|Retired|Coffee|Tea|Music|English|French|German|Spanish|Chinese|Two|Three|Four|Five|Six|Some|Most|All|Both|One|Another|Each|Every|Yup|Yep|Yay|Woohoo|Awesome|Congrats|Congratulations|Exactly|Agreed|True|Aww?|Hmm+|Ahh?|Huh|Whoa|Cheers|Perfect|Lovely|Amazing|Gotcha|Nope|Nature|Life|Love|\p{L}+ly)$/u;
/** "I adopted a cockatiel named Rico": what the next clause goes on about, unless it says otherwise. */
const INTRODUCES =
  /^(?:(?:i|we)(?:['’]ve)? (?:(?:have|also|just|recently|now|finally|still) )*|(?:just |recently |finally )?(?=got|adopted|bought|inherited|rescued|picked|have|has))(?:got|adopted|bought|inherited|rescued|picked up|have|own|keep|hired|met|found|rent|ride|drive)(?: got)? (?:an?|my first|another|one|this) (?<thing>(?:(?!(?:and|or|but|to|of|for|in|at|on|from|with|by|who|that|which|named|called)\b)[\p{L}\d][\p{L}\d'-]*(?: |(?=$))){1,4}?)(?:(?:named|called) (?<name>\p{Lu}[\p{L}'-]+))?\s*$/iu;
const NO_INTRODUCED =
  /\b(?:question|problem|meeting|call|headache|cold|feeling|idea|doubt|look|go|try|think|bit|lot|second|minute|break|nap|walk|job|day|week|time|issue|error|appointment|exam|interview|chance|plan|ticket|message|email|letter|raise|promotion|degree)\b/iu;
const CALLED = /^(?:is|['’]s) (?:called|named) (?<name>\p{Lu}[\p{L}'-]+)\s*$/u;
const LONGEST_WORDS = 44;

/** Those that need no possessive to be the speaker's own; "dogs" and "friends" are anybody's. */
const BARE_KIN =
  /^(?:(?:little|older|younger|elder|big|twin|oldest|youngest) )?(?:sister|brother|mother|mom|mum|father|dad|parents|folks|wife|husband|hubby|missus|partner|fianc[ée]e?|girlfriend|boyfriend|son|daughter|kids|children|toddler|gran|granny|grandma|grandmother|nan|nana|grandad|granddad|grandpa|grandfather|mother-in-law|father-in-law|sister-in-law|brother-in-law|grandson|granddaughter|niece|nephew|roommate|flatmate|housemate|neighbou?r|boss|supervisor|line manager|landlord|client)$/iu;

/** What one is or has as a person: who tells of these goes on about themselves. "My name is Ruth, run the bakery" */
const OWN_TRAIT =
  /^(?:(?:full |first |last |middle |maiden |birth )?name|nickname|surname|birthday|age|pronouns|height|weight|blood type|star sign|hometown|nationality|mother tongue|native language|first language|hobby|hobbies|profession|occupation|job title)$/iu;

function ofKin(text: string): Holder | undefined {
  const kin = KIN.exec(text.replace(/^(?<first>\p{Lu})/u, (first) => first.toLowerCase()))?.groups;
  const relation = relationSubject(kin?.relation ?? "");
  if (kin?.words === undefined || relation === undefined) return undefined;
  const next = kin.next ?? "";
  if (next !== "" && !VERB.test(next)) return undefined;
  if (kin.own === undefined && (next === "" || !BARE_KIN.test(kin.words))) return undefined;
  const where = kin.where === undefined ? "" : ` ${kin.where}`;
  return { subject: relation, words: `The user's ${kin.words}${where}${kin.name ?? ""}`.replace(/,$/u, "") };
}

function ofThing(text: string): Holder | undefined {
  const { words, next = "" } = THING.exec(text)?.groups ?? {};
  if (words === undefined || words.length > LONGEST_WORDS) return undefined;
  const after = next === "" || next.startsWith("'") || next.startsWith("’") ? next : ` ${next}`;
  if (after !== "" && !VERB.test(after)) return undefined;
  const subject = words
    .trim()
    .replace(/^(?:my|our|the|this|that) /iu, "")
    .replace(/ (?:in|on|at|from|by|under|near|with) .*$/iu, "");
  if (/^my /iu.test(words) && OWN_TRAIT.test(subject)) return { subject: "user", words: "The user" };
  const name = CALLED.exec(after.trim())?.groups?.name;
  const worded = toThirdPersonEnglish(words.trim().replace(/^our /iu, "my "));
  return { subject: name ?? subject, words: asOpening(name === undefined ? worded : `${worded} ${name}`) };
}

function ofName(text: string): Holder | undefined {
  const { name, next = "" } = NAME.exec(text)?.groups ?? {};
  if (
    name === undefined ||
    leftOut(text) !== "" ||
    NO_NAME.test(name) ||
    name.split(" ").some((word) => NO_NAME.test(word) || /(?:ed|ing)$/u.test(word))
  )
    return undefined;
  return next === "" || VERB.test(next) ? { subject: name, words: name } : undefined;
}

const OWN_PERSON = new RegExp(`^(?:my|our|the) (?:[\\p{L}-]+ )?${PEOPLE_OF_ONES_OWN}\\b`, "iu");

function asOpening(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whom or what an English clause is about; undefined where it names nobody. Pure. */
export function holderInEnglish(clause: string): Holder | undefined {
  const text = clause
    .trim()
    .replace(/[.!]+$/u, "")
    .replace(/’/gu, "'")
    .replace(OPENER, "");
  if (text === "") return undefined;
  const introduced = INTRODUCES.exec(text)?.groups;
  const thing = introduced?.thing?.trim();
  if (thing !== undefined && !NO_INTRODUCED.test(thing)) {
    const relation = relationSubject(thing);
    const name = introduced?.name;
    return {
      subject: name ?? relation ?? thing,
      words: name ?? `The user's ${thing}`,
      isIntroduced: true,
    };
  }
  if (/^(?:i|we)\b/iu.test(text)) {
    const isTeam = /^(?:we)\b/iu.test(text) && /^the user's team\b/iu.test(toThirdPersonEnglish(text));
    return { subject: "user", words: isTeam ? "The user's team" : "The user" };
  }
  const kin = ofKin(text);
  if (kin !== undefined) return kin;
  const found = ofThing(text) ?? ofName(text);
  return found !== undefined && OWN_PERSON.test(text)
    ? { ...found, words: found.words.replace(/^The (?!user)/u, "The user's ") }
    : found;
}
