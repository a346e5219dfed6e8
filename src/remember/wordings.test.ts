import { describe, expect, it } from "vitest";
import { openWriteScene } from "../testing/write-scene.js";

/** Tells the texts in turn; what is current then, as "subject · attribute = value" or the content where no slot is filled. */
async function current(texts: readonly string[]): Promise<readonly string[]> {
  const scene = await openWriteScene();
  for (const [day, text] of texts.entries()) await scene.tell(`s${day}`, [text], scene.clock.at + day * 86_400_000);
  return (await scene.rows())
    .filter((memory) => memory.status === "active")
    .map((memory) =>
      memory.attribute === undefined
        ? `${memory.subject}: ${memory.content}`
        : `${memory.subject} · ${memory.attribute} = ${memory.value ?? ""}`,
    );
}

describe("what is said of others", () => {
  it.each([
    ["我是会计", "我姐姐沈一琳在成都当护士，放假才过来", "user · role = 会计", "user's sister · role = 护士"],
    ["我是会计", "我们组的老王是架构师", "user · role = 会计", "user's colleague · role = 架构师"],
    ["我住在临溪", "我哥哥张伟搬去深圳了", "user · home = 临溪", "user's brother · home = 深圳"],
    [
      "I live in Leeds",
      "Our neighbour Bob moved to Lisbon last week",
      "user · home = Leeds",
      "user's neighbour · home = Lisbon",
    ],
    [
      "I'm a nurse",
      "My sister Anna works as a teacher in Porto and loves jazz",
      "user · role = nurse",
      "user's sister · role = teacher",
    ],
    [
      "I work at Corvane",
      "My manager Dana's husband works at Alder",
      "user · employer = Corvane",
      "user's boss's husband · employer = Alder",
    ],
  ])("P30: %s / %s", async (own, other, first, second) => {
    expect(await current([own, other])).toEqual([first, second]);
  });

  it.each([
    ["our neighbor Mrs. Lee has two corgis", /user's neighbour: The user's neighbor Mrs\. Lee has two corgis/u],
    ["老婆在医院上班", /^user's wife · employer = 医院$/u],
    ["女儿对花生过敏", /^user's daughter · allergy = 花生$/u],
    ["我表弟在上海读研究生", /user's cousin: 用户的表弟在上海读研究生/u],
    ["我邻居王阿姨是退休教师，对花生过敏", /user's neighbour · allergy = 花生/u],
  ])("keeps %s", async (text, expected) => {
    expect((await current([text])).join("\n")).toMatch(expected);
  });

  it.each(["My sister called me today", "我妈又骂我了", "my boss is so annoying lol"])(
    "keeps nothing of %s",
    async (text) => {
      expect(await current([text])).toEqual([]);
    },
  );
});

describe("home and work", () => {
  it.each([
    [["I live in Leeds", "we relocated to Porto in March"], ["user · home = Porto"]],
    [["I live in Leeds", "I'm now based in Berlin"], ["user · home = Berlin"]],
    [["我住在杭州", "今年搬到厦门定居"], ["user · home = 厦门"]],
    [["我住在杭州", "我现在住苏州"], ["user · home = 苏州"]],
    [["I live in Leeds", "We moved to Kubernetes last month"], ["user · home = Leeds"]],
    [["我在澄湖科技上班", "今天入职北辰智能"], ["user · employer = 北辰智能"]],
    [["I work at Corvane", "I left Corvane; I now work at Alder"], ["user · employer = Alder"]],
    [["现在在北辰智能上班"], ["user · employer = 北辰智能"]],
    [
      ["我在澄湖科技做产品运营", "我从澄湖科技离职了，现在在北辰智能做 AI 产品经理"],
      ["user · role = AI 产品经理", "user · employer = 北辰智能"],
    ],
  ])("%j", async (texts, expected) => {
    expect((await current(texts)).filter((row) => /home|employer|role/u.test(row))).toEqual(expected);
  });

  it("the day a job begins is when it holds from, never when it ends", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["Today I joined Corvane Labs"]);
    const [row] = await scene.rows();
    expect(row?.expiresAt).toBeUndefined();
    expect(row?.validFrom).toBe(Date.UTC(2026, 4, 11));
  });
});

describe("what begins later", () => {
  it.each([
    ["From next month I work at Globex", "Globex", Date.UTC(2026, 5, 1)],
    ["Starting next Monday I'll be working at Globex", "Globex", Date.UTC(2026, 4, 18)],
    ["从下个月起我在澄湖科技上班", "澄湖科技", Date.UTC(2026, 5, 1)],
  ])("%s: valid from then, without an end", async (text, value, from) => {
    const scene = await openWriteScene();
    await scene.tell("a", [text]);
    const rows = await scene.rows();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ attribute: "employer", value, validFrom: from, tier: "long-term" });
    expect(rows[0]?.expiresAt).toBeUndefined();
  });

  it("从下个月起 with a weekday in it does not end before it begins", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["从下个月起，周报改成周五发"]);
    const [row] = await scene.rows();
    expect(row?.validFrom).toBe(Date.UTC(2026, 5, 1));
    expect(row?.expiresAt).toBeUndefined();
  });
});

