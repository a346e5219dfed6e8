import type { Turn } from "../../domain/index.js";
import type { ExtractionContext } from "../rules/reader.js";

/** Turns looked back on to tell what sort of talk it is. */
const LOOKED_BACK = 6;
/** Words of company rather than of matter: praise, sympathy, enthusiasm, thanks for sharing. */
const COMPANY =
  /[!！]|\p{Extended_Pictographic}|\b(?:wow|awesome|amazing|lovely|beautiful|inspiring|congrats|congratulations|glad|proud|sorry to hear|sounds (?:like|great|amazing|fun|nice|tough)|that'?s (?:great|so|really|awesome|amazing|cool|nice|wonderful)|thanks for sharing|excited|fun|haha|lol|take care|good luck|hang in there|feel(?:ing)?|means a lot|keep (?:it|up|going))\b|太好了|真棒|真好|开心|高兴|难过|加油|祝你|恭喜|听起来|感觉|心情|希望你|谢谢你|哈哈|理解你|陪你|一定(?:会|很)|非常(?:好|棒|开心|高兴)/iu;
/** Turns too short to tell. */
const SHORTEST = 12;

/** Share of the latest turns, this one included, that are company talk. 0–1 */
export function companyShare(turn: Pick<Turn, "text">, before: readonly Pick<Turn, "text">[]): number {
  const told = [...before.slice(-LOOKED_BACK), turn].filter(({ text }) => text.length >= SHORTEST);
  if (told.length === 0) return 0;
  return told.filter(({ text }) => COMPANY.test(text.slice(0, 2_000))).length / told.length;
}

/** Company talk is full of what passes: the more of it, the surer the classifier must be. Undefined without a classifier. */
export function worthThreshold(turn: Turn, { before, policy }: ExtractionContext): number | undefined {
  const worth = policy.extraction.worth;
  if (worth === undefined) return undefined;
  const inCompany = worth.thresholdInCompany ?? worth.threshold;
  return worth.threshold + (inCompany - worth.threshold) * companyShare(turn, before);
}
