import type { EpochMs, TimeRange, TimeZone, Turn } from "../domain/index.js";
import { DAY_MS } from "../domain/index.js";
import {
  detectLanguage,
  findEntities,
  findTimeExpressions,
  foldText,
  queryTerms,
  type TimeExpression,
} from "../language/index.js";
import { type AskedAspects, askedAspects } from "./asked-aspect.js";
import { askedRelatives } from "./asked-relative.js";
import { askedValue, type ValueKind } from "./asked-value.js";
import type { KnownSpeakers } from "./known-speakers.js";
import { takeOutSpeakers } from "./named-speakers.js";
import { asksAboutAssistant, asksAboutNow, asksWhen, isOpenEnded, withoutPresent } from "./query-marks.js";
import { type Rewriting, rewriteVague } from "./rewrite-vague.js";
import { type SoughtWords, soughtWords } from "./spelling/spelled-otherwise.js";

export interface AskedTime extends TimeRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly grain: TimeExpression["grain"];
  readonly text: string;
  /** "Recently": a stretch that we chose. */
  readonly vague: boolean;
}

/** What the engine understood of a query. */
export interface UnderstoodQuery {
  readonly text: string;
  readonly timeZone: TimeZone;
  readonly language: ReturnType<typeof detectLanguage>;
  /** What is said about the answer is said in this one: the caller's where he named one, else that of the query. */
  readonly toldIn: "en" | "zh";
  /** What is embedded: names of speakers taken out, a vague query completed. */
  readonly searchText: string;
  /** Keyword terms of `searchText`, function words dropped. */
  readonly terms: readonly string[];
  /** Its words, as they are looked for in other forms. */
  readonly sought: SoughtWords;
  /** Folded names, identifiers and amounts in the query; speakers are not among them. */
  readonly entities: readonly string[];
  /** Speakers asked about; empty where nobody or everybody is named. */
  readonly askedSpeakers: ReadonlySet<string>;
  /** Is anyone who speaks in this scope named at all? */
  readonly namesSpeaker: boolean;
  readonly speakers: KnownSpeakers;
  readonly time?: AskedTime;
  /** Attributes that are asked for. */
  readonly askedAspects: AskedAspects;
  /** Relatives and animals of the user that are asked about; empty for most queries. */
  readonly askedRelatives: readonly string[];
  /** Something is to be made, advised or talked about: whatever bears on it is wanted, and no statement answers it. */
  readonly isOpenEnded: boolean;
  readonly asksWhen: boolean;
  /** Absent where no value of a kind is wanted. */
  readonly askedValue?: ValueKind;
  readonly asksAboutNow: boolean;
  readonly asksAboutAssistant: boolean;
  readonly rewriting?: Rewriting;
}

export interface QueryInput {
  readonly text: string;
  /** The language that the caller wants to be told in; absent: that of the query. */
  readonly toldIn?: "en" | "zh" | undefined;
  readonly now: EpochMs;
  readonly timeZone: TimeZone;
  readonly speakers: KnownSpeakers;
  /** Last turns of the current session, in order; empty where none was named. */
  readonly recentTurns: readonly Turn[];
}

/** In a longer query "now" and 现在 are part of a story, not of what is asked. */
const SHORT_QUESTION_TERMS = 12;
/** How far back "recently" and 最近 reach when they are asked about. */
const RECENT_DAYS = 14;

function findAskedTime(text: string, now: EpochMs, timeZone: TimeZone): AskedTime | undefined {
  const expressions = findTimeExpressions(text, { at: now, timeZone }).filter((expression) => !expression.recurring);
  const exact = expressions.find((expression) => !expression.vague);
  if (exact !== undefined)
    return { from: exact.from, to: exact.to, grain: exact.grain, text: exact.text, vague: false };
  const [vague] = expressions;
  if (vague === undefined || vague.direction === "future") return undefined;
  return { from: now - RECENT_DAYS * DAY_MS, to: now, grain: "week", text: vague.text, vague: true };
}

/** Everybody named is nobody singled out; of an only person nothing can be told apart by name but the assistant's turns. */
function singledOut(named: readonly string[], speakers: KnownSpeakers): ReadonlySet<string> {
  const everyone = speakers.people.length + speakers.assistants.length;
  return new Set(named.length === everyone && everyone > 1 ? [] : named);
}

/** Reads a query: who, what, when, in which language. Pure; deterministic for the same input. */
export function analyseQuery(input: QueryInput): UnderstoodQuery {
  const { text, now, timeZone, speakers } = input;
  const rewriting = rewriteVague(text, input.recentTurns);
  const everyone = [...speakers.people, ...speakers.assistants];
  const { named, rest } = takeOutSpeakers(text, everyone);
  const context = rewriting === undefined ? "" : takeOutSpeakers(rewriting.context, everyone).rest;
  // A query that is nothing but a name is about that name.
  const ownText = /[\p{L}\p{N}]/u.test(rest) ? rest : text;
  const searchText = context === "" ? ownText : `${ownText}\n${context}`;
  // "Last time" in a vague query names no time: it points at the topic that the session's turns give.
  const asked = findAskedTime(text, now, timeZone);
  const time = asked?.vague === true && rewriting !== undefined ? undefined : asked;
  const allTerms = queryTerms(searchText);
  const isAboutNow = time === undefined && allTerms.length <= SHORT_QUESTION_TERMS && asksAboutNow(text);
  const terms = isAboutNow ? withoutPresent(allTerms) : allTerms;
  const value = askedValue(text);
  const language = detectLanguage(text);
  return {
    text,
    timeZone,
    language,
    toldIn: input.toldIn ?? (language === "zh" ? "zh" : "en"),
    searchText,
    terms,
    sought: soughtWords(ownText, terms),
    entities: [...new Set(findEntities(ownText).map((entity) => foldText(entity.text)))],
    askedSpeakers: singledOut(named, speakers),
    namesSpeaker: named.length > 0,
    speakers,
    ...(time === undefined ? {} : { time }),
    askedAspects: askedAspects(text),
    askedRelatives: askedRelatives(text),
    ...(value === undefined ? {} : { askedValue: value }),
    isOpenEnded: isOpenEnded(text),
    asksWhen: asksWhen(text),
    asksAboutNow: isAboutNow,
    asksAboutAssistant: asksAboutAssistant(text),
    ...(rewriting === undefined ? {} : { rewriting }),
  };
}
