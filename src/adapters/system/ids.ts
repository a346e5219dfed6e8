import { randomBytes } from "node:crypto";
import type { EpisodeId, JournalEntryId, MemoryId, TurnId } from "../../domain/index.js";
import { ID_PREFIX } from "../../domain/index.js";
import type { Clock, Ids } from "../../ports/index.js";
import { systemClock } from "./clock.js";

/** Crockford's base 32: digits sort before letters, so text order is time order, and no letter passes for another. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

interface IdsOptions {
  readonly clock?: Clock;
  /** `size` fresh random bytes. */
  readonly random?: (size: number) => Uint8Array;
}

/**
 * Ids in the layout of the ULID specification: 48 bits of time, 80 bits of chance, 26 characters that sort by time of making.
 * Within one process they always rise, even within a millisecond or when the clock is set back (a counter runs on instead).
 * @example createIds().memory() // "mem_01jb8x6q3h8k2v9d5c7w1n4p0r"
 */
export function createIds(options: IdsOptions = {}): Ids {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? randomBytes;
  let lastTime = -1;
  let chance: number[] = [];

  function next(): string {
    const now = Math.max(0, Math.floor(clock.now()));
    if (now > lastTime) {
      lastTime = now;
      chance = Array.from(random(RANDOM_CHARACTERS), (byte) => byte & 31);
    } else if (!increment(chance)) {
      lastTime += 1; // 2^80 ids in one millisecond: move on to the next
      chance = Array.from(random(RANDOM_CHARACTERS), (byte) => byte & 31);
    }
    return encodeTime(lastTime) + chance.map((digit) => ALPHABET[digit]).join("");
  }

  return {
    memory: () => `${ID_PREFIX.memory}${next()}` as MemoryId,
    episode: () => `${ID_PREFIX.episode}${next()}` as EpisodeId,
    turn: () => `${ID_PREFIX.turn}${next()}` as TurnId,
    journal: () => `${ID_PREFIX.journal}${next()}` as JournalEntryId,
    secret: (size) => Buffer.from(random(size)).toString("base64url"),
    trace: next,
  };
}

/** Adds one in place; false when it ran over. */
function increment(digits: number[]): boolean {
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = digits[at] ?? 0;
    if (digit < 31) {
      digits[at] = digit + 1;
      return true;
    }
    digits[at] = 0;
  }
  return false;
}

function encodeTime(time: number): string {
  let rest = time;
  let text = "";
  for (let position = 0; position < TIME_CHARACTERS; position += 1) {
    text = `${ALPHABET[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}
