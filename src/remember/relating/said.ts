import { findEntities, foldText, queryTerms, toSimplified } from "../../language/index.js";
import { findSlots, type SlotMatch } from "../../language/slots/index.js";
import { classifySpeech } from "../../language/speech-acts/index.js";
import { HOLDING_TERMS } from "../holding-terms.js";
import { measuresOf } from "./measures.js";

/** What a pair of statements is compared by; of the words as they were said. */
export interface Said {
  readonly text: string;
  /** Content words, stemmed; figures, times and days are apart. */
  readonly words: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** What it measures, each in one form: see `Measures`. */
  readonly figures: ReadonlySet<string>;
  readonly times: ReadonlySet<string>;
  readonly days: ReadonlySet<string>;
  /** The text without spans, times and days, in digits. */
  readonly unmeasured: string;
  /** Runs of three letters, of two Han characters: what two spellings and two segmentations share. */
  readonly grams: ReadonlySet<string>;
  readonly cues: ReadonlySet<string>;
  /** What is said first: the name or word that the statement begins with. */
  readonly head: string | undefined;
  /** The word before each content word, where it is one too: what tells one repository from another. */
  readonly modifiers: ReadonlyMap<string, string>;
  /** All, some, only: how far the statement reaches. */
  readonly reach: ReadonlySet<string>;
  readonly slots: readonly SlotMatch[];
  /** The content words in their order. */
  readonly order: string;
  /** Which member of each group of opposites the words name: "weekdays" against "weekend". */
  readonly sides: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Nothing of their own says either of these, where whole sentences are compared. */
const EMPTY_TERMS = new Set([
  ...HOLDING_TERMS,
  ..."i we my our me us it that this the thing got get go have has had 我 我们 我家 了 的 在 是 有 没 不 也 还".split(
    " ",
  ),
]);
const FIGURE = /\d/u;
/** Opposites: a statement of one side says nothing of the other. */
const SIDES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  week: {
    weekday: /\bweek ?days?\b|\bworkdays?\b|工作日|平日/iu,
    weekend: /\bweek ?ends?\b|周末|双休|节假日/iu,
  },
  day: {
    morning: /\bmornings?\b|\bbreakfast\b|早上|早晨|上午|早餐|早饭/iu,
    noon: /\blunch(?:time)?\b|\bnoon\b|中午|午餐|午饭/iu,
    afternoon: /\bafternoons?\b|下午/iu,
    evening: /\bevenings?\b|\bnights?\b|\bdinner\b|\bsupper\b|晚上|夜里|晚餐|晚饭|睡前/iu,
  },
  place: {
    work: /\b(?:at work|office|work (?:laptop|phone|e-?mail|machine|computer))\b|公司|单位|办公室|上班/iu,
    home: /\b(?:at home|home (?:laptop|phone|e-?mail|machine|computer)|private|personal)\b|家里|在家|私人|个人/iu,
  },
  stage: {
    production: /\bprod(?:uction)?\b|生产|线上/iu,
    staging: /\bstaging\b|预发|灰度/iu,
    testing: /\btest(?:ing)?\b|\bqa\b|测试/iu,
    development: /\bdev(?:elopment)?\b|开发环境|本地/iu,
  },
  season: {
    spring: /\bspring\b|春/iu,
    summer: /\bsummers?\b|夏/iu,
    autumn: /\b(?:autumn|fall)\b|秋/iu,
    winter: /\bwinters?\b|冬/iu,
  },
  kin: {
    mother: /\b(?:mum|mom|mother|mama|ma)\b|妈|母亲|阿妈/iu,
    father: /\b(?:dad|father|papa|pa)\b|爸|父亲/iu,
    sister: /\bsisters?\b|姐|妹/iu,
    brother: /\bbrothers?\b|哥|弟/iu,
    wife: /\bwife\b|老婆|妻子|太太|媳妇/iu,
    husband: /\bhusband\b|老公|丈夫|先生/iu,
    daughter: /\bdaughters?\b|女儿|闺女/iu,
    son: /\bsons?\b|儿子/iu,
    grandmother: /\b(?:grandma|gran|nana|grandmother)\b|奶奶|外婆|姥姥/iu,
    grandfather: /\b(?:grandpa|granddad|grandfather)\b|爷爷|外公|姥爷/iu,
    partner: /\b(?:partner|boyfriend|girlfriend|fianc[eé]e?)\b|男友|女友|男朋友|女朋友|对象/iu,
    friend: /\b(?:friend|buddy|mate|roommate|flatmate|neighbou?r)\b|朋友|闺蜜|室友|邻居/iu,
    boss: /\b(?:boss|manager|supervisor)\b|老板|领导|上司|经理|主管/iu,
    colleague: /\b(?:colleague|coworker|teammate)\b|同事/iu,
    client: /\b(?:clients?|customers?)\b|客户|顾客/iu,
    cousin: /\bcousins?\b|表[哥弟姐妹]|堂[哥弟姐妹]/iu,
    aunt: /\b(?:aunt|auntie|uncle)\b|阿姨|姑|舅|叔|伯|姨/iu,
  },
  direction: { internal: /\binternal(?:ly)?\b|内部|对内/iu, external: /\bexternal(?:ly)?\b|外部|对外/iu },
  order: {
    first: /\bfirst\b|第一|一期|上半年/iu,
    second: /\bsecond\b|第二|二期|下半年/iu,
    third: /\bthird\b|第三|三期/iu,
  },
  medium: {
    mail: /\be-?mails?\b|邮件|邮箱/iu,
    code: /\bcode\b|\bscripts?\b|代码|脚本/iu,
    chat: /\b(?:chat|slack|messages?)\b|聊天|微信|钉钉|消息/iu,
    report: /\b(?:reports?|slides?|docs?)\b|报告|周报|文档|幻灯/iu,
    call: /\b(?:calls?|phone)\b|电话/iu,
  },
  tongue: {
    english: /\benglish\b|英文|英语/iu,
    chinese: /\b(?:chinese|mandarin)\b|中文|汉语|普通话/iu,
  },
  drink: {
    coffee: /\b(?:coffee|espresso|latte|americano|cappuccino)\b|咖啡|美式|拿铁/iu,
    tea: /\btea\b|茶/iu,
    alcohol: /\b(?:wine|beer|alcohol|whisk(?:e)?y)\b|酒/iu,
  },
};

