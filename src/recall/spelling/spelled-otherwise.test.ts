import { describe, expect, it } from "vitest";
import { queryTerms } from "../../language/index.js";
import { TextForms } from "../run-texts.js";
import { isOtherSpelling } from "./other-spellings.js";
import { shareSpelledOtherwise, soughtWords } from "./spelled-otherwise.js";

const share = (query: string, text: string) =>
  shareSpelledOtherwise(soughtWords(query, queryTerms(query)), new TextForms(text));

describe("isOtherSpelling", () => {
  it.each([
    ["i18n", "internationalization"],
    ["l10n", "localization"],
    ["postgresq", "postgres"],
    ["comittee", "committee"],
    ["recieve", "receive"],
    ["definately", "definitely"],
  ])("%s is %s", (written, word) => {
    expect(isOtherSpelling(written, word)).toBe(true);
  });

  it.each([
    ["i17n", "internationalization"],
    ["house", "mouse"],
    ["cat", "cart"],
    ["bread", "break"],
    ["planet", "planet"],
  ])("%s is not %s", (written, word) => {
    expect(isOtherSpelling(written, word)).toBe(false);
  });
});

describe("shareSpelledOtherwise", () => {
  it("finds initials in capitals and in humps, not in lower case", () => {
    expect(share("SLA?", "The service level agreement was signed")).toBe(1);
    expect(share("VSC plugins", "Extensions of VisualStudio Code")).toBe(0.5);
    expect(share("sla", "The service level agreement was signed")).toBe(0);
  });

  it("finds words in the other language, both ways (requirement 3.3)", () => {
    expect(share("数据库备份", "The database dump runs at noon")).toBeGreaterThan(0);
    expect(share("who is my dentist", "牙医是沈大夫")).toBeGreaterThan(0);
  });

  it("counts no word that stands there as it is", () => {
    expect(share("dentist", "My dentist is away")).toBe(0);
  });

  it("在很长的问句里不作此判断", () => {
    const story = "我昨天在公园遇到邻居老张他说最近工作很忙经常加班周末还要照顾孩子所以没有时间跑步也没有时间看电影";
    expect(share(story, "work and movies")).toBe(0);
  });
});
