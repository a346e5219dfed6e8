import { describe, expect, it } from "vitest";
import { openScene } from "../testing/scene.js";
import { traceContext } from "./index.js";

describe("3.7 trace: over-budget", () => {
  it.each([
    ["The copper kettle stands on the kitchen shelf", "copper kettle shelf", "Cut by the budget"],
    ["铜水壶放在厨房的架子上", "铜水壶放在哪里", "因预算舍去"],
  ])("what was recalled and left out of a context of a given size (%s)", async (content, query, why) => {
    const scene = await openScene();
    const { id } = await scene.keep(content);
    const ask = (maxTokens?: number) =>
      traceContext(scene.parts, scene.scope, { query, expect: id, ...(maxTokens === undefined ? {} : { maxTokens }) });
    expect((await ask()).step).toBe("returned");
    expect((await ask(1_000)).step).toBe("returned");
    const cut = await ask(60);
    expect(cut.step).toBe("over-budget");
    expect(cut.why).toContain(why);
    expect(cut.checks.at(-1)).toMatchObject({ step: "over-budget", passed: false });
  });

  it("does not take what stands in the profile for lost", async () => {
    const scene = await openScene();
    const { id } = await scene.keep("The user prefers the copper kettle", { kind: "preference" });
    const request = { query: "which kettle does the user prefer", expect: id, maxTokens: 1_000 };
    expect((await traceContext(scene.parts, scene.scope, request)).step).toBe("returned");
  });
});
