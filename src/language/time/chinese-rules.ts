import { dayOf, isDate, mondayOf } from "./calendar.js";
import { CHINESE_NUMBER, chineseNumber, isVagueNumber } from "./chinese-numbers.js";
import { HOLIDAY_NAMES, holidayIn, saturdayOf } from "./holidays.js";
import {
  addMonths,
  days,
  looseDay,
  looseWeekday,
  type Moment,
  monthOf,
  monthsOf,
  nearestWeekday,
  oneDay,
  pickYear,
  type Reading,
  stretch,
  type Tense,
  type TimeRule,
  type Unit,
  unitsAway,
  weekdaysFrom,
  weekFrom,
  yearOf,
} from "./reading.js";

const WEEK = "(?:周|星期|礼拜)";
const YEAR_WORDS: ReadonlyMap<string, number> = new Map([
  ["大前年", -3],
  ["前年", -2],
  ["去年", -1],
  ["上年", -1],
  ["今年", 0],
  ["本年", 0],
  ["明年", 1],
  ["后年", 2],
]);
const DAY_WORDS: ReadonlyMap<string, number> = new Map([
  ["大前天", -3],
  ["前天", -2],
  ["前日", -2],
  ["昨天", -1],
  ["昨日", -1],
  ["琴日", -1],
  ["寻日", -1],
  ["昨", -1],
  ["今天", 0],
  ["今日", 0],
  ["今", 0],
  ["当天", 0],
  ["明天", 1],
  ["明日", 1],
  ["听日", 1],
  ["明", 1],
  ["后天", 2],
  ["后日", 2],
  ["大后天", 3],
]);
const YEAR = "(?<year>\\d{4}年|[一二][〇零一二三四五六七八九]{3}年|大前年|前年|去年|上年|今年|本年|明年|后年)";
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ["分钟", "minute"],
  ["刻钟", "minute"],
  ["小时", "hour"],
  ["钟头", "hour"],
  ["天", "day"],
  ["日", "day"],
  ["晚", "day"],
  ["周", "week"],
  ["星期", "week"],
  ["礼拜", "week"],
  ["月", "month"],
  ["季度", "month"],
  ["年", "year"],
]);
const UNIT = "(?<unit>刻钟|分钟|小时|钟头|天|日|周|星期|礼拜|月|季度|年)";

/** What stands after 号 where it numbers a place, a thing or a person of a series: 3号信箱, 2号线, 12号选手 are no days. */
const NUMBERED =
  "(?:大|小|公|副|主)?(?:楼|线(?![上下])|门(?!店)|院(?!子)|机(?!会)|店(?!庆)|码|称|召|角|位|桌|馆|厅|房(?![租东贷价产])|仓|球|选手|信箱|邮箱|箱|柜|车[厢间位库道站]|车(?=$|[，。,、])|厢|文件|螺|电池|字体|字号|泊|铺位|铺面|床|病[房区床]|室|教室|库(?!存)|坑|井|桥|街|巷|弄|栋|幢|单元|座|层|岗|台(?![湾风])|窗口|站台|站(?=$|[，。,、])|登机|检票|闸|口(?![头水碑])|通道|出口|入口|航站|卫星|火箭|飞船|空间站|种子|嘉宾|演员|队员|玩家|宿舍|别墅|地块|厂|工位|产线|生产线|流水线|矿|油|汽油|色|鞋|药|试剂|样品|样本|疫苗|方案|模型|实验|服务器|节点|主机|硬盘|设备|充电|桩|屏|卡|令|决议|公告|提案|议案|人物|男|女|技师|司机|客服|队(?!友)|组|班车|班(?=$|[，。,、])|跑道|赛道|赛场|球场|场地|舞台|展位|展台|摊|档口|包厢|包间|园区|大街|公路|国道|高速|墓|牌|档|弹|炮|舰|艇|船|锅炉|电梯|梯|泵|阀|炉|灶|反应|插|槽|端口|页|题|卷|公寓|社区|小区)";

const global = (source: string): RegExp => new RegExp(source, "gu");

function yearValue(word: string | undefined, moment: Moment): number | undefined {
  if (word === undefined) return undefined;
  const offset = YEAR_WORDS.get(word);
  return offset === undefined ? chineseNumber(word.slice(0, -1)) : moment.date.year + offset;
}

