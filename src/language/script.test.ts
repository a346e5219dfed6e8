import { describe, expect, it } from "vitest";
import { detectLanguage, toSimplified } from "./script.js";

describe("detectLanguage", () => {
  it.each([
    ["我喜欢喝茶", "zh"],
    ["我在用 React 做前端开发工作", "zh"],
    ["後來我們去了臺北", "zh"],
    ["I like tea", "en"],
    ["Meet 张伟 at the office tomorrow morning", "en"],
    ["帮我 review 一下 this pull request", "mixed"],
    ["ありがとうございます", "other"],
    ["Привет, как дела", "other"],
    ["12345 😀", "other"],
    ["", "other"],
    ["看 https://example.com/some/long/path/of/words", "zh"],
  ])("%s is %s", (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

describe("toSimplified", () => {
  it.each([
    ["後來在臺灣學習", "后来在台湾学习"],
    ["乾隆與乾淨", "乾隆与干净"],
    ["衞生裏面", "卫生里面"],
    ["软件文件", "软件文件"],
    ["plain", "plain"],
  ])("%s → %s", (text, simplified) => {
    expect(toSimplified(text)).toBe(simplified);
  });
});
