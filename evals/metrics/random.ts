/** Numbers in [0, 1), the same sequence for the same seed on every machine. */
export type RandomSource = () => number;

/**
 * Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for resampling and keep reports repeatable.
 * @param seed any integer; only its low 32 bits count
 */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
