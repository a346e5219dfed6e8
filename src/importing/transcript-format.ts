import { DAY_MS, type EpochMs } from "../domain/index.js";
import { importFault, quoteForMessage } from "./import-fault.js";
import { FORMAT_NAMES, type ImportedSession, type ImportRules } from "./imported-session.js";
import { SESSION_GAP_MS } from "./messages-format.js";
import { nameFormat, REMEDIES } from "./remedies.js";
import { digestOf, type SessionLedger, type SourceTurn } from "./session-ledger.js";
import { type CalendarDay, checkInstant, instantOfReading } from "./source-dates.js";
import { partOfSpeaker } from "./source-roles.js";
import type { SourceLine, SourceText } from "./source-text.js";
import { readTranscriptLine, type TranscriptCensus, type TranscriptLine, takeCensus } from "./transcript-lines.js";
import type { WarningTally } from "./warning-tally.js";

/** Enough lines to see who speaks. */
const CENSUS_CHARACTERS = 64 * 1024;

type MessageLine = Extract<TranscriptLine, { type: "message" }>;
type DateLine = Extract<TranscriptLine, { type: "date" }>;

interface Draft {
  readonly speaker: string;
  readonly parts: string[];
  readonly line: number;
  readonly at?: EpochMs;
}

/** Follows a transcript line by line; hands out a session when a date line or a long silence ends it. */
class TranscriptReader {
  readonly #rules: ImportRules;
  readonly #ledger: SessionLedger;
  readonly #census: TranscriptCensus;
  #day: CalendarDay | undefined;
  #sessionAt: EpochMs | undefined;
  #label = "undated";
  #lastAt: EpochMs | undefined;
  #drafts: Draft[] = [];

  constructor(rules: ImportRules, ledger: SessionLedger, census: TranscriptCensus) {
    this.#rules = rules;
    this.#ledger = ledger;
    this.#census = census;
  }

  *read(source: SourceLine): Generator<ImportedSession> {
    const line = readTranscriptLine(source.text);
    switch (line.type) {
      case "date":
        yield* this.#beginDay(line, source.number);
        return;
      case "broken-stamp":
        throw importFault(
          "INVALID_INPUT",
          { line: source.number },
          `${quoteForMessage(line.stamp)} is not a date`,
          REMEDIES.stamp,
        );
      case "message":
        if (line.stamped || (!this.#census.stamped && this.#census.isSpeaker(line.speaker)))
          yield* this.#beginMessage(line, source.number);
        else this.#goOn(source);
        return;
      case "text":
      case "blank":
        this.#goOn(source);
    }
  }

  *#beginDay(line: DateLine, number: number): Generator<ImportedSession> {
    yield* this.finish();
    const at = instantOfReading(line.day, line.clock, this.#rules.timeZone, { line: number });
    this.#day = line.day;
    this.#label = labelOf(line.day);
    this.#sessionAt = checkInstant(at, this.#rules, { line: number });
    this.#lastAt = undefined;
  }

  *#beginMessage(line: MessageLine, number: number): Generator<ImportedSession> {
    const at = this.#instantOf(line, number);
    if (at !== undefined) {
      if (this.#lastAt !== undefined && at - this.#lastAt > SESSION_GAP_MS) yield* this.finish();
      if (this.#drafts.length === 0 && line.day !== undefined) this.#label = labelOf(line.day);
      this.#lastAt = at;
    }
    this.#drafts.push({ speaker: line.speaker, parts: [line.text], line: number, ...(at === undefined ? {} : { at }) });
  }

  /** A time without a day belongs to the day above it, or to the next one when the clock has passed midnight. */
  #instantOf(line: MessageLine, number: number): EpochMs | undefined {
    const day = line.day ?? this.#day;
    if (line.clock === undefined && line.day === undefined) return undefined;
    if (day === undefined) {
      throw importFault(
        "INVALID_INPUT",
        { line: number },
        "the message has a time but no day is given above it",
        REMEDIES.dayLine,
      );
    }
    const at = instantOfReading(day, line.clock, this.#rules.timeZone, { line: number });
    const isNextDay = line.day === undefined && this.#lastAt !== undefined && this.#lastAt - at > DAY_MS / 2;
    return checkInstant(isNextDay ? at + DAY_MS : at, this.#rules, { line: number });
  }

  #goOn(source: SourceLine): void {
    const draft = this.#drafts.at(-1);
    if (draft !== undefined) draft.parts.push(source.text.trim());
    else if (source.text.trim() !== "" && !/^[#=*\-—_~]/u.test(source.text)) {
      throw importFault(
        "INVALID_INPUT",
        { line: source.number },
        "there is text before anyone speaks",
        REMEDIES.startWithName,
      );
    }
  }

  *finish(): Generator<ImportedSession> {
    const [first] = this.#drafts;
    if (first === undefined) return;
    const turns = this.#drafts.map((draft) => this.#toTurn(draft));
    const name = `transcript-${this.#label}-${digestOf(first.speaker, first.parts.join("\n").trim()).slice(0, 12)}`;
    this.#drafts = [];
    yield* this.#ledger.enter({
      sessionId: name,
      turns,
      place: { line: first.line },
      ...(this.#sessionAt === undefined ? {} : { at: this.#sessionAt }),
    });
  }

  #toTurn(draft: Draft): SourceTurn {
    return {
      ...partOfSpeaker(draft.speaker, this.#rules.isUser, this.#census.onlyPerson),
      sourceSpeaker: draft.speaker,
      text: draft.parts.join("\n"),
      place: { line: draft.line },
      ...(draft.at === undefined ? {} : { at: draft.at }),
    };
  }
}

function labelOf(day: CalendarDay): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${day.year}-${two(day.month)}-${two(day.day)}`;
}

/** Streams: one session is held at a time. */
export async function* readTranscript(
  source: SourceText,
  rules: ImportRules,
  _tally: WarningTally,
  ledger: SessionLedger,
): AsyncGenerator<ImportedSession> {
  const census = takeCensus((await source.head(CENSUS_CHARACTERS)).slice(0, CENSUS_CHARACTERS));
  if (census.messages === 0) {
    throw importFault("UNSUPPORTED_FORMAT", {}, "no line has the form “Name: text”", nameFormat(FORMAT_NAMES));
  }
  const reader = new TranscriptReader(rules, ledger, census);
  for await (const line of source.lines()) yield* reader.read(line);
  yield* reader.finish();
}
