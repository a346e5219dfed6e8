import { toSimplified } from "../script.js";
import { attributeValue, isBadSubject, isNoAttribute, isTarget, NOT_A_VALUE } from "./attribute-match.js";
import { canonicalAttribute, isKnownAttribute, ZH_ATTRIBUTE_WORDS } from "./attributes.js";
import { groupsOf, type Reading } from "./reading.js";
import { namesSeveral } from "./relation-key.js";
import type { SlotMatch } from "./slot-definition.js";
import { ownerOf, readChineseSubject } from "./speaker.js";
import { ZH_RELATIONS } from "./subjects.js";
import { technologyClass } from "./technology.js";
import { valueClass } from "./values.js";

/* 某人的某样现在是什么: any noun is an attribute of its possessor, above all where it has just changed. */

const NOW =
  "(?:现在|目前|如今|已经?|还|都|就|又|再|刚|大概|预计|最近|昨天|今天|昨晚|今早|上周|这周|本周|下周|下个?月|明天|这个?月|上个?月|今年|一下子|往[前后](?=[^，]*(?:推|提|挪|移|调|延))|向[前后](?=推|提|挪|移|调|延))*";
const FROM = "(?:从[^，]{1,16}?)?";
const CHANGE =
  "(?:改成|改到|改为|改在|改回|换成|换到|换为|换回|变成|变为|调到|调成|调整到|调整为|涨到|涨成|升到|升级到|升级成|升级为|降到|降为|减到|减为|加到|增加到|增到|增至|涨至|降至|减至|砍到|压到|压缩到|缩到|扩到|上调到|上调至|下调到|下调至|提到|提高到|提升到|推迟到|延迟到|推到|提前到|延到|延期到|延长到|缩短到|顺延到|搬到|挪到|转到|移到|更新到|更新为|更新成|设成|设为|定在|定到|定为)了?";
const STATE = "(?:是|为|叫|：|:|=|定在|订在|排在|在(?=[^，]*(?:\\d|楼|层|室|房|馆|厅)))";
/** What has no verb in it: 房租、会员费、门禁密码. */
const NOUN =
  "(?<noun>(?:会(?=[员议费场])|(?<=[周例晨晚年班大早站聚])会|有(?=效)|能(?=[力量耗])|要(?=求)|过(?=[路期])|到(?=[期货岗账])|(?![是在有到不想要会能说去来把被给让的了着过就都也很我你他她咱])[\\p{Script=Han}A-Za-z\\d]){1,10}?)";
const VALUE = "(?<value>[^，]{1,40}?)(?:了|啦)?";
const OWNER = "(?:我们?|咱们?|俺)(?:家(?!长)|组(?![长员])|公司|团队|店(?![长员])|部门|单位)?";

const OWNED_CHANGED = new RegExp(
  `^${OWNER}的?(?:(?<part>[^，的是]{1,10})的)?${NOUN}${NOW}${FROM}${CHANGE}${VALUE}$`,
  "u",
);
const OWNED_STATE = new RegExp(`^${OWNER}的?(?:(?<part>[^，的是]{1,10})的)?${NOUN}${NOW}${STATE}${VALUE}$`, "u");
const OWNED_AMOUNT = new RegExp(
  `^${OWNER}的?${NOUN}${NOW}(?:要花?|得花?|需要|大概|差不多|一共)?(?<value>[\\d一二两三四五六七八九十]{1,6}[^，是]{0,12}?)(?:了|啦)?$`,
  "u",
);
const POSSESSED = new RegExp(
  `^(?<owner>[^，。的]{1,10})的(?!话)${NOUN}${NOW}${FROM}(?<change>${CHANGE}|${STATE})${VALUE}$`,
  "u",
);
/** 医生把剂量加到40毫克了; 医生把我妈的药换成缬沙坦了 */
const MADE_SO = new RegExp(
  `^(?:[^，。把]{0,10})把(?:(?<owner>[我咱](?:们?家)?的?(?:${ZH_RELATIONS}))的?|我们?的?|咱们?的?)?${NOUN}${NOW}${FROM}(?:给)?${CHANGE}${VALUE}$`,
  "u",
);
/** 会员费涨到39块: whose it is was said before, or goes without saying. */
const SPOKEN_OF = new RegExp(`^(?:这个|那个|这|那)?${NOUN}${NOW}${FROM}(?:${CHANGE}|(?:现在|目前)是)${VALUE}$`, "u");

const CLOCK = /点(?!心|赞|评)|\d[:：]\d{2}|(?:早上|上午|中午|下午|晚上|凌晨)/u;
const DAY = /(?:周|星期|礼拜)[一二三四五六日天末]|月|\d[号日]|[一二三四五六七八九十][号日]|明天|后天/u;
const PLACE = /(?:楼|层|室|教室|房|馆|厅|号线|区|校区|座|栋|门|店)$/u;
const SAYS_ASPECT =
  /(?:时间|日期|日|期|点|时|地点|地址|位置|教室|房间|座位|工位|价|费|钱|率|金|薪|资|租|额|量|数|号|码|名|色|度|密码|提示|目标|成绩|版本)$/u;
