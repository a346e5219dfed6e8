import { stemEnglish } from "../porter2.js";
import type { Ending } from "./ending.js";

/** No clause that ends something is longer. In characters */
const LONGEST = 160;

const WORD = /[\p{L}\d][\p{L}\d'’.-]*/gu;

interface Token {
  readonly word: string;
  readonly stem: string;
  /** Of the mark that parts it from the word before, if one does. */
  readonly parted: boolean;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  "has:have had:have having:have got:have own:have owns:have is:be am:be are:be was:be were:be been:be 's:be went:go goes:go did:do does:do took:take taken:take ate:eat eaten:eat drove:drive drives:drive spoke:speak spoken:speak taught:teach children:kid child:kid kids:kid kid:kid"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

function stemOf(word: string): string {
  const bare = word.toLowerCase().replace(/’/gu, "'");
  return IRREGULAR.get(bare) ?? stemEnglish(bare.replace(/'s$/u, ""));
}

function tokens(text: string): readonly Token[] {
  let end = 0;
  return [...text.matchAll(WORD)].map((match) => {
    const word = match[0].replace(/[.'’-]+$/u, "");
    const parted = /[,.;:!?()–—]/u.test(text.slice(end, match.index));
    end = match.index + word.length;
    return { word: word.toLowerCase(), stem: stemOf(word), parted };
  });
}

/** Words of an object that say nothing of which one it is. */
const EMPTY = new Set(
  "a an the my our his her their this that these those any some no old new actually really ever even all at in fact either currently now still anymore more longer whatsoever for myself ourselves".split(
    " ",
  ),
);

function objectOf(words: string): readonly string[] {
  return tokens(words)
    .filter(({ word }) => !EMPTY.has(word))
    .map(({ stem }) => stem);
}

const NEGATED =
  /^(?:not|no|never|without|neither|nor|none|stopped|quit|sold|cancelled|canceled|ex|former|formerly)$|n't$/u;
/** So many words at most stand between the words that belong together. */
const GAP = 4;
/** A noun in front of another names the other: a dog bed is no dog. */
const ENDS_NOUN =
  /^(?:and|or|but|called|named|in|on|at|with|for|from|to|of|who|that|which|since|because|when|while|as|by|is|are|has|have|was|at|near|about|every|each|twice|once|daily|together|too|now|since|until|if|so|next|this|last|january|february|march|april|may|june|july|august|september|october|november|december|\d.*|fluently|well|again|there|here|already|the|a|my|the user.*)$/u;

/** Whether the words stand in this order, close together, in one clause of the text, and are not negated there. */
function holdsInOrder(held: readonly Token[], stems: readonly string[]): boolean {
  const [first, ...others] = stems;
  if (first === undefined) return false;
  return held.some((token, start) => {
    if (token.stem !== first || held.slice(Math.max(0, start - 3), start).some(({ word }) => NEGATED.test(word)))
      return false;
    let at = start;
    for (const stem of others) {
      const next = held.findIndex(
        (each, index) => index > at && index <= at + GAP + 1 && each.stem === stem && !crosses(held, at, index),
      );
      if (next < 0 || held.slice(at + 1, next).some(({ word }) => NEGATED.test(word))) return false;
      at = next;
    }
    const behind = held[at + 1];
    return behind === undefined || behind.parted || ENDS_NOUN.test(behind.word);
  });
}

function crosses(held: readonly Token[], from: number, to: number): boolean {
  return held.slice(from + 1, to + 1).some(({ parted }) => parted);
}

/** Whether all of the words stand in the text, wherever. */
function holdsAll(held: readonly Token[], stems: readonly string[]): boolean {
  const known = new Set(held.map(({ stem }) => stem));
  return stems.length > 0 && stems.every((stem) => known.has(stem));
}

const LEAD =
  /^\W*(?:(?:no|nope|oh|and|but|so|well|wait|actually|also|sorry|btw|by the way|for the record|in fact|to be clear|just to be clear|turns out(?: that)?|it turns out(?: that)?|(?:the|my) (?:doctor|gp|test|tests|results?|allergist|scan|vet)[^,:]{0,30}(?:says?|said|showed?|shows|came back|confirmed|confirms)(?: that)?|good news|bad news|sadly|unfortunately|update|correction)[,.:;!–—-]*\s+)*/iu;
const TAIL =
  /(?:[,;–—-]+ .*|\s+(?:after all|at all|actually|in fact|either|whatsoever|any ?more|any longer|and never (?:have|did|had|was)(?: been)?|you know))+$/iu;

const WHO = "(?<who>(?:i|we)\\b|(?:my|our) (?:[\\p{L}'’-]+ ){0,3}?[\\p{L}'’-]+?|(?:he|she|they)\\b|\\p{Lu}[\\p{L}'-]+)";
const DENIES: readonly (readonly [pattern: RegExp, verb: "be" | "have" | undefined])[] = [
  [
    new RegExp(
      `^${WHO}(?:(?: am|'m| is|'s| are|'re) not|(?: isn't| aren't| ain't))(?: actually| really| even| in fact)? (?<rest>.{2,60})$`,
      "iu",
    ),
    "be",
  ],
  [
    new RegExp(
      `^${WHO} (?:actually |really )?(?:don't|doesn't|do not|does not)(?: actually| really| even)? (?:have|own|keep)(?: got)? (?<rest>.{2,60})$`,
      "iu",
    ),
    "have",
  ],
  [new RegExp(`^${WHO} (?:haven't|hasn't) got (?<rest>.{2,60})$`, "iu"), "have"],
  [
    new RegExp(
      `^${WHO}(?:(?:'ve| have| has)(?: got)? no|(?:'ve| have| has)? never (?:had|owned|kept))(?: any| an?)? (?<rest>.{2,60})$`,
      "iu",
    ),
    "have",
  ],
  [
    new RegExp(
      `^${WHO} (?:actually |really )?(?:don't|doesn't|do not|does not|can't|cannot)(?: actually| really| even)? (?<rest>\\p{L}+ .{2,60})$`,
      "iu",
    ),
    undefined,
  ],
  [new RegExp(`^${WHO}(?:'ve| have| has)? never (?:actually )?(?<rest>\\p{L}+ .{2,60})$`, "iu"), undefined],
];
/** "I never said I have a dog". */
const NEVER_SAID =
  /^(?:i|we) (?:never|didn['’]?t|did not|don['’]?t (?:think|remember) i(?: ever)?|haven['’]t)(?: ever)? (?:say|said|saying|tell|told|mention|mentioned|claim|claimed|state|stated)(?: you| to you)?(?: that)?,? (?<claim>.{4,100})$/iu;
/** What is denied for now, in part, or as a wish is no denial of what holds. */
const NO_DENIAL =
  /\b(?:yet|today|tonight|right now|tomorrow|this (?:week|morning|evening|time)|often|much|many|enough|always|usually|only|just|unless|until|if|when|want|need|know|think|mind|care|remember|see|feel|understand|sure|time|idea|clue|worry|problem)\b/iu;

function denialOf(clause: string): Ending | undefined {
  const claim = NEVER_SAID.exec(clause)?.groups?.claim;
  if (claim !== undefined) return neverSaid(claim);
  if (NO_DENIAL.test(clause)) return undefined;
  for (const [pattern, verb] of DENIES) {
    const rest = pattern.exec(clause)?.groups?.rest;
    if (rest === undefined) continue;
    const stems = verb === undefined ? objectOf(rest) : [verb, ...objectOf(rest)];
    if (stems.length < 2) return undefined;
    return { how: "denied", of: "same-subject", ends: (content) => holdsClaim(content, stems) };
  }
  return undefined;
}

/** "Has two kids" holds "have kid"; so does "the user's kid …". */
function holdsClaim(content: string, stems: readonly string[]): boolean {
  const held = tokens(content);
  if (holdsInOrder(held, stems)) return true;
  const [verb, ...object] = stems;
  return (
    verb === "have" &&
    object.length > 0 &&
    new RegExp(`^The user's (?:\\p{L}+ )?${object.join(" ")}\\b`, "iu").test(content)
  );
}

function neverSaid(claim: string): Ending | undefined {
  const stems = objectOf(
    claim.replace(/^(?:that )?(?:i|we|my|our)(?:['’](?:m|re|ve))? ?/iu, (lead) =>
      /['’](?:m|re)/u.test(lead) ? "am " : "",
    ),
  );
  if (stems.length < 2) return undefined;
  return { how: "denied", onlyDenies: true, of: "same-subject", ends: (content) => holdsClaim(content, stems) };
}

const GIVEN_UP =
  /\b(?:i|we|he|she|they|\p{Lu}\p{L}+)(?:'ve| have| has|'s)?(?: (?:just|finally|already|both|also|recently))? (?:sold|gave away|got rid of|traded in|scrapped|donated|returned|sent back|threw (?:out|away)|lost|cancell?ed|let go of|parted with|rehomed|wrote off)(?: (?:my|our|the|that|his|her|their|old))* (?<object>[\p{L}\d][^,.;!?]{1,40}?)(?= (?:and|for|to|on|in|last|this|yesterday|because|so|but|at|after|with)\b|[,.;!?]|$)/iu;
const BROKE_DOWN =
  /^(?:my|our) (?<object>[\p{L}\d][\p{L}\d '’-]{1,30}?)(?:'s| has| have| is| got| was)?(?: (?:just|finally|completely))? (?:died|broke(?: down)?|broken|been (?:sold|stolen|scrapped|written off)|was stolen|got stolen|stolen|dead|gone)\b/iu;
/** Whose it is, or that it is used: what "sold" and "lost" end. */
const HOLDS_THING =
  /\b(?:has|have|owns?|drives?|rides?|uses?|keeps?|bought|got|plays?|wears?|rents?|leases?|subscribes?|goes to|trains at|a member of|pays? for|watches)\b|^The user(?:'s| \([^)]*\)'s)/iu;

function givenUp(clause: string): Ending | undefined {
  const said = (GIVEN_UP.exec(clause) ?? BROKE_DOWN.exec(clause))?.groups?.object;
  if (said === undefined) return undefined;
  const stems = objectOf(said);
  if (
    stems.length === 0 ||
    /^(?:weight|interest|track|touch|hope|patience|count|control|sleep|game|match|bet|time|job|kilo|pound|kg)$/u.test(
      stems[0] ?? "",
    )
  )
    return undefined;
  return {
    how: "given-up",
    of: "same-subject",
    ends: (content) =>
      HOLDS_THING.test(content) &&
      !/\b(?:sold|cancelled|lost|used to|gave away)\b/iu.test(content) &&
      holdsAll(tokens(content), stems),
  };
}

const PARTED: readonly RegExp[] = [
  /^(?<name>\p{Lu}[\p{L}'-]+|[Mm]y (?:[\p{L}-]+ )?(?:girlfriend|boyfriend|partner|husband|wife|[Ff]ianc[ée]e?)) and (?:I|i|me)\b.{0,24}?\b(?:broke up|split(?: up\b|(?=$| last| after| in | on | this))|separated|divorced|parted ways|called it quits|are no longer together|aren['’]t together|are done|are over|got divorced|are getting divorced)\b/u,
  /^(?:I|i|[Ww]e)(?:'ve| have)?(?: (?:just|finally))? (?:broke(?:n)? up|split up|split|separated|parted ways|got divorced|divorced|left|dumped)(?: (?:with|from))? (?<name>(?:[Mm]y )?(?:girlfriend|boyfriend|partner|husband|wife|[Ff]ianc[ée]e?)|\p{Lu}[\p{L}'-]+)\b/u,
  /^(?<name>\p{Lu}[\p{L}'-]+|[Mm]y (?:girlfriend|boyfriend|partner|husband|wife|[Ff]ianc[ée]e?))(?: has)?(?: just)? (?:left|dumped|divorced|broke up with) me\b/u,
];
const PARTNER =
  /\b(?:girlfriend|boyfriend|partner|husband|wife|fianc[ée]e?|dating|seeing|engaged|married|going out|living with|lives with|moved in with|in a relationship|together)\b/iu;
const KIN_OF_PARTNER = /^(?:my )?(?<kin>girlfriend|boyfriend|partner|husband|wife|fianc[ée]e?)$/iu;

function partedFrom(clause: string): Ending | undefined {
  const name = PARTED.map((pattern) => pattern.exec(clause)?.groups?.name).find((each) => each !== undefined);
  if (name === undefined) return undefined;
  const kin = KIN_OF_PARTNER.exec(name)?.groups?.kin;
  const named = new RegExp(`\\b${kin ?? name}\\b`, kin === undefined ? "u" : "iu");
  return {
    how: "parted",
    of: "anything-named",
    ends: (content) =>
      named.test(content) && PARTNER.test(content) && !/\b(?:ex|broke up|split|former)\b/iu.test(content),
  };
}

const MARRIED =
  /^(?:(?<name>\p{Lu}[\p{L}'-]+) and I|I)(?: (?:finally|just|secretly))? (?:got married|married|tied the knot|eloped)(?: to)?(?: (?<to>\p{Lu}[\p{L}'-]+))?/u;
const NOT_YET_MARRIED = /\b(?:engaged|fianc[ée]e?|girlfriend|boyfriend|dating|seeing|wedding)\b/iu;

function married(clause: string): Ending | undefined {
  const { name, to } = MARRIED.exec(clause)?.groups ?? {};
  const who = name ?? to;
  if (who === undefined) return undefined;
  const named = new RegExp(`\\b${who}\\b`, "u");
  return { how: "done", of: "anything-named", ends: (content) => named.test(content) && NOT_YET_MARRIED.test(content) };
}

const CALLED_OFF: readonly RegExp[] = [
  /^(?:(?:the|my|our|this|that) )?(?<object>[\p{L}\d][\p{L}\d '’-]{1,40}?)(?:'s| is| are| was| has| have| got)(?: (?:just|now|all|been|sadly))* (?:cancell?ed|called off|off(?= *$)|off now|not happening|scrapped|axed|fallen through)\b/iu,
  /^(?:(?:the|my|our) )?(?<object>[\p{L}\d][\p{L}\d '’-]{1,40}?) (?:fell through|isn['’]t happening|won['’]t happen|won['’]t be happening)\b/iu,
  /^(?:i|we|they|he|she)(?:'ve| have|'re| had to)?(?: (?:just|had to))? (?:cancell?ed|cancelling|called off|cancel) (?:(?:the|my|our|that) )?(?<object>[\p{L}\d][^,.;!?]{1,40}?)(?= (?:because|so|and|as|since|for|due)\b|[,.;!?]|$)/iu,
];
/** Words for a journey: what was told of it need not have said "trip". */
const JOURNEY = /^(?:trip|holiday|vacat|visit|journey|flight|weekend|getaway)$/u;
const GOES =
  /\b(?:going to|go to|goes to|trip|holiday|vacation|fly(?:ing)? to|flies to|travel\w*|visit\w*|heading to|flight|weekend in|booked)\b/iu;
const ONE_TIME_ONLY =
  /\b(?:today|tonight|tomorrow|this (?:week|time|morning|evening|afternoon)|just this|only this|next week)\b/iu;
const RECURS = /\b(?:every|each|weekly|monthly|daily|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/iu;

function calledOff(clause: string): Ending | undefined {
  const object = CALLED_OFF.map((pattern) => pattern.exec(clause)?.groups?.object).find((each) => each !== undefined);
  if (object === undefined) return undefined;
  const stems = objectOf(object);
  const where = stems.filter((stem) => !JOURNEY.test(stem));
  const isJourney = where.length < stems.length;
  const once = ONE_TIME_ONLY.test(clause);
  return {
    how: "called-off",
    of: "anything-named",
    ends: (content) => {
      if (once && RECURS.test(content)) return false;
      const held = tokens(content);
      if (/\b(?:cancelled|canceled|called off)\b/iu.test(content)) return false;
      if (holdsAll(held, stems)) return true;
      return isJourney && GOES.test(content) && where.every((stem) => held.some((each) => each.stem === stem));
    },
  };
}

const DIED =
  /^(?:(?:[Ii]'m sad to say|[Ss]ad news|[Bb]ad news)[,:]? )?(?<name>(?:[Mm]y|[Oo]ur) (?:[\p{L}'’-]+ ){0,2}?[\p{L}'’-]+|\p{Lu}[\p{L}'-]+)(?: has| had to be| was| is)?(?: (?:just|sadly|peacefully|unexpectedly|suddenly))* (?:died|passed away|passed on|passed(?= *(?:on|last|this|yesterday|in|,|$))|put (?:down|to sleep)|no longer with us|dead)\b(?! (?:laughing|inside|of (?:laughter|embarrassment|boredom|shame|laughing)|on (?:me|us)|out|down))/u;
/** What holds of the living. */
const OF_THE_LIVING =
  /\b(?:is|are|has|have|lives?|works?|takes?|likes?|loves?|hates?|eats?|drinks?|needs?|goes|visits?|calls?|plays?|drives?|sleeps?|walks?|weighs?|turns?|wants?|prefers?|suffers?|runs?|owns?|keeps?|teaches|studies|called|named|cat|dog)\b/iu;
const PAST_ONLY = /\b(?:was|were|used to|died|passed away|born|taught|grew up|had been)\b/iu;
const KIN = /^(?:my|our) (?:[\p{L}'’-]+ )*(?<kin>[\p{L}'’-]+)$/iu;
/** Things that "die". */
const NO_LIVING =
  /^(?:phone|laptop|car|computer|battery|fridge|freezer|boiler|tv|tablet|macbook|thinkpad|iphone|camera|engine|kettle|printer|router|bike|watch|washing machine|dishwasher|plant|plants|motivation|hope|connection|link|internet|wifi)$/iu;

function died(clause: string): Ending | undefined {
  const name = DIED.exec(clause)?.groups?.name;
  if (name === undefined) return undefined;
  const kin = KIN.exec(name)?.groups?.kin;
  if (NO_LIVING.test(kin ?? name) || /['’]s /u.test(name)) return undefined;
  const named = new RegExp(
    kin === undefined ? `\\b${name}\\b(?!'s )` : `^The user's (?:[\\p{L}-]+ ){0,2}?${kin}\\b(?!'s )`,
    kin === undefined ? "u" : "iu",
  );
  return {
    how: "died",
    of: "anything-named",
    ends: (content) => named.test(content) && OF_THE_LIVING.test(content) && !PAST_ONLY.test(content),
  };
}

const DONE: readonly RegExp[] = [
  /^(?:i|we|he|she|they|\p{Lu}\p{L}+)(?:'ve| have| has|'s)?(?: (?:just|finally|already|now))* (?:handed in|sent off|sent|submitted|finished|completed|filed|paid(?: off)?|renewed|fixed|repaired|booked|passed|returned|collected|picked up|posted|signed|delivered|got done|sorted(?: out)?|done|did|wrapped up|painted|replaced)(?: (?:my|our|the|that|his|her|their))* (?<object>[\p{L}\d][^,.;!?]{1,40}?)(?= (?:on|in|at|last|this|yesterday|today|already|and|so|to|for|after)\b|[,.;!?]|$)/iu,
  /^(?:(?:the|my|our|his|her) )?(?<object>[\p{L}\d][\p{L}\d '’-]{1,40}?)(?: is| are| was| has been| have been| got|'s been|'s)(?: (?:just|finally|now|all|been))* (?:done|finished|fixed|repaired|sorted(?: out)?|handed in|submitted|paid(?: off)?|renewed|completed|serviced|delivered|signed|sent(?: off)?)\b/iu,
  /^(?:(?:the|my|our|his|her) )?(?<thing>[\p{L}\d][\p{L}\d '’-]{1,30}?)(?: has|'s)? (?:had|got|passed) (?:its|his|her|the|their) (?<object>[\p{L}\d][\p{L}\d -]{1,30}?)(?= (?:on|in|last|this|yesterday|today|already|and)\b|[,.;!?]|$)/iu,
];
/** What is still to be done, or open. */
const STILL_OPEN =
  /\b(?:needs?|has to|have to|must|due|deadline|to-?do|still (?:has|have|needs?)|not yet|yet|hasn't|haven't|doesn't have|plans? to|wants? to|going to|is to|should|owes?|overdue|outstanding|pending|waiting)\b/iu;

function done(clause: string): Ending | undefined {
  const found = DONE.map((pattern) => pattern.exec(clause)?.groups).find((each) => each?.object !== undefined);
  if (found?.object === undefined) return undefined;
  const stems = objectOf(`${found.thing ?? ""} ${found.object}`);
  if (stems.length === 0) return undefined;
  return {
    how: "done",
    of: "anything-named",
    ends: (content) => STILL_OPEN.test(content) && !RECURS.test(content) && holdsAll(tokens(content), stems),
  };
}

const READERS: readonly ((clause: string) => Ending | undefined)[] = [
  denialOf,
  partedFrom,
  married,
  calledOff,
  givenUp,
  died,
  done,
];

/** What an English clause ends. */
export function englishEndings(said: string): readonly Ending[] {
  if (said.length > LONGEST) return [];
  const whole = said
    .trim()
    .replace(/’/gu, "'")
    .replace(LEAD, "")
    .replace(/[.!?\s]+$/u, "");
  const bare = whole.replace(TAIL, "").trim();
  return READERS.flatMap((read) => read(bare) ?? []);
}
