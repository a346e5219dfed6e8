import { DAY_MS, type EpochMs, type MemoryTier, type Policy, type TimeZone } from "../../domain/index.js";
import { findTimeExpressions, hasTimeExpressionCue, OPEN_END } from "../../language/index.js";

/** Without one of these a time of day is that of any day. */
const NAMES_A_DAY =
  /today|tonight|tomorrow|yesterday|day|this|next|last|now|in an?\b|in \d|今|明|昨|后天|前天|周|星期|礼拜|月|号|日|\d{1,2}\/\d|\d{1,2}-\d{1,2}(?![\d:：点时]|\s?[ap]\.?m)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|小时|分钟/iu;

export interface Bounds {
  readonly tier: MemoryTier;
  readonly expiresAt?: EpochMs;
  readonly validFrom?: EpochMs;
  readonly historical: boolean;
}

const UNTIL = /(?:\buntil\b|\btill?\b|\bthrough\b|\buntil the end of\b|直到|截至|截止到|到)\s*$/iu;
const UNTIL_WITHIN = /^(?:until|till?|through|直到|截至|截止到|到)\s?|(?:前|之前|以前|为止)$/iu;
const BY_THE_END = /(?:前|之前|以前|为止)/u;
const FROM_ON = /(?:\b(?:from|starting|as of|since|beginning|effective)\b[^,.]{0,16}$)|从$|自$/iu;
/** "From next month": the expression says itself that it begins something, unless it names an end too. */
const FROM_ON_WITHIN =
  /^(?:from|starting|beginning|as of|since|effective|从|自)(?!.*(?:\b(?:to|until|till?|through)\b|[到至–—]))/iu;
const FROM_ON_AFTER = /^\s*(?:起|开始|以后|之后都|onwards?|on\b)/iu;
const RECENTLY =
  /(?:最近|近期|近来|这阵子|这段时间|这段|这几天|这两天|这几周|眼下|暂时|临时|recently|lately|at the moment|for now|for the time being|temporar(?:y|ily)|these few days|this past (?:week|month))/iu;
/** Words that make a rule of it, whatever dates are in it. */
const LASTING =
  /(?:以后|今后|往后|从现在起|从今|一律|每次|每回|每天|每日|每周|每个?月|每年|每晚|每早|每逢|每(?=[一二三四五六七八九十两\d])|总是|一直|从来|从不|永远|长期|固定|凡是|平时|平常|通常|一般|习惯|规定|\balways\b|\bnever\b|from now on|going forward|\bevery\b|\beach\b|\busually\b|\bnormally\b|\bgenerally\b|as a (?:general )?rule|by default|\bmost (?:years|months|weeks|days|mornings|evenings|weekends)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)(?:days\b|day (?:mornings|afternoons|evenings|nights)\b)|weekdays|weekends|nightly|daily|weekly|monthly)/iu;
/** "No meetings on Friday afternoons": a weekday without this or next, and what is never to be on it. */
const WEEKDAY_RULE =
  /(?<![这本下上个])(?:周|星期|礼拜)[一二三四五六日天末](?:[早晚上中下]?[上午晚]{0,2})?(?:之?[前后])?(?:都|也|一律)?(?:别|不要|不|给我|要)?(?:再)?(?:给我|帮我|替我|跟我|找我)?(?:排|安排|约|打扰|打电话|发消息|推|叫|催|开会|接|上班|留出来|空着|空出来|留空|休息|加班)(?!了)/u;
/** 周一三五, "Mondays, Wednesdays": several days of any week. */
const WEEKDAY_LIST =
  /(?<![这本下上个])(?:周|星期|礼拜)[一二三四五六日天](?:(?:[、和跟及，]|还有)?(?:周|星期|礼拜)?[一二三四五六日天](?![年月天号个点]))+/u;
/** "Only before two", 只在14点前做: a time of any day. */
const ONLY_AT = /\bonly\b|\bno (?:calls|meetings|deploys|deliveries)\b|只(?!是)|从不|不(?:在|做|接|收|喝|吃)/iu;
const DAY_OF_MONTH =
  /^(?:月[底初中末])?(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})[日号號]?$|^月[底初中末]$|^(?:on )?the \d{1,2}(?:st|nd|rd|th)$/iu;
/** "The rent is 650, due on the 5th": of every month. */
const PAID_MONTHLY =
  /\b(?:rent|mortgage|salary|wages?|payday|subscription|membership|allowance|direct debit|bills?)\b.*\b(?:due|paid|goes out|comes? (?:in|out)|lands?|is on)\b|(?:房租|租金|月供|房贷|工资|薪水|物业费|会费|话费|保费).{0,16}(?:交|发|还|扣|到账|付|结)/iu;
