import { seeText } from "../redaction/seen-text.js";
import { toSimplified } from "../script.js";

/** A text in the form that patterns are looked for in. `offsets[i]` is where its i-th unit stands in the original; absent: the same place. */
export interface View {
  readonly text: string;
  readonly offsets: Uint32Array | undefined;
}

/** Letters of other scripts that look like Latin ones, as Unicode's confusables list them (UTS 39). */
const LOOK_ALIKE = new Map(
  [
    ..."аa еe оo рp сc уy хx іi јj ѕs ԁd һh ո n ԛq ԝw гr ɡg ıi αa οo νv ρp τt υu ιi κk ηn АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЅS ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΧX ΥY ΖZ иn яr шw зe вb тt мm кk нh дd".matchAll(
      /(\S)\s?(\S)/gu,
    ),
  ].map((match) => [match[1] ?? "", match[2] ?? ""] as const),
);
const FOREIGN_LETTER = /[\u0250-\u03ff\u0400-\u052f\u0570-\u058f]/u;
const DISGUISED = /[\u0300-\u036f\u0250-\u03ff\u0400-\u052f\u0570-\u058f\u24b6-\u24e9\u{1d400}-\u{1d7ff}]|&#/u;
/** A word with Latin letters and such that only look it. */
const MIXED_WORD = /[A-Za-z\u0250-\u03ff\u0400-\u052f\u0570-\u058f]{2,40}/gu;

/** Builds a view over another: pieces are appended with the place they come from. */
class ViewBuilder {
  private readonly pieces: string[] = [];
  private readonly places: number[] = [];

  constructor(private readonly from: View) {}

  append(text: string, at: number): void {
    this.pieces.push(text);
    for (let index = 0; index < text.length; index += 1) this.places.push(this.place(at));
  }

  copy(start: number, end: number): void {
    this.pieces.push(this.from.text.slice(start, end));
    for (let at = start; at < end; at += 1) this.places.push(this.place(at));
  }

  build(): View {
    return { text: this.pieces.join(""), offsets: Uint32Array.from(this.places) };
  }

  private place(at: number): number {
    return this.from.offsets?.[at] ?? at;
  }
}

/** Replaces what a pattern finds, where `change` gives something else. */
function replaced(view: View, pattern: RegExp, change: (found: string) => string | undefined): View {
  let builder: ViewBuilder | undefined;
  let copied = 0;
  for (const match of view.text.matchAll(pattern)) {
    const text = change(match[0]);
    if (text === undefined || text === match[0]) continue;
    builder ??= new ViewBuilder(view);
    builder.copy(copied, match.index);
    if (text.length === match[0].length)
      for (let index = 0; index < text.length; index += 1) builder.append(text.charAt(index), match.index + index);
    else builder.append(text, match.index);
    copied = match.index + match[0].length;
  }
  if (builder === undefined) return view;
  builder.copy(copied, view.text.length);
  return builder.build();
}

function toLatin(word: string): string | undefined {
  if (!FOREIGN_LETTER.test(word)) return undefined;
  const latin = [...word].map((sign) => LOOK_ALIKE.get(sign) ?? sign).join("");
  // A word that wholly becomes Latin was one; a Russian word keeps letters that look like no Latin one.
  return /^[A-Za-z]+$/u.test(latin) ? latin : undefined;
}

function fromEntity(entity: string): string | undefined {
  const code = /^&#x/iu.test(entity) ? Number.parseInt(entity.slice(3), 16) : Number.parseInt(entity.slice(2), 10);
  return code >= 0x20 && code <= 0xffff ? String.fromCharCode(code) : undefined;
}

/**
 * A text as a model reads it: full-width, mathematical and circled letters as plain ones, look-alikes of other scripts as Latin,
 * invisible characters, accents and character entities undone, traditional characters simplified.
 */
export function plainView(text: string): View {
  const { seen, offsets } = seeText(text);
  let view: View = { text: seen, offsets };
  if (DISGUISED.test(seen)) {
    view = replaced(view, /&#(?:x[0-9a-f]{2,5}|\d{2,6});/giu, fromEntity);
    view = replaced(view, /[\u{1d400}-\u{1d7ff}\u24b6-\u24e9]/gu, (sign) => sign.normalize("NFKC"));
    view = replaced(view, /(?<=[A-Za-z])[\u0300-\u036f]+/gu, () => "");
    view = replaced(view, MIXED_WORD, toLatin);
  }
  const simplified = toSimplified(view.text);
  return simplified.length === view.text.length ? { text: simplified, offsets: view.offsets } : view;
}

const SPACED_LATIN = /(?<![A-Za-z])[A-Za-z](?:[ ._*|·-]{1,3}[A-Za-z]){7,400}(?![A-Za-z])/gu;
const SPACED_HAN = /\p{Script=Han}(?:[ ._*|·/-]{1,3}\p{Script=Han}){3,200}/gu;

/** Letters that were written apart, put together: "i g n o r e", 忽 略. Absent where there are none. */
export function joinedView(view: View): View | undefined {
  const joined = replaced(
    replaced(view, SPACED_LATIN, (found) => found.replace(/[^A-Za-z]/gu, "")),
    SPACED_HAN,
    (found) => found.replace(/[^\p{Script=Han}]/gu, ""),
  );
  return joined === view ? undefined : joined;
}

const DIGIT_WORD = /(?<![\w@$])(?=[\w@$!]{0,30}[a-z])(?=[\w@$!]{0,30}[013457@$!][a-z])[\w@$!]{4,32}(?![\w@$])/giu;
const AS_LETTER: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const BOUND_WORDS = /(?<![\w./@-])[A-Za-z]{2,20}(?:[_+~.-][A-Za-z]{2,20}){2,12}(?![\w/@])/gu;

/** Digits that stand for letters undone, and words bound by signs parted: 1gn0re, ignore_all_previous. Absent where there are none. */
export function letteredView(view: View): View | undefined {
  const parted = replaced(view, BOUND_WORDS, (words) => words.replace(/[_+~.-]/gu, " "));
  const lettered = replaced(parted, DIGIT_WORD, (word) => [...word].map((sign) => AS_LETTER[sign] ?? sign).join(""));
  return lettered === view ? undefined : lettered;
}

/** A range of a view, in the original. */
export function originalPlace(
  { offsets }: View,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  if (offsets === undefined) return { start, end };
  return { start: offsets[start] ?? start, end: (offsets[end - 1] ?? end - 1) + 1 };
}
