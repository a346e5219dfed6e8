import type { Candidate, Turn, TurnId } from "../../domain/index.js";
import { hasHan, type Span, splitSentences } from "../../language/index.js";
import { type Elliptic, readElliptic } from "./elliptic.js";
import { isSameTyped, type TypedValue, typedValues, unitBehind } from "./typed-values.js";
import { readPieces } from "./units.js";

/** A statement of an earlier turn with a part of it said anew. */
export interface Completion {
  /** The earlier words with the new value in them: what is remembered. */
  readonly text: string;
  readonly value: string;
  readonly revises: NonNullable<Candidate["revises"]>;
}

interface Earlier {
  readonly turnId: TurnId;
  readonly text: string;
}

/** How far back the statement may stand whose value is said anew: in turns of the user, and in sentences. */
const TURNS_BACK = 3;
const SENTENCES_BACK = 12;
const LONGEST_EARLIER = 240;
/** Characters of a turn that are looked at before a sentence, from its end: the cost of one sentence does not grow with its turn. */
const READ_BACK = SENTENCES_BACK * LONGEST_EARLIER;
const ASKS = /[?？]\s*$/u;
const DAYS: ReadonlySet<string> = new Set(["date", "weekday"]);
const COUNTED: ReadonlySet<string> = new Set(["number", "money", "percent"]);

/** The last sentences of a text; one that the bound cuts in two is none. */
function lastSentences(text: string): readonly string[] {
  const sentences = splitSentences(text.slice(-READ_BACK)).map((sentence) => sentence.text.trim());
  return text.length > READ_BACK ? sentences.slice(1) : sentences;
}

/** The user's sentences before one, nearest first. */
function earlierOf(turn: Turn, before: readonly Turn[], start: number): readonly Earlier[] {
  const own = before.filter(({ role }) => role === "user").slice(-TURNS_BACK);
  const texts = [
    ...own.map(({ id, text }) => ({ turnId: id, text })),
    { turnId: turn.id, text: turn.text.slice(Math.max(0, start - READ_BACK - 1), start) },
  ];
  return texts
    .flatMap(({ turnId, text }) => lastSentences(text).map((sentence) => ({ turnId, text: sentence })))
    .filter(({ text }) => text !== "" && text.length <= LONGEST_EARLIER)
    .slice(-SENTENCES_BACK)
    .reverse();
}

/** The number in what is counted: 12 in "£12", 48 in 48万. */
const FIGURE = /\d[\d,]*(?:\.\d+)?|[一二三四五六七八九十两百千]+|\p{Ll}[\p{Ll}-]+/u;

/** What a value of one sort becomes where the other stood: the unit, currency or month that goes without saying stays. */
function inPlaceOf(old: TypedValue, value: TypedValue): string {
  if (value.sort === "number" && old.sort !== "number" && COUNTED.has(old.sort))
    return old.text.replace(FIGURE, value.text);
  const day = /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)$/iu.exec(value.text)?.groups?.day;
  if (
    day !== undefined &&
    /\p{L}{3,}/u.test(old.text) &&
    /^\d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)?$/u.test(old.text)
  )
    return old.text.replace(/\d{1,2}(?:st|nd|rd|th)?/u, day);
  const han = /^(?<day>[\d一二三四五六七八九十]{1,3})[日号]$/u.exec(value.text);
  if (han !== null && /月[\d一二三四五六七八九十]{1,3}[日号]$/u.test(old.text))
    return old.text.replace(/(?<=月)[\d一二三四五六七八九十]{1,3}[日号]$/u, value.text);
  return value.text;
}

/** Whether one value could take the place of the other. */
function isOfSort(value: TypedValue, unit: string | undefined, old: TypedValue, text: string): boolean {
  if (DAYS.has(value.sort) && DAYS.has(old.sort)) return true;
  if (value.sort === "number" && unit === undefined)
    return COUNTED.has(old.sort) || (old.sort === "time" && /^\d{1,2}$/u.test(old.text));
  if (value.sort !== old.sort) return false;
  const oldUnit = value.sort === "number" ? unitBehind(text, old.end) : undefined;
  return unit === undefined || oldUnit === undefined || unit === oldUnit || stem(unit) === stem(oldUnit);
}

function stem(unit: string): string {
  return unit.replace(/^(?:person|people)$/u, "person").replace(/(?:es|s)$/u, "");
}

interface Typed {
  readonly value: TypedValue;
  readonly unit: string | undefined;
}

/** What may stand around the values of a value without being one. */
const BETWEEN = /^(?:\s|,|，|at|on|from|to|till?|until|by|about|around|the|of|个|人|左右|前|之前|之后|和|及)*$/iu;

