import { describe, expect, it } from "vitest";
import { openWriteScene } from "../../testing/write-scene.js";
import { readRecord } from "./record.js";

/** What is remembered of one turn, as `subject · attribute = value | content`. */
async function remembered(...texts: readonly string[]): Promise<readonly string[]> {
  const scene = await openWriteScene();
  for (const [index, text] of texts.entries()) await scene.tell(`s${index}`, [text], scene.clock.at + index * 60_000);
  const rows = (await scene.rows()).filter((memory) => memory.status === "active");
  return rows.map(({ subject, attribute, value, content }) =>
    attribute === undefined ? `${subject} | ${content}` : `${subject} · ${attribute} = ${value} | ${content}`,
  );
}

describe("a thing that is named and then described part by part (P30)", () => {
  it.each([
    [
      "Lease for 8 Canal Street: tenant is Mr Odum, rent £980 a month, ends 30 June 2027.",
      "8 Canal Street · rent = £980 a month | Lease for 8 Canal Street: rent £980 a month",
    ],
    [
      "Order 7731 for Brightside Clinics: 40 infusion pumps, unit price €310, contact is Lena Faber.",
      "7731 · contact = Lena Faber | Order 7731 for Brightside Clinics: contact is Lena Faber",
    ],
    [
      "Policy HX-4410 (van insurance)\n- insurer: Northmark\n- premium: 612 a year",
      "HX-4410 · premium = 612 a year | Policy HX-4410 (van insurance): premium: 612 a year",
    ],
    [
      "New supplier: Oakline Timber. Minimum order 2 pallets, rep is Josh Hale.",
      "Oakline Timber · contact = Josh Hale | Oakline Timber: rep is Josh Hale",
    ],
    [
      "鸿远那份合同：编号 HY-0312，金额 36 万，审批人罗敏，9 月 30 号到期。",
      "HY-0312 · approver = 罗敏 | 鸿远那份合同：审批人罗敏",
    ],
    [
      "订单 SO-5521，客户是明德小学，课桌 120 套，单价 260 元。",
      "SO-5521 · price = 260 元 | 订单 SO-5521：单价 260 元",
    ],
    ["新客户：青禾食品。账期 45 天，对接人是贺兰。", "青禾食品 · contact = 贺兰 | 青禾食品：对接人是贺兰"],
    ["6 床是安奶奶，82 岁，对可待因过敏。", "6 床 · allergy = 可待因 | 6 床安奶奶：对可待因过敏"],
  ])("%s", async (text, row) => {
    expect(await remembered(text)).toContain(row);
  });

  it("keeps the other parts when one of them changes", async () => {
    const rows = await remembered("订单 SO-5521，客户是明德小学，单价 260 元。", "SO-5521 的单价改成 255 元了。");
    expect(rows.join("\n")).toContain("255 元");
    expect(rows.join("\n")).toContain("明德小学");
    expect(rows.join("\n")).not.toContain("260 元");
  });

  it("ends where the user speaks of themselves", async () => {
    const rows = await remembered("新项目：海棠湾。预算 60 万，工期 90 天。我对花生过敏。");
    expect(rows.find((row) => row.includes("花生"))).toMatch(/^user · allergy/u);
  });

  it.each([
    "Great day today! Went to the lake, saw two swans, 25 degrees.",
    "Write a poem about order 66: four lines, rhyme, funny.",
    "For the project dinner: buy 3 onions, two peppers, 500 g rice.",
    "My course at the college: I have maths on Monday, art on Tuesday.",
    "The house on Elm Street was quiet, the rain fell, and nobody came.",
    "帮我写个项目介绍：三段，两百字，口语一点。",
    "今天那家店真不错，人均 80，服务也好，下次还去。",
    "海燕项目预算 85 万，负责人是殷悦，11 月 2 号上线。",
  ])("sees none in %s", (text) => {
    expect(readRecord(text)).toBeUndefined();
  });
});
