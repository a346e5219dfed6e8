/** How an answer in English is read with what it answers. Everything here works on one question and one answer, each bounded by its caller. */

const OPENERS =
  /^(?:(?:and|so|but|ok(?:ay)?|oh|great|got it|sure|thanks|nice|right|by the way|just checking)[,.!:—–-]* )+/iu;
const NP = "(?:your|the|this|that|her|his|their|\\p{Lu})[^?]{1,60}?";
const COPULA = new RegExp(
  `^(?<wh>who|what|where|when|how old|how tall|how big|how much|how long|which [\\p{L} ]{2,20}|what (?:day|time|colou?r|brand|make|model|size|year|kind|type|breed|sort)(?: of [\\p{L}]+)?)(?:['’]s| is| are|['’]re) (?<np>${NP})(?: (?:again|now|these days|called))?$`,
  "iu",
);
const DOES =
  /^(?<wh>who|what|where|when|how|how (?:often|many|much|long)|which|what time)(?: (?<noun>(?!(?:do|does)\b)[\p{L} ]{2,30}?))? (?:do|does) (?<subject>you|we|they|your [\p{L}'’ -]{2,30}?|the [\p{L}'’ -]{2,30}?|\p{Lu}\p{Ll}+) (?<adverb>(?:usually|normally|always|still|generally) )?(?<verb>[a-z]+)(?<rest>(?: [^?]{1,60})?)$/iu;
const WHO =
  /^who (?<rest>(?:owns|runs|has|handles|manages|leads|keeps|looks after|takes|maintains|approves|signs|looks|does|is in charge of|is looking after|pays|picks|drives|teaches|cooks|cleans|feeds|walks|reviews|hosts)\b[^?]{2,70})$/iu;
const SHOULD =
  /^(?:who|where|which [\p{L} ]{2,20}|what [\p{L} ]{2,20}) (?:should|do|shall|can) i (?<verb>send|put|book|use|charge|deliver|call|ask|email|ship|leave|file|tag|address)\b(?<rest>[^?]{0,60})$/iu;
const ANY =
  /^(?:do you have |have you got |are there )?any (?<noun>(?:food |known |other )?(?:allergies|dietary (?:restrictions|needs|requirements)|food restrictions|pets|kids|children|siblings|hobbies|nicknames|medical conditions|medications))\b[^?]{0,40}$/iu;
const STILL =
  /^(?<aux>do|does|are|is|have|has) (?<subject>you|your [\p{L}'’ -]{2,30}?|the [\p{L}'’ -]{2,30}?|\p{Lu}\p{Ll}+) still (?<rest>[^?]{2,70})$/iu;
const DO_YOU =
  /^do you (?<rest>(?:eat|drink|smoke|drive|like|speak|own|live|work|wear|use|play|take|have)\b[^?]{2,60})$/iu;
const YES = /^(?:yes|yep|yeah|yup|sure do|i do|i am|still do|still am|always|correct)\b/iu;
const NO = /^(?:no|nope|nah|not any ?more|not since|no longer|i don['’]?t|i['’]?m not)\b/iu;