/** Whether the words are said in the earlier sentence too: "it's room 6 now" after "we meet in room 4". */
function isSaidBefore(rest: string, earlier: string): boolean {
  const words = rest.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];
  const before = new Set(earlier.toLowerCase().match(/\p{Script=Latin}+/gu) ?? []);
  return (
    words.length > 0 &&
    words.length <= MOST_REPEATED &&
    !hasHan(rest) &&
    words.every((word) => before.has(word) || BETWEEN.test(word))
  );
}

const MOST_REPEATED = 3;

/** The values of which the whole consists, but for words that the earlier sentence has as well; undefined where it holds others. */
function valuesOf(text: string, earlier = ""): readonly Typed[] | undefined {
  const values = typedValues(text);
  if (values.length === 0 || values.length > 2) return undefined;
  let rest = text;
  const typed = values.map((value) => ({
    value,
    unit: value.sort === "number" ? unitBehind(text, value.end) : undefined,
  }));
  for (const { value, unit } of [...typed].reverse()) {
    const end = value.end + (unit === undefined ? 0 : text.slice(value.end).indexOf(unit) + unit.length);
    rest = rest.slice(0, value.start) + rest.slice(end);
  }
  return BETWEEN.test(rest) || isSaidBefore(rest, earlier) ? typed : undefined;
}

