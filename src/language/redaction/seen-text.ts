/**
 * A text as a reader sees it: full-width forms and digits of other scripts as ASCII, invisible characters gone. `offsets[i]` is where
 * the i-th unit of `seen` stands in the original, so that what is found here can be cut out there.
 */
export interface SeenText {
  readonly seen: string;
  /** Absent when nothing was folded and both texts are the same. */
  readonly offsets: Uint32Array | undefined;
}

const UNUSUAL =
  /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3000\ufeff\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u00a0\u2010-\u2015\u2212\u2018\u2019\u201c\u201d]/u;
/** ！，；？ end what stands before them and stay what they are: their ASCII twins may be part of a password. */
const SENTENCE_MARKS: ReadonlySet<number> = new Set([0xff01, 0xff0c, 0xff1b, 0xff1f]);
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966];

/** The ASCII sign that a unit stands for; "" for an invisible one. */
function foldUnit(unit: number): string | undefined {
  if (unit < 0xa0) return undefined;
  if (SENTENCE_MARKS.has(unit)) return undefined;
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - 0xfee0);
  if (unit === 0x3000 || unit === 0xa0) return " ";
  if ((unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212) return "-";
  if (unit === 0x2018 || unit === 0x2019) return "'";
  if (unit === 0x201c || unit === 0x201d) return '"';
  const invisible =
    unit === 0xad ||
    unit === 0xfeff ||
    (unit >= 0x200b && unit <= 0x200f) ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x2069);
  if (invisible) return "";
  const zero = DIGIT_ZEROS.find((first) => unit >= first && unit <= first + 9);
  return zero === undefined ? undefined : String(unit - zero);
}

export function seeText(text: string): SeenText {
  if (!UNUSUAL.test(text)) return { seen: text, offsets: undefined };
  const offsets = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = foldUnit(text.charCodeAt(index)) ?? text.charAt(index);
    if (sign === "") continue;
    pieces.push(sign);
    offsets[length] = index;
    length += 1;
  }
  offsets[length] = text.length;
  return { seen: pieces.join(""), offsets };
}

/** Original offsets of a range of the seen text; invisible characters between its ends belong to it. */
export function originalRange(
  { offsets }: SeenText,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  if (offsets === undefined || end <= start) return { start, end };
  return { start: offsets[start] ?? start, end: (offsets[end - 1] ?? end - 1) + 1 };
}