/** A clause of its own says whom it is about; it needs no question. */
const OWN_CLAUSE =
  /^(?:(?:well|oh|so|and|but) )?(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll)|you|my|our|please|can|could|what|why|how|who|when|do|does|if)\b|\b(?:i|we)(?:['’](?:m|ve|re|ll|d))? (?!said|think|guess|mean)[a-z]+/iu;
const IT_IS =
  /^(?:(?:oh|um|uh|hm+|well|so|it|that|they|he|she|these|those)[, ]+)*(?:(?:that|it)['’]?(?:d| would) be|(?:that|it|they|he|she)(?:['’]?s| is|['’]re| are| was)|its|thats|should be) (?:called |named |in fact |now )?/iu;
const NO_ANSWER =
  /^(?:not sure|no idea|dunno|i ?dk|don['’]?t know|depends|it depends|maybe|probably|nothing|none|no one|nobody|whatever|anything|either|both|same|why|hm+|lol|haha|never mind|good|fine|great|ok(?:ay)?|thanks|cool|nice|sure|yes|yeah|yep|no|nope|nah|not)\b|^(?:well|so|um+|uh+|er+|actually|honestly|let me (?:see|think)|good question)[\s,.!…]*$/iu;
const PREPOSITION =
  /^(?:in|at|on|near|under|behind|by|inside|next|out|off|from|over|above|below|with|between|around|across|up|down|outside|upstairs|downstairs|opposite|to|beside|along)\b/iu;

function ownPerson(text: string): string {
  return text
    .replace(/\byourself\b/giu, "myself")
    .replace(/\byour\b/giu, "my")
    .replace(/\byou\b/giu, "I")
    .trim();
}

function thirdOf(verb: string): string {
  if (verb === "have") return "has";
  if (/(?:s|sh|ch|x|o)$/u.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function isSingular(subject: string): boolean {
  return !/^(?:you|we|they)$/iu.test(subject) && !/(?<![su])s$/u.test(subject);
}

function withVerb(subject: string, verb: string): string {
  return `${ownPerson(subject)} ${isSingular(subject) ? thirdOf(verb) : verb}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function copular({ wh = "", np = "" }: Record<string, string | undefined>, answer: string): string {
  const be = /(?<![su'’])s$/u.test(np) && !/^\p{Lu}/u.test(np) ? "are" : "is";
  const age =
    /^how old/iu.test(wh) && /^(?:\d{1,3}|[a-z]+)(?: and a half)?$/iu.test(answer) ? `${answer} years old` : answer;
  return capital(`${ownPerson(np)} ${be} ${age}`);
}

function done(groups: Record<string, string | undefined>, answer: string): string {
  const { wh = "", noun = "", subject = "", adverb = "", verb = "", rest = "" } = groups;
  if (/^what$/iu.test(wh) && verb === "do" && /^(?: for (?:a living|work))?$/u.test(rest))
    return `${ownPerson(subject)} work${isSingular(subject) ? "s" : ""} as ${/^(?:an?|the)\b/iu.test(answer) ? answer : `a ${answer}`}`;
  const head = withVerb(subject, verb).replace(/ (?=\S+$)/u, ` ${adverb}`);
  const counted = /^(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten)$/iu.test(answer);
  const size = /^size\b/iu.test(noun) ? `size ${answer}${noun.replace(/^size/iu, "")}` : undefined;
  const what = counted && noun !== "" ? (size ?? `${answer} ${noun}`) : answer;
  if (/^where$/iu.test(wh) && !PREPOSITION.test(what))
    return `${head}${ownRest(rest)} ${/^(?:live|stay|grow)/u.test(verb) ? "in" : "at"} ${what}`;
  if (/^(?:what|which|who|how many|how much)$/iu.test(wh)) return `${head} ${what}${ownRest(rest)}`;
  return /^how$/iu.test(wh) && rest === "" ? `${head}: ${what}` : `${head}${ownRest(rest)} ${what}`;
}

function ownRest(rest: string): string {
  const own = ownPerson(rest);
  return own === "" ? "" : ` ${own}`;
}

function stillSo({ aux = "", subject = "", rest = "" }: Record<string, string | undefined>, isSo: boolean): string {
  const adverb = isSo ? "still" : "no longer";
  const who = ownPerson(subject);
  if (/^do(?:es)?$/iu.test(aux)) {
    const [verb = "", ...others] = rest.split(" ");
    const said = isSingular(subject) ? thirdOf(verb) : verb;
    return `${who} ${adverb} ${[said, ...others].join(" ")}`;
  }
  const be = /^you$/iu.test(subject) ? (/^ha/iu.test(aux) ? "have" : "am") : aux.toLowerCase();
  return `${who} ${be} ${adverb} ${rest}`;
}

/** What stands behind the word that says yes or no. */
function behind(answer: string): string {
  const rest = answer.replace(/^[^,.;!—–-]*[,.;!—–-]*\s*/u, "").trim();
  return rest === "" ? "" : `, ${rest}`;
}

function yesOrNo(question: string, answer: string): string | undefined {
  const isSo = YES.test(answer);
  if (!isSo && !NO.test(answer)) return undefined;
  const still = STILL.exec(question)?.groups;
  if (still !== undefined) return capital(`${stillSo(still, isSo)}${behind(answer)}`);
  const rest = DO_YOU.exec(question)?.groups?.rest;
  if (rest === undefined || /\b(?:i|me|it|this|that|time|a minute|any idea|questions?)\b/iu.test(rest))
    return undefined;
  return `${isSo ? "I" : "I don't"} ${ownPerson(rest)}${behind(answer)}`;
}

function anyOf(noun: string, answer: string): string {
  if (/allerg/iu.test(noun)) return `I'm allergic to ${answer}`;
  if (/pets|kids|children|siblings/iu.test(noun)) return `I have ${answer}`;
  return `My ${noun} are ${answer}`;
}

/**
 * The statement that a short English answer makes together with its question, as the user would say it whole: "Who owns the repo?" and
 * "that'd be Priya" make "Priya owns the repo". undefined where the answer is a clause itself, or the question is of another form.
 */
export function answeredInEnglish(asked: string, answer: string): string | undefined {
  const question = asked
    .replace(OPENERS, "")
    .replace(/[?\s]+$/u, "")
    .replace(/’/gu, "'");
  const said = answer
    .trim()
    .replace(/[.!\s]+$/u, "")
    .replace(/’/gu, "'")
    .replace(/^(?:(?:well|so|hm+|um+|uh+|oh|ah|haha+|let me (?:see|think)|good question)[\s,.!…:–—-]+)+/iu, "");
  const whether = yesOrNo(question, said);
  if (whether !== undefined) return whether;
  const bare = said.replace(IT_IS, "");
  const [first = "", ...others] = bare.split(/(?<=[,;])\s/u);
  if (first === "" || NO_ANSWER.test(bare) || OWN_CLAUSE.test(first)) return undefined;
  const short = first.replace(/[,;]$/u, "");
  const rest = others.length === 0 ? "" : `, ${others.join(" ")}`;
  const who = WHO.exec(question)?.groups?.rest;
  if (who !== undefined) return `${capital(short)} ${ownPerson(who)}${rest}`;
  const copula = COPULA.exec(question)?.groups;
  if (copula !== undefined) return `${copular(copula, short)}${rest}`;
  const any = ANY.exec(question)?.groups?.noun;
  if (any !== undefined) return anyOf(any.toLowerCase(), bare);
  const should = SHOULD.exec(question)?.groups;
  if (should !== undefined) return `${capital(should.verb ?? "")}${ownRest(should.rest ?? "")} ${short}${rest}`;
  const does = DOES.exec(question)?.groups;
  return does === undefined ? undefined : `${capital(done(does, short))}${rest}`;
}
