import { hasHan } from "../../language/index.js";
import { thirdPersonOf } from "../../language/slots/index.js";
import type { Piece } from "../rules/piece.js";
import { scorePiece } from "../rules/score.js";

/** Signs of a clause that neither a slot nor a speech act names. Each is flat and linear. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  firstPerson:
    /^[^\p{L}\p{N}]*(?:(?:and|but|so|oh|also|yeah|well|btw)[, ]+)*(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll)\b|^[^\p{L}\p{N}]*(?:但是?|不过|其实|而且|所以|因为|对了)?[，,]?(?:我|咱|俺)/iu,
  ownThing:
    /\b(?:my|our)\b|(?:我|咱|俺)(?:们)?(?:的|家|们|爸|妈|女|儿|老|姐|妹|哥|弟|爷|奶|外|朋友|同事|领导|公司|部门|项目|团队)/iu,
  secondPerson: /\b(?:you|your|you're|you've|u|ur)\b|你|您/iu,
  pointing:
    /^[^\p{L}\p{N}]*(?:(?:and|but|so|yeah)[, ]+)*(?:it|that|this|they|those|these|there)(?:'s|'re)?\b|^[^\p{L}\p{N}]*(?:这|那|它)/iu,
  proper: /(?<=\S\s|["“(])\p{Lu}[\p{L}\d-]+|[《「“]/u,
  figure: /\d|[一二三四五六七八九十两百千万]+(?:个|岁|年|月|号|点|次|天|元|块|斤|公里|楼|层|周)/u,
  date: /\b(?:since|in) (?:19|20)\d\d\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\d+月|周[一二三四五六日天]|星期/iu,
  soon: /\b(?:next|this) (?:week|weekend|month)\b|\btomorrow\b|下(?:周|个?月|星期)|明天|后天|这周|本周/iu,
  past: /\b(?:\w{2,}ed|went|got|was|were|had|did|made|took|found|saw|came|bought|met|lost|won|began|began)\b|了|过/iu,
  progressive: /\b(?:am|is|are|'m|'re|'s) \w{3,}ing\b|正在|在(?:写|做|看|等|改|跑|弄|吃|听)|着呢/iu,
  future: /\b(?:will|'ll|going to|gonna|plan(?:ning)? to|about to)\b|打算|准备|要去|计划/iu,
  praise:
    /\b(?:awesome|amazing|great|cool|nice|wow|congrats|congratulations|beautiful|lovely|sweet|inspiring|glad|happy for|proud of|wonderful|fantastic)\b|真棒|厉害|太好了|好棒|恭喜|羡慕|加油|好看|好听|不错/iu,
  exclaims: /[!！]\s*\p{Extended_Pictographic}*\s*$/u,
  pictograph: /\p{Extended_Pictographic}/u,
  intensity: /\b(?:so|really|very|totally|absolutely|such a|super)\b|太|真的|超|好(?=[\p{Script=Han}])|特别|非常/iu,
  habit:
    /\b(?:always|usually|every|often|never|regularly|each|whenever|most|weekly|daily)\b|每|一直|总是|经常|平时|从不|从来|习惯|一般/iu,
  since: /\bsince\b|\bfor (?:\d+|a|two|three|four|five|ten|many) (?:years?|months?)|多年|年来|以来|年了/iu,
  has: /\b(?:have|has|own|got) (?:a|an|two|three|my|our|\d)|有(?:一|两|三|个|只|条|辆)/iu,
  copula: /\b(?:is|are|was|am|'m|'s|'re)\b|是|叫|为|属于/iu,
  obligation:
    /\b(?:must|have to|need to|should|can't|cannot|don't|not allowed)\b|必须|不能|不要|别|得(?=[\p{Script=Han}])|需要|不许|禁止/iu,
  responsible:
    /\b(?:owns?|leads?|runs?|manages?|handles?|responsible|in charge|reports? to|works? (?:at|for|as|in|with)|teach(?:es)?|lives? in)\b|负责|主管|管(?=[\p{Script=Han}])|归|工作|上班|住|任|担任/iu,
  liking:
    /\b(?:like|love|prefer|enjoy|hate|can't stand|favou?rite|allergic|avoid|into|fan of)\b|喜欢|讨厌|爱(?=[\p{Script=Han}])|偏好|过敏|不吃|最(?:爱|喜欢|讨厌)|忌/iu,
  thinking:
    /\b(?:think|guess|feel|suppose|wonder|bet|hope|believe|imagine|reckon)\b|觉得|感觉|想(?=[\p{Script=Han}])|希望|估计|可能|也许/iu,
  talk: /\b(?:talk|chat|thanks|thank|sorry|hello|hey|bye|haha|lol|okay|yeah|yep|sure)\b|谢|哈哈|嗯|哦|嘿|拜拜|你好|好的|行吧|呵/iu,
  /** A feeling or view of what happens to please, or of people at large. */
  general:
    /\b(?:everyone|people|life|we all|kids these days|hard work|small steps|kindness|support(?:ive)?|inspir\w+|journey|meaningful|makes? (?:a|all the|my)|means? (?:so|a lot)|joy|grateful|blessed|determined|passion\w*|dreams?|positiv\w+)\b|人生|生活|心情|每个人|大家|梦想|努力|收获|感动|治愈|放松|震撼|压力|困难|烦恼/iu,
  plot: /\b(?:film|movie|novel|series|show|story|character|episode|book|plot|ending)\b|电影|小说|故事|主角|主人公|男主|女主|结局|情节|剧/iu,
  lately:
    /\b(?:lately|recently|last (?:week|weekend|night|friday|saturday|sunday|month)|the other day|yesterday|this (?:week|weekend|morning))\b|最近|近来|这段时间|昨[天晚]|上周|上个?星期|周末/u,
  unbounded:
    /\b(?:something|some|things?|stuff|more|new|a few|a lot|someday|one day|sometimes)\b|一些|一点|什么的|东西|新的|更好|有时/iu,
  you_do:
    /^(?:could|can|would|will|please|don'?t|never|always|stop|keep|use|call|ask|show|give|answer|write|treat|assume|start|skip)\b|^(?:以后|别|不要|请|麻烦|能不能|可不可以|叫我|回答|提到)/iu,
  manner:
    /\b(?:with me|before (?:you|\p{L}+ing)|when(?:ever)? (?:i|you|we)|your (?:answers|replies)|from (?:now|here) on|every time|for (?:my|all|any)|i'?d (?:rather|prefer|sooner|appreciate))\b|以后|每次|每回|凡是|老是|一律|跟我|给我的|我问|我说/iu,
  once: /\b(?:this|that|these|today|tonight|tomorrow|now|once|it)\b|这[次个份篇封张条题段]|今天|今晚|先别|刚才|一遍/iu,
  work: /\b(?:this|that) (?:function|error|file|line|test|build|query|bug|page|email|paragraph|report|code)\b|(?:这个|那个)(?:函数|报错|文件|接口|页面|邮件|报告|代码|表|bug)/iu,
};
const LENGTHS = [12, 24, 48, 96] as const;

/** Width on the page: a Han character says about as much as two letters. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += /\p{Script=Han}/u.test(sign) ? 2.5 : 1;
  return width;
}

/** What the rules and a few plain signs see of a clause: 0 or 1, or a score of 0–1. Pure. */
export function surfaceFeatures(piece: Piece): Readonly<Record<string, number>> {
  const { text, speech, slots } = piece;
  const features: Record<string, number> = { [`act.${speech.act}`]: 1 };
  for (const [cue, present] of Object.entries(speech.cues)) if (present === true) features[`cue.${cue}`] = 1;
  for (const [sign, pattern] of Object.entries(SIGNS)) if (pattern.test(text)) features[`sign.${sign}`] = 1;
  const width = widthOf(text);
  for (const length of LENGTHS) if (width >= length) features[`width.${length}`] = 1;
  features.rule = scorePiece(piece);
  features.slot = slots.reduce((best, slot) => Math.max(best, slot.confidence), 0);
  if (slots.length > 1) features.slots = 1;
  if (thirdPersonOf(text) !== undefined) features.other = 1;
  if (hasHan(text)) {
    features.han = 1;
    if (features["sign.firstPerson"] === 1) features["han.firstPerson"] = 1;
    if (features["sign.past"] === 1) features["han.past"] = 1;
  }
  return features;
}
