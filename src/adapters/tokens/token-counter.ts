import { createRequire } from "node:module";
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import type { TokenCounter } from "../../ports/index.js";
import type { RankTable, Vocabulary } from "./byte-pair-encoding.js";
import { encodePiece, makeVocabulary, utf8Bytes } from "./byte-pair-encoding.js";

type TokenEncoding = "o200k_base" | "cl100k_base";

const SPLIT_PATTERNS: Readonly<Record<TokenEncoding, RegExp>> = {
  o200k_base: O200K_TOKEN_SPLIT_REGEX,
  cl100k_base: CL100K_TOKEN_SPLIT_REGEX,
};

/** Longer pieces are rarely seen twice; a cache of them would only hold text. */
const MAX_CACHED_PIECE = 24;
const MAX_CACHED_PIECES = 20_000;

const require = createRequire(import.meta.url);
const vocabularies = new Map<TokenEncoding, Vocabulary>();

/** A vocabulary takes some 100 ms to load: on the first count, not at start-up, and once per process. */
function vocabularyOf(encoding: TokenEncoding): Vocabulary {
  let vocabulary = vocabularies.get(encoding);
  if (vocabulary === undefined) {
    const ranks = require(`gpt-tokenizer/bpeRanks/${encoding}`) as { readonly default: RankTable };
    vocabulary = makeVocabulary(ranks.default);
    vocabularies.set(encoding, vocabulary);
  }
  return vocabulary;
}

/**
 * Counts as OpenAI's models read: `o200k_base` (GPT-4o and later) or `cl100k_base` (GPT-4, GPT-3.5). Other vendors' counts
 * differ by some per cent. What looks like a special token (`<|endoftext|>`) is counted as the text it is.
 */
export function createTokenCounter(encoding: TokenEncoding = "o200k_base"): TokenCounter {
  const pattern = SPLIT_PATTERNS[encoding];
  const cache = new Map<string, number>();

  function countPiece(piece: string): number {
    const known = cache.get(piece);
    if (known !== undefined) return known;
    const tokens = encodePiece(vocabularyOf(encoding), utf8Bytes(piece)).length;
    if (piece.length <= MAX_CACHED_PIECE) {
      if (cache.size >= MAX_CACHED_PIECES) cache.clear();
      cache.set(piece, tokens);
    }
    return tokens;
  }

  function count(text: string): number {
    let tokens = 0;
    for (const [piece] of text.matchAll(pattern)) tokens += countPiece(piece);
    return tokens;
  }

  function truncate(text: string, maxTokens: number): string {
    if (maxTokens < 1) return "";
    const vocabulary = vocabularyOf(encoding);
    // No token is longer than this, so what lies further on cannot fit and need not be read.
    const readable = wellFormedPrefix(text.slice(0, maxTokens * vocabulary.longestToken + 1));
    let tokens = 0;
    for (const match of readable.matchAll(pattern)) {
      const [piece] = match;
      const inPiece = countPiece(piece);
      if (tokens + inPiece > maxTokens) {
        const room = maxTokens - tokens;
        const end = match.index + charactersOf(piece, encodePiece(vocabulary, utf8Bytes(piece))[room - 1] ?? 0);
        return longestFitting(readable, end, match.index + piece.length, (part) => count(part) <= maxTokens);
      }
      tokens += inPiece;
    }
    return readable;
  }

  return { encoding, count, truncate };
}

/** How many UTF-16 units of `text` lie wholly within its first `bytes` bytes of UTF-8. */
function charactersOf(text: string, bytes: number): number {
  let used = 0;
  let at = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    at += character.length;
  }
  return at;
}

/** Everything before the first lone surrogate. */
function wellFormedPrefix(text: string): string {
  if (text.isWellFormed()) return text;
  let at = 0;
  for (const character of text) {
    if (!character.isWellFormed()) break;
    at += character.length;
  }
  return text.slice(0, at);
}

/** Looks no further than this for a longer prefix: longer ones exist only where a cut changes how the rest is split. */
const LOOK_AHEAD = 8;

/**
 * Cutting a text may change how its end is split into tokens, either way: step back while it does not fit, then forward
 * as long as it does.
 */
function longestFitting(text: string, from: number, limit: number, fits: (part: string) => boolean): string {
  let end = from;
  while (end > 0 && !fits(text.slice(0, end))) end = characterBefore(text, end);
  let best = end;
  for (let step = 0; step < LOOK_AHEAD && end < limit; step += 1) {
    end += String.fromCodePoint(text.codePointAt(end) ?? 0).length;
    if (fits(text.slice(0, end))) best = end;
  }
  return text.slice(0, best);
}

function characterBefore(text: string, at: number): number {
  const isPair = at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return at - (isPair ? 2 : 1);
}
