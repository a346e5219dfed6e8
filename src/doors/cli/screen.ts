import type { Language } from "../../config/index.js";
import { reasonInChinese } from "../messages/chinese-reasons.js";
import type { CliIo } from "./io.js";
import { label } from "./labels.js";
import { type Column, renderTable } from "./render/table.js";

const BOLD = "\u001b[1m";
const DIM = "\u001b[2m";
const RED = "\u001b[31m";
const RESET = "\u001b[0m";

const NARROWEST = 40;

function widthAsked(columns: string | undefined): number {
  return /^\d{1,4}$/u.test(columns ?? "") ? Math.max(NARROWEST, Number(columns)) : Number.POSITIVE_INFINITY;
}

/** Where a command writes: answers to stdout, everything about the work to stderr. */
export class Screen {
  readonly json: boolean;
  readonly language: Language;
  /** Columns for wrapping; where stdout is not a terminal what COLUMNS says, else unlimited, so that a row stays a line for other programs. */
  readonly width: number;
  readonly #io: CliIo;
  readonly #colour: boolean;
  readonly #minute: Intl.DateTimeFormat;

  constructor(io: CliIo, options: { readonly json: boolean; readonly timeZone: string; readonly language: Language }) {
    this.#io = io;
    this.json = options.json;
    this.language = options.language;
    this.width = io.stdout.isTTY === true ? (io.stdout.columns ?? 80) : widthAsked(io.env.COLUMNS);
    this.#colour = io.stdout.isTTY === true && (io.env.NO_COLOR ?? "") === "";
    this.#minute = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: options.timeZone, calendar: "gregory", hourCycle: "h23", timeZoneName: "longOffset" },
      ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
    });
  }

  /** One line or several of the answer, for people. */
  say(text: string): void {
    this.#io.stdout.write(`${text}\n`);
  }

  /** The answer, for programs. */
  data(value: unknown): void {
    this.#io.stdout.write(`${JSON.stringify(value, null, this.#io.stdout.isTTY === true ? 2 : undefined)}\n`);
  }

  /** About the work, not part of the answer. */
  note(text: string): void {
    this.#io.stderr.write(`${text}\n`);
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.say(renderTable(columns, rows, this.width, (text) => this.dim(text)));
  }

  bold(text: string): string {
    return this.#colour ? `${BOLD}${text}${RESET}` : text;
  }

  dim(text: string): string {
    return this.#colour ? `${DIM}${text}${RESET}` : text;
  }

  red(text: string): string {
    return this.#colour ? `${RED}${text}${RESET}` : text;
  }

  /** A word of the data model in the reader's language. */
  label(word: string): string {
    return label(word, this.language);
  }

  /** A reason as it is kept with a memory, for the reader. */
  reason(text: string): string {
    return this.language === "zh" ? reasonInChinese(text) : text;
  }

  /** A sentence that may quote a reason, behind a colon or in brackets. */
  told(text: string): string {
    if (this.language !== "zh") return text;
    return text
      .replace(/[(（]([^()（）]+)[)）]/gu, (quoted, inner: string) => {
        const chinese = reasonInChinese(inner);
        return chinese === inner ? quoted : `（${chinese}）`;
      })
      .split(/([：:]\s?|[。])/u)
      .map((part) => reasonInChinese(part))
      .join("");
  }

  /** `2026-05-01 09:30+08:00`, in the configured zone: the offset says which, and lets the instant be given back. */
  when(iso: string): string {
    const parts = this.#minute.formatToParts(Date.parse(iso));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? "";
    const offset = part("timeZoneName")
      .replace("GMT", "")
      .replace("\u2212", "-")
      .replace(/^(?:[+]00:00)?$/u, "Z");
    return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}${offset}`;
  }

  day(iso: string): string {
    return this.when(iso).slice(0, 10);
  }
}
