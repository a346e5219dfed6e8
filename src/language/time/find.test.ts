import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDay } from "./describe-day.js";
import { findTimeExpressions, OPEN_END, OPEN_START } from "./find.js";
import { hasTimeExpressionCue } from "./tense.js";

/** Wednesday 3 June 2026, ten in the morning in Shanghai. */
const AT = Date.parse("2026-06-03T02:00:00Z");
const SHANGHAI = "Asia/Shanghai";

function local(at: number): string {
  if (at === OPEN_END) return "∞";
  if (at === OPEN_START) return "-∞";
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace("T00:00", "");
}

/** "[words] from..to grain R V direction", the instants as Shanghai's clocks show them; R recurring, V vague. */
function read(text: string, at = AT, timeZone = SHANGHAI): string {
  return findTimeExpressions(text, { at, timeZone })
    .map(
      (one) =>
        `[${one.text}] ${local(one.from)}..${local(one.to)} ${one.grain}${one.recurring ? " R" : ""}${one.vague ? " V" : ""} ${one.direction}`,
    )
    .join(" ; ");
}

const CHINESE: readonly (readonly [string, string])[] = [
  ["上个月", "[上个月] 2026-05-01..2026-06-01 month past"],
  ["下个月5号交付", "[下个月5号] 2026-07-05..2026-07-06 day future"],
  ["周末去爬山", "[周末] 2026-06-06..2026-06-08 day future"],
  ["上周末去爬山了", "[上周末] 2026-05-30..2026-06-01 day past"],
  ["下周出差", "[下周] 2026-06-08..2026-06-15 week future"],
  ["5号交房租", "[5号] 2026-06-05..2026-06-06 day future"],
  ["每周一开例会", "[每周一] 2026-06-08..2026-06-09 day R future"],
  ["每天早上跑步", "[每天早上] 2026-06-03T05:00..2026-06-03T10:00 hour R past"],
  ["国庆节去旅游", "[国庆节] 2026-10-01..2026-10-02 day future"],
  ["春节回家", "[春节] 2026-02-17..2026-02-18 day past"],
  ["去年中秋", "[去年中秋] 2025-10-06..2025-10-07 day past"],
  ["端午", "[端午] 2026-06-19..2026-06-20 day future"],
  ["半小时后提醒我", "[半小时后] 2026-06-03T10:30..2026-06-03T10:31 minute future"],
  ["前天", "[前天] 2026-06-01..2026-06-02 day past"],
  ["大前天", "[大前天] 2026-05-31..2026-06-01 day past"],
  ["这两天有点累", "[这两天] 2026-06-02..2026-06-05 day V present"],
  ["月底前交报告", "[月底前] 2026-06-03T10:00..2026-07-01 day present"],
  ["年底", "[年底] 2026-12-01..2027-01-01 month future"],
  ["下季度", "[下季度] 2026-07-01..2026-10-01 month future"],
  ["明天下午三点半开会", "[明天下午三点半] 2026-06-04T15:30..2026-06-04T15:31 minute future"],
  ["6月1日上线", "[6月1日] 2026-06-01..2026-06-02 day past"],
  ["2025年3月5日", "[2025年3月5日] 2025-03-05..2025-03-06 day past"],
  ["周五之前", "[周五之前] 2026-06-03T10:00..2026-06-05 day present"],
  ["从下周一起", "[从下周一起] 2026-06-08..∞ day future"],
  ["最近在减肥", "[最近] 2026-05-20..2026-06-04 day V present"],
  ["三个月前", "[三个月前] 2026-03-01..2026-04-01 month past"],
  ["未来三天", "[未来三天] 2026-06-03..2026-06-07 day present"],
  ["过去一周", "[过去一周] 2026-05-27..2026-06-04 week present"],
  ["周一到周三", "[周一到周三] 2026-06-08..2026-06-11 day future"],
  ["5月1日到3日", "[5月1日到3日] 2026-05-01..2026-05-04 day past"],
  ["每月15号发工资", "[每月15号] 2026-06-15..2026-06-16 day R future"],
  ["昨晚", "[昨晚] 2026-06-02T18:00..2026-06-03 hour past"],
  ["今晚8点", "[今晚8点] 2026-06-03T20:00..2026-06-03T21:00 hour future"],
  ["凌晨两点", "[凌晨两点] 2026-06-03T02:00..2026-06-03T03:00 hour past"],
  ["上上周三", "[上上周三] 2026-05-20..2026-05-21 day past"],
  ["去年夏天", "[去年夏天] 2025-06-01..2025-09-01 month past"],
  ["十月一号", "[十月一号] 2026-10-01..2026-10-02 day future"],
  ["二〇二六年六月", "[二〇二六年六月] 2026-06-01..2026-07-01 month present"],
  ["三天内", "[三天内] 2026-06-03..2026-06-07 day present"],
  ["前几天", "[前几天] 2026-05-31..2026-06-04 day V present"],
  ["过几天", "[过几天] 2026-06-04..2026-06-18 day V future"],
  ["下下周二上午10:30", "[下下周二上午10:30] 2026-06-16T10:30..2026-06-16T10:31 minute future"],
  ["晚上十二点", "[晚上十二点] 2026-06-04..2026-06-04T01:00 hour future"],
  ["第三季度", "[第三季度] 2026-07-01..2026-10-01 month future"],
  ["2026年Q3", "[2026年Q3] 2026-07-01..2026-10-01 month future"],
  ["一年半前", "[一年半前] 2024-12-01..2025-01-01 month past"],
  ["半年后", "[半年后] 2026-12-01..2027-01-01 month future"],
  ["这周五", "[这周五] 2026-06-05..2026-06-06 day future"],
  ["周三", "[周三] 2026-06-03..2026-06-04 day present"],
  ["去年5月", "[去年5月] 2025-05-01..2025-06-01 month past"],
  ["一号楼", ""],
  ["三点建议", "[三点] 2026-06-03T15:00..2026-06-03T16:00 hour future"],
  ["三月份", "[三月份] 2026-03-01..2026-04-01 month past"],
  ["每年10月", "[每年10月] 2026-10-01..2026-11-01 month R future"],
  ["工作日", "[工作日] 2026-06-03..2026-06-04 day R present"],
  ["下个月底", "[下个月底] 2026-07-25..2026-08-01 day future"],
  ["今年上半年", "[今年上半年] 2026-01-01..2026-07-01 month present"],
  ["週五下午", "[週五下午] 2026-06-05T12:00..2026-06-05T18:00 hour future"],
  ["听日下晝", "[听日] 2026-06-04..2026-06-05 day future"],
  ["除夕", "[除夕] 2026-02-16..2026-02-17 day past"],
  ["15号之前", "[15号之前] 2026-06-03T10:00..2026-06-15 day present"],
  ["每隔两周", "[每隔两周] 2026-06-03..2026-06-18 week R present"],
  ["上午", ""],
  ["今年国庆假期", "[今年国庆假期] 2026-10-01..2026-10-08 day future"],
  ["3点", "[3点] 2026-06-03T15:00..2026-06-03T16:00 hour future"],
  ["15:00到16:00", "[15:00到16:00] 2026-06-03T15:00..2026-06-03T16:00 minute future"],
  ["下午2点到4点", "[下午2点到4点] 2026-06-03T14:00..2026-06-03T16:00 hour future"],
  ["下个礼拜五", "[下个礼拜五] 2026-06-12..2026-06-13 day future"],
  ["这个星期天", "[这个星期天] 2026-06-07..2026-06-08 day future"],
  ["礼拜三去过了", "[礼拜三] 2026-05-27..2026-05-28 day past"],
  ["上星期", "[上星期] 2026-05-25..2026-06-01 week past"],
  ["三周后", "[三周后] 2026-06-22..2026-06-29 week future"],
  ["两个半月后", "[两个半月后] 2026-08-17..2026-08-24 week future"],
  ["10分钟后", "[10分钟后] 2026-06-03T10:10..2026-06-03T10:11 minute future"],
  ["一个小时前", "[一个小时前] 2026-06-03T09:00..2026-06-03T10:00 hour past"],
  ["未来半年", "[未来半年] 2026-06-03..2026-12-04 year present"],
  ["近三年", "[近三年] 2023-06-03..2026-06-04 year present"],
  ["最近三个月", "[最近三个月] 2026-03-03..2026-06-04 month present"],
  ["过去两年里", "[过去两年里] 2024-06-03..2026-06-04 year present"],
  ["本月15日", "[本月15日] 2026-06-15..2026-06-16 day future"],
  ["这个月20号", "[这个月20号] 2026-06-20..2026-06-21 day future"],
  ["上个月底", "[上个月底] 2026-05-25..2026-06-01 day past"],
  ["去年年底", "[去年年底] 2025-12-01..2026-01-01 month past"],
  ["明年春天", "[明年春天] 2027-03-01..2027-06-01 month future"],
  ["今年3月8日", "[今年3月8日] 2026-03-08..2026-03-09 day past"],
  ["3月到5月", "[3月到5月] 2026-03-01..2026-06-01 month past"],
  ["9月开学", "[9月] 2026-09-01..2026-10-01 month future"],
  ["9月1号到10月7号", "[9月1号到10月7号] 2026-09-01..2026-10-08 day future"],
  ["下周三到周五", "[下周三到周五] 2026-06-10..2026-06-13 day future"],
  ["自2020年以来", "[自2020年以来] 2020-01-01..2026-06-03T10:00 year past"],
  ["明天之后", "[明天之后] 2026-06-05..∞ day future"],
  ["直到下周五", "[直到下周五] 2026-06-03T10:00..2026-06-13 day present"],
  ["截止6月15日", "[截止6月15日] 2026-06-03T10:00..2026-06-16 day present"],
  ["元旦", "[元旦] 2026-01-01..2026-01-02 day past"],
  ["房租六千五一个月", ""],
  ["三月以来", "[三月以来] 2026-03-01..2026-06-03T10:00 month past"],
  ["五一假期", "[五一假期] 2026-05-01..2026-05-06 day past"],
  ["明年春节", "[明年春节] 2027-02-07..2027-02-08 day future"],
  ["清明节回老家", "[清明节] 2026-04-05..2026-04-06 day past"],
  ["情人节", "[情人节] 2026-02-14..2026-02-15 day past"],
  ["双十一买的", "[双十一] 2026-11-11..2026-11-12 day future"],
  ["每天", "[每天] 2026-06-03..2026-06-04 day R present"],
  ["每晚十点", "[每晚十点] 2026-06-03T22:00..2026-06-03T23:00 hour R future"],
  ["每个工作日", "[每个工作日] 2026-06-03..2026-06-04 day R present"],
  ["每逢周末", "[逢周末] 2026-06-06..2026-06-08 day R future"],
  ["每年春节", "[每年春节] 2027-02-07..2027-02-08 day R future"],
  ["每两周", "[每两周] 2026-06-03..2026-06-18 week R present"],
  ["每周二、四", "[每周二、四] 2026-06-04..2026-06-05 day R future"],
  ["早上八点", "[早上八点] 2026-06-03T08:00..2026-06-03T09:00 hour past"],
  ["中午十二点", "[中午十二点] 2026-06-03T12:00..2026-06-03T13:00 hour future"],
  ["下午5:30", "[下午5:30] 2026-06-03T17:30..2026-06-03T17:31 minute future"],
  ["晚上9点45分", "[晚上9点45分] 2026-06-03T21:45..2026-06-03T21:46 minute future"],
  ["十点一刻", "[十点一刻] 2026-06-03T10:15..2026-06-03T10:16 minute future"],
  ["周日晚上七点半", "[周日晚上七点半] 2026-06-07T19:30..2026-06-07T19:31 minute future"],
  ["昨天下午", "[昨天下午] 2026-06-02T12:00..2026-06-02T18:00 hour past"],
  ["后天早上9点", "[后天早上9点] 2026-06-05T09:00..2026-06-05T10:00 hour future"],
  ["2026年6月", "[2026年6月] 2026-06-01..2026-07-01 month present"],
  ["26号", "[26号] 2026-06-26..2026-06-27 day future"],
  ["大后天", "[大后天] 2026-06-06..2026-06-07 day future"],
  ["今年", "[今年] 2026-01-01..2027-01-01 year present"],
  ["前年", "[前年] 2024-01-01..2025-01-01 year past"],
  ["明年下半年", "[明年下半年] 2027-07-01..2028-01-01 month future"],
  ["刚才", "[刚才] 2026-04-04..2026-06-03 day V past"],
  ["上次", "[上次] 2026-04-04..2026-06-03 day V past"],
  ["改天", "[改天] 2026-06-04..2026-06-18 day V future"],
  ["这阵子", "[这阵子] 2026-05-20..2026-06-04 day V present"],
  ["近期", "[近期] 2026-05-20..2026-06-04 day V present"],
  ["几天前", "[几天前] 2026-05-25..2026-06-03 day V past"],
  ["几个月后", "[几个月后] 2026-07-03..2027-02-28 month V future"],
  ["一点都不喜欢", ""],
  ["一点也不", ""],
  ["三点水", "[三点] 2026-06-03T15:00..2026-06-03T16:00 hour future"],
  ["第3号", ""],
  ["3号线", ""],
  ["十分好", ""],
  ["周到的服务", ""],
  ["年轻", ""],
  ["上周末", "[上周末] 2026-05-30..2026-06-01 day past"],
  ["下週三下午三點", "[下週三下午三點] 2026-06-10T15:00..2026-06-10T16:00 hour future"],
  ["聽日朝早", "[聽日] 2026-06-04..2026-06-05 day future"],
  ["上個月", "[上個月] 2026-05-01..2026-06-01 month past"],
  ["二十分钟后", "[二十分钟后] 2026-06-03T10:20..2026-06-03T10:21 minute future"],
  ["半个月前", "[半个月前] 2026-05-18..2026-05-25 week past"],
  ["一刻钟后", "[一刻钟后] 2026-06-03T10:15..2026-06-03T10:16 minute future"],
  ["七月七日", "[七月七日] 2026-07-07..2026-07-08 day future"],
  ["六月十五号下午两点", "[六月十五号下午两点] 2026-06-15T14:00..2026-06-15T15:00 hour future"],
  ["下午三点到五点", "[下午三点到五点] 2026-06-03T15:00..2026-06-03T17:00 hour future"],
  ["工作日早上九点", "[工作日早上九点] 2026-06-03T09:00..2026-06-03T10:00 hour R past"],
];

