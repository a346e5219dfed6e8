import { hasHan, toSimplified } from "../../language/index.js";

/** What a clause says that only names the new value of something said before: "make that Thursday", 改成周四吧, "15, not 12". */
export interface Elliptic {
  readonly value: string;
  /** The value that it takes the place of, where it is named. */
  readonly old?: string;
  /** From when on it holds, as said. */
  readonly since?: string;
  /** The words of a change stand in it, so that any value may be meant and not only a figure, day or time. */
  readonly isChange: boolean;
}

const SINCE_EN =
  /,? (?<since>(?:from|starting|beginning|as of|effective)(?: from)? (?:next|this|the|now|today|tomorrow|\p{Lu}).{1,30}|going forward|from now on)$/u;
const LEAD_EN =
  /^(?:(?:oh|ah|hmm|um|ok(?:ay)?|and|but|well|right|yeah|yes|please|pls|hey|also|so)[,.!:—– -]+)*(?<wrong>(?:(?:no|nope|wait|never mind|nevermind|hang on|hold on|actually|sorry|apologies|oops|whoops|correction|scratch that|strike that|my mistake|my bad|on second thoughts?|i was wrong|typo)[,.!:;—– -]+)*)/iu;
const TAIL_EN =
  /(?:[,;]? (?:please|pls|then|instead|sorry|ok|okay|thanks|thank you|thx|if (?:that works|possible|you can)|i think|my (?:mistake|bad)|actually|again|after all|for (?:that|it)))+$/iu;
const NOW_EN = /,? (?:now|these days)$/iu;
const IT = "(?:it|that|this|this one|that one|them|the (?:date|time|day|number|amount|figure|quantity))";
const CHANGED_EN =
  "(?:moved|changed|went|gone|bumped|pushed|pulled|brought|put|switched|slipped|dropped|risen|rose|raised|cut|shifted|rescheduled|postponed|delayed|extended|reduced|lowered|increased|updated|upped|corrected)(?: up| down| back| forward| out| over)?";
const MAKES_EN = new RegExp(
  `^(?:(?:let'?s|we(?:'d better| should| need to| have to|'ll)?|i(?:'d like to|'ll| need to| want to)?|they(?:'ve| have)?|(?:he|she)(?:'s| has)?|you can|(?:the|my|our|his|her) [\\p{L}]+(?: [\\p{L}]+)?(?:'s| has| have)?) )?(?:just )?(?:make|change|move|switch|set|push|bump|update|shift|reschedule|correct|${CHANGED_EN}) ${IT}(?: (?:back|forward|up|down|out|over))?(?: to(?: be)?| at| on| for| as)?(?: this| the following)?:? (?<value>.+)$`,
  "iu",
);
const WENT_EN = new RegExp(
  `^(?:${IT}|they)(?:'s| has| have|'ve| was| were| got| is| are)?(?: (?:been|just|now|already|all))* ${CHANGED_EN} (?:to|until|till|at|on) (?<value>.+)$`,
  "iu",
);
const IS_EN = new RegExp(
  `^${IT}(?:'s| is| was|'ll be| will be| should be| should have been| should (?:say|read)| ought to be)(?: (?:now|actually|really|meant to be|supposed to be|going to be|only|on|at|for))* (?<value>.+)$`,
  "iu",
);
const MEANT_EN =
  /^(?:i (?:meant|mean)(?: to (?:say|write))?|should be|should (?:say|read)|rather|make it|make that|read that as)[: ]+(?<value>.+)$/iu;