/** 上 −1, 上上 −2, 这/本/今 0, 下 1, 下下 2; absent 0. */
function stepValue(word: string | undefined): number {
  if (word === undefined) return 0;
  if (word.startsWith("上")) return -(word.match(/上/gu)?.length ?? 1);
  return word.startsWith("下") ? (word.match(/下/gu)?.length ?? 1) : 0;
}

function weekdayValue(word: string): number {
  return "日天末".includes(word) ? 6 : (chineseNumber(word) ?? 1) - 1;
}

/** 初, 中旬, 底 and so on within a month. */
function partOfMonth(year: number, month: number, part: string): Reading {
  const first = dayOf(year, month, 1);
  const end = dayOf(year, month + 1, 1);
  if (/^(?:上旬|初)/u.test(part)) return days(first, first + 10, "day");
  if (/^中/u.test(part)) return days(first + 10, first + 20, "day");
  return /^下旬/u.test(part) ? days(first + 20, end, "day") : days(end - 7, end, "day");
}

function partOfYear(year: number, part: string): Reading {
  if (/初|年头|开年/u.test(part)) return monthsOf(year, 1, 2);
  if (/年中/u.test(part)) return monthsOf(year, 6, 7);
  if (/上半年/u.test(part)) return monthsOf(year, 1, 6);
  if (/下半年/u.test(part)) return monthsOf(year, 7, 12);
  if (/春/u.test(part)) return monthsOf(year, 3, 5);
  if (/夏|暑/u.test(part)) return monthsOf(year, 6, 8);
  if (/秋/u.test(part)) return monthsOf(year, 9, 11);
  return /冬|寒/u.test(part) ? monthsOf(year, 12, 14) : monthsOf(year, 12, 12);
}

function monthDay(
  year: number | undefined,
  month: number,
  day: number | undefined,
  moment: Moment,
  tense: Tense,
): Reading | undefined {
  if (month < 1 || month > 12) return undefined;
  if (day === undefined) {
    const chosen = year ?? pickYear(moment, tense, (y) => ({ from: dayOf(y, month, 1), to: dayOf(y, month + 1, 1) }));
    return monthOf(chosen, month);
  }
  if (!isDate(year ?? 2024, month, day)) return undefined;
  const chosen = year ?? pickYear(moment, tense, (y) => ({ from: dayOf(y, month, day), to: dayOf(y, month, day) + 1 }));
  return oneDay(dayOf(chosen, month, day));
}