/** 24小时以内: how long something may take, each time. */
const WITHIN = /(?:小时|分钟|天|周|个?月|工作日|hours?|minutes?|days?)(?:之?内|以内)?$/iu;
const IS_LIMIT =
  /控制在|不(?:能|得|要|许|可以)?超过|时效|一律|都(?:要|得|必须)|响应时间|SLA|\b(?:no more than|at most|max(?:imum)?|all (?:tickets|e-?mails|orders|requests|messages|customers))\b/iu;
/** Ends today: over before anyone could ask. */
const SHORTEST_MS = DAY_MS / 2;
const NO_EXPIRY = /(?:until further notice|直到另行通知|另行通知)/iu;
/** What is told as it was then: 补录：…时, "back in March". */
const RECORDED_LATE =
  /(?:补录|补记|追记|补充记录)|(?:年|月|日|号|天)时(?=\s|[\p{L}])|\bback (?:in|on|then)\b|当时|那时候?/u;
const LONG_PAST_DAYS = 1;

interface Bounding {
  readonly text: string;
  readonly at: EpochMs;
  readonly timeZone: TimeZone;
  /** The values of its slots: a date that is a value bounds nothing. */
  readonly values: readonly string[];
  readonly changesState: boolean;
  /** Words of its own make it a rule: a day of the month is one of every month. */
  readonly isStanding?: boolean;
  /** An event that begins a lasting state ("today I joined …"): its date is when the state begins, never when it ends. */
  readonly beginsState?: boolean;
}

/**
 * How long a statement holds, from its words, the turn's date and zone (requirement 2.4, P22). Standing cues, "from X on" and dates that
 * are themselves the value do not bound it; "currently"/目前 is no end.
 */
export function boundsOf(bounding: Bounding, policy: Policy["expiry"]): Bounds {
  const { text, at, timeZone } = bounding;
  const expressions = hasTimeExpressionCue(text) ? findTimeExpressions(text, { at, timeZone }) : [];
  const historical = RECORDED_LATE.test(text);
  let validFrom: EpochMs | undefined;
  let expiresAt: EpochMs | undefined;
  for (const read of expressions) {
    const expression = read;
    if (read.to >= OPEN_END) {
      if (read.from > at) validFrom = read.from;
      continue;
    }
    const before = text.slice(0, expression.start);
    const after = text.slice(expression.end);
    if (expression.recurring || (bounding.isStanding === true && DAY_OF_MONTH.test(expression.text))) continue;
    if (historical && expression.direction !== "future" && expression.from < at) {
      validFrom = expression.from;
      continue;
    }
    if (FROM_ON.test(before) || FROM_ON_WITHIN.test(expression.text) || FROM_ON_AFTER.test(after)) {
      validFrom = expression.from;
      continue;
    }
    if (DAY_OF_MONTH.test(expression.text) && PAID_MONTHLY.test(text)) continue;
    if (WITHIN.test(expression.text) && IS_LIMIT.test(text)) continue;
    if (bounding.values.some((value) => value.includes(expression.text))) continue;
    if (bounding.beginsState === true && !UNTIL.test(before) && !UNTIL_WITHIN.test(expression.text)) {
      if (!expression.vague && BOUNDED_GRAINS.has(expression.grain)) validFrom = expression.from;
      continue;
    }
    const until = UNTIL.test(before) || UNTIL_WITHIN.test(expression.text) || BY_THE_END.test(after.slice(0, 2));
    if (expression.vague && expression.direction !== "future") continue;
    const isClock = expression.grain === "minute" || expression.grain === "hour";
    if (isClock && (!until || LASTING.test(text) || ONLY_AT.test(text)) && !NAMES_A_DAY.test(expression.text)) continue;
    if (until && expression.to > at) expiresAt = Math.max(expiresAt ?? 0, expression.to);
    else if (!LASTING.test(text) && endsByItself(expression, at) && !isBareMonth(expression, text))
      expiresAt = Math.max(expiresAt ?? 0, expression.to);
  }
  if (WEEKDAY_RULE.test(text) || WEEKDAY_LIST.test(text) || meetsWeekly(text)) expiresAt = undefined;
  if (expiresAt === undefined && RECENTLY.test(text) && !LASTING.test(text))
    expiresAt = at + policy.recentlyDays * DAY_MS;
  if (NO_EXPIRY.test(text) || bounding.changesState) expiresAt = undefined;
  // "from next month, on Fridays": what ends before it begins is no end
  if (expiresAt !== undefined && validFrom !== undefined && expiresAt <= validFrom) expiresAt = undefined;
  return {
    tier: expiresAt === undefined ? "long-term" : "mid-term",
    historical: historical && validFrom !== undefined,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(validFrom === undefined ? {} : { validFrom }),
  };
}

