import { describe, expect, it } from "vitest";
import { isEndedBy, readEndings, readWholeEndings } from "./index.js";

function ends(said: string, held: string): boolean {
  return readEndings(said).some((ending) => isEndedBy(held, ending));
}

/** What is said, and what it ends. */
const ENDED: readonly (readonly [said: string, held: string])[] = [
  ["I don't have a parrot", "The user has a parrot."],
  ["I never said I have a dog", "The user has a dog called Biscuit."],
  ["Turns out I'm not diabetic after all", "The user is diabetic."],
  ["I don't live in Ghent", "The user lives in Ghent."],
  ["I've never taken metformin", "The user takes metformin."],
  ["We sold the Honda and bought a Skoda", "The user drives a Honda Jazz."],
  ["My ThinkPad was stolen", "The user uses a ThinkPad."],
  ["Lena and I broke up", "The user's girlfriend Lena is a violinist."],
  ["Priya and I got married on Saturday", "The user is engaged to Priya."],
  ["The staff party has been called off", "The staff party is on the 14th."],
  ["The Lisbon trip is cancelled", "The user is going to Lisbon in October."],
  ["My grandfather died on Sunday", "The user's grandfather lives in Bergen."],
  ["Pepper passed away last week", "The user's cat is called Pepper."],
  ["I've switched from cocoa to mint tea.", "The user drinks the user's cocoa with milk."],
  ["We moved from Trello to Linear", "The user uses Trello for everything."],
  ["我从可可换成薄荷茶了。", "用户每天喝可可。"],
  ["我最近从喝牛奶改成喝豆浆了", "用户早上喝牛奶。"],
  ["We handed in the report", "The report is due Friday."],
  ["我没养猫", "用户养了一只猫，叫团团。"],
  ["我没说过我养狗", "用户养了一只狗。"],
  ["医生说我其实不对花粉过敏", "用户对花粉过敏。"],
  ["我不住宁波", "用户住在宁波。"],
  ["我没有糖尿病，是误诊", "用户有糖尿病。"],
  ["高尔夫卖了，买了辆比亚迪", "用户有一辆大众高尔夫。"],
  ["我跟小林分手了", "用户和小林在谈恋爱。"],
  ["京都的旅行取消了", "用户这边十月去京都旅行。"],
  ["咪咪上周去世了", "用户的猫叫咪咪。"],
  ["FC-09 昨天做完保养了", "FC-09 需要做保养。"],
];
/** What is said, and what it leaves as it is. */
const STANDS: readonly (readonly [said: string, held: string])[] = [
  ["I've switched from cocoa to mint tea", "The user is allergic to cocoa."],
  ["I've switched from coffee to mint tea", "The user uses a coffee machine."],
  ["We moved from Bath to Leeds", "The user's sister lives in Bath."],
  ["我从咖啡换成薄荷茶了", "用户不喝咖啡。"],
  ["我从咖啡换成薄荷茶了", "用户在咖啡店打工。"],
  ["I don't have a dog bed", "The user has a dog called Biscuit."],
  ["I don't take metformin in the morning", "The user takes metformin."],
  ["I'm not a morning person", "The user is a nurse."],
  ["I don't have time today", "The user has two kids."],
  ["I lost my iPhone charger", "The user uses an iPhone 12."],
  ["Joanne and I split the bill", "The user is married to Joanne."],
  ["My neighbour's grandfather died", "The user's grandfather lives in Bergen."],
  ["Max died laughing at my joke", "Max is the user's dog."],
  ["The team meeting is cancelled today", "Team meeting is every Wednesday at 10."],
  ["The Madrid trip is cancelled", "The user is going to Lisbon in October."],
  ["What if I sold the Honda?", "The user drives a Honda Jazz."],
  ["Maybe Lena and I broke up for good", "The user's girlfriend is Lena."],
  ["The car got its service yesterday", "The boiler needs a service."],
  ["我没养过狗", "用户养了一只猫，叫团团。"],
  ["我不吃鱼", "用户吃鱼油。"],
  ["我不会弹钢琴曲", "用户会弹钢琴。"],
  ["我没有时间带孩子", "用户有两个孩子。"],
  ["小林跟他前女友分手了", "用户养了一只狗。"],
  ["大阪的行程取消了", "用户这边十月去京都旅行。"],
  ["这周的周会取消了", "周会每周三上午十点。"],
  ["邻居家的狗死了", "用户的爷爷住在绍兴。"],
  ["FC-10 昨天做完保养了", "FC-09 需要做保养。"],
  ["我是不是没养猫？", "用户养了一只猫。"],
];

describe("what a clause says is not, or is over (P02, P30)", () => {
  it.each(ENDED)("%s | ends: %s", (said, held) => {
    expect(ends(said, held)).toBe(true);
  });
  it.each(STANDS)("%s | leaves: %s", (said, held) => {
    expect(ends(said, held)).toBe(false);
  });
});

describe("a part that ends, and the rest that goes on", () => {
  const endsWhole = (said: string, held: string): boolean =>
    readWholeEndings(said).some((ending) => isEndedBy(held, ending));

  it.each([
    ["I left Anna.", "The user's partner is Anna."],
    ["I left my husband", "The user has a husband."],
    ["Anna left me.", "The user's partner is Anna."],
    ["I have just left Mark", "The user's partner is Mark."],
    ["I left Mark, one of the others told him.", "The user's partner is Mark."],
    ["I no longer work for one of the big banks, and I left Anna.", "The user's partner is Anna."],
    ["I broke up with Mark, two weeks left of the lease.", "The user's partner is Mark."],
    ["我和小李分手了，租约还剩两个月", "用户的女朋友是小李。"],
  ])("%s: is over whatever else is left", (said, held) => {
    expect(endsWhole(said, held)).toBe(ends(said, held));
    expect(endsWhole(said, held)).toBe(true);
  });

  it.each([
    ["My goldfish died, five left", "The user has a goldfish."],
    ["My goldfish died, the rest are fine", "The user has a goldfish."],
    ["One of my goldfish died", "The user has goldfish."],
    ["I sold two of my bikes", "The user has bikes."],
    ["我的金鱼死了，还剩五条", "用户养了金鱼。"],
  ])("%s: ends nothing whole", (said, held) => {
    expect(endsWhole(said, held)).toBe(false);
  });
});
