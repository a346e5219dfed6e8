import { describe, expect, it } from "vitest";
import { openWriteScene } from "../../testing/write-scene.js";

describe("subjectOf", () => {
  it.each([
    [["小店晚上九点打烊", "打烊时间延到夜里十一点半了"], "小店", "closing time"],
    [["My rent is 1450 a month", "The rent went up to 1600"], "user", "rent"],
  ])("takes up whom the same attribute was last said of: %j (P30)", async (texts, subject, attribute) => {
    const scene = await openWriteScene();
    await scene.tell("s0", texts, scene.clock.at);
    const rows = (await scene.rows()).filter((memory) => memory.attribute === attribute);
    expect(rows.map((memory) => memory.subject)).toEqual(rows.map(() => subject));
    expect(rows.filter((memory) => memory.status === "active")).toHaveLength(1);
    expect(rows).toHaveLength(2);
  });

  it("means by 他 whom the turn before names beside the speaker, and by no shift", async () => {
    const scene = await openWriteScene();
    const told = ["这周是夜班，下周转白班", "我跟男朋友异地，他在武汉读博", "他叫周遥，研究的是陶瓷"];
    await scene.tell("s0", told, scene.clock.at);
    const named = (await scene.rows()).filter(({ content }) => content.includes("周遥"));
    expect(named.map(({ subject }) => subject)).toEqual(["user's boyfriend"]);
  });

  it("what is told next of no one is the speaker's, not of the relation that was told of before", async () => {
    const scene = await openWriteScene();
    await scene.tell("s0", ["孙子明年考大学，想报计算机", "以前住老城区，前年拆迁搬过来的"], scene.clock.at);
    const moved = (await scene.rows()).filter(({ content }) => content.includes("老城区"));
    expect(moved.map(({ subject }) => subject)).toEqual(moved.map(() => "user"));
  });
});
