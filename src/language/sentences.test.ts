import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitClauses } from "./clauses.js";
import { splitSentences } from "./sentences.js";

const texts = (spans: readonly { readonly text: string }[]): string[] => spans.map(({ text }) => text);

describe("splitSentences", () => {
  it.each([
    ["I quit. He left! Why? OK", ["I quit.", "He left!", "Why?", "OK"]],
    ["我来了。你呢？好！走吧", ["我来了。", "你呢？", "好！", "走吧"]],
    ["Dr. Smith met Mr. Lee. They ate.", ["Dr. Smith met Mr. Lee.", "They ate."]],
    ["It costs 3.50, i.e. nothing. Version 3.5.1 is out.", ["It costs 3.50, i.e. nothing.", "Version 3.5.1 is out."]],
    ["We met at 5 p.m. He left.", ["We met at 5 p.m.", "He left."]],
    ["She lives in the U.S. and writes.", ["She lives in the U.S. and writes."]],
    ["J. K. Rowling wrote it. I read it.", ["J. K. Rowling wrote it.", "I read it."]],
    ["I use Node.js. It rocks.", ["I use Node.js.", "It rocks."]],
    ["See https://a.b/c?x=1. OK?", ["See https://a.b/c?x=1.", "OK?"]],
    ["看https://a.b/c?x=1。好的", ["看https://a.b/c?x=1。", "好的"]],
    ["他说：“我不去。你去吧。”然后走了。", ["他说：“我不去。你去吧。”", "然后走了。"]],
    ["“我不去。”他说。", ["“我不去。”他说。"]],
    ['"Why?" she asked. "No."', ['"Why?" she asked.', '"No."']],
    ["Maybe... later. Hmm... Right.", ["Maybe... later.", "Hmm...", "Right."]],
    ["我想想……还是周五吧", ["我想想……", "还是周五吧"]],
    ["太好了🎉🎉！明天见😀", ["太好了🎉🎉！", "明天见😀"]],
    ["Great! 😀 See you.", ["Great! 😀", "See you."]],
    ["List:\n- milk\n* eggs\n• tea", ["List:", "milk", "eggs", "tea"]],
    ["1. one\n2) two\n3、三\n（4）四\n五、五", ["one", "two", "三", "四", "五"]],
    ["1. buy milk 2. call Bob 3. sleep", ["buy milk", "call Bob", "sleep"]],
    ["需求：1、登录2、注册", ["需求：1、登录2、注册"]],
    ["第一点是1.5倍。2.0版本更好", ["第一点是1.5倍。", "2.0版本更好"]],
    ["Wait?!No way", ["Wait?!", "No way"]],
    ["真的吗？？！！好", ["真的吗？？！！", "好"]],
    ["line one\n\nline two", ["line one", "line two"]],
    [
      "This is a long wrapped line of an e-mail that goes on\nand continues here without a stop.",
      ["This is a long wrapped line of an e-mail that goes on\nand continues here without a stop."],
    ],
    ["", []],
    [" \n\t", []],
  ])("%j", (text, expected) => {
    expect(texts(splitSentences(text))).toEqual(expected);
  });

  it("gives exact offsets, in order, losing no letter", () => {
    const piece = fc.constantFrom(
      "我",
      "喜欢",
      "tea",
      ". ",
      "。",
      "，",
      "? ",
      "\n",
      "“",
      "”",
      '"',
      "(",
      ")",
      "1. ",
      "😀",
      "…",
      "http://a.b",
      " ",
      "Dr. ",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        for (const split of [splitSentences, splitClauses]) {
          let last = 0;
          let letters = "";
          for (const span of split(text)) {
            expect(text.slice(span.start, span.end)).toBe(span.text);
            expect(span.start).toBeGreaterThanOrEqual(last);
            last = span.end;
            letters += span.text.replace(/[^\p{L}]/gu, "");
          }
          expect(letters).toBe(text.replace(/[^\p{L}]/gu, ""));
        }
      }),
    );
  });

  it("comes back from hostile texts", () => {
    for (const unit of ['"', "“", "(", "1. ", "a.", "…", "，", "我是，", "I am, "]) {
      expect(splitClauses(unit.repeat(20_000)).length).toBeLessThanOrEqual(20_000);
    }
  });
});

describe("splitClauses", () => {
  it.each([
    [
      "I work at Acme, and I live in Berlin, but my wife works in Munich.",
      ["I work at Acme", "and I live in Berlin", "but my wife works in Munich."],
    ],
    ["My name is Bob and I live in Paris", ["My name is Bob", "and I live in Paris"]],
    [
      "I moved to Boston so I need a dentist, please remember that.",
      ["I moved to Boston", "so I need a dentist", "please remember that."],
    ],
    ["If you deploy, I want to check first.", ["If you deploy, I want to check first."]],
    ["When I was young, I lived in Rome.", ["When I was young, I lived in Rome."]],
    ["I like tea, coffee, and water.", ["I like tea, coffee, and water."]],
    ["He said I could go, which is nice.", ["He said I could go, which is nice."]],
    ["The API is slow; the database is fine.", ["The API is slow", "the database is fine."]],
    ["We use Postgres (not MySQL, I hate it) and Redis.", ["We use Postgres (not MySQL, I hate it) and Redis."]],
    [
      "我喜欢川菜，我老婆喜欢粤菜；项目用PostgreSQL，不过测试环境用MySQL。",
      ["我喜欢川菜", "我老婆喜欢粤菜", "项目用PostgreSQL", "不过测试环境用MySQL。"],
    ],
    ["项目经理是李娜，预算是50万，上线时间是6月1日", ["项目经理是李娜", "预算是50万", "上线时间是6月1日"]],
    ["以后回复都用中文，别用表格", ["以后回复都用中文", "别用表格"]],
    ["我不去了 明天我有事", ["我不去了", "明天我有事"]],
    ["如果要上线，我们需要二次确认", ["如果要上线，我们需要二次确认"]],
    ["虽然很贵，但是我喜欢", ["虽然很贵，但是我喜欢"]],
    ["我对花生过敏，吃了会起疹子", ["我对花生过敏，吃了会起疹子"]],
    ["我喜欢川菜，尤其是麻婆豆腐", ["我喜欢川菜，尤其是麻婆豆腐"]],
    ["苹果、香蕉，还有梨", ["苹果、香蕉，还有梨"]],
  ])("%s", (text, expected) => {
    expect(texts(splitClauses(text))).toEqual(expected);
  });
});