const BETTER_EN =
  /^(?<value>.{1,30}?) (?:is|would be|works|suits (?:me|us|them)|'d be) (?:much )?better(?: for (?:me|us|them|him|her|everyone))?$/iu;
const NOT_OLD_EN = /^(?<value>.+?)(?:,| -| –| —)? (?:and |rather than|instead of|not)(?<!and ) ?(?<old>.+)$/iu;
const OLD_FIRST_EN =
  /^(?:it(?:'s| is) )?not (?<old>.+?)(?:[,;:—–-]+ ?|\s+)(?:but |it'?s |it is |rather )(?<value>.+)$/iu;

const SINCE_ZH =
  /^(?<since>从?(?:下下?个?(?:周|星期|礼拜|月)[一二三四五六日天]?|明[天年]|今[天年]|后天|(?:周|星期|礼拜)[一二三四五六日天]|[\d一二三四五六七八九十]{1,3}月(?:[\d一二三四五六七八九十]{1,3}[日号])?|[\d一二三四五六七八九十]{1,3}[日号]|现在|以后|今后)(?:起|开始))[，,]?/u;
const LEAD_ZH = /^(?:(?:哦|噢|啊|嗯|呃|对了|那个?|好的?|好吧|行|麻烦(?:你)?|请|帮我|然后)[，,。：:！!\s]*)*/u;
const WRONG_ZH =
  /^(?:(?:不对|算了|不是这个|错了|我?刚才?说错了?|我?(?:说|记|搞|弄|写|打|看)错了?|更正(?:一下)?|纠正(?:一下)?|等等|等下|抱歉|不好意思|对不起|其实|应该是?)[，,。：:！!\s]*)+/u;
const TAIL_ZH = /(?:吧|了|好了|哈|啊|呀|哦|噢|呢|就行|就好|谢谢|麻烦了|辛苦了|才对|[。！!~～\s])+$/u;
const MAKES_ZH =
  /^(?:(?:把|将)?(?:它|这个|那个|这|那|时间|日期|日子|数量|数字|金额|人数|名字)(?:要|得|又|都|也)?)?(?:医生|大夫|房东|老板|领导|经理|老师|教练|客户|对方|公司|学校|那边|他们|她|他|给我|给|帮我|把我|还是|就|先|又|已经|刚|要|得|需要|被|再|都|后来|最后|最终|临时)*(?:(?:改|换|调整?|变更?|更新|更正|修改|挪|推迟?|延期?|延后|延长|提前|顺延|加|增加?|提高?|涨|上调|升|降|下调|减|砍|压|缩短?|扩|写|定|填)(?:成|为|到|至|作|做|在)了?|(?:改|换|挪)(?=周|星期|礼拜|\d|[一二三四五六七八九十]))(?:这个|下面这个|如下|以下)?[：:，,]?\s?(?<value>.+)$/u;
const IS_ZH = /^(?:应该|正确的)?(?:是|为|改成)?(?<value>.+)$/u;
const NOT_OLD_ZH = /^(?:应该|正确的|其实)?(?:是|为)?(?<value>.+?)[，,]?(?:而)?不是(?<old>.+)$/u;
const OLD_FIRST_ZH = /^不是(?<old>.+?)[，,]?(?:应该|而)?是(?<value>.+)$/u;
/** 还是八点吧, 八点更好 */
const RATHER_ZH =
  /^(?:那|嗯|算了)?[，,]?(?:还是(?:定|约|放|改)?(?:在)?(?<value>[^，。]{1,14}?)(?:吧|好了|更好|比较好|合适))$/u;
const NOW_ZH = /^(?:现在|目前)(?:是|变成|改成)?(?<value>.+)$/u;

/** Only for once or for a while: the value that was said holds on. */
const FOR_ONCE =
  /\b(?:just|only) (?:this|for|today|tonight|once)|\b(?:this (?:time|week|once)|for now|for today|temporarily|until|till|this (?:morning|afternoon|evening))\b|这[次周回]|今[天晚]|临时|暂时|先.{0,4}(?:用|顶)|例外/iu;
const ASKS = /[?？]\s*$|(?:吗|行不行|好不好|可以吗|怎么样)[。！!\s]*$/u;
const LONGEST = 90;
const LONGEST_HAN = 36;
const LONGEST_WITH_MARKS = 2 * LONGEST;

function english(clause: string): Elliptic | undefined {
  const lead = LEAD_EN.exec(clause);
  const wrong = (lead?.groups?.wrong ?? "") !== "";
  let rest = clause.slice(lead?.[0].length ?? 0);
  const tailed = rest.replace(TAIL_EN, "");
  const apologises = /\b(?:sorry|actually|instead|my (?:mistake|bad))$/iu.test(rest) && tailed !== rest;
  rest = tailed.replace(/^(?:\p{Lu}\p{Ll}+ says?|apparently|turns out|it turns out),? (?=it|they)/u, "");
  const since = SINCE_EN.exec(rest)?.groups?.since;
  if (since !== undefined) rest = rest.replace(SINCE_EN, "");
  const isNow = NOW_EN.test(rest);
  rest = rest.replace(NOW_EN, "");
  const from = since === undefined ? {} : { since };
  const better = BETTER_EN.exec(rest)?.groups?.value;
  if (better !== undefined) return { value: better, isChange: false, ...from };
  const changed = (MAKES_EN.exec(rest) ?? WENT_EN.exec(rest) ?? MEANT_EN.exec(rest))?.groups?.value;
  const inner = changed ?? IS_EN.exec(rest)?.groups?.value ?? rest;
  const replaced = (OLD_FIRST_EN.exec(rest) ?? NOT_OLD_EN.exec(inner))?.groups;
  if (replaced?.value !== undefined && replaced.old !== undefined)
    return { value: replaced.value, old: replaced.old, isChange: changed !== undefined || wrong, ...from };
  if (changed !== undefined) return { value: changed, isChange: true, ...from };
  const isMarked = wrong || apologises || since !== undefined || isNow;
  return isMarked ? { value: inner, isChange: false, ...from } : undefined;
}

function chinese(clause: string): Elliptic | undefined {
  const rather = RATHER_ZH.exec(clause)?.groups?.value;
  if (rather !== undefined) return { value: rather, isChange: false };
  let rest = clause.replace(LEAD_ZH, "").replace(TAIL_ZH, "");
  const wrong = WRONG_ZH.test(rest);
  rest = rest.replace(WRONG_ZH, "");
  const since = SINCE_ZH.exec(rest)?.groups?.since;
  if (since !== undefined) rest = rest.replace(SINCE_ZH, "");
  const from = since === undefined ? {} : { since };
  const changed = MAKES_ZH.exec(rest)?.groups?.value;
  const replaced = (OLD_FIRST_ZH.exec(rest) ?? NOT_OLD_ZH.exec(changed ?? rest))?.groups;
  if (replaced?.value !== undefined && replaced.old !== undefined)
    return { value: replaced.value, old: replaced.old, isChange: changed !== undefined || wrong, ...from };
  if (changed !== undefined) return { value: changed, isChange: true, ...from };
  const value = (NOW_ZH.exec(rest) ?? IS_ZH.exec(rest))?.groups?.value;
  const isMarked = wrong || since !== undefined || NOW_ZH.test(rest);
  return isMarked && value !== undefined ? { value, isChange: false, ...from } : undefined;
}

/** "…, the rest stays", …，交期不变: says of other values that they hold on. */
const REST_STAYS =
  /[，,;；] ?(?:the rest|everything else|all else|rest|other details|nothing else)\b[^,.;]{0,30}$|[，,；;](?:其他|其它|别的|其余|剩下的|\p{Script=Han}{1,6})(?:都|也|还是|就|仍)*(?:不变|不动|照旧|没变|不用改|不改|一样)[了。！!\s]*$/iu;

/** Reads a clause that names a new value and not what it is the value of; undefined where it is no such clause. Pure; linear in it. */
export function readElliptic(clause: string): Elliptic | undefined {
  if (clause.length > LONGEST_WITH_MARKS) return undefined;
  const text = clause
    .trim()
    .replace(/’/gu, "'")
    .replace(/[.。!！~～\s]+$/u, "")
    .replace(REST_STAYS, "");
  const han = hasHan(text);
  if (text === "" || text.length > (han ? LONGEST_HAN : LONGEST) || ASKS.test(clause) || FOR_ONCE.test(text))
    return undefined;
  const read = han ? chinese(toSimplified(text).length === text.length ? toSimplified(text) : text) : english(text);
  if (read === undefined) return undefined;
  const [value, old] = [read.value, read.old].map((each) =>
    each
      ?.replace(TAIL_ZH, "")
      .replace(/^["“「]|["”」]$/gu, "")
      .trim(),
  );
  if (value === undefined || value === "") return undefined;
  const { old: _old, ...others } = read;
  return { ...others, value, ...(old === undefined || old === "" ? {} : { old }) };
}
