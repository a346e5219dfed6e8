/** A part of a pattern, as far as it matters for what a repeated group can read. */
type Part =
  | { readonly type: "sign"; readonly sign: string }
  | { readonly type: "class"; readonly source: string }
  | { readonly type: "nothing" }
  | { readonly type: "group"; readonly alternatives: readonly (readonly Part[])[]; readonly isLook: boolean }
  | {
      readonly type: "repeat";
      readonly part: Part;
      readonly least: number;
      readonly most: number;
      readonly source: string;
    };

/** A group repeated at most so often is left alone: what it reads in two ways doubles that often at most. */
const FEW = 10;
/** How many words of a group are compared, and signs of a class tried: enough to meet what its literals have in common. */
const MOST_WORDS = 1_500;
const MOST_SIGNS = 14;
const ORDINARY = ["a", "A", "1", " ", ",", "中", "，"];

const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-f]{4}|k<[^>]*>|.)/isu;
const QUANTIFIER = /^(?:(?<sign>[*+?])|\{(?<least>\d+)(?<open>,(?<most>\d*))?\})\??/u;

class PatternReader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): readonly (readonly Part[])[] {
    const all: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ")") {
      if (this.#source[this.#at] !== "|") all.at(-1)?.push(this.#quantified());
      else {
        this.#at += 1;
        all.push([]);
      }
    }
    return all;
  }

  #take(text: string): string {
    this.#at += text.length;
    return text;
  }

  #quantified(): Part {
    const start = this.#at;
    const part = this.#single();
    const groups = QUANTIFIER.exec(this.#source.slice(this.#at));
    if (groups === null) return part;
    this.#take(groups[0]);
    const { sign, least = "0", open, most } = groups.groups ?? {};
    const source = this.#source.slice(start, this.#at);
    if (sign !== undefined)
      return { type: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity, source };
    const end = open === undefined ? Number(least) : most === "" ? Infinity : Number(most);
    return { type: "repeat", part, least: Number(least), most: end, source };
  }

  #single(): Part {
    const rest = this.#source.slice(this.#at);
    if (rest.startsWith("(")) return this.#group(rest);
    if (rest.startsWith("[")) {
      const source = this.#take(/^\[(?:\\.|[^\]\\])*\]/su.exec(rest)?.[0] ?? "[");
      return { type: "class", source };
    }
    const escaped = ESCAPE.exec(rest)?.[0];
    if (escaped !== undefined) {
      this.#take(escaped);
      if (/^\\[bBk]/u.test(escaped)) return { type: "nothing" };
      return /^\\[pPsSdDwWnu]/u.test(escaped)
        ? { type: "class", source: escaped }
        : { type: "sign", sign: escaped.slice(1) };
    }
    const sign = this.#take(String.fromCodePoint(rest.codePointAt(0) ?? 0));
    if (sign === "^" || sign === "$") return { type: "nothing" };
    return sign === "." ? { type: "class", source: "[^\\n]" } : { type: "sign", sign };
  }

  #group(rest: string): Part {
    const opening = this.#take(/^\((?:\?(?::|<?[=!]|<[^>]*>))?/u.exec(rest)?.[0] ?? "(");
    const alternatives = this.alternatives();
    this.#at += 1;
    return { type: "group", alternatives, isLook: /[=!]$/u.test(opening) };
  }
}

function literalsOf(part: Part): readonly string[] {
  if (part.type === "sign") return [part.sign];
  if (part.type === "group") return part.alternatives.flat().flatMap(literalsOf);
  return part.type === "repeat" ? literalsOf(part.part) : [];
}

function joined(heads: readonly string[], tails: readonly string[]): readonly string[] {
  return [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))].slice(0, MOST_WORDS);
}

/** What a part can read, over a few signs; a look around reads nothing. */
function wordsOf(part: Part, signs: readonly string[]): readonly string[] {
  switch (part.type) {
    case "nothing":
      return [""];
    case "sign":
      return [part.sign];
    case "class": {
      const one = new RegExp(`^${part.source}$`, "u");
      return signs.filter((sign) => one.test(sign));
    }
    case "group":
      return part.isLook
        ? [""]
        : part.alternatives.flatMap((parts) =>
            parts.reduce<readonly string[]>((heads, each) => joined(heads, wordsOf(each, signs)), [""]),
          );
    case "repeat": {
      const words = wordsOf(part.part, signs).slice(0, 60);
      const all: string[] = [];
      let times: readonly string[] = [""];
      for (let count = 0; count <= Math.min(part.most, Math.max(part.least, 2)); count += 1) {
        if (count >= part.least) all.push(...times);
        times = joined(times, count === 0 ? words : words.slice(0, 6));
      }
      return all;
    }
  }
}

/** What one beginning leaves of another, both ways. */
function leftOver(from: Iterable<string>, words: ReadonlySet<string>): Set<string> {
  const left = new Set<string>();
  for (const begun of from)
    for (const word of words) {
      if (begun !== word && begun.startsWith(word)) left.add(begun.slice(word.length));
      if (begun !== word && word.startsWith(begun)) left.add(word.slice(begun.length));
    }
  return left;
}

/** A word where two ways of reading a text by these words meet; undefined where each text has one way (Sardinas and Patterson). */
function readTwice(list: readonly string[]): string | undefined {
  const written = list.filter((word) => word !== "");
  const twice = written.find((word, index) => written.indexOf(word) !== index);
  if (twice !== undefined) return twice;
  const words = new Set(written);
  const seen = new Set<string>();
  for (let left = leftOver(words, words); left.size > 0; ) {
    const whole = [...left].find((rest) => words.has(rest));
    if (whole !== undefined) return whole;
    for (const rest of left) seen.add(rest);
    left = new Set([...leftOver(left, words)].filter((rest) => !seen.has(rest)));
  }
  return undefined;
}

/**
 * The repeated groups of a pattern that can read one text in two ways: on a text that repeats it and then does not match, the work doubles
 * with each repetition. Looks around are passed over, so what only they hold apart is named too.
 */
export function ambiguousRepeats(pattern: string): readonly string[] {
  const found: string[] = [];
  const visit = (part: Part): void => {
    if (part.type === "group") part.alternatives.flat().forEach(visit);
    if (part.type !== "repeat") return;
    visit(part.part);
    if (part.part.type !== "group" || part.most <= FEW) return;
    const signs = [...new Set([...ORDINARY, ...literalsOf(part.part)])].slice(0, MOST_SIGNS);
    if (readTwice(wordsOf(part.part, signs).slice(0, MOST_WORDS)) !== undefined) found.push(part.source);
  };
  new PatternReader(pattern).alternatives().flat().forEach(visit);
  return found;
}