// 6月 without 个 is June.
const MONTH_OR_MONTHS: readonly (readonly [string, string])[] = [
  ["6个月前", "[6个月前] 2025-12-01..2026-01-01 month past"],
  ["9月前完成", "[9月前] 2026-06-03T10:00..2026-09-01 month present"],
];

const ENGLISH: readonly (readonly [string, string])[] = [
  ["I used to swim before I broke my wrist in August", "[in August] 2025-08-01..2025-09-01 month past"],
  ["I got the job, it starts May 4th", "[May 4th] 2027-05-04..2027-05-05 day future"],
  ["before we leave on August 3", "[August 3] 2026-08-03..2026-08-04 day future"],
  ["since August we rent it", "[since August] 2025-08-01..2026-06-03T10:00 month past"],
  ["last Tuesday", "[last Tuesday] 2026-06-02..2026-06-03 day past"],
  ["in May", "[in May] 2026-05-01..2026-06-01 month past"],
  ["I went to Paris in May", "[in May] 2026-05-01..2026-06-01 month past"],
  ["this week", "[this week] 2026-06-01..2026-06-08 week present"],
  ["until Friday", "[until Friday] 2026-06-03T10:00..2026-06-06 day present"],
  ["next quarter", "[next quarter] 2026-07-01..2026-10-01 month future"],
  ["recently", "[recently] 2026-05-20..2026-06-04 day V present"],
  ["these days", "[these days] 2026-05-20..2026-06-04 day V present"],
  ["end of month", "[end of month] 2026-06-24..2026-07-01 day future"],
  ["by the end of the month", "[by the end of the month] 2026-06-03T10:00..2026-07-01 day present"],
  ["in two weeks", "[in two weeks] 2026-06-15..2026-06-22 week future"],
  ["from June on", "[from June on] 2026-06-01..∞ month present"],
  ["from next Monday on", "[from next Monday on] 2026-06-08..∞ day future"],
  ["tomorrow at 3pm", "[tomorrow at 3pm] 2026-06-04T15:00..2026-06-04T16:00 hour future"],
  ["at 3pm on Friday", "[3pm on Friday] 2026-06-05T15:00..2026-06-05T16:00 hour future"],
  ["next Friday", "[next Friday] 2026-06-12..2026-06-13 day future"],
  ["two days ago", "[two days ago] 2026-06-01..2026-06-02 day past"],
  ["a few days ago", "[a few days ago] 2026-05-25..2026-06-03 day V past"],
  ["May 5th, 2024", "[May 5th, 2024] 2024-05-05..2024-05-06 day past"],
  ["5 May", "[5 May] 2026-05-05..2026-05-06 day past"],
  ["March 2025", "[March 2025] 2025-03-01..2025-04-01 month past"],
  ["early July", "[early July] 2026-07-01..2026-07-11 day future"],
  ["last summer", "[last summer] 2025-06-01..2025-09-01 month past"],
  ["every Monday", "[every Monday] 2026-06-08..2026-06-09 day R future"],
  ["on Mondays", "[on Mondays] 2026-06-08..2026-06-09 day R future"],
  ["every other week", "[every other week] 2026-06-01..2026-06-08 week R present"],
  ["twice a week", "[twice a week] 2026-06-01..2026-06-08 week R present"],
  ["the day after tomorrow", "[the day after tomorrow] 2026-06-05..2026-06-06 day future"],
  ["last night", "[last night] 2026-06-02T18:00..2026-06-03 hour past"],
  ["this morning", "[this morning] 2026-06-03T05:00..2026-06-03T12:00 hour present"],
  ["tonight at 8", "[tonight at 8] 2026-06-03T20:00..2026-06-03T21:00 hour future"],
  ["since 2020", "[since 2020] 2020-01-01..2026-06-03T10:00 year past"],
  ["Christmas", "[Christmas] 2025-12-25..2025-12-26 day past"],
  ["last Christmas", "[last Christmas] 2025-12-25..2025-12-26 day past"],
  ["Thanksgiving", "[Thanksgiving] 2026-11-26..2026-11-27 day future"],
  ["Q3 2025", "[Q3 2025] 2025-07-01..2025-10-01 month past"],
  ["within 3 days", "[within 3 days] 2026-06-03..2026-06-07 day present"],
  ["the next two weeks", "[the next two weeks] 2026-06-03..2026-06-18 week present"],
  ["the past month", "[the past month] 2026-05-03..2026-06-04 month present"],
  ["from Monday to Wednesday", "[from Monday to Wednesday] 2026-06-08..2026-06-11 day future"],
  ["between May 1 and May 5", "[between May 1 and May 5] 2026-05-01..2026-05-06 day past"],
  ["2026-07-01", "[2026-07-01] 2026-07-01..2026-07-02 day future"],
  ["2026-07-01T10:00:00Z", "[2026-07-01T10:00:00Z] 2026-07-01T18:00..2026-07-01T18:01 minute future"],
  ["7/4/2026", "[7/4/2026] 2026-07-04..2026-07-05 day future"],
  ["over the weekend", "[over the weekend] 2026-06-06..2026-06-08 day future"],
  ["we met on Friday", "[on Friday] 2026-05-29..2026-05-30 day past"],
  ["let's meet on Friday", "[on Friday] 2026-06-05..2026-06-06 day future"],
  ["I may go", ""],
  ["march on", ""],
  ["half past six", "[half past six] 2026-06-03T18:30..2026-06-03T18:31 minute future"],
  ["at 5", "[at 5] 2026-06-03T17:00..2026-06-03T18:00 hour future"],
  ["12:30", "[12:30] 2026-06-03T12:30..2026-06-03T12:31 minute future"],
  ["on the 5th", "[on the 5th] 2026-06-05..2026-06-06 day future"],
  ["the week after next", "[the week after next] 2026-06-15..2026-06-22 week future"],
  ["Monday next week", "[Monday next week] 2026-06-08..2026-06-09 day future"],
  ["in 20 minutes", "[in 20 minutes] 2026-06-03T10:20..2026-06-03T10:21 minute future"],
  ["3 hours ago", "[3 hours ago] 2026-06-03T07:00..2026-06-03T08:00 hour past"],
  ["end of the week", "[end of the week] 2026-06-05..2026-06-08 day future"],
  ["mid-August", "[mid-August] 2026-08-11..2026-08-22 day future"],
  ["May last year", "[May last year] 2025-05-01..2025-06-01 month past"],
  ["next May", "[next May] 2027-05-01..2027-06-01 month future"],
  ["before Friday", "[before Friday] 2026-06-03T10:00..2026-06-05 day present"],
  ["I was born in 1990", "[in 1990] 1990-01-01..1991-01-01 year past"],
  ["weekdays", "[weekdays] 2026-06-01..2026-06-06 day R present"],
  ["at noon", "[at noon] 2026-06-03T12:00..2026-06-03T13:00 hour future"],
  ["version 3.12.1", ""],
  ["port 8080", ""],
  ["50% of users", ""],
  ["Sunday morning", "[Sunday morning] 2026-06-07T06:00..2026-06-07T12:00 hour future"],
  ["tomorrow morning", "[tomorrow morning] 2026-06-04T06:00..2026-06-04T12:00 hour future"],
  ["the 3rd of March", "[the 3rd of March] 2026-03-03..2026-03-04 day past"],
  ["Jan 15", "[Jan 15] 2026-01-15..2026-01-16 day past"],
  ["next weekend", "[next weekend] 2026-06-13..2026-06-15 day future"],
  ["three months from now", "[three months from now] 2026-09-01..2026-10-01 month future"],
  ["until the end of June", "[until the end of June] 2026-06-03T10:00..2026-07-01 day present"],
  ["by tomorrow", "[by tomorrow] 2026-06-03T10:00..2026-06-05 day present"],
  ["starting next week", "[starting next week] 2026-06-08..∞ week future"],
  ["2026/6/18", "[2026/6/18] 2026-06-18..2026-06-19 day future"],
  ["2026.06.18", "[2026.06.18] 2026-06-18..2026-06-19 day future"],
  ["next Tuesday at 10am", "[next Tuesday at 10am] 2026-06-09T10:00..2026-06-09T11:00 hour future"],
  ["yesterday evening", "[yesterday evening] 2026-06-02T17:00..2026-06-02T22:00 hour past"],
  ["on June 15", "[June 15] 2026-06-15..2026-06-16 day future"],
  ["June 15 at 3:30pm", "[June 15 at 3:30pm] 2026-06-15T15:30..2026-06-15T15:31 minute future"],
  ["from May 3 to May 10", "[from May 3 to May 10] 2026-05-03..2026-05-11 day past"],
  ["since last week", "[since last week] 2026-05-25..2026-06-03T10:00 week past"],
  ["since March", "[since March] 2026-03-01..2026-06-03T10:00 month past"],
  ["by Friday", "[by Friday] 2026-06-03T10:00..2026-06-06 day present"],
  ["before the end of the year", "[before the end of the year] 2026-06-03T10:00..2027-01-01 month present"],
  ["after Christmas", "[after Christmas] 2025-12-26..∞ day present"],
  ["in the next 3 days", "[in the next 3 days] 2026-06-03..2026-06-07 day present"],
  ["for the past two years", "[for the past two years] 2024-06-03..2026-06-04 year present"],
  ["two and a half years ago", "[two and a half years ago] 2023-12-01..2024-01-01 month past"],
  ["half an hour ago", "[half an hour ago] 2026-06-03T09:30..2026-06-03T09:31 minute past"],
  ["a couple of weeks ago", "[a couple of weeks ago] 2026-05-18..2026-05-25 week past"],
  ["in a month", "[in a month] 2026-07-01..2026-08-01 month future"],
  ["in 2019", "[in 2019] 2019-01-01..2020-01-01 year past"],
  ["mid 2025", "[mid 2025] 2025-01-01..2026-01-01 year past"],
  ["late 2024", "[late 2024] 2024-01-01..2025-01-01 year past"],
  ["early next week", "[next week] 2026-06-08..2026-06-15 week future"],
  ["the beginning of next month", "[the beginning of next month] 2026-07-01..2026-07-11 day future"],
  ["this quarter", "[this quarter] 2026-04-01..2026-07-01 month present"],
  ["last quarter", "[last quarter] 2026-01-01..2026-04-01 month past"],
  ["end of Q3", "[Q3] 2026-07-01..2026-10-01 month future"],
  ["every day at 9am", "[every day at 9am] 2026-06-03T09:00..2026-06-03T10:00 hour R past"],
  ["every weekday", "[every weekday] 2026-06-03..2026-06-04 day R present"],
  ["each month", "[each month] 2026-06-01..2026-07-01 month R present"],
  ["daily", "[daily] 2026-06-03..2026-06-04 day R present"],
  ["weekly standup", "[weekly] 2026-06-01..2026-06-08 week R present"],
  ["on weekends", "[on weekends] 2026-06-06..2026-06-08 day R future"],
  ["Tuesdays and Thursdays", "[Tuesdays and Thursdays] 2026-06-04..2026-06-05 day R future"],
  ["the 21st of June 2026", "[the 21st of June 2026] 2026-06-21..2026-06-22 day future"],
  ["12/25/2025", "[12/25/2025] 2025-12-25..2025-12-26 day past"],
  ["25/12/2025", "[25/12/2025] 2025-12-25..2025-12-26 day past"],
  ["2026-06-18 14:30", "[2026-06-18 14:30] 2026-06-18T14:30..2026-06-18T14:31 minute future"],
  ["noon tomorrow", "[noon tomorrow] 2026-06-04T12:00..2026-06-04T13:00 hour future"],
  ["midnight", "[midnight] 2026-06-04..2026-06-04T01:00 hour future"],
  ["quarter to nine", "[quarter to nine] 2026-06-03T08:45..2026-06-03T08:46 minute past"],
  ["8 o'clock", "[8 o'clock] 2026-06-03T08:00..2026-06-03T09:00 hour past"],
  ["at 7 in the evening", "[at 7 in the evening] 2026-06-03T19:00..2026-06-03T20:00 hour future"],
  ["this Sunday", "[this Sunday] 2026-06-07..2026-06-08 day future"],
  ["this past Friday", "[this past Friday] 2026-05-29..2026-05-30 day past"],
  ["the other day", "[the other day] 2026-05-25..2026-06-03 day V past"],
  ["soon", "[soon] 2026-06-03..2026-07-03 day V present"],
  ["a while ago", "[a while ago] 2025-12-05..2026-06-03 day V past"],
  ["last time", "[last time] 2025-12-05..2026-06-03 day V past"],
  ["tomorrow night", "[tomorrow night] 2026-06-04T18:00..2026-06-05 hour future"],
  ["Saturday", "[Saturday] 2026-06-06..2026-06-07 day future"],
  ["see you Saturday", "[Saturday] 2026-06-06..2026-06-07 day future"],
  ["I saw her on Saturday", "[on Saturday] 2026-05-30..2026-05-31 day past"],
  ["July 4th", "[July 4th] 2026-07-04..2026-07-05 day future"],
  ["Halloween", "[Halloween] 2026-10-31..2026-11-01 day future"],
  ["next Christmas", "[next Christmas] 2026-12-25..2026-12-26 day future"],
  ["Chinese New Year", "[Chinese New Year] 2026-02-17..2026-02-18 day past"],
  ["next month", "[next month] 2026-07-01..2026-08-01 month future"],
  ["last year", "[last year] 2025-01-01..2026-01-01 year past"],
  ["the year before last", "[the year before last] 2024-01-01..2025-01-01 year past"],
  ["these past few weeks", "[these past few weeks] 2026-05-13..2026-06-04 week V present"],
  ["next few days", "[next few days] 2026-06-03..2026-06-07 day V present"],
  ["I can march", ""],
  ["mark may come", ""],
  ["second", ""],
  ["the sun is up", ""],
  ["sat down", ""],
  ["I wed Anna", ""],
  ["decimal 3.14", ""],
  ["12 people", ""],
  ["call 911", ""],
  ["in 5 steps", ""],
  ["chapter 5", ""],
  ["100 days of code", ""],
  ["in an hour", "[in an hour] 2026-06-03T11:00..2026-06-03T12:00 hour future"],
  ["in half an hour", "[in half an hour] 2026-06-03T10:30..2026-06-03T10:31 minute future"],
  ["one day", ""],
  ["someday", ""],
  ["10-12-2025", ""],
  ["until tomorrow evening", "[until tomorrow evening] 2026-06-03T10:00..2026-06-04T22:00 hour present"],
  ["from 9am to 5pm", "[from 9am to 5pm] 2026-06-03T09:00..2026-06-03T17:00 hour present"],
  ["between 2 and 4", ""],
  ["Monday through Friday", "[Monday through Friday] 2026-06-08..2026-06-13 day future"],
  ["Mon-Fri", "[Mon-Fri] 2026-06-01..2026-06-06 day R present"],
];

