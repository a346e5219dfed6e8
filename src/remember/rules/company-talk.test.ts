import { describe, expect, it } from "vitest";
import { isCompanyTalk } from "./company-talk.js";
import { pointsOutside } from "./points-outside.js";

describe("pointsOutside", () => {
  it.each([
    "The user loves getting lost in those worlds.",
    "Nora is going to bake it for the family this weekend",
    "The user really enjoys having them around.",
    "Ben loves his dry humour.",
    "The user knows he likes travelling and new foods",
    "That picture was from a trip to the lakes.",
    "Two of them are terriers.",
    "用户很喜欢这种气质。",
    "用户知道他喜欢旅游",
    "在看这本书的过程中，用户体会到了很多",
  ])("finds what a pronoun leaves open: %s", (content) => {
    expect(pointsOutside(content)).toBe(true);
  });

  it.each([
    "The user keeps a notebook and writes in it every night",
    "The user's brother says he prefers trains",
    "The user has two parrots and feeds them seeds",
    "The user will move house this summer",
    "The user finds it hard to fall asleep before two",
    "The user knows that the shop closes at six",
    "用户最近在练习弹吉他",
    "用户的哥哥搬去了厦门，他在港口上班",
    "用户这两周在值夜班",
  ])("is content with what the statement names itself: %s", (content) => {
    expect(pointsOutside(content)).toBe(false);
  });
});

describe("isCompanyTalk (P01)", () => {
  const said = (content: string, evidence: string, subject = "user") => ({ content, evidence, subject });
  it.each([
    said("The user is so proud of you for running the race", "I'm so proud of you for running the race"),
    said("Staying hopeful is very important.", "Staying hopeful is very important."),
    said("The user loves the colours and the mood.", "I love the colours and the mood."),
    said("The user just went for a walk in the park.", "I just went for a walk in the park."),
    said("The user should get some more plants.", "I should get some more plants."),
    said("Always there for the user no matter what.", "Always there for me no matter what."),
    said("The user doesn't have any plans yet", "I don't have any plans yet"),
    said("你总是帮助用户", "你总是帮助我"),
    said("今天天气很好，用户出去散步了", "今天天气很好，我出去散步了"),
    said("用户会去搜索一些资料", "我会去搜索一些资料"),
    said("未来的生活是无法预料的。", "未来的生活是无法预料的。"),
  ])("passes over praise, comfort, advice and the day's doings: $content", (each) => {
    expect(isCompanyTalk(each)).toBe(true);
  });

  it.each([
    said("Last Friday (2024-03-01) the user joined a climbing club", "Last Friday I joined a climbing club"),
    said("The user can't have dairy", "I can't have dairy"),
    said("The user's dogs love meeting new people.", "My dogs love meeting new people.", "user's dog"),
    said("Today (2024-03-04) the user started at the harbour office", "Today I started at the harbour office"),
    said("用户每天早起跑步", "每天早起跑步"),
    said("今天（2024-03-04）用户报名了一个陶艺班", "今天我报名了一个陶艺班"),
    said("用户的老师是一名摄影师", "我的老师是一名摄影师", "user's teacher"),
  ])("keeps what lasts: $content", (each) => {
    expect(isCompanyTalk(each)).toBe(false);
  });
});
