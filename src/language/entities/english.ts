import { splitSentences } from "../sentences.js";
import { isFunctionWord } from "../stop-words.js";
import type { Entity, EntityKind } from "./entity.js";
import { isGivenName } from "./names.js";

const ORGANISATION_END =
  /\s(?:Inc\.?|Ltd\.?|LLC|Corp\.?|Corporation|GmbH|Co\.|Company|Group|Technologies|Systems|Solutions|University|College|Institute|Bank|Labs?|Laboratories|Foundation|Hospital|Clinic|School|Airlines|Airways|Holdings|Partners|Studios?|Media|Press|Association|Agency)$/u;
/** One or more capitalised words, joined by of/the/and/& between capitals only; inner digits and capitals allowed. */
const CAPITAL_WORD = "\\p{Lu}[\\p{L}\\p{N}'’]*(?:[.+#-](?=[\\p{L}\\p{N}])[\\p{L}\\p{N}]+)*(?:\\+\\+|#)?";
const CAPITALISED = new RegExp(
  `(?<![\\w@#./-])(?:\\p{Lu}\\.\\s?){0,2}${CAPITAL_WORD}(?:\\s(?:(?:of|de|van|von|der|la|&)\\s)?(?:\\p{Lu}\\.|(?:Inc|Ltd|Corp|Co)\\.|${CAPITAL_WORD})){0,4}`,
  "gu",
);
const CAMEL = /(?<![\w@#./-])[a-z]{1,12}[A-Z][A-Za-z0-9]{1,24}(?![\w@/])/gu;
const PROJECT =
  /\b(?:[Pp]roject|[Oo]peration|[Cc]odename)\s(?<name>\p{Lu}[\p{L}\p{N}-]{1,30}|[A-Z]\b)|(?<before>\p{Lu}[\p{L}\p{N}-]{1,30})\s(?:project|initiative|programme|program)\b/gu;

const NOT_NAMES = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december mon tue wed thu fri sat sun
jan feb mar apr jun jul aug sep sept oct nov dec i i'm i've i'd i'll i’m ok okay am pm mr mrs ms dr prof hi hello hey yes no please thanks thank sorry well so also btw fyi asap imo lol
tv faq pdf url http https api ui ux id ip os pc usa eta kpi ceo cto cfo hr pr qa todo note p.s ps re fwd what who when where why how which if because although while since after before
the a an and or but not this that these those my your our his her their its it he she we you they there here let let's don't do does did can could would should will is are was were
have has had been be use remember never always just only now then today tomorrow yesterday actually honestly maybe perhaps right sure great good nice cool wow oh god
english chinese french german spanish japanese italian russian korean portuguese american british european`.split(
    /\s+/u,
  ),
);
const PERSON_CUE =
  /\b(?:named|called|name is|name's|i'm|i am|call me|met|meet|ask|cc|ping|colleague|client|doctor|dentist|teacher|therapist|lawyer)\s$/iu;
const STRONG_PERSON_CUE =
  /(?:\b(?:mr|mrs|ms|mx|dr|prof|professor|uncle|aunt|auntie)\.?|\b(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|brother|sister|mother|father|mom|mum|dad|friend|boss|manager|colleague|coworker|teammate|roommate|neighbou?r|cousin|nephew|niece|mentor)(?:'s name is| is called| is named| named| called|,)?|\b(?:my name is|my name's|call me))\s$/iu;
const PLACE_CUE =
  /\b(?:live|lives|lived|living|move|moves|moved|moving|relocate|relocated|relocating|travel|travels|travell?ed|travell?ing|trip|fly|flies|flying|flew|drive|drove|based|born|grew up|stay|stayed|staying|vacation|holiday|visit|visits|visited|visiting|office|offices|apartment|house|home|headquartered|went|going|conference|weather|flight|flights|train|works?[^!?\n]{1,24})\s(?:back\s)?(?:in|to|near|from|at|around|for)?\s?$/iu;

function isSentenceWord(text: string, starts: ReadonlySet<number>, start: number): boolean {
  return starts.has(start) || (/^["'“‘([]$/u.test(text.charAt(start - 1)) && starts.has(start - 1));
}

function kindOf(name: string, before: string): EntityKind {
  const words = name.split(/\s/u);
  const first = words[0] ?? name;
  if (ORGANISATION_END.test(name)) return "organisation";
  if (STRONG_PERSON_CUE.test(before)) return "person";
  if (isGivenName(first)) return "person";
  if (
    words.length === 1 &&
    (/^\p{Lu}?\p{Ll}+(?:\p{Lu}|\d)/u.test(name) || /[+#.]/u.test(name) || /^\p{Lu}{2,}\p{Ll}/u.test(name))
  )
    return "product";
  if (PLACE_CUE.test(before)) return "place";
  return words.length <= 3 && words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word)) && PERSON_CUE.test(before)
    ? "person"
    : "name";
}

/** Takes sentence openers and titles off the front, and a possessive off the end. */
function trimName(raw: string): { readonly name: string; readonly skipped: number } {
  let name = raw.replace(/(?:['’]s|['’])$/u, "");
  if (!/\b(?:Inc|Ltd|Corp|Co)\.$/u.test(name)) name = name.replace(/\.$/u, "");
  let skipped = 0;
  for (;;) {
    const space = name.search(/\s/u);
    const first = space < 0 ? name : name.slice(0, space);
    const bare = first.toLowerCase().replace(/\.$/u, "").replace(/’/gu, "'");
    if (!NOT_NAMES.has(bare) && !isFunctionWord(bare)) break;
    if (space < 0) return { name: "", skipped };
    skipped += space + 1;
    name = name.slice(space + 1).replace(/^(?:of|de|van|von|der|la|&)\s/u, (joiner) => {
      skipped += joiner.length;
      return "";
    });
  }
  const last = name.split(/\s/u).at(-1)?.toLowerCase() ?? "";
  if (NOT_NAMES.has(last) && name.includes(" ")) name = name.slice(0, name.lastIndexOf(" "));
  return { name, skipped };
}

function findProjects(text: string): readonly Entity[] {
  return [...text.matchAll(PROJECT)].flatMap((match): Entity[] => {
    const name = match.groups?.name ?? match.groups?.before;
    if (name === undefined || NOT_NAMES.has(name.toLowerCase()) || isFunctionWord(name.toLowerCase())) return [];
    const start = match.index + match[0].lastIndexOf(name);
    return [{ text: name, start, end: start + name.length, kind: "project" }];
  });
}

/**
 * Names by capitals, in lists of falling trust: inside a sentence always; at its start only with a second proof (given name, inner
 * capitals, several words, repeated).
 */
export function listEnglishNames(text: string): readonly (readonly Entity[])[] {
  const starts = new Set(splitSentences(text).map(({ start }) => start));
  const candidates = [...text.matchAll(CAPITALISED)].map((match) => {
    const { name, skipped } = trimName(match[0]);
    return { name, start: match.index + skipped, opener: skipped === 0 && isSentenceWord(text, starts, match.index) };
  });
  const inside = new Set(candidates.filter(({ opener }) => !opener).map(({ name }) => name));
  const named: Entity[] = [];
  for (const { name, start, opener } of candidates) {
    if (name.length < 2 || /^\d+$/u.test(name)) continue;
    const kind = kindOf(name, text.slice(Math.max(0, start - 40), start));
    const proved = kind !== "name" || name.includes(" ") || inside.has(name) || /^\p{Lu}{2,6}$/u.test(name);
    if (!opener || proved) named.push({ text: name, start, end: start + name.length, kind });
  }
  const camel = [...text.matchAll(CAMEL)].map(
    (match): Entity => ({ text: match[0], start: match.index, end: match.index + match[0].length, kind: "product" }),
  );
  return [findProjects(text), [...named, ...camel]];
}
