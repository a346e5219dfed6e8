import { describe, expect, it } from "vitest";
import { inNameOf, inSpeakersName, reportedOf } from "./naming.js";

describe("inSpeakersName", () => {
  it("names whoever spoke", () => {
    expect(inSpeakersName("用户建议周野投资", "我建议周野投资", { speaker: "程岚" })).toBe("程岚建议周野投资");
    expect(inSpeakersName("The user's mum was a dancer", "My mum was a dancer", { speaker: "Gina" })).toBe(
      "Gina's mum was a dancer",
    );
  });
  it("leaves a talk without names, and what is said of users, alone", () => {
    expect(inSpeakersName("用户住杭州", "我住杭州", {})).toBe("用户住杭州");
    expect(inSpeakersName("用户住杭州", "我住杭州", { speaker: "user" })).toBe("用户住杭州");
    expect(inSpeakersName("The user logs out the user", "I log out the user", { speaker: "Ana" })).toBe(
      "The user logs out the user",
    );
  });
});

describe("reportedOf", () => {
  it("finds whose words are given in the first person", () => {
    expect(reportedOf("安宁说：我计划加入白鹭团队")).toMatchObject({ who: "安宁", words: "我计划加入白鹭团队" });
    expect(inNameOf("安宁", "我计划加入白鹭团队")).toBe("安宁计划加入白鹭团队");
  });
  it("takes 我 without a colon for the speaker", () => {
    expect(reportedOf("医生说我不能吃辣")).toBeUndefined();
    expect(reportedOf("我说：我不去")).toBeUndefined();
  });
});
