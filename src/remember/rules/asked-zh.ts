/** How an answer in Chinese is read with what it answers: the question word gives way to the answer where it stands. */

const OPENERS =
  /^(?:(?:那么?|现在|目前|请问|对了|好的?|嗯|哦|明白了?|了解|收到|顺便问一?下?|想问一?下?)[，,。！!\s]*)+/u;
const CLOSERS = /[？?！!。~～\s]+$|(?:呢|呀|啊|哦|来着)(?=[？?\s]*$)/gu;
const NUMBER = /^(?:\d+(?:\.\d+)?|[一二两三四五六七八九十百千半]+)$/u;

/** 有什么忌口: what one has of it, and how that is said. */
const HAVING =
  /^(?<who>.{0,8}?)有(?:没有|什么|哪些|啥)(?:特别的?|需要注意的)?(?<noun>忌口|过敏(?:的|史|原|源)?(?:东西|食物)?|爱好|兴趣|习惯|禁忌|宠物|病史|慢性病|要求|偏好)(?:的)?(?:吗|没有?)?$/u;
const WHICH_NOUN =
  /(?:什么样的|什么|啥|哪一?[个家所间种款门只支条位班]|哪些)(?<noun>(?!时候)[\p{Script=Han}]{0,5}?)(?<end>的|了|上班|工作|上学|读书|念书|过敏)?$/u;
const WHERE = /(?<at>在)?(?:哪儿|哪里|哪边|哪(?=[了上住放的]|$)|什么地方)/u;
const WHO = /谁/u;
const WHEN = /(?:什么时候|啥时候|哪[天年])/u;
const COUNT = /几(?<unit>点钟?|号|岁|个(?:人|月)?|口人?|楼|层|月|次|年级|年|天|周|只|条|辆|台|位|份|杯|斤)/u;
const HOW_MANY = /多少(?<unit>[\p{Script=Han}]?)/u;
const HOW_OLD = /多大(?:了|年纪)?/u;
const HOW = /怎么(?=去|来|上班|上学|过去|回家|称呼)/u;

/** 还在健身房上班吗; 吃辣吗, 是不是素食者. */
const STILL = /^(?<who>.{1,10}?)还(?<rest>(?:在|是|有|[\p{Script=Han}])[^，,]{1,24})[吗嘛么没]$/u;
const WHETHER = /^(?<who>[您你我].{0,6}?)(?<rest>(?:吃|喝|抽|养|会|有|是|能吃|喜欢|对)[^，,]{1,16})[吗嘛么]$/u;
const YES = /^(?:是的?|对的?|嗯+|还?[在是有喝吃住做用养](?:的|呢|啊)?|还是|没错|会的?|当然)(?=$|[，,。！!\s])/u;
const NO =
  /^(?:不是?了?|没有?了?|(?:早就?|已经|现在)?(?:不|没)(?:再)?[\p{Script=Han}]{0,4}?了?|(?:早就?|已经)?(?:戒|停|退|辞|搬|离|换|卖|丢|分|走)(?:职|走|掉)?了)(?=$|[，,。！!\s])/u;

const OWN_CLAUSE =
  /^(?:那个?|就)?(?:我|咱|俺)(?![姑爸妈哥姐弟妹爷奶姨舅叔婶老女儿家的]|$)|^(?:请|帮|麻烦|你|您|如果|为什么|怎么)/u;
/** 最近我读了…: the time stands before the speaker. */
const WHEN_FIRST =
  /^(?:(?:最近|近来|其实|平时|平常|一般|通常|目前|现在|有时候?|以前|之前|上次|昨天|今天|前几天|去年|今年|对|是的?|嗯|当然(?:可以)?)[，,]?)+/u;
const IT_IS = /^(?:(?:哦|嗯|呃|额|应该)?[，,]?(?:就?是|就?在|叫|放在)(?=.))+/u;
const NO_ANSWER =
  /^(?:不知道|不清楚|不确定|没想好|没有|无|随便|都行|都可以|看情况|不一定|好的?|可以|行|嗯|哈+|谢谢|没事|不用|不|没|还没|忘了|再说|先这样|你猜)/u;

function ownPerson(text: string): string {
  return text.replace(/[您你]们/gu, "我们").replace(/[您你]/gu, "我");
}

function having({ who = "", noun = "" }: Record<string, string | undefined>, answer: string): string {
  const whose = ownPerson(who).replace(/(?:平时|最近|吃饭|饮食上?|自己|家里?)$/u, "") || "我";
  if (noun.startsWith("过敏")) return `${whose}对${answer}过敏`;
  if (noun === "忌口") return `${whose}忌口${answer}`;
  return noun === "宠物" ? `${whose}养${answer}` : `${whose}的${noun}是${answer}`;
}

