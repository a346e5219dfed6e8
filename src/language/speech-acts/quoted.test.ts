import { describe, expect, it } from "vitest";
import { findQuoted } from "./quoted.js";

function quoted(text: string): readonly string[] {
  return findQuoted(text).map(({ start, end }) => text.slice(start, end).trim());
}

/** "I" is whoever is quoted. */
const OTHERS: readonly string[] = [
  "Write an email from Rhona: 'My name is Rhona and I manage the Perth branch.'",
  "My flatmate said 'I can't eat gluten'",
  'Our coach told us, "I trained in Seville."',
  "“I have three sisters,” said the driver",
  "Translate 'I have two goats and I live in Faro' into Italian",
  "const motto = 'I never use cash';",
  "print('My name is Otto and I live in Graz')",
  "Ilse wrote 'I quit my job and I moved to Malta' in the group",
  "According to the witness, 'I never owned a van'",
  "他说“我对芝麻过敏”",
  "我室友跟我说：“我下个月去成都读研”",
  "我同桌说‘我不吃羊肉’",
  "帮我写封信：“我是三班的班长，我家在城西。”",
  "歌里唱「我住在长江头」",
];
/** The user's own words about themselves, about wording, or a name. */
const OWN: readonly string[] = [
  "I told the nurse 'I am allergic to iodine'",
  "I've always said \"I'm a cat person\"",
  "Never answer with 'I am only a program'",
  "Don't open with \"I'm sorry\"",
  "My favourite song is 'I want the moon'",
  "Remember: 'I can't have ibuprofen'",
  "The boys' room is upstairs and I live with my parents' dogs",
  "I'm 5'10\" and I live in Hull",
  "My brother calls it 'the shed'",
  "别跟我说“我只是一个程序”",
  "以后邮件落款都写“我是青禾客服”",
  "我跟老板说“我六月搬去苏州”",
  "我最喜欢的歌叫《我的楼兰》",
];

describe("who is quoted in the first person (P01)", () => {
  it.each(OTHERS)("somebody else: %s", (text) => {
    expect(quoted(text)).not.toEqual([]);
  });
  it.each(OWN)("not: %s", (text) => {
    expect(quoted(text)).toEqual([]);
  });
  it("takes the clause that introduces the words, and leaves what stands beside it", () => {
    expect(quoted("I love tea, but my aunt said 'I hate it and I drink coffee', so we make both")).toEqual([
      "but my aunt said 'I hate it and I drink coffee'",
    ]);
    expect(quoted("我爸说：“我不吃辣。”我自己能吃辣。")).toEqual(["我爸说：“我不吃辣。”"]);
  });
  it("reads many marks in time that grows with the text", () => {
    const text = "' I ".repeat(20_000);
    expect(quoted(text).length).toBeLessThan(20_001);
  });
});
