import type { Memory, Turn } from "../domain/index.js";
import { foldText, queryTerms } from "../language/index.js";

/** Words that every statement and every answer may have: of whom it is told, and that it was heard. As the analyzer gives them. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  [
    "user you your i noted note got understood understand remember keep mind sure great record down save store update take added will i'll",
    "okay ok alright right perfect absolute cours good thank let now now. from also that it like inform profile memori",
    "用户 您 你 我 您的 你的 好的 好 收到 记 记住 记下 记录 明白 了解 知道 已 已经 会 我会 没问题 谢谢 已记 记得 更新 保存 帮 了 的",
  ].flatMap((line) => line.split(" ").flatMap((word) => [word, ...queryTerms(word)])),
);

/** A value such as 42 or 是 stands in many texts: with it must stand another word of the statement. */
const WEAK_VALUE = /^(?:[\d\s.,:%-]{1,8}|.|yes|no|true|false|none|有|没有|是|不是)$/iu;
/** Where a statement has no value, so much of its words must be there. */
const MOST_OF_IT = 0.7;

function telling(text: string): readonly string[] {
  return queryTerms(text).filter((term) => !SAYS_NOTHING.has(term));
}

/** What an erased statement said, to be looked for elsewhere: its words themselves are gone from the store. */
export class ErasedFact {
  readonly #value: string;
  readonly #valueTerms: readonly string[];
  readonly #otherTerms: readonly string[];

  constructor({ value = "", content }: Pick<Memory, "value" | "content">) {
    this.#value = foldText(value);
    this.#valueTerms = telling(value);
    const own = new Set(this.#valueTerms);
    this.#otherTerms = telling(content).filter((term) => !own.has(term));
  }

  /** Whether a text may still say it: it has the value, or where there is none, most of the words. */
  isIn(text: HeldText): boolean {
    const others = this.#otherTerms.filter((term) => text.terms.has(term)).length;
    if (this.#value === "") return others >= Math.max(1, this.#otherTerms.length * MOST_OF_IT);
    const hasTerms = this.#valueTerms.length > 0 && this.#valueTerms.every((term) => text.terms.has(term));
    const isHan = /^\p{Script=Han}{2,}/u.test(this.#value);
    if (!hasTerms && !(isHan && text.folded.includes(this.#value))) return false;
    return !WEAK_VALUE.test(this.#value) || others > 0;
  }
}

export interface HeldText {
  readonly folded: string;
  readonly terms: ReadonlySet<string>;
}

export function readHeld(text: string): HeldText {
  return { folded: foldText(text), terms: new Set(queryTerms(text)) };
}

/**
 * Whether an answer says nothing but what was said right before it: every telling word of it stands there. Han is cut into words by what
 * surrounds them, so that of it the characters count.
 */
export function isEcho(answer: Pick<Turn, "text">, said: string): boolean {
  const before = readHeld(said);
  return telling(answer.text).every(
    (term) =>
      before.terms.has(term) ||
      (/^\p{Script=Han}+$/u.test(term) &&
        [...term].every((sign) => before.folded.includes(sign) || SAYS_NOTHING.has(sign))),
  );
}
