import { describe, expect, it } from "vitest";
import { forgetTopic } from "./index.js";

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
