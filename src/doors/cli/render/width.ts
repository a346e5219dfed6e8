/** Columns of a terminal that a text takes: East Asian wide and full-width characters and most emoji take two (UAX #11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ZERO = /\p{Mn}|\p{Me}|\p{Cf}/u;

function characterWidth(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** What must not reach a terminal: escape sequences and other control characters in stored text could rewrite the screen. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}

function splitLong(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const character of word) {
    const takes = characterWidth(character);
    if (used + takes > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += character;
    used += takes;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

/** Breaks at spaces, and inside words (Chinese has no spaces) where a word alone is too wide. Nothing is cut off. */
export function wrap(text: string, width: number): string[] {
  return printable(text)
    .split("\n")
    .flatMap((line) => {
      const lines: string[] = [];
      let current = "";
      for (const word of line.split(/[ \t]+/)) {
        const joined = current === "" ? word : `${current} ${word}`;
        if (displayWidth(joined) <= width) {
          current = joined;
          continue;
        }
        if (current !== "" && displayWidth(word) <= width) {
          lines.push(current);
          current = word;
          continue;
        }
        const pieces = splitLong(joined, width);
        current = pieces.pop() ?? "";
        lines.push(...pieces);
      }
      return [...lines, current];
    });
}
