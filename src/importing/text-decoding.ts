import { TextDecoder } from "node:util";

/*
 * Bytes to text for files of unknown encoding. Order of trust: a byte-order mark; NULs that betray UTF-16; strict UTF-8;
 * GB18030 (what Chinese desktop software still writes) when strict UTF-8 fails and the bytes pair up as Han; else UTF-8
 * with replacement characters, counted.
 */

export interface DecodedChunk {
  readonly text: string;
  /** Byte sequences that had no reading and became U+FFFD. */
  readonly replaced: number;
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "gb18030";

/** Bytes needed before the encoding is decided; a longer head changes nothing. */
const HEAD_BYTES = 4_096;
/** Share of NULs on one side of each pair of bytes above which the text is UTF-16. ASCII text has 50 %, pure Chinese few: those files carry a mark. */
const NUL_SHARE = 0.2;
/** GB18030's common Han have both bytes high; accented Latin read as GB18030 pairs with a letter instead. */
const HIGH_PAIR_SHARE = 0.7;

function fromMark(bytes: Uint8Array): { encoding: Encoding; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: "utf-8", length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", length: 2 };
  return undefined;
}

function utf16FromNuls(bytes: Uint8Array): Encoding | undefined {
  const length = Math.min(bytes.length, HEAD_BYTES) & ~1;
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even += 1;
    if (bytes[i + 1] === 0) odd += 1;
  }
  const pairs = length / 2;
  if (odd / pairs > NUL_SHARE && even * 4 < odd) return "utf-16le";
  if (even / pairs > NUL_SHARE && odd * 4 < even) return "utf-16be";
  return undefined;
}

/** How many bytes at the end belong to a UTF-8 character that the next chunk completes. */
function unfinishedUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xf0) return back < 4 ? back : 0;
    if (byte >= 0xe0) return back < 3 ? back : 0;
    if (byte >= 0xc0) return back < 2 ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function looksLikeGb18030(bytes: Uint8Array): boolean {
  let pairs = 0;
  let high = 0;
  for (let i = 0; i < bytes.length - 1; i += 1) {
    if ((bytes[i] ?? 0) < 0x81) continue;
    pairs += 1;
    if ((bytes[i + 1] ?? 0) >= 0xa1) high += 1;
    i += 1;
  }
  return pairs > 0 && high / pairs >= HIGH_PAIR_SHARE;
}

function tryDecode(bytes: Uint8Array, encoding: Encoding, stream: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
  } catch {
    return undefined; // TypeError is the decoder's "these bytes are not in this encoding"
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function countReplacements(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) count += 1;
  return count;
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}

/** Decodes a stream of bytes chunk by chunk, deciding the encoding on the way. One instance per source. */
class AdaptiveDecoder {
  #encoding: Encoding | undefined;
  #streaming: TextDecoder | undefined;
  #held: Uint8Array = new Uint8Array(0);
  #sawNonAscii = false;

  /** @param last no more bytes follow */
  decode(chunk: Uint8Array, last: boolean): DecodedChunk {
    let bytes = join(this.#held, chunk);
    this.#held = new Uint8Array(0);
    if (this.#encoding === undefined) {
      if (bytes.length < HEAD_BYTES && !last) {
        this.#held = bytes;
        return { text: "", replaced: 0 };
      }
      bytes = this.#decide(bytes);
    }
    if (this.#streaming !== undefined) return this.#decodeStreaming(bytes, last);
    return this.#decodeUtf8(bytes, last);
  }

  #decide(bytes: Uint8Array): Uint8Array {
    const mark = fromMark(bytes);
    this.#encoding = mark?.encoding ?? utf16FromNuls(bytes) ?? "utf-8";
    if (this.#encoding !== "utf-8") this.#startStreaming(this.#encoding);
    return mark === undefined ? bytes : bytes.subarray(mark.length);
  }

  #startStreaming(encoding: Encoding): void {
    this.#encoding = encoding;
    this.#streaming = new TextDecoder(encoding, { ignoreBOM: true });
  }

  #decodeStreaming(bytes: Uint8Array, last: boolean): DecodedChunk {
    const text = this.#streaming?.decode(bytes, { stream: !last }) ?? "";
    return { text, replaced: countReplacements(text) };
  }

  #decodeUtf8(bytes: Uint8Array, last: boolean): DecodedChunk {
    const tail = last ? 0 : unfinishedUtf8(bytes);
    const whole = bytes.subarray(0, bytes.length - tail);
    this.#held = bytes.slice(bytes.length - tail);
    const text = tryDecode(whole, "utf-8", false);
    if (text !== undefined) {
      this.#sawNonAscii ||= !isAscii(text);
      return { text, replaced: 0 };
    }
    if (!this.#sawNonAscii && looksLikeGb18030(bytes) && tryDecode(bytes, "gb18030", !last) !== undefined) {
      this.#held = new Uint8Array(0);
      this.#startStreaming("gb18030");
      return this.#decodeStreaming(bytes, last);
    }
    this.#sawNonAscii = true;
    const mended = new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole);
    return { text: mended, replaced: Math.max(1, countReplacements(mended)) };
  }
}

/** Text of a stream of bytes, in pieces whose borders mean nothing. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedChunk> {
  const decoder = new AdaptiveDecoder();
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, false);
    if (decoded.text !== "") yield decoded;
  }
  const rest = decoder.decode(new Uint8Array(0), true);
  if (rest.text !== "") yield rest;
}