function stillSo({ who = "", rest = "" }: Record<string, string | undefined>, isSo: boolean): string {
  const whose = ownPerson(who);
  if (isSo) return `${whose}还${rest}`;
  return rest.startsWith("有") ? `${whose}没${rest}了` : `${whose}不${rest}了`;
}

function whether({ who = "", rest = "" }: Record<string, string | undefined>, isSo: boolean): string {
  const whose = ownPerson(who);
  if (isSo) return `${whose}${rest}`;
  return rest.startsWith("有") ? `${whose}没${rest}` : `${whose}不${rest}`;
}

function behind(answer: string): string {
  const rest = answer.replace(/^[^，,。！!\s]*[，,。！!\s]*/u, "");
  return rest === "" ? "" : `，${rest}`;
}

function counted(unit: string, answer: string): string {
  if (NUMBER.test(answer)) return `${answer}${unit}`;
  return unit.length > 1 && answer.endsWith(unit.charAt(0)) ? `${answer}${unit.slice(1)}` : answer;
}

/** The question with the answer where its question word stands; undefined where it has none of these. */
function inPlace(question: string, answer: string): string | undefined {
  const bare = answer.replace(IT_IS, "");
  const which = WHICH_NOUN.exec(question);
  if (which !== null) return `${question.slice(0, which.index)}${bare}${which.groups?.end ?? ""}`.replace(/的$/u, "");
  if (WHERE.test(question)) return question.replace(WHERE, (_all, at: string | undefined) => `${at ?? ""}${bare}`);
  if (WHO.test(question)) return question.replace(WHO, bare);
  if (WHEN.test(question)) return question.replace(WHEN, bare);
  const unit = COUNT.exec(question)?.groups?.unit;
  if (unit !== undefined) {
    const sort = unit.charAt(0);
    if (!NUMBER.test(bare) && !bare.includes(sort) && !(sort === "点" && /\d[:：]\d/u.test(bare))) return undefined;
    return question.replace(COUNT, counted(unit, bare));
  }
  if (HOW_OLD.test(question)) return question.replace(HOW_OLD, NUMBER.test(bare) ? `${bare}岁` : bare);
  if (HOW_MANY.test(question)) {
    const many = HOW_MANY.exec(question)?.groups?.unit ?? "";
    return /[\d一二两三四五六七八九十百千万]/u.test(bare)
      ? question.replace(HOW_MANY, bare.endsWith(many) || many === "钱" ? bare : counted(many, bare))
      : undefined;
  }
  return HOW.test(question) ? question.replace(HOW, bare) : undefined;
}

/**
 * The statement that a short Chinese answer makes together with its question, as the user would say it whole: 备用钥匙放哪了 and 鞋柜第二格
 * make 备用钥匙放鞋柜第二格了. undefined where the answer is a clause itself, or the question is of another form.
 */
export function answeredInChinese(asked: string, answer: string): string | undefined {
  const question = asked.trim().replace(CLOSERS, "").replace(CLOSERS, "").replace(OPENERS, "");
  const said = answer.trim().replace(/[。！!~～\s]+$/u, "");
  for (const [pattern, state] of [
    [STILL, stillSo],
    [WHETHER, whether],
  ] as const) {
    const groups = pattern.exec(question)?.groups;
    if (groups === undefined || /[什谁哪几怎]|多少/u.test(question)) continue;
    const isSo = YES.test(said);
    return isSo || NO.test(said) ? `${state(groups, isSo)}${behind(said)}` : undefined;
  }
  if (NO_ANSWER.test(said) || OWN_CLAUSE.test(said)) return undefined;
  if (OWN_CLAUSE.test(said.replace(WHEN_FIRST, ""))) return undefined;
  const [first = "", ...others] = said.split(/[，,]\s?/u);
  const rest = others.length === 0 ? "" : `，${others.join("，")}`;
  const has = HAVING.exec(question)?.groups;
  if (has !== undefined) return having(has, others.length === 0 ? first : said.replace(/[，,]/gu, "、"));
  const clause = question.split(/[，,。！!]/u).at(-1) ?? question;
  const composed = inPlace(ownPerson(clause.replace(OPENERS, "")), first);
  // "this" is what the listener had before them
  return composed === undefined ? undefined : `${composed.replace(/^[这那]个?(?=\p{Script=Han}{3})/u, "")}${rest}`;
}