interface Replacing {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Where in an earlier sentence the values are to stand; undefined where that is not plain. */
function placesOf(earlier: string, typed: readonly Typed[], old: string | undefined): readonly Replacing[] | undefined {
  const held = typedValues(earlier);
  const places: Replacing[] = [];
  for (const { value, unit } of typed) {
    const fitting = held.filter((each) => isOfSort(value, unit, each, earlier));
    const named =
      old === undefined
        ? fitting
        : fitting.filter(
            (each) => isSameTyped(each.text, old) || isSameTyped(each.text, typedValues(old)[0]?.text ?? old),
          );
    const [place] = named;
    if (place === undefined) continue;
    if (named.length > 1) return undefined;
    places.push({ start: place.start, end: place.end, by: inPlaceOf(place, value) });
  }
  return places.length === 0 ? undefined : places;
}

function replaced(text: string, places: readonly Replacing[]): string {
  return [...places]
    .sort((a, b) => b.start - a.start)
    .reduce((written, { start, end, by }) => written.slice(0, start) + by + written.slice(end), text);
}

/** The value of the slot that a sentence fills. */
type SlotValue = (sentence: string) => string | undefined;

const READ = new WeakMap<Turn, SlotValue>();

/** Reads each sentence once while a turn is read, however many sentences of it look back on that one. */
function slotValueFor(turn: Turn): SlotValue {
  const slotValue = READ.get(turn) ?? slotValueOf();
  READ.set(turn, slotValue);
  return slotValue;
}

function slotValueOf(): SlotValue {
  const values = new Map<string, string | undefined>();
  return (text) => {
    if (!values.has(text)) {
      const slots = readPieces({ text, start: 0, end: text.length }).flatMap((piece) => piece.slots);
      values.set(text, slots.findLast((slot) => slot.value !== undefined && slot.polarity === "positive")?.value);
    }
    return values.get(text);
  };
}

/** A value in words: what it takes the place of is named, or is the value of the sentence's slot. */
function wordsPlace(earlier: string, { value, old, isChange }: Elliptic, slotValue: SlotValue): Replacing | undefined {
  if (!isChange && old === undefined) return undefined;
  if (!/^(?:the )?[\p{Lu}\p{Script=Han}\d]/u.test(value) || value.length > 40) return undefined;
  const was = old ?? slotValue(earlier);
  const start = was === undefined ? -1 : earlier.lastIndexOf(was);
  if (was === undefined || start < 0) return undefined;
  const sort = typedValues(was)[0]?.sort;
  // "李姨是周四休息，不是周三": of a whole clause only what is of the old value's sort takes its place
  const by = sort === undefined ? value : typedValues(value).find((each) => each.sort === sort)?.text;
  return by === undefined ? undefined : { start, end: start + was.length, by };
}

function withSince(text: string, since: string | undefined): string {
  if (since === undefined) return text;
  return hasHan(text) ? `${since}，${text}` : `${text.replace(/[.!\s]+$/u, "")} ${since}`;
}

/** The clause that names the value alone: the sentence, or the last of its clauses where the others only lead to it. */
function ellipticOf(sentence: string): Elliptic | undefined {
  const whole = readElliptic(sentence);
  if (whole !== undefined && (whole.isChange || whole.old !== undefined || valuesOf(whole.value) !== undefined))
    return whole;
  const at = Math.max(
    ...[...sentence.matchAll(/(?:[，；;]|,(?!\d{3}))\s*|\s(?:so|and now|—|–|-)\s+/giu)].map(
      (match) => match.index + match[0].length,
    ),
    0,
  );
  const [leading, last] = [sentence.slice(0, at), sentence.slice(at)];
  const loose = whole !== undefined && typedValues(whole.value).length === 1 ? whole : undefined;
  if (at === 0 || last.trim() === "" || !LEADS_TO_CHANGE.test(leading)) return loose;
  const value = last
    .replace(/^(?:so )?it(?:'s|’s| is) |[.。!！]+$/giu, "")
    .replace(/^(?:一共|总共|现在|是|就)+|(?:了|吧)$/gu, "");
  return readElliptic(last) ?? (valuesOf(value) === undefined ? undefined : { value, isChange: false });
}

/** What says that something changed, before the clause that says to what. */
const LEADS_TO_CHANGE =
  /\b(?:more|fewer|less|another|extra|late|later|earlier|sooner|ill|sick|away|busy|clash\w*|chang\w*|mov\w*|delay\w*|extension|postpon\w*|cancel\w*|air|room|time|coming|joining|dropped|wrong|mistake|typo|sorry|wait|actually|no|raised|cut|up|down|can'?t)\b|[多少加减增来走退改变涨降延推晚早错撞忙病]|提前|推迟|临时有事|有事|不对|抱歉/iu;

/** A sentence as it stands: said anew already, its value is that of the statement it completes. */
interface Standing extends Earlier {
  readonly known: string;
}

/** Each sentence as it stands, nearest first: from the oldest on, so that each is read once. */
function asTheyStand(sentences: readonly Earlier[], slotValue: SlotValue): readonly Standing[] {
  let standing: readonly Standing[] = [];
  for (const earlier of [...sentences].reverse())
    standing = [
      { ...earlier, known: completeOne(earlier.text, standing, slotValue)?.text ?? earlier.text },
      ...standing,
    ];
  return standing;
}

function completeOne(text: string, sentences: readonly Standing[], slotValue: SlotValue): Completion | undefined {
  const elliptic = ellipticOf(text);
  if (elliptic === undefined) return undefined;
  for (const earlier of sentences) {
    if (ASKS.test(earlier.text)) continue;
    const { known } = earlier;
    const typed = valuesOf(elliptic.value, known);
    const words = typed === undefined ? wordsPlace(known, elliptic, slotValue) : undefined;
    const places =
      typed === undefined ? (words === undefined ? undefined : [words]) : placesOf(known, typed, elliptic.old);
    if (places === undefined) {
      if (typed?.some(({ value, unit }) => typedValues(known).some((each) => isOfSort(value, unit, each, known))))
        return undefined;
      continue;
    }
    const said = places.map(({ start, end }) => known.slice(start, end));
    if (places.every(({ by }, at) => isSameTyped(by, said[at] ?? ""))) return undefined;
    return {
      text: withSince(replaced(known, places), elliptic.since),
      value: places[0]?.by ?? elliptic.value,
      revises: { turnId: earlier.turnId, sentence: earlier.text, values: said },
    };
  }
  return undefined;
}

/**
 * A sentence that only names the new value of something said shortly before becomes that statement with the new value in it: by itself,
 * "make that Thursday" tells nothing a day later. undefined where it names what it is about, or where it is not plain what it means.
 */
export function complete(turn: Turn, before: readonly Turn[], sentence: Span): Completion | undefined {
  const text = sentence.text.trim();
  if (typedValues(text).length === 0 && readElliptic(text) === undefined) return undefined;
  if (ellipticOf(text) === undefined) return undefined;
  const slotValue = slotValueFor(turn);
  return completeOne(text, asTheyStand(earlierOf(turn, before, sentence.start), slotValue), slotValue);
}

/**
 * The same for what is remembered from an earlier talk: a sentence that only names a new value, put into the statement that it changes.
 * @param held the earlier statement, as it is remembered
 */
export function completeHeld(
  said: string,
  held: string,
): { readonly text: string; readonly value: string } | undefined {
  const text = said.trim();
  if (ellipticOf(text) === undefined) return undefined;
  const slotValue = slotValueOf();
  const earlier = { turnId: "" as TurnId, text: held, known: held };
  const found = completeOne(text, [earlier], slotValue);
  return found === undefined ? undefined : { text: found.text, value: found.value };
}