describe("instructions and changes of taste", () => {
  it.each([
    ["以后写周报，先列风险，再列进展，最后写下周计划。", "最后写下周计划"],
    ["以后回答我尽量简短，先说结论再说理由", "先说结论再说理由"],
    ["Don't suggest seafood restaurants to me; I get a rash from shrimp.", "a rash from shrimp"],
    ["Whenever I ask for a recipe, give metric units.", "give metric units"],
    ["When you review my code, start with the risky parts.", "risky parts"],
  ])("keeps all of: %s", async (text, part) => {
    expect((await current([text])).join("\n")).toContain(part);
  });

  it.each([
    [["我喜欢喝拿铁", "我现在改喝手冲咖啡，不再喝拿铁了"], "喝手冲咖啡", "用户喜欢喝拿铁"],
    [["I love lattes", "I've switched to oat milk; I no longer drink lattes"], "oat milk", "The user loves lattes"],
    [["通知请发到我的邮箱", "以后别发邮件了，只用企业微信"], "notifications · channel = 企业微信", "邮箱"],
    [["日报用邮件通知我", "以后别发邮件了，只用企业微信"], "notifications · channel = 企业微信", "日报"],
    [["Please send reports by email", "Stop emailing me, message me on Slack instead"], "channel = Slack", "reports"],
    [["The gateway runs version 3.4.0", "The gateway runs version 3.5.0 now"], "version = 3.5.0", "3.4.0"],
    [["Please send reports by email", "No more emails, only Slack"], "notifications · channel = Slack", "reports"],
    [["PRJ-2048 is on v1.3", "PRJ-2048 is on v1.4 now"], "PRJ-2048 · version = v1.4", "v1.3"],
    [["I met the team. 红隼 uses MySQL."], "红隼 · database = MySQL", "the team"],
    [["项目灰鹭的预算是30万", "更新一下：灰鹭的预算改成45万"], "灰鹭 · budget = 45万", "30万"],
  ])("%j", async (texts, present, absent) => {
    const rows = (await current(texts)).join("\n");
    expect(rows).toContain(present);
    expect(rows).not.toContain(absent);
  });
});

describe("quotations and stories", () => {
  it.each([
    '"I left Corvane in May, and I moved to Oslo. My name is Ada."',
    "「我叫林夏，住在海边的小镇。」这是我小说的开头",
    "Here's the opening of my story: I live in a lighthouse. My name is Ada and I hate fog.",
    "我小说的开头：我住在灯塔里，我叫阿达。",
  ])("yield nothing: %s", async (text) => {
    expect(await current([text])).toEqual([]);
  });
});
