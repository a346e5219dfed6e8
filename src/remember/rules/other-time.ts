import { hasHan } from "../../language/index.js";

interface Clause {
  readonly text: string;
}

const AHEAD =
  /下下?个?(?:周|星期|礼拜|月)|这个?(?:周|星期|礼拜)|本周|明[天晚早年]|后天|今[天晚]|这[两几]天|[周五六日天]前|假期|国庆|春节|\b(?:next (?:week|month|year|\p{L}+day)|tomorrow|tonight|today|this (?:week|weekend|month|evening|morning|afternoon)|until|till|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:two|three|a few|\d+) (?:days|weeks))\b/iu;
const BEHIND =
  /上上?个?(?:周|星期|礼拜|月)|昨[天晚]|前[天几]|去年|前年|[\d一二两三四五六七八九十几]+(?:天|周|个?月|年)(?:以?前)|刚刚?(?=[\p{Script=Han}])|\b(?:last (?:week|weekend|month|year|night|\p{L}+day|spring|summer|autumn|winter)|yesterday|ago|recently|just (?:got|bought|had|became|started|moved))\b/iu;
/** What a clause about somebody or something of its own says that lasts: having, being, living, liking. */
const LASTS_EN =
  /^(?:and |but |so |also |,|;|\s)*(?:i|we|he|she|they|(?:my|our|his|her|their) (?:[\p{L}'’-]+ ){1,3}?)(?:['’](?:ve|s|m|re))?\s?(?:(?:also|still|now) )*(?:got |has |have |own |owns |am |is |are |live |lives |work |works |love |loves |hate |hates |(?<=['’](?:m|s|re)\s?)(?:an? |allergic|called|from|vegan|vegetarian|diabetic|\p{L}+ing\b))/iu;
const LASTS_ZH =
  /^(?:而且|另外|还有|对了|但是?|不过|，)*(?:我们?|我家|咱家?|家里|他|她|它|(?:我|咱)(?:们|家)?的?(?:爸|妈|老公|老婆|姐|妹|哥|弟|儿子|女儿|孩子|奶奶|爷爷|外婆|外公|猫|狗|朋友|同事|室友))\p{Script=Han}{0,2}?(?:还|也|都|一直|从小)*(?:有(?!点|空|时间|事|会)|养|是(?!要|去|想)|住|叫|姓|对[\p{Script=Han}]{1,8}过敏|喜欢|爱|不吃|吃素|在[\p{Script=Han}A-Za-z]{2,12}(?:上班|工作|上学|读))/u;
const OTHERS = /^(?:and |but |so |，|,|\s)*(?:he|she|they|他|她)/iu;
const MOVES =
  /去|来|到|飞|出差|休假|请假|\b(?:going|coming|travelling|traveling|flying|off|away|visiting|on holiday|covering)\b/iu;

/**
 * Whether a clause holds for another time than the ones before it: a trip next week beside a cat since last month, or beside what one
 * is anyway. Together the end of the one would end the other.
 */
export function isOfOtherTime(clause: Clause, before: readonly Clause[]): boolean {
  const said = before.map(({ text }) => text).join(" ");
  const [aheadBefore, behindBefore] = [AHEAD.test(said), BEHIND.test(said)];
  const [ahead, behind] = [AHEAD.test(clause.text), BEHIND.test(clause.text)];
  if (aheadBefore && !behindBefore && behind && !ahead) return true;
  if (behindBefore && !aheadBefore && ahead && !behind) return true;
  if (ahead || behind || !aheadBefore || behindBefore) return false;
  const text = clause.text.trim();
  // "I'm meeting Ann tomorrow, she has the keys": what is said of others belongs to the occasion, unless it is a journey
  if (OTHERS.test(text) && !MOVES.test(said)) return false;
  return (hasHan(text) ? LASTS_ZH : LASTS_EN).test(text);
}