const dated: readonly TimeRule[] = [
  {
    pattern: global(
      `(?:${YEAR}的?)?(?<month>\\d{1,2}|[一二三四五六七八九十]{1,3})(?:月份?)(?:(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3})(?:日|号|(?=[\\s，。,到至早上中下晚]|$))|(?<part>上旬|中旬|下旬|初|中(?![国午文心])|底|末))?`,
    ),
    read: ({ year, month = "", day, part }, moment, tense) => {
      const monthNumber = chineseNumber(month);
      if (monthNumber === undefined || monthNumber < 1 || monthNumber > 12) return undefined;
      const chosen = yearValue(year, moment);
      if (part === undefined)
        return monthDay(chosen, monthNumber, day === undefined ? undefined : chineseNumber(day), moment, tense());
      const within = (y: number) => ({ from: dayOf(y, monthNumber, 1), to: dayOf(y, monthNumber + 1, 1) });
      return partOfMonth(chosen ?? pickYear(moment, tense(), within), monthNumber, part);
    },
  },
  {
    pattern: global(
      `${YEAR}(?:的?(?<part>年?初(?![一二三](?:$|[，。,、；;（(年班的了上下学]))|年中|年?底|年?末|上半年|下半年|春天|春季|夏天|夏季|秋天|秋季|冬天|冬季|暑假|寒假))?`,
    ),
    read: ({ year, part }, moment) => {
      const chosen = yearValue(year, moment);
      if (chosen === undefined || chosen < 1900 || chosen > 2200) return undefined;
      return part === undefined ? yearOf(chosen) : partOfYear(chosen, part);
    },
  },
  {
    pattern: global("(?<=^|[^今明去前后整半一两三四五六七八九十几\\d])(?<part>年初|年中|年底|年末|上半年|下半年)"),
    read: ({ part = "" }, moment) => partOfYear(moment.date.year, part),
  },
  {
    pattern: global(
      `(?:${YEAR}的?)?(?:第(?<nth>[一二三四1-4])季度|(?<bare>[一二三四1-4])季度|q(?<q>[1-4])(?![a-z0-9]))`,
    ),
    read: ({ year, nth, bare, q }, moment) => {
      const quarter = chineseNumber(nth ?? bare ?? q ?? "") ?? 1;
      const chosen = yearValue(year, moment) ?? moment.date.year;
      return monthsOf(chosen, quarter * 3 - 2, quarter * 3);
    },
  },
  {
    pattern: global("(?<step>上上|上|这|本|下下|下)(?:一)?个?季度"),
    read: ({ step }, { date }) => {
      const first = Math.floor((date.month - 1) / 3) * 3 + 1 + stepValue(step) * 3;
      return monthsOf(date.year, first, first + 2);
    },
  },
  {
    pattern: global(
      "(?<step>上上|上|这|本|当|下下|下)(?:一)?个?月份?(?:的?(?:(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3})[号日]|(?<part>上旬|中旬|下旬|初|中(?!国|午)|底|末)))?",
    ),
    read: ({ step, day, part }, { date }) => {
      const month = date.month + stepValue(step);
      if (part !== undefined) return partOfMonth(date.year, month, part);
      if (day === undefined) return monthOf(date.year, month);
      const number = chineseNumber(day);
      return number === undefined || number < 1 || number > 31 ? undefined : oneDay(dayOf(date.year, month, number));
    },
  },
  {
    pattern: global("(?<=^|[^个\\d一二三四五六七八九十上下这本当每])月(?<part>初|中旬|底|末)"),
    read: ({ part = "" }, { date }) => partOfMonth(date.year, date.month, part),
  },
  {
    pattern: global(
      `(?<=^|[^\\d.\\-第a-z楼栋线路门座室号])(?<day>[12]\\d|3[01]|[1-9]|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?:号(?!${NUMBERED})|日(?=[早上中下晚到至，。, ]|$))`,
    ),
    read: ({ day = "" }, moment, tense) => {
      const number = chineseNumber(day);
      const found = number === undefined ? undefined : looseDay(moment, number, tense());
      return found === undefined ? undefined : oneDay(found, { loose: true });
    },
  },
];

const weekly: readonly TimeRule[] = [
  {
    pattern: global(
      `(?<step>上上|上|这|本|今|下下|下)(?:一)?个?${WEEK}(?:的?(?:周|星期|礼拜)?(?<day>[一二三四五六日天末1-6])(?![个点月号年周天小、]))?`,
    ),
    read: ({ step, day }, moment) => {
      const monday = mondayOf(moment.today) + stepValue(step) * 7;
      if (day === undefined) return weekFrom(moment, stepValue(step));
      return day === "末" ? days(monday + 5, monday + 7, "day") : oneDay(monday + weekdayValue(day));
    },
  },
  {
    pattern: global("(?<=^|[^上下这本每个])周末"),
    read: (_groups, moment, tense) => {
      const saturday =
        saturdayOf(moment.today) - (tense() === "past" && moment.today < saturdayOf(moment.today) ? 7 : 0);
      return days(saturday, saturday + 2, "day");
    },
  },
  {
    pattern: global(
      `(?<=^|[^上下这本今每个逢一二两三四五六七八九十几\\d])${WEEK}(?<day>[一二三四五六日天](?![个岁年周些起样般直定]))`,
    ),
    read: ({ day = "" }, moment, tense) => oneDay(looseWeekday(moment, weekdayValue(day), tense())),
  },
];

