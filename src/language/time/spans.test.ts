import { describe, expect, it } from "vitest";
import { findTimeExpressions, OPEN_END, OPEN_START } from "./find.js";

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

describe("findTimeExpressions, of numbers, spans and lists", () => {
  it.each([
    ["next week, from Tuesday to Thursday", "[next week, from Tuesday to Thursday] 2026-06-09..2026-06-12 day future"],
    ["下周从周二到周四", "[下周从周二到周四] 2026-06-09..2026-06-12 day future"],
    ["July 8 to 10", "[July 8 to 10] 2026-07-08..2026-07-11 day future"],
    ["8–10 July", "[8–10 July] 2026-07-08..2026-07-11 day future"],
    ["the last week of July", "[the last week of July] 2026-07-25..2026-08-01 week future"],
    ["the first weekend of July", "[the first weekend of July] 2026-07-04..2026-07-06 day future"],
    ["the second Tuesday of July", "[the second Tuesday of July] 2026-07-14..2026-07-15 day future"],
    ["a week on Tuesday", "[a week on Tuesday] 2026-06-16..2026-06-17 day future"],
    ["评审推迟到12月5日了", "[12月5日] 2026-12-05..2026-12-06 day future"],
  ])("%s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it("sees no Easter in Eastern time", () => {
    expect(read("the office is on Eastern time")).toBe("");
  });

  it.each(
    [
      "3号信箱",
      "去5号楼",
      "坐2号线",
      "8号门进",
      "1号机",
      "12号选手",
      "9号车厢",
      "一号种子",
      "6号泊位",
      "3号电池",
      "2号服务器",
      "10号窗口",
    ].map((text) => [text]),
  )("numbers a thing, not a day: %s", (text) => {
    expect(read(text)).toBe("");
  });

  it.each([
    ["7号", "7号"],
    ["7号开会", "7号"],
    ["7号门店开业", "7号"],
    ["7号线下活动", "7号"],
    ["7号去机场", "7号"],
    ["7号房租到期", "7号"],
  ])("is a day: %s", (text, words) => {
    expect(read(text)).toBe(`[${words}] 2026-06-07..2026-06-08 day future`);
  });

  it.each([
    ["三刻钟前", "[三刻钟前] 2026-06-03T09:15..2026-06-03T09:16 minute past"],
    ["in a quarter of an hour", "[in a quarter of an hour] 2026-06-03T10:15..2026-06-03T10:16 minute future"],
    ["three quarters of an hour ago", "[three quarters of an hour ago] 2026-06-03T09:15..2026-06-03T09:16 minute past"],
    ["between 2 and 4pm", "[between 2 and 4pm] 2026-06-03T14:00..2026-06-03T16:00 hour future"],
    ["11-1pm", "[11-1pm] 2026-06-03T11:00..2026-06-03T13:00 hour future"],
    ["tomorrow between 10pm and 2am", "[tomorrow between 10pm and 2am] 2026-06-04T22:00..2026-06-05T02:00 hour future"],
    ["between 2 and 4 people", ""],
    ["晚上8点到10点", "[晚上8点到10点] 2026-06-03T20:00..2026-06-03T22:00 hour future"],
    ["明天晚上10点到凌晨2点", "[明天晚上10点到凌晨2点] 2026-06-04T22:00..2026-06-05T02:00 hour future"],
    ["I'm in the office Mon–Fri", "[Mon–Fri] 2026-06-01..2026-06-06 day R present"],
    ["I was on call Mon-Fri", "[Mon-Fri] 2026-06-01..2026-06-06 day present"],
    ["every Tuesday and Thursday", "[every Tuesday and Thursday] 2026-06-04..2026-06-05 day R future"],
    ["every Mon, Wed & Fri", "[every Mon, Wed & Fri] 2026-06-03..2026-06-04 day R present"],
    ["每周一三五", "[每周一三五] 2026-06-03..2026-06-04 day R present"],
    ["每周二和周四下午三点", "[每周二和周四下午三点] 2026-06-04T15:00..2026-06-04T16:00 hour R future"],
    ["每周一到周五", "[每周一到周五] 2026-06-01..2026-06-06 day R present"],
    ["每周一三次", "[每周一] 2026-06-08..2026-06-09 day R future"],
  ])("reads spans and lists: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])("keeps the week of the beginning, said %i days after a Monday", (offset) => {
    const at = Date.parse("2026-06-01T02:00:00Z") + offset * 86_400_000;
    const range = (text: string): string => {
      const found = findTimeExpressions(text, { at, timeZone: SHANGHAI });
      return found.map(({ from, to }) => `${local(from)}..${local(to)}`).join(" ");
    };
    for (const text of [
      "下周三到下周日",
      "下周三到周日",
      "下周三直到下周日",
      "next Wednesday to next Sunday",
      "from next Wednesday to Sunday",
    ])
      expect(range(text)).toBe("2026-06-10..2026-06-15");
    for (const text of ["上周三到上周五", "上周三到周五"]) expect(range(text)).toBe("2026-05-27..2026-05-30");
    for (const text of ["本周一到周五", "this Monday to Friday"]) expect(range(text)).toBe("2026-06-01..2026-06-06");
  });
});
