import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze, foldText, queryTerms } from "./analyzer.js";

/** Whether every telling term of the query is a term of the document. */
function finds(document: string, query: string): boolean {
  const terms = new Set(analyze(document));
  return queryTerms(query).every((term) => terms.has(term));
}

describe("analyze", () => {
  it.each([
    ["I deployed it", ["i", "deploy", "it"]],
    ["清华大学", ["清华", "华大", "大学", "清华大学"]],
    ["PRJ-1024", ["prj-1024", "prj", "1024"]],
    ["v1.2", ["v1.2", "v1", "2"]],
    ["#sre-night", ["#sre-night", "sre-night", "sre", "night"]],
    ["a@b.com", ["a@b.com", "a", "b", "com"]],
    ["3.5", ["3.5", "3", "5"]],
    ["C++ C#", ["c++", "c", "c#", "c"]],
    ["1,024,000", ["1024000"]],
    ["ＡＢＣ１２", ["abc12", "abc", "12"]],
    ["café", ["cafe"]],
    ["ありがとう", ["あり", "りが", "がと", "とう"]],
    ["привет мир", ["привет", "мир"]],
    ["", []],
    ["，。！😀", []],
  ])("cuts %s", (text, terms) => {
    expect(analyze(text)).toEqual(terms);
  });

  it("P13: indexes Chinese as words, not as nothing", () => {
    expect(analyze("我喜欢喝乌龙茶")).toEqual(expect.arrayContaining(["喜欢", "乌龙茶"]));
    expect(analyze("数据库选型")).toEqual(expect.arrayContaining(["数据", "数据库", "选型"]));
  });

  it("keeps repeats and order", () => {
    expect(analyze("tea, tea and coffee")).toEqual(["tea", "tea", "and", "coffe"]);
  });

  it.each([
    ["我们在清华大学开会", "清华大学"],
    ["我们在清华大学开会", "大学"],
    ["同事张伟负责支付", "张伟"],
    ["張偉在騰訊工作", "张伟 腾讯"],
    ["张伟在腾讯工作", "張偉"],
    ["皇后乐队的乾隆瓷器", "皇后 乾隆"],
    ["把衣服弄乾淨", "干净"],
    ["佢鍾意飲茶", "喜欢喝茶"],
    ["我要搭計程車", "出租车"],
    ["软体更新了", "软件"],
    ["We deployed the services", "deploying a service"],
    ["She prefers running shoes", "prefer run shoe"],
    ["ticket PRJ-1024 is done", "PRJ-1024"],
    ["ticket PRJ-1024 is done", "prj 1024"],
    ["ping #sre-night", "sre-night"],
    ["ping #sre-night", "#sre-night"],
    ["写给 bob@example.com", "bob@example.com"],
    ["用的是PostgreSQL数据库", "postgresql 数据库"],
    ["Ｎｏｄｅ．ｊｓ 很快", "node.js"],
    ["Anna’s birthday", "Anna birthday"],
    ["它叫麒麟阁", "麒麟阁"],
    ["预算１００万", "100"],
    ["https://github.com/acme/app", "github.com/acme/app"],
  ])("P14: what is indexed as “%s” is found by “%s”", (document, query) => {
    expect(finds(document, query)).toBe(true);
  });

  it("does not find what is not there", () => {
    expect(finds("我喜欢喝茶", "咖啡")).toBe(false);
    expect(finds("I like tea", "coffee")).toBe(false);
  });

  it("P14: both sides fold alike whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const indexed = new Set(analyze(text));
        for (const term of queryTerms(text)) expect(indexed.has(term)).toBe(true);
        expect(analyze(text)).toEqual(analyze(text.toWellFormed()));
      }),
    );
  });

  it("survives lone surrogates and a long text without spaces", () => {
    expect(analyze("\ud800你好\udc00")).toContain("你好");
    expect(analyze("a".repeat(1_000_000))).toEqual(["a".repeat(64)]);
    expect(analyze("茶".repeat(200_000)).length).toBeGreaterThanOrEqual(100_000);
  });
});

describe("queryTerms", () => {
  it.each([
    ["What does Anna like to drink?", ["anna", "like", "drink"]],
    ["请问我的狗是什么品种？", ["狗", "品种"]],
    ["佢係邊度人", ["人"]],
    ["who is she", ["who", "is", "she"]],
    ["tea tea TEA", ["tea"]],
    ["   ", []],
  ])("%s", (query, terms) => {
    expect(queryTerms(query)).toEqual(terms);
  });
});

describe("foldText", () => {
  it("makes equal what differs in width, case, script, space and invisible marks only", () => {
    expect(foldText("  Ｈｅｌｌｏ\u3000\u200b世界\n喝 茶 ")).toBe("hello 世界 喝 茶");
    expect(foldText("軟體")).toBe(foldText("软体"));
    expect(foldText("O’Brien")).toBe("o'brien");
  });
});
