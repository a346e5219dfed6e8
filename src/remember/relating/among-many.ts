/**
 * A probability made for one pair, where the memory was found among several that the statement was compared with: whichever of them it
 * is most like looks more like a change the more of them there are. The odds are divided by their number to the power of `exponent`
 * (0: as they are, 1: as though any of them were as likely to be meant). Pure.
 *
 * @param probability 0–1
 * @param candidates how many were compared, at least 1
 */
export function amongMany(probability: number, candidates: number, exponent: number): number {
  if (probability <= 0 || probability >= 1) return probability;
  const odds = probability / (1 - probability) / Math.max(1, candidates) ** exponent;
  return odds / (1 + odds);
}