const recurringRules: readonly TimeRule[] = [
  {
    pattern: global(
      `(?:每个?|逢)(?:周|星期|礼拜)(?<day>[一二三四五六日天末](?:[、和及跟与到至,，-]?(?:每?(?:周|星期|礼拜))?[一二三四五六日天](?![个点月号年周天小岁次回])){0,6})?`,
    ),
    read: ({ day }, moment) => {
      if (day === undefined) return { ...weekFrom(moment, 0), recurring: true };
      if (day.startsWith("末"))
        return { ...days(saturdayOf(moment.today), saturdayOf(moment.today) + 2, "day"), recurring: true };
      const named = [...day.replace(/星期|礼拜|[^一二三四五六日天]/gu, "")].map(weekdayValue);
      const [first = 0, last] = named;
      return last !== undefined && named.length === 2 && /[到至-]/u.test(day)
        ? weekdaysFrom(mondayOf(moment.today), first, last)
        : oneDay(nearestWeekday(moment, named), { recurring: true });
    },
  },
  {
    pattern: global("每个?月(?:的?(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3})[号日]|(?<part>初|底|末))?"),
    read: ({ day, part }, moment) => {
      const { year, month } = moment.date;
      if (part !== undefined) return { ...partOfMonth(year, month, part), recurring: true };
      const number = day === undefined ? undefined : chineseNumber(day);
      const found = number === undefined ? undefined : looseDay(moment, number, "future");
      return found === undefined ? { ...monthOf(year, month), recurring: true } : oneDay(found, { recurring: true });
    },
  },
  {
    pattern: global(
      `每年(?:的?(?<month>\\d{1,2}|[一二三四五六七八九十]{1,3})月(?:(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3})[号日])?)?`,
    ),
    read: ({ month, day }, moment) => {
      if (month === undefined) return { ...yearOf(moment.date.year), recurring: true };
      const reading = monthDay(
        undefined,
        chineseNumber(month) ?? 0,
        day === undefined ? undefined : chineseNumber(day),
        moment,
        "future",
      );
      return reading && { ...reading, recurring: true };
    },
  },
  {
    pattern: global("每(?:一)?(?:天|日)|每(?=[晚早夜])|天天|工作日|每个工作日|每个(?=早上|晚上|上午|下午)"),
    read: (_groups, { today }) => oneDay(today, { recurring: true }),
  },
  {
    pattern: global(`每隔?(?<amount>${CHINESE_NUMBER}|半)个?${UNIT}`),
    read: ({ amount = "", unit = "" }, moment) => {
      const grain = UNITS.get(unit);
      const number = amountOf(amount, undefined, unit);
      return grain === undefined || number === undefined
        ? undefined
        : { ...stretch(moment, number, grain, true), recurring: true };
    },
  },
];

/** 3 个月 counts 3; 一个半月 1.5; 两季度 6 months; 一刻钟 15 minutes. */
function amountOf(amount: string, half: string | undefined, unit: string): number | undefined {
  const number = chineseNumber(amount);
  if (number === undefined) return undefined;
  return (number + (half === undefined ? 0 : 0.5)) * (unit === "季度" ? 3 : unit === "刻钟" ? 15 : 1);
}

const relative: readonly TimeRule[] = [
  {
    pattern: global(
      "(?<word>大前天|前天|昨天|今天|明天|大后天|后天|昨日|今日|明日|前日|后日|琴日|寻日|听日|昨(?=晚|夜)|今(?=晚|早|夜)|明(?=晚|早))",
    ),
    read: ({ word = "" }, { today }) => oneDay(today + (DAY_WORDS.get(word) ?? 0)),
  },
  {
    pattern: global(
      `(?<amount>${CHINESE_NUMBER}|半)(?<counted>个|多)?(?<half>半)?(?<counted2>个)?(?:多)?${UNIT}(?<half2>半)?(?:之|以)?(?<side>前|后)(?!端|台|面|排|者|勤|果|续)`,
    ),
    read: ({ amount = "", counted, counted2, half, half2, unit = "", side }, moment) => {
      const grain = UNITS.get(unit);
      // 6月前 is before June, 2024年前 before that year; 6个月前 and 3年前 count back.
      const named = unit === "月" && (counted ?? counted2 ?? half) === undefined && !/^[半几数]$/u.test(amount);
      if (named || (unit === "年" && (chineseNumber(amount) ?? 0) >= 1_000)) return undefined;
      const number = amountOf(amount, half ?? half2, unit);
      if (grain === undefined || number === undefined) return undefined;
      if (isVagueNumber(amount)) return vagueAway(moment, grain, side === "后");
      return unitsAway(moment, side === "前" ? -number : number, grain);
    },
  },
  {
    pattern: global(
      `(?<head>未来|接下来|今后|往后|过去|近|最近|前|这)的?(?<amount>${CHINESE_NUMBER}|半)个?(?<half>半)?${UNIT}(?:以来|来|内|里|间)?`,
    ),
    read: ({ head = "", amount = "", half, unit = "" }, moment, tense) => {
      const grain = UNITS.get(unit);
      const number = amountOf(amount, half, unit);
      if (grain === undefined || number === undefined) return undefined;
      const vague = isVagueNumber(amount) || ((head === "这" || head === "前") && grain === "day");
      const forward = /^(?:未来|接下来|今后|往后)$/u.test(head) || (head === "这" && tense() === "future");
      if (head === "这" && (amount === "两" || vague)) return aroundNow(moment, Math.max(number, 2), grain);
      return { ...stretch(moment, number, grain, forward), vague };
    },
  },
  {
    pattern: global(`(?<amount>${CHINESE_NUMBER}|半)个?${UNIT}(?:之|以)?内`),
    read: ({ amount = "", unit = "" }, moment, tense) => {
      const grain = UNITS.get(unit);
      const number = amountOf(amount, undefined, unit);
      return grain === undefined || number === undefined
        ? undefined
        : stretch(moment, number, grain, tense() !== "past");
    },
  },
];