const BOUNDED_GRAINS: ReadonlySet<string> = new Set(["minute", "hour", "day", "week", "month"]);

interface Expression {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly grain: string;
  readonly direction: "past" | "present" | "future";
}

/** "Starts in April" says which month of any year, unless the words look ahead. */
const LOOKS_AHEAD = /next|this|coming|下|这|本|\b(?:will|going|'ll|plan|until|by)\b|要|将|打算|准备|去|前/iu;

function isBareMonth(expression: { readonly grain: string }, text: string): boolean {
  return (expression.grain === "month" || expression.grain === "year") && !LOOKS_AHEAD.test(text);
}

/** A day or more that is not over when the words are said. */
function endsByItself(expression: Expression, at: EpochMs): boolean {
  if (expression.to <= at) return false;
  if (expression.direction === "past") return false;
  if (expression.grain === "year" || expression.to - at > 400 * DAY_MS * LONG_PAST_DAYS) return false;
  return true;
}

/** Whether the words bound a plan or a state in time at all: what makes a plain remark worth keeping for a while. */
export function isTimeBound(text: string, at: EpochMs, timeZone: TimeZone): boolean {
  if (RECENTLY.test(text)) return true;
  if (!hasTimeExpressionCue(text)) return false;
  return findTimeExpressions(text, { at, timeZone }).some(
    (expression) =>
      !expression.recurring &&
      !isBareMonth(expression, text) &&
      expression.to < OPEN_END &&
      expression.to > at + SHORTEST_MS &&
      (expression.direction === "future" ||
        UNTIL_WITHIN.test(expression.text) ||
        (expression.direction === "present" && (expression.grain === "week" || expression.grain === "month"))),
  );
}

/** "Our year starts in April", 周五下午别排会: the words name a day of every year or week, so no date belongs beside them. */
export function namesEveryYear(text: string): boolean {
  return (
    WEEKDAY_RULE.test(text) ||
    WEEKDAY_LIST.test(text) ||
    meetsWeekly(text) ||
    (EVERY_YEAR.test(text) && !LOOKS_AHEAD.test(text))
  );
}

/** What takes place week by week: a weekday beside it is no date. */
const WEEKLY_MATTER =
  /\b(?:class|classes|lessons?|practice|rehearsals?|training|choir|club|stand-?ups?|sync|1:1|one-on-one|therapy|tutoring|tuition|(?:rubbish|recycling|bin) (?:day|collection)|bins|yoga|pilates|piano|swimming|ballet|karate|judo|football|band practice|pub quiz|team meeting|office hours)\b|(?:[瑜舞琴画泳钢围象形语文学英日法德书绘陶]\p{Script=Han}{0,2}|兴趣|辅导|补习|健身|私教|普拉提|游泳|钢琴|美术|书法|跆拳道)课|培训班|例会|班会|周会|站会|晨会|训练|排练|合唱|门诊|兴趣班/iu;
const ON_WEEKDAY =
  /\b(?:is|are|meets?|moved|moves|now|switched|changed|shifted|runs?|falls?|rescheduled)\s+(?:now |permanently )?(?:from \p{L}+ )?(?:on |to )(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:在|是|到|成|为|于)(?:每)?(?<![这本下上个])(?:周|星期|礼拜)[一二三四五六日天末]/iu;
const ONE_TIME =
  /\b(?:this|next|tomorrow|today|only|just|once|week|instead|cancell?ed|because)\b|[这本下上](?:个|一)?(?:周|星期|礼拜|次|节|回)|今天|明天|临时|暂时|补课|取消/iu;

function meetsWeekly(text: string): boolean {
  return WEEKLY_MATTER.test(text) && ON_WEEKDAY.test(text) && !ONE_TIME.test(text);
}

const EVERY_YEAR =
  /\b(?:fiscal|financial|school|academic|tax) year\b|\b(?:season|harvest|term|semester|birthday|anniversary)\b|财年|财政年度|学年|生日|纪念日|忌日|旺季|淡季/iu;
