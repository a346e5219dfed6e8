import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBundledEmbedder, createBundledReader, readReaderFolder } from "../adapters/models/bundled/index.js";
import { DAY_MS } from "../domain/index.js";
import type { Embedder, PairReader } from "../ports/index.js";
import { openWriteScene } from "../testing/write-scene.js";

/** Sessions a day apart, turns within them parted by " / "; then what is remembered and what no longer is. */
interface Talk {
  readonly told: readonly string[];
  readonly kept: readonly string[];
  readonly gone?: readonly string[];
}

const TALKS: readonly Talk[] = [
  {
    // days go by and nothing changes: what happened next is no change of what happened before (P02)
    told: [
      "I lead a bird-ringing group at the marsh. / My group has regular meetings, plans surveys and supports its members.",
      "Last Friday I gave my first public talk, on owl migration, and it was so inspiring. / My dream is to build a safe home for injured owls.",
      "Last weekend I joined a mentoring scheme for young ringers. / I mentor a shy teenager who is new to ringing.",
      "Last month I gave a talk about my years at the marsh and encouraged pupils to join us.",
      "I'm putting together an exhibition of my owl drawings next month. / I've been volunteering at the bird hospital too.",
      "Last week I took my kids to the reserve. / I took the first step and applied for a licence to keep injured owls.",
      "Yesterday I met the council about the owl home. / I want to give every owl a quiet place.",
    ],
    kept: [
      "ringing group",
      "regular meetings",
      "migration",
      "safe home",
      "mentoring scheme",
      "shy teenager",
      "encouraged pupils",
      "exhibition",
      "hospital",
      "licence",
    ],
  },
  {
    told: [
      "我是小学美术老师，带一个陶艺社团。 / 我女儿在学古筝。",
      "上周六我参加了一场为山区学校募款的义卖。 / 我们领养了一只叫麦芽的三花猫。",
      "我每周四去社区图书角做志愿者。 / 我想以后开一间自己的画室。",
      "昨天我给家长们讲了一堂色彩课。 / 我有一本专门画老街的速写本。",
    ],
    kept: ["陶艺社团", "古筝", "麦芽", "图书角", "画室", "速写本"],
  },
  {
    told: [
      "I've moved as well: I live in Shanghai now.",
      "I'm training for the Shanghai Marathon in November, and my goal is to finish in under four hours.",
    ],
    kept: ["lives in Shanghai", "Marathon"],
  },
  {
    told: ["我现在住在上海。", "我在备战上海马拉松。 / 我在看一本写重庆的书。 / 上周日跑了杭州半马。"],
    kept: ["住在上海"],
  },
  { told: ["我们家住在苏州。", "在考虑明年搬到无锡，还没定。"], kept: ["苏州"] },
  { told: ["We live in Bath.", "We're thinking about moving to Cardiff next year."], kept: ["Bath"] },
  {
    told: ["Year 4 has PE on Mondays. / Year 5 has PE on Tuesdays.", "Year 4 PE moves to Thursdays after half term."],
    kept: ["Tuesdays", "Thursdays"],
    gone: ["Mondays"],
  },
  {
    told: ["蓝杯子卖9块。 / 绿杯子卖11块。", "绿杯子降到8块了。"],
    kept: ["9块", "8块"],
    gone: ["11块"],
  },
  { told: ["我们的退货期是30天。", "有个顾客说“你们退货期才7天”，他记错了。"], kept: ["30天"] },
  {
    told: ["Our pricing review with Hallam is on Wednesday at 3. / make that Thursday"],
    kept: ["review with Hallam is on Thursday at 3"],
    gone: ["Wednesday"],
  },
  {
    told: ["标书截止是6月5号。 / 延到12号了"],
    kept: ["标书截止是6月12号"],
    gone: ["6月5号"],
  },
  {
    told: ["Mia has piano on Tuesdays and swimming on Thursdays.", "Mia's swimming moved to Saturdays."],
    kept: ["piano on Tuesdays", "Saturdays"],
    gone: ["Thursdays"],
  },
  {
    told: ["灰鹤项目预算40万。 / 白鹭项目预算25万。", "白鹭预算加到32万了"],
    kept: ["40万", "32万"],
    gone: ["25万"],
  },
  {
    told: ["The Leeds shop opens at 8. / The York shop opens at 9.", "York is opening at 10 now."],
    kept: ["opens at 8", "10"],
    gone: ["opens at 9"],
  },
  {
    told: ["My manager is Greta. / My sister's manager is Paul.", "My sister has a new manager, Lindsay."],
    kept: ["Greta", "Lindsay"],
    gone: ["Paul"],
  },
  {
    told: ["收货地址是文三路88号。", "收货地址改一下，江南大道12号。"],
    kept: ["江南大道12号"],
    gone: ["文三路"],
  },
  {
    told: [
      "The Müller account is worth 90k a year. / Müller pays late. / The Brandt account renews in March.",
      "Delete everything about the Müller account.",
    ],
    kept: ["Brandt"],
    gone: ["Müller"],
  },
  {
    told: ["鼎盛那个账户一年值90万。 / 鼎盛老是拖款，要多催。 / 宏达的合同三月续签。", "把鼎盛账户的事都删了吧"],
    kept: ["宏达"],
    gone: ["鼎盛"],
  },
  {
    told: ["My rent is 1500 pounds a month, and I have 5 cats. / Actually it's 6 cats."],
    kept: ["1500 pounds", "6 cats"],
    gone: ["5 cats"],
  },
  {
    told: ["我的房租每个月1500元。我养了5只猫。 / 不对，是6只。"],
    kept: ["1500元", "6只"],
    gone: ["5只"],
  },
  {
    told: ["My rent is 1250 dollars a month. My daughter Ann has 12 rabbits. / Sorry, it's 14 rabbits."],
    kept: ["1250 dollars", "14 rabbits"],
    gone: ["12 rabbits"],
  },
  {
    told: ["I take 5 mg of bisoprolol every morning.", "The doctor raised it to 7.5 mg."],
    kept: ["7.5 mg of bisoprolol"],
    gone: ["takes 5 mg"],
  },
  { told: ["我每天吃5毫克的降压药。", "医生给我加到10毫克了。"], kept: ["10毫克的降压药"], gone: ["吃5毫克"] },
  {
    told: [
      "I take 5 mg of bisoprolol every morning. / My dad takes 20 mg of statins.",
      "The doctor raised it to 7.5 mg.",
    ],
    kept: ["5 mg of bisoprolol", "20 mg"],
  },
  { told: ["我们周会在周三。", "算了，改成周二吧。"], kept: ["周会在周二"], gone: ["周三"] },
  { told: ["我住在 A 座 805。", "不对，是 B 座 1203。"], kept: ["住在 B 座 1203"], gone: ["805"] },
  { told: ["我的房租是3200一个月。", "房东涨价了，现在 3600 一个月。"], kept: ["3600"], gone: ["3200"] },
  {
    told: ["I'm allergic to latex.", "The test came back: I am not allergic to latex."],
    kept: ["not allergic"],
    gone: ["is allergic to latex"],
  },
  { told: ["I live in Bath.", "I don't live in Ghent."], kept: ["lives in Bath"] },
  { told: ["我养了一只猫，叫团团。", "我没养猫。"], kept: [], gone: ["团团"] },
  {
    told: ["My cat is called Pepper.", "Pepper passed away last week."],
    kept: ["passed away"],
    gone: ["is called Pepper"],
  },
  // one frame is no common matter: a diet, an illness and a wish are three facts
  { told: ["Please never call me before noon.", "I never drink alcohol."], kept: ["before noon", "alcohol"] },
  { told: ["I don't eat lamb.", "I'm lactose intolerant. / I have gout."], kept: ["lamb", "lactose", "gout"] },
  { told: ["我不吃牛肉。", "我乳糖不耐受。 / 我有痛风。"], kept: ["牛肉", "乳糖", "痛风"] },
  { told: ["我喝不了酒。", "我不吃茄子。"], kept: ["酒", "茄子"] },
  // "actually" and a day close nothing by themselves
  {
    told: ["I go swimming every Thursday.", "Actually I sold the boat on Friday."],
    kept: ["swimming", "sold the boat"],
  },
  { told: ["我每周二早上跑步。", "其实我周五把车卖了。"], kept: ["跑步", "把车卖了"] },
  {
    told: ["Our rent is 900 euros. / Scratch that, our rent is 950 euros."],
    kept: ["950 euros"],
    gone: ["900 euros"],
  },
  {
    told: ["我们的房租是900欧。 / 刚才说的不算，房租是950欧。"],
    kept: ["950欧"],
    gone: ["900欧"],
  },
  { told: ["我早上七点游泳，晚上从来不游", "天冷了，晨泳改到八点"], kept: ["从来不游", "八点"] },
  // who leaves one job and begins another works there from then on
  {
    told: [
      "I work at Brightwell. / I play chess every Friday.",
      "Actually I left Brightwell last week, starting at Norrvik on Tuesday.",
    ],
    kept: ["is starting at Norrvik", "chess"],
    gone: ["works at Brightwell"],
  },
  {
    told: ["我在青禾出版社上班。 / 我每周二早上跑步。", "我上周从青禾出版社离职了，周一去云杉资本报到。"],
    kept: ["去云杉资本报到", "跑步"],
    gone: ["在青禾出版社上班"],
  },
];

describe("changes told in passing, and what only looks like one (P02, P30)", () => {
  let embedder: Embedder;
  let reader: PairReader;
  beforeAll(async () => {
    const modelFolder = fileURLToPath(new URL("../../model", import.meta.url));
    embedder = createBundledEmbedder({ modelFolder });
    reader = createBundledReader({ folder: readReaderFolder(`${modelFolder}/reader`, modelFolder) });
    await embedder.open();
  });
  afterAll(async () => {
    await embedder.close();
    await reader.close();
  });

  it.each(TALKS.map((talk) => [talk.told.join(" | "), talk] as const))("%s", async (_told, talk) => {
    const scene = await openWriteScene({ embedder, reader });
    for (const [index, session] of talk.told.entries()) {
      const at = scene.clock.at + DAY_MS;
      scene.clock.at = at;
      const turns = session
        .split(" / ")
        .map((text, place) => ({ role: "user" as const, text, at: at + place * 60_000 }));
      await scene.tell(`session-${index}`, turns);
    }
    const held = (await scene.active()).join("\n");
    expect({
      lost: talk.kept.filter((text) => !held.includes(text)),
      left: (talk.gone ?? []).filter((text) => held.includes(text)),
    }).toEqual({ lost: [], left: [] });
  });
});