/** 几天前, 几周后: a stretch of about that size on that side. */
function vagueAway(moment: Moment, unit: Unit, forward: boolean): Reading {
  if (unit === "minute" || unit === "hour")
    return { ...stretch(moment, unit === "hour" ? 12 : 60, unit, forward), vague: true };
  const month = unit === "month" || unit === "year";
  const near = month
    ? addMonths(moment.today, (unit === "year" ? 12 : 1) * (forward ? 1 : -1))
    : moment.today + (forward ? 1 : -1);
  const scale = unit === "day" ? 9 : unit === "week" ? 42 : unit === "month" ? 270 : 3_650;
  return forward
    ? days(near, moment.today + scale, unit, { vague: true })
    : days(moment.today - scale, near + 1, unit, { vague: true });
}

function aroundNow(moment: Moment, amount: number, unit: Unit): Reading {
  if (unit !== "day") return { ...stretch(moment, amount, unit, false), vague: true };
  return days(moment.today - amount + 1, moment.today + amount, "day", { vague: true });
}

const vagueWords: readonly (readonly [string, number, number])[] = [
  ["最近|近期|近来|近日|这阵子|这段时间|这段日子|这些天|这些日子|这几天|这些年", -14, 1],
  ["前几天|前两天|前些天|前些日子|前阵子|前段时间|不久前|那天|有一天|上次|上回|刚才|刚刚|之前那次", -60, 0],
  ["过几天|过两天|过些天|过一阵|过段时间|改天|改日|回头|不久后|过几日", 1, 15],
];

const vague: readonly TimeRule[] = vagueWords.map(([words, from, to]) => ({
  pattern: global(`(?:${words})(?!的?[${"一二两三四五六七八九十"}\\d]个?[天周月年])`),
  read: (_groups, { today }) => days(today + from, today + to, "day", { vague: true }),
}));

const holidays: readonly TimeRule[] = [
  {
    pattern: global(
      `(?:(?:(?<every>每年|every)|${YEAR})(?:的|\\s+)?)?(?:(?<step>last|this coming|this|next)\\s+)?(?<name>${HOLIDAY_NAMES})(?<whole>假期|期间|长假|小长假|黄金周|放假)?(?:,?\\s+(?<westernYear>(?:19|20)\\d\\d)(?!\\d))?`,
    ),
    read: ({ every, year, step, name = "", whole, westernYear }, moment, tense) => {
      const within = (y: number) => {
        const found = holidayIn(name, y, whole !== undefined);
        return { from: found?.day ?? 0, to: (found?.day ?? 0) + (found?.days ?? 1) };
      };
      const said = westernYear === undefined ? yearValue(year, moment) : Number(westernYear);
      const side = step === "last" ? "past" : step === undefined && every === undefined ? tense() : "future";
      const { from, to } = within(said ?? pickYear(moment, side, within));
      return days(from, to, "day", { recurring: every !== undefined });
    },
  },
];

/** Rules for Chinese, and holidays of both languages. Of two readings that overlap the longer one counts. */
export const CHINESE_RULES: readonly TimeRule[] = [...dated, ...weekly, ...recurringRules, ...relative, ...vague];
export const HOLIDAY_RULES: readonly TimeRule[] = holidays;