/** Adverbs, times and persons that stand where a noun would. */
const NO_NOUN = new RegExp(
  `^(?:差点|险些|已|已经|现在|目前|如今|今天|昨天|明天|今年|去年|最近|刚|刚刚|一般|平时|平常|每天|每周|自己|本人|这边|那边|这里|那里|以后|今后|后来|终于|干脆|直接|正式|全部|全都|一律|统一|主要|基本|其实|可能|应该|打算|准备|决定|想|早上|晚上|中午|下午|上午|周末|时间|事情|东西|大家|他|她|它|们|他们|她们|公司|家|店|组|孩子|${ZH_RELATIONS})$`,
  "u",
);
/** Nouns that are attributes by their last sign: 会员费、利率、课时数. */
const HEAD =
  /(?:费|率|价|钱|薪|资|租|额|量|数|号|码|名|色|址|点|期|度|寸|密码|时间|日期|成绩|目标|计划|套餐|提示|地点|教室|座位|航班|车次|班次|血型|学校|班级|医生|老师|教练|组长|经理|手机|电脑|药|课)$/u;
const FIGURE =
  /\d|[A-Za-z#￥¥$]|[一二两三四五六七八九十百千万半]{1,6}(?:个|块|元|点|分|号|楼|层|次|天|周|月|年|岁|人|片|粒|毫|万|千|百|折|公斤|斤)/u;
const LONGEST_WORDS = 12;

/** 入冬以后, 从六千五, 儿子明年: no noun. */
const TIMED_NOUN =
  /^从|^时候|\d$|(?:以后|之后|以前|之前|时候|明年|今年|去年|后年|明天|今天|昨天|下周|上周|本周|这周|下个?月|上个?月|这个?月)$/u;
/** 平时周三有课: the day is cut through, and nothing is named. */
const CUT_DAY = /(?:周|星期|礼拜|每|第|[上下]个?)$|^(?:平时|平常|每|一般|通常)/u;

/** 周二的课: which of several it is, not whose. */
const DATED =
  /^(?:每?(?:周|星期|礼拜)[一二三四五六日天末]|早上|上午|中午|下午|晚上|工作日|周末|第[一二三四五六七八九十\d]+[个次节场])$/u;
const RELATED = new RegExp(`^(?:${ZH_RELATIONS})`, "u");

const RELEASE = /^(?:版本|release)? ?[vV]\d|^\d+(?:\.\d+){2,}/u;
/** 是3年前买的: when something was done, not what it is. */
const DONE = /(?:买|来|去|做|换|修|生|开始|结束|办|领|拿|送|建|装|搬|写|画|养)的$/u;

const COMPOUND = new RegExp(`^(?<owner>[\\p{Script=Han}A-Za-z\\d-]{2,10}?)(?<noun>${ZH_ATTRIBUTE_WORDS})$`, "u");
/** In front of an attribute without being what it is of. */
const NO_OWNER =
  /^(?:项目|公司|我们|团队|部门|整体|个人|每月|每年|月度|年度|当前|目前|最新|实际|这个|那个|全部|平均|最低|最高|最终|合同)$/u;

type Groups = Record<string, string | undefined>;

/** What of a thing the value is: a class at six and a class in room 204 are two matters. */
function aspectOf(noun: string, value: string): string {
  if (SAYS_ASPECT.test(noun) || isKnownAttribute(noun)) return "";
  if (CLOCK.test(value)) return "时间";
  if (DAY.test(value)) return "日期";
  if (PLACE.test(value)) return "地点";
  return valueClass(value) === "money" ? "价格" : "";
}

/** 5公里最好成绩: a measure in front tells apart what one has several of. */
function splitMeasure(noun: string): { readonly noun: string; readonly part?: string } {
  const found = /^(?<part>\d[\dA-Za-z]*(?:公里|米|千米|k|K|圈)?|半马|全马)(?<rest>[\p{Script=Han}]{2,})$/u.exec(
    noun,
  )?.groups;
  return found?.part !== undefined && found.rest !== undefined && isKnownAttribute(found.rest)
    ? { noun: found.rest, part: found.part }
    : { noun };
}

function isValue(noun: string, value: string): boolean {
  if (value === "" || NOT_A_VALUE.test(value) || /什么|谁|哪|多少|几|怎么/u.test(value)) return false;
  if (technologyClass(value) !== undefined || RELEASE.test(value) || DONE.test(value)) return false;
  return (
    FIGURE.test(value) ||
    DAY.test(value) ||
    CLOCK.test(value) ||
    ((isKnownAttribute(noun) || HEAD.test(noun)) && [...value].length <= LONGEST_WORDS)
  );
}

/** Whose; `undefined` where the words name nobody. */
function possessorOf(words: string | undefined): Pick<SlotMatch, "subject" | "elliptic" | "pronoun"> | undefined {
  if (words === undefined) return { subject: "user", elliptic: false };
  const owner = ownerOf(readChineseSubject(toSimplified(words), words));
  if (owner === undefined || (owner.pronoun === undefined && isBadSubject(owner.subject))) return undefined;
  return { ...owner, elliptic: false };
}

interface Form {
  readonly pattern: RegExp;
  readonly confidence: number;
  readonly elliptic: boolean;
  /** Only of nouns that are attributes by themselves. */
  readonly strict: boolean;
  /** What the noun is of may stand in front of it: 三季度目标, 白鹭预算. */
  readonly named?: boolean;
}

const OWN_FORMS: readonly Form[] = [
  { pattern: OWNED_CHANGED, confidence: 0.8, elliptic: false, strict: false, named: true },
  { pattern: OWNED_STATE, confidence: 0.8, elliptic: false, strict: true, named: true },
  { pattern: OWNED_AMOUNT, confidence: 0.75, elliptic: false, strict: true, named: true },
  { pattern: MADE_SO, confidence: 0.8, elliptic: false, strict: true, named: true },
  { pattern: POSSESSED, confidence: 0.8, elliptic: false, strict: false },
];
/** Whose it is goes without saying: 公司的报销上限 and 报销上限 are one. */
const OUR_OWN = /^(?:我们?|咱们?)?(?:公司|团队|部门|单位|组里?|店里?|家里?)$/u;
const SPOKEN_FORM: Form = { pattern: SPOKEN_OF, confidence: 0.65, elliptic: true, strict: false };

function toMatch(groups: Groups, form: Form): SlotMatch | undefined {
  const measured = splitMeasure(groups.noun ?? "");
  const { noun } = measured;
  const ours = groups.owner !== undefined && OUR_OWN.test(groups.owner);
  const named = (form.named === true || ours) && !isKnownAttribute(noun) ? COMPOUND.exec(noun)?.groups : undefined;
  if (named?.owner !== undefined && named.noun !== undefined && !NO_OWNER.test(named.owner)) {
    return toMatch({ ...groups, owner: named.owner, noun: named.noun }, { ...form, named: false });
  }
  const dated = groups.owner !== undefined && DATED.test(groups.owner);
  const part = groups.part ?? measured.part ?? (dated ? groups.owner : undefined);
  const value = attributeValue(groups.value ?? "");
  if (
    noun === "" ||
    NO_NOUN.test(noun) ||
    TIMED_NOUN.test(noun) ||
    CUT_DAY.test(noun) ||
    isNoAttribute(noun) ||
    !isValue(noun, value)
  )
    return undefined;
  const isTime = DAY.test(value) || CLOCK.test(value);
  if (form.strict && !isKnownAttribute(noun) && !HEAD.test(noun) && !isTime) return undefined;
  if (groups.part !== undefined && RELATED.test(groups.part)) return undefined;
  const aspect = aspectOf(noun, value);
  const placed = form.elliptic && aspect === "地点";
  const whose = placed
    ? { subject: noun, elliptic: false }
    : form.elliptic || dated
      ? { subject: "", elliptic: true }
      : possessorOf(groups.owner);
  if (whose === undefined) return undefined;
  const attribute = placed ? "location" : canonicalAttribute(`${noun}${aspect}`);
  return {
    slot: `attribute.${attribute}`,
    attribute,
    value,
    qualifiers: part === undefined ? {} : { part: part.toLowerCase() },
    kind: "fact",
    cardinality: namesSeveral(noun) && !isTarget(noun, value) ? "multi" : "single",
    polarity: "positive",
    confidence: form.confidence,
    ...whose,
  };
}

function tryForm(reading: Reading, form: Form): SlotMatch | undefined {
  const groups = groupsOf(reading, form.pattern);
  return groups === undefined ? undefined : toMatch(groups, form);
}

/** What a Chinese clause says of a thing that somebody has: 我房租涨到3500了, 小林的工资改成8千. */
export function ownedSlotsZh(reading: Reading): readonly SlotMatch[] {
  for (const form of OWN_FORMS) {
    const match = tryForm(reading, form);
    if (match !== undefined) return [match];
  }
  return [];
}

/** What a Chinese clause says of a thing that nobody is named for: 会员费涨到39块. */
export function spokenOfZh(reading: Reading): readonly SlotMatch[] {
  const match = tryForm(reading, SPOKEN_FORM);
  return match === undefined ? [] : [match];
}
