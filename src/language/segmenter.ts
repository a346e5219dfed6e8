import { Jieba } from "@node-rs/jieba";
import { dict } from "@node-rs/jieba/dict.js";

/** A word of a Chinese text with jieba's part-of-speech tag (`nr` person, `ns` place, `v` verb, `x` anything else). */
export interface TaggedWord {
  readonly word: string;
  readonly tag: string;
}

let loaded: Jieba | undefined;

/** The dictionary takes a third of a second to load: only when the first Chinese text comes. */
function jieba(): Jieba {
  loaded ??= Jieba.withDict(dict);
  return loaded;
}

/**
 * Search cuts of several runs of Han at once: each word, and before it the shorter words inside it (清华, 华大, 大学, 清华大学).
 * No statistical guessing of unknown words: what it guesses depends on the neighbours, so that a query and a document would be
 * cut differently. Unknown words come back as single characters.
 */
export function cutRuns(runs: readonly string[]): readonly (readonly string[])[] {
  if (runs.length === 0) return [];
  const words: string[][] = [];
  let current: string[] = [];
  for (const word of jieba().cutForSearch(runs.join("\n"), false)) {
    if (word !== "\n") {
      current.push(word);
      continue;
    }
    words.push(current);
    current = [];
  }
  words.push(current);
  return words;
}

/** Words and tags of a text, in order; together they are the text again. Unknown words are guessed. */
export function tagWords(text: string): readonly TaggedWord[] {
  return jieba().tag(text.toWellFormed(), true);
}
