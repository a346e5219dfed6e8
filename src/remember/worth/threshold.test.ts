import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { passingMargin } from "./passing.js";
import { companyShare, worthThreshold } from "./threshold.js";

const said = (text: string): { readonly text: string } => ({ text });

describe("companyShare", () => {
  it("is high among praise and sympathy, low among matters", () => {
    const company = [said("Wow, that's amazing news!"), said("So proud of you, enjoy every minute")];
    const matters = [said("The build runs on the new host."), said("三号仓的钥匙在老郑那里放着呢。")];
    expect(companyShare(said("What a lovely day, I'm so excited!"), company)).toBe(1);
    expect(companyShare(said("Deploys go out on Tuesdays."), matters)).toBe(0);
  });
  it("raises the threshold", () => {
    const context = { before: [], policy: DEFAULT_POLICY };
    expect(worthThreshold(context, 1)).toBeGreaterThan(worthThreshold(context, 0) ?? 1);
  });
});

describe("passingMargin", () => {
  it("asks for more certainty of promises to the listener", () => {
    expect(passingMargin("我会试着多读书，谢谢你的建议", 1)).toBeGreaterThan(0.3);
    expect(passingMargin("I'll consider your advice", 1)).toBeGreaterThan(0.3);
    expect(passingMargin("I teach at a primary school", 1)).toBe(0);
  });
});
