import { describe, expect, it } from "vitest";
import { findEntities } from "./find.js";

const named = (text: string): string =>
  findEntities(text)
    .map((one) => `${one.text}/${one.kind}`)
    .join(" ");

describe("findEntities", () => {
  it.each([
    [
      "我叫张伟，在腾讯科技公司工作，同事李娜负责天枢项目",
      "张伟/person 腾讯科技公司/organisation 李娜/person 天枢项目/project",
    ],
    ["王总说Alpha项目预算50万元，合同号HT-2026-001", "王总/person Alpha/project 50万元/amount HT-2026-001/identifier"],
    ["我老婆叫刘芳，儿子小明在北京大学读书", "刘芳/person 小明/person 北京大学/organisation"],
    ["张经理让小王去上海出差", "张经理/person 小王/person 上海/place"],
    ["请用PostgreSQL，不要用MySQL", "PostgreSQL/product MySQL/product"],
    ["项目经理是欧阳修", "欧阳修/person"],
    ["招商银行的李雷和韩梅梅", "招商银行/organisation 李雷/person 韩梅梅/person"],
    ["陳小明去廣州出差", "陳小明/person 廣州/place"],
    ["我在读《三体》，喜欢周杰伦的歌", "三体/name 周杰伦/person"],
    ["明天去广州见客户陈老师", "广州/place 陈老师/person"],
    ["订单号是 A12345678，共3000块", "A12345678/identifier 3000块/amount"],
    ["项目代号“星火”下周启动", "星火/project"],
    ["升级到v2.3.1，联系 @bob 或 #sre-night", "v2.3.1/version @bob/person #sre-night/channel"],
    ["2026年6月1日上线，预算¥120万", "2026年6月1日/date ¥120万/amount"],
    ["我们公司的项目很多", ""],
    ["马上开会，高兴", ""],
    ["公司工作很忙，时间不够", ""],
    ["My wife Anna works at Acme Inc. in Berlin", "Anna/person Acme Inc./organisation Berlin/place"],
    ["I moved to Boston with Bob and Priya", "Boston/place Bob/person Priya/person"],
    ["Project Apollo uses PostgreSQL 16 and React", "Apollo/project PostgreSQL/product React/name"],
    [
      "We deploy v1.2.3 on #sre-night, ping @bob, ticket PRJ-1024",
      "v1.2.3/version #sre-night/channel @bob/person PRJ-1024/identifier",
    ],
    ["The budget is $1,200.50 or 5 million dollars", "$1,200.50/amount 5 million dollars/amount"],
    ["John Smith met Dr. Lee at Stanford University", "John Smith/person Lee/person Stanford University/organisation"],
    ["The Apollo project is due on June 1st", "Apollo/project June 1st/date"],
    ["Alice's dog is called Rex", "Alice/person Rex/name"],
    ["I use iPhone and GitHub with VS Code", "iPhone/product GitHub/product VS Code/name"],
    ["C++ and C# and Node.js", "C++/product C#/product Node.js/product"],
    ["I'm Bob. Call me Bobby.", "Bob/person Bobby/person"],
    ["Microsoft Teams and New York City are big", "Microsoft Teams/name New York City/name"],
    ["Coffee is great. Yesterday was fine.", ""],
    ["On Monday I said OK", ""],
    ["id 550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000/identifier"],
    ["UTF-8 and SHA-256 are fine", "SHA-256/name"],
    ["", ""],
  ])("%s", (text, expected) => {
    expect(named(text)).toBe(expected);
  });

  it.each([
    ["I have a cat named Bella", "Bella/name"],
    ["Our puppy Max is 2", "Max/name"],
    ["I adopted a kitten. Her name is Luna.", "Luna/name"],
    ["My parrot's name is Jack", "Jack/name"],
    ["Leo, my dog, barks", "Leo/name"],
    ["My brother Sam has a dog called Max", "Sam/person Max/name"],
    ["My friend is called Rex", "Rex/person"],
    ["My dog's vet is Dr. Lee", "Lee/person"],
    ["My son Leo walks the dog", "Leo/person"],
    ["Emma is our dog walker", "Emma/person"],
    ["the dog is Emma's", "Emma/person"],
    ["我家狗叫王财", "王财/name"],
    ["我养了一只猫，它叫小黄", "小黄/name"],
    ["我同事张伟的猫叫陈皮", "张伟/person 陈皮/name"],
    ["金毛犬叫周周", "周周/name"],
    ["小黄是我家的狗", "小黄/name"],
    ["小明养了一只狗", "小明/person"],
    ["张伟和他的狗", "张伟/person"],
    ["李娜是我家猫的医生", "李娜/person"],
  ])("tells pets from people: %s", (text, expected) => {
    expect(named(text)).toBe(expected);
  });

  it("gives exact offsets without overlaps", () => {
    const text =
      "王总和Alice在Project Apollo里用PostgreSQL v1.2.3，预算$5k，见#sre-night 和 PRJ-1024。陳小明也在。".repeat(3);
    let last = 0;
    for (const one of findEntities(text)) {
      expect(text.slice(one.start, one.end)).toBe(one.text);
      expect(one.start).toBeGreaterThanOrEqual(last);
      last = one.end;
    }
    expect(last).toBeGreaterThan(0);
  });

  it("comes back from hostile texts", () => {
    for (const unit of ["A ", "项目", "小", "A.a", "张伟", "#", "Inc. ", "Max and ", "dog Max, ", "猫叫王"]) {
      expect(findEntities(unit.repeat(20_000)).length).toBeLessThanOrEqual(50_000);
    }
  });
});