describe("findTimeExpressions", () => {
  it.each([...CHINESE, ...MONTH_OR_MONTHS])("zh: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
  it.each(ENGLISH)("en: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it("the cheap look never hides an expression", () => {
    for (const [text, expected] of [...CHINESE, ...ENGLISH])
      if (expected !== "") expect(hasTimeExpressionCue(text)).toBe(true);
    expect(hasTimeExpressionCue("I like tea")).toBe(false);
    expect(hasTimeExpressionCue("我喜欢喝茶")).toBe(false);
  });

  it.each([
    ["2024年之前", OPEN_START, "2023-12-31T16:00:00Z"],
    ["before 2020", OPEN_START, "2019-12-31T16:00:00Z"],
  ])("%s has no beginning", (text, from, to) => {
    expect(findTimeExpressions(text, { at: AT, timeZone: SHANGHAI })).toMatchObject([
      { from, to: Date.parse(to), direction: "past" },
    ]);
  });

  // The same instant is another day elsewhere: 23:30 on 28 February UTC.
  it.each([
    ["UTC", "2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z"],
    ["Asia/Shanghai", "2026-02-27T16:00:00Z", "2026-02-28T16:00:00Z"],
    ["America/Los_Angeles", "2026-02-27T08:00:00Z", "2026-02-28T08:00:00Z"],
    ["Pacific/Tongatapu", "2026-02-27T11:00:00Z", "2026-02-28T11:00:00Z"],
    ["Pacific/Pago_Pago", "2026-02-27T11:00:00Z", "2026-02-28T11:00:00Z"],
    ["Asia/Kathmandu", "2026-02-27T18:15:00Z", "2026-02-28T18:15:00Z"],
  ])("P22: yesterday and 昨天 in %s", (timeZone, from, to) => {
    const at = Date.parse("2026-02-28T23:30:00Z");
    for (const text of ["yesterday", "昨天"]) {
      expect(findTimeExpressions(text, { at, timeZone })).toMatchObject([
        { from: Date.parse(from), to: Date.parse(to), grain: "day" },
      ]);
    }
  });

  it.each([
    ["tomorrow", "America/New_York", "2026-03-07T17:00:00Z", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
    ["明天", "Europe/Berlin", "2026-10-24T10:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
    ["next week", "Europe/Berlin", "2026-03-20T10:00:00Z", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z"],
    ["下个月", "Australia/Lord_Howe", "2026-03-15T00:00:00Z", "2026-03-31T13:00:00Z", "2026-04-30T13:30:00Z"],
    ["tomorrow at 9am", "Pacific/Apia", "2026-06-03T12:00:00Z", "2026-06-04T20:00:00Z", "2026-06-04T21:00:00Z"],
  ])("P22: %s in %s, across clock changes too", (text, timeZone, at, from, to) => {
    expect(findTimeExpressions(text, { at: Date.parse(at), timeZone })).toMatchObject([
      { from: Date.parse(from), to: Date.parse(to) },
    ]);
  });

  it("P22: last week is the week before the turn's, not before today", () => {
    const [spoken] = findTimeExpressions("last week", { at: Date.parse("2020-01-08T12:00:00Z"), timeZone: "UTC" });
    expect(spoken).toMatchObject({ from: Date.parse("2019-12-30T00:00:00Z"), to: Date.parse("2020-01-06T00:00:00Z") });
  });

  it("P22: shifting the zone of a whole-day reading shifts its ends by the zones' difference", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("昨天", "next month", "上周", "去年", "in two weeks"),
        fc.integer({ min: 0, max: 400 }),
        (text, day) => {
          const noon = Date.UTC(2025, 0, 1, 12) + day * 86_400_000;
          const [utc] = findTimeExpressions(text, { at: noon, timeZone: "UTC" });
          const [shanghai] = findTimeExpressions(text, { at: noon - 8 * 3_600_000, timeZone: SHANGHAI });
          expect((utc?.from ?? 0) - (shanghai?.from ?? 0)).toBe(8 * 3_600_000);
          expect((utc?.to ?? 0) - (shanghai?.to ?? 0)).toBe(8 * 3_600_000);
        },
      ),
    );
  });

  it("gives exact offsets, in order, without overlaps, from any mixture", () => {
    const piece = fc.constantFrom(
      "下周一",
      "3点",
      "到",
      "yesterday",
      " at ",
      "5pm",
      "每",
      "半",
      "年",
      "月",
      "5",
      "号",
      "前",
      " until ",
      "May ",
      "2026",
      "-",
      "的",
      "last ",
      "week ",
      "Ａ",
      "İ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join("");
        let last = 0;
        for (const one of findTimeExpressions(text, { at: AT, timeZone: SHANGHAI })) {
          expect(text.slice(one.start, one.end)).toBe(one.text);
          expect(one.start).toBeGreaterThanOrEqual(last);
          expect(one.to).toBeGreaterThan(one.from);
          last = one.end;
        }
      }),
      { numRuns: 500 },
    );
  });

  it("comes back from hostile texts", () => {
    for (const unit of [
      "1",
      "1 ",
      "一",
      "周",
      "上",
      "in ",
      "the ",
      "last\t\t",
      "每周一、",
      "every monday, ",
      " ",
      "5号",
      "mon-",
      "mon,",
      "2-",
      "between 2 and ",
      "每周一三",
    ]) {
      expect(findTimeExpressions(unit.repeat(20_000), { at: AT, timeZone: "UTC" }).length).toBeLessThanOrEqual(20_000);
    }
  });
});

describe("describeDay", () => {
  it.each([
    ["Asia/Shanghai", "2026-06-02"],
    ["America/New_York", "2026-06-01"],
    ["Pacific/Kiritimati", "2026-06-02"],
  ])("P22: is the local day in %s", (timeZone, day) => {
    expect(describeDay(Date.parse("2026-06-01T20:00:00Z"), timeZone)).toBe(day);
  });
});