const REACH: Readonly<Record<string, RegExp>> = {
  all: /\b(?:all|every|each|always|whole|entire|everyone|everything|any)\b|所有|全部|每|都|一律|整/iu,
  some: /\b(?:some|most|mostly|partly|several|few|half|part of|usually|sometimes)\b|有些|部分|大部分|一半|有时|偶尔/iu,
  only: /\b(?:only|just|nothing but|exclusively|solely|except|but not)\b|只|仅|唯独|除了/iu,
  least: /\b(?:at least|minimum|no less|or more|over|above|more than)\b|至少|不低于|以上|超过/iu,
  most: /\b(?:at most|maximum|no more|up to|under|below|less than|within)\b|最多|不超过|以内|以下|不大于/iu,
  more: /\b(?:rather than|over|more than|better than|prefer)\b|比|更|而不是|宁可/iu,
};

/** What the words say of how the statement stands to what was said before. */
const CUES: Readonly<Record<string, RegExp>> = {
  change:
    /\b(?:now|these days|nowadays|instead|moved|switched|changed|swapped|replaced|renamed|migrated|upgraded|rescheduled|postponed|pushed|bumped|raised|lowered|cut|took over|takes over|taken over|handed|became|turned|finally|ended up|went with|going with|new|as of|starting|from now on|since last|effective)\b|改|换|调|搬|升|转|变|移交|交给|接手|接管|现在|如今|目前|最近|已经|新|推迟|提前|延|上调|下调|涨|降|从.{1,8}(?:起|开始)|以后|今后/iu,
  correction:
    /\b(?:actually|correction|sorry|scratch that|i meant|my mistake|make that|wrong|turns out|wait)\b|说错|更正|不对|纠正|其实|应该是|记错|搞错|弄错|以.{1,8}为准/iu,
  ended:
    /\b(?:no longer|not .{0,30}any ?more|any longer|stopped|quit|gave up|given up|dropped|ditched|cancel(?:l)?ed|sold|done with|left|over|out of|ended|broke up|passed away|died|retired|closed|scrapped|off the table|called off)\b|不再|再也不|没再|戒|取消|停|辞|离|卖|分手|去世|关了|算了|作废|撤|退|不.{1,8}了|没了/iu,
  back: /\b(?:back to|went back|reverted|again|rolled back|restored|returned)\b|恢复|又|重新|还是回|退回|改回|换回/iu,
  addition:
    /\b(?:also|too|as well|another|besides|plus|in addition|on top of|both|second one|one more)\b|也|还有|另外|另一|再加|以及|同时|又多|多了/iu,
  past: /\b(?:used to|back when|years ago|as a (?:kid|child|student|teenager)|in my twenties|formerly|once|was|were|previously)\b|以前|曾经|当年|那时|小时候|过去|原来|之前|上学/iu,
  undecided:
    /\b(?:might|maybe|perhaps|considering|thinking (?:of|about)|could|would|wonder|wish|should i|not sure|tempted|haven't decided|if|someday|hope|probably|i (?:guess|bet|expect|reckon)|predict\w*)\b|估摸|估计|大概会|恐怕|考虑|想着|可能|也许|打算|要不要|还没定|没想好|如果|万一|希望|犹豫|要是/iu,
  temporary:
    /\b(?:this (?:week|month|time|morning|afternoon|friday|monday|once|one)|for now|temporarily|today|tomorrow|just (?:this|once)|until|while|next week|on holiday|for the (?:week|day)|exception|only this)\b|这周|本周|这个月|这次|临时|暂时|今天|明天|下周|例外|这几天|这两天|期间|先.{0,6}用着|破例/iu,
  negated:
    /\b(?:not|never|no|none|nothing|don'?t|doesn'?t|didn'?t|isn'?t|aren'?t|can'?t|cannot|won'?t|without|hate|dislike)\b|不|没|别|勿|讨厌|无/iu,
  otherSays: /\b(?:says|said|thinks|told|claims|wants me|asked)\b|说|觉得|认为|让我/iu,
  scope:
    /\bonly (?:for|when|if|on|with)\b|\bfor [^,.]{2,30} (?:only|alone)\b|\b(?:except|excluding|apart from|separate(?:ly)?|in case of|if [^,.]{2,40} (?:can't|isn't|doesn't))\b|仅限|只有.{1,10}(?:是|才|例外)|除外|单独|除了|另算/iu,
  former:
    /\b(?:back )?in (?:19|20)\d\d\b|\b(?:years ago|last year|as a child|used to|in those days|funny to think)\b|想当年|当年|那会儿|小时候|(?:19|20)\d\d年(?:就|才|那|还)|去年/iu,
  aim: /\b(?:aim(?:ing)?|goal is|hope to|want to|would love to|'d love to|plan(?:ning)? to|by (?:spring|summer|autumn|winter|the end of|next))\b|想(?:练|推|做|学|攒|冲)|目标是|争取|年底前?想|慢慢(?:来|熬)/iu,
  tried:
    /\b(?:tried|gave .{2,30} a (?:go|try|whirl|shot)|for a change|out of curiosity|sent it back|gave it back)\b|试了|试过|换换口味|退回去|退了$/iu,
  standIn:
    /\b(?:cover(?:s|ing)? for|sat in|fill(?:s|ing)? in|in (?:his|her|their|my) place|while .{2,30} (?:is|are|'s) (?:on|away|out|off))\b|替.{1,4}(?:班|一|顶)|代(?:一次|班|管)|顶(?:替|班|了一)|候补|备用|找不(?:着|到)/iu,
  talk: /\b(?:rumou?rs?|gossip|claim(?:s|ing|ed)|fake news|not true|untrue|outdated|don'?t trust|ignore (?:it|that|this))\b|谣|瞎说|瞎传|胡说|别信|不实|传闻|小道消息|都在传|听说|据说/iu,
  reason: /\b(?:because|since|so that|which is why)\b|因为|所以|毕竟/iu,
  question: /[?？]\s*$/u,
};

const CACHE_SIZE = 4_000;
const cache = new Map<string, Said>();

function sidesOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const sides = new Map<string, ReadonlySet<string>>();
  for (const [group, members] of Object.entries(SIDES)) {
    const named = Object.entries(members).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
    if (named.length > 0) sides.set(group, new Set(named));
  }
  return sides;
}

/** Content words with the word before each, where nothing stands between the two but a space. */
function modifiersOf(terms: readonly string[]): ReadonlyMap<string, string> {
  const modifiers = new Map<string, string>();
  terms.forEach((term, index) => {
    const before = terms[index - 1];
    if (before !== undefined && !EMPTY_TERMS.has(before) && !EMPTY_TERMS.has(term)) modifiers.set(term, before);
  });
  return modifiers;
}

function gramsOf(folded: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const [run] of folded.matchAll(/\p{Script=Han}+/gu)) {
    const signs = [...run];
    for (let at = 0; at + 1 < signs.length; at += 1) grams.add(`${signs[at]}${signs[at + 1]}`);
  }
  for (const [word] of folded.matchAll(/[\p{Script=Latin}\d]+/gu)) {
    const padded = ` ${word} `;
    for (let at = 0; at + 2 < padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}

function read(text: string): Said {
  const folded = toSimplified(foldText(text));
  const measures = measuresOf(text);
  const all = queryTerms(measures.rest);
  const terms = all.filter((term) => !EMPTY_TERMS.has(term));
  const { act, cues } = classifySpeech(text, { sentence: text, isLast: true });
  const own = Object.entries(CUES).flatMap(([name, pattern]) => (pattern.test(folded) ? [name] : []));
  const names = findEntities(text).filter(({ kind }) => kind !== "amount" && kind !== "date" && kind !== "version");
  return {
    text,
    words: new Set(terms.filter((term) => !FIGURE.test(term))),
    names: new Set(names.map((entity) => foldText(entity.text))),
    figures: measures.figures,
    times: measures.times,
    days: measures.days,
    unmeasured: measures.rest,
    grams: gramsOf(folded),
    cues: new Set([
      ...own,
      `act-${act}`,
      ...(cues.hearsay ? ["hearsay"] : []),
      ...(cues.vague ? ["undecided"] : []),
      ...(cues.standing ? ["standing"] : []),
    ]),
    head: terms[0],
    modifiers: modifiersOf(all),
    reach: new Set(Object.entries(REACH).flatMap(([name, pattern]) => (pattern.test(folded) ? [name] : []))),
    slots: findSlots(text),
    order: terms.join(" "),
    sides: sidesOf(folded),
  };
}

/** Reads what was said; remembered, as the same statements are compared again and again. */
export function readSaid(text: string): Said {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const said = read(text);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(text, said);
  return said;
}
