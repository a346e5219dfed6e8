import { describe, expect, it } from "vitest";
import { classifySpeech, forgetsLast, forgetTopic } from "./index.js";

describe("what a request to forget names", () => {
  it.each([
    ["之前跟你说的我爸的病，别留着了", "我爸的病"],
    ["我跟你讲的工资数字不要存", "工资数字"],
    ["我说过的贷款金额，请从记忆里抹掉", "贷款金额"],
    ["关于小周的事你都忘了吧", "小周"],
    ["那件跟房东的纠纷不要保留", "跟房东的纠纷"],
    ["Remove anything about my divorce", "my divorce"],
    ["please don't hold on to what I said about my manager", "my manager"],
    ["You can drop the note about my ex", "my ex"],
    ["pretend I never mentioned the interview", "the interview"],
    ["Wipe what I told you about the lawsuit", "the lawsuit"],
    ["don't keep my phone habits in memory", "my phone habits"],
    ["Strike the bit about my mother's diagnosis from your memory", "my mother's diagnosis"],
    ["I'd like my medical stuff removed please", "my medical stuff"],
  ])("%s", (said, topic) => {
    expect(forgetTopic(said)).toBe(topic);
  });

  it.each([
    "delete the third row",
    "remove everything after the comma",
    "don't forget my keys",
    "I always forget my wallet",
    "he told me to forget my plans",
    "drop the note about pricing into the doc",
    "don't save my progress yet",
    "我总忘了带钥匙",
    "别忘了我的会",
    "这份合同不用保存了",
  ])("%s is none", (said) => {
    expect(forgetTopic(said)).toBeUndefined();
  });
});

describe("whether what was just said is to be kept nowhere", () => {
  it.each([
    "Ignore that, please.",
    "I earn eighty thousand, ignore that.",
    "My therapist is called Ann, forget that.",
    "The name slipped out and I shouldn't have said it, ignore it.",
    "刚才那句别记",
    "当我没说",
  ])("%s", (said) => {
    expect(forgetsLast(said)).toBe(true);
  });

  it.each([
    "There's also an old handbook but it describes another product, ignore it.",
    "The alarm in the hall is broken, so just ignore it.",
    "还有一本旧手册，早就过时了，别管它。",
    "仓库里有个旧分支，没人用，忽略它就行。",
  ])("%s is advice on a thing", (said) => {
    expect(forgetsLast(said)).toBe(false);
    expect(classifySpeech(said, { sentence: said, isLast: true }).act).not.toBe("forget");
  });
});
