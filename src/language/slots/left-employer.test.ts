import { describe, expect, it } from "vitest";
import { findSlots } from "./index.js";

const employers = (text: string) =>
  findSlots(text).flatMap(({ slot, value }) => (slot === "identity.employer" ? [value] : []));

describe("who is left", () => {
  it.each([
    ["我离开澄湖科技了", "澄湖科技"],
    ["我离开了市一医院", "市一医院"],
    ["我从老家的砖厂离职了", "老家的砖厂"],
  ])("is an employer: %s", (text, employer) => expect(employers(text)).toEqual([employer]));

  it.each(["小满发烧提前离开夏令营", "我上个月离开老家了", "她离开派对了", "他离开了教室"])("is none: %s", (text) =>
    expect(employers(text)).toEqual([]),
  );
});
