import { describe, expect, it } from "vitest";
import { canBeSubject, someoneOf } from "./someone.js";

describe("someoneOf: a fact of somebody else is never the user's", () => {
  it.each([
    ["the landlord doesn't allow pets", "user's landlord", undefined],
    ["A friend of mine runs a bakery in Porto", "user's friend", undefined],
    ["One of my colleagues, Priya, is moving to Oslo", "user's colleague", "Priya"],
    ["My best friend Leo just got engaged", "user's friend", "Leo"],
    ["My aunt Rosa, who lives in Lima, has two parrots", "user's aunt", "Rosa"],
    ["Anna, my flatmate, works nights", "user's roommate", "Anna"],
    ["Mum's allergic to shellfish", "user's mother", undefined],
    ["Our CTO wants weekly demos", "user's CTO", undefined],
    ["隔壁邻居养了两条金毛", "user's neighbour", undefined],
    ["房东不让养宠物", "user's landlord", undefined],
    ["表哥在深圳开了一家餐馆", "user's cousin", undefined],
    ["我大学同学王倩现在在新加坡当老师", "user's classmate", "王倩"],
    ["孩子的班主任姓林", "user's child's teacher", undefined],
    ["The kid next door plays the drums at six", "user's neighbour", undefined],
    ["The guy I sit next to at work is deaf in one ear", "guy", undefined],
    ["Our head chef only cooks with ghee", "user's head chef", undefined],
    ["My two sons share a room", "user's son", undefined],
    ["楼下邻居家的孩子每晚练小号", "user's neighbour's child", undefined],
    ["合租的室友养了一只蜥蜴", "user's roommate", undefined],
    ["客户那边的张总只接受下午开会", "张总", undefined],
  ])("%s", (clause, subject, name) => {
    expect(someoneOf(clause)).toEqual(name === undefined ? { subject } : { subject, name });
  });

  it.each([
    "I work with my brother",
    "My wife and I live in Bristol",
    "My mentor told me to keep a diary",
    "My boss wants us in by nine",
    "我在深圳开了一家餐馆",
    "医生说我血压偏高",
    "教练建议我每周练三次",
    "今天同事都在加班",
  ])("is nobody where the speaker is meant as well: %s", (clause) => {
    expect(someoneOf(clause)).toBeUndefined();
  });
});

describe("canBeSubject", () => {
  it.each(["user", "user's sister", "小李", "Larkspur", "玄鸟 CLI", "the greenhouse"])(
    "%s names somebody or something",
    (words) => {
      expect(canBeSubject(words)).toBe(true);
    },
  );
  it.each(["Family's", "them", "We celebrated my daughter", "Running for", "她", "未来", "葱姜蒜切成细丝"])(
    "%s names nothing",
    (words) => {
      expect(canBeSubject(words)).toBe(false);
    },
  );
});

describe("what no statement is about", () => {
  it.each(["白班", "教材我", "because of Eli", "以前", "店里以前", "入冬以后", "张姨说", "这", "it"])("%s", (subject) =>
    expect(canBeSubject(subject)).toBe(false),
  );

  it.each(["user", "张姨", "Rosa"])("but is about: %s", (subject) => expect(canBeSubject(subject)).toBe(true));
});
