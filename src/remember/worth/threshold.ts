import type { Turn } from "../../domain/index.js";
import type { ExtractionContext } from "../rules/reader.js";

/** Turns looked back on to tell what sort of talk it is. */
const LOOKED_BACK = 6;
/** Words of company rather than of matter: praise, sympathy, enthusiasm, thanks for sharing. */
const COMPANY =
  /[!！]|\p{Extended_Pictographic}|\b(?:wow|awesome|amazing|lovely|beautiful|inspiring|congrats|congratulations|glad|proud|sorry to hear|sounds (?:like|great|amazing|fun|nice|tough)|that'?s (?:great|so|really|awesome|amazing|cool|nice|wonderful)|thanks for sharing|excited|fun|haha|lol|take care|good luck|hang in there|feel(?:ing)?|means a lot|keep (?:it|up|going)|recommend|suggestions?|advice|enjoy(?:ing|ed)?|interesting|wonderful|relax(?:ing|ed)?|experiences?|thank you|i hope|passion(?:ate)?|hobb(?:y|ies)|of course,)\b|太好了|真棒|真好|开心|高兴|难过|加油|祝你|恭喜|听起来|感觉|心情|希望你|谢谢你|哈哈|理解你|陪你|一定(?:会|很)|建议|推荐|享受|体验|欣赏|放松|朋友|伴侣|有趣|旅行|旅游|期待|爱好|兴趣|喜欢看|喜欢听|当然可以|当然了|非常(?:好|棒|开心|高兴)/iu;
/** No talk is company in every turn: from this share on it counts as all of it. */
const ALL_COMPANY = 0.9;
/** Turns too short to tell. */
const SHORTEST = 12;

/** Share of the latest turns, this one included, that are company talk. 0–1 */
export function companyShare(turn: Pick<Turn, "text">, before: readonly Pick<Turn, "text">[]): number {
  const told = [...before.slice(-LOOKED_BACK), turn].filter(({ text }) => text.length >= SHORTEST);
  if (told.length === 0) return 0;
  return Math.min(1, told.filter(({ text }) => COMPANY.test(text.slice(0, 2_000))).length / told.length / ALL_COMPANY);
}

/** Company talk is full of what passes: the more of it, the surer the classifier must be. Undefined without a classifier. */
export function worthThreshold({ policy }: ExtractionContext, company: number): number | undefined {
  const worth = policy.extraction.worth;
  if (worth === undefined) return undefined;
  const inCompany = worth.thresholdInCompany ?? worth.threshold;
  return worth.threshold + (inCompany - worth.threshold) * company;
}
