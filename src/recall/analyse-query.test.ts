import { describe, expect, it } from "vitest";
import type { Turn } from "../domain/index.js";
import { analyseQuery, type QueryInput } from "./analyse-query.js";
import { askedAspects } from "./asked-aspect.js";
import { takeOutSpeakers } from "./named-speakers.js";
import { asksAboutAssistant, asksWhen, mentionsTime, questionShare } from "./query-marks.js";
import { isVague, rewriteVague } from "./rewrite-vague.js";

const NOW = Date.UTC(2026, 5, 15, 12);

function understand(text: string, given: Partial<QueryInput> = {}) {
  return analyseQuery({
    text,
    now: NOW,
    timeZone: "UTC",
    speakers: { people: [], assistants: [] },
    recentTurns: [],
    ...given,
  });
}

function turn(text: string, role: Turn["role"] = "user"): Turn {
  return {
    id: `turn_${text}` as Turn["id"],
    sessionId: "s" as Turn["sessionId"],
    position: 0,
    role,
    text,
    at: NOW,
    recordedAt: NOW,
    timeZone: "UTC",
  };
}

describe("takeOutSpeakers", () => {
  it("takes whole names with their possessives, in both scripts", () => {
    expect(takeOutSpeakers("What is Mira's dog called?", ["Mira"])).toEqual({
      named: ["Mira"],
      rest: "What is dog called?",
    });
    expect(takeOutSpeakers("陈小禾的猫叫什么", ["陈小禾"])).toEqual({ named: ["陈小禾"], rest: "猫叫什么" });
    expect(takeOutSpeakers("where did ana lopez go", ["Ana Lopez"]).rest).toBe("where did go");
  });

  it("knows a first name that only one speaker has", () => {
    expect(takeOutSpeakers("what does Ana like", ["Ana Lopez", "Ben Oak"]).named).toEqual(["Ana Lopez"]);
    expect(takeOutSpeakers("what does Ana like", ["Ana Lopez", "Ana Oak"]).named).toEqual([]);
  });

  it("leaves parts of words, roles and names made of pattern characters alone", () => {
    expect(takeOutSpeakers("the timer is late", ["Tim"])).toEqual({ named: [], rest: "the timer is late" });
    expect(takeOutSpeakers("what did the user say", ["user"]).named).toEqual([]);
    expect(takeOutSpeakers("who is C++ (dev)-x?", ["C++ (dev)-x", ".*"]).named).toEqual(["C++ (dev)-x"]);
  });
});

describe("analyseQuery", () => {
  const speakers = { people: ["Mira", "Jonas"], assistants: ["Sage"] };

  it("singles out who is named, and nobody where everybody is", () => {
    expect([...understand("what did Mira bake", { speakers }).askedSpeakers]).toEqual(["Mira"]);
    const all = understand("what did Mira, Jonas and Sage bake", { speakers });
    expect([all.askedSpeakers.size, all.namesSpeaker]).toEqual([0, true]);
  });

  it("searches for the name where a query is nothing else", () => {
    expect(understand("Mira?", { speakers }).searchText).toBe("Mira?");
  });

  it("reads the time asked about in the zone of the caller (P22)", () => {
    const time = understand("上个月我去了哪里", { timeZone: "Asia/Shanghai" }).time;
    expect(time?.from).toBe(Date.UTC(2026, 3, 30, 16));
    expect(time?.to).toBe(Date.UTC(2026, 4, 31, 16));
    expect(understand("what did I do in May 2025").time?.from).toBe(Date.UTC(2025, 4, 1));
    expect(understand("what have I been reading recently").time?.vague).toBe(true);
    expect(understand("what do I read").time).toBeUndefined();
  });
});

describe("rewriteVague", () => {
  it("borrows from the user's last turns only where the query names no topic", () => {
    const recent = [turn("The kayak leaks at the stern"), turn("Shall I book a repair?", "assistant")];
    expect(rewriteVague("what about that thing", recent)?.context).toBe("The kayak leaks at the stern");
    expect(rewriteVague("上次那个事怎么样了", recent)?.context).toBe("The kayak leaks at the stern");
    expect(rewriteVague("how many seats does the blue kayak in the shed have", recent)).toBeUndefined();
    expect(rewriteVague("what about that thing", [])).toBeUndefined();
    expect(rewriteVague("what about that thing", [turn("What about  that thing")])).toBeUndefined();
  });

  it("3.3 borrows a name that the assistant brought in, and nothing else of its words", () => {
    const recent = [turn("the dearer ones then"), turn("Shall we go with Zoltrex, from the depot?", "assistant")];
    const { context } = rewriteVague("how long do they take", recent) ?? { context: "" };
    expect(context).toContain("dearer");
    expect(context).toContain("Zoltrex");
    expect(context).not.toContain("depot");
  });

  it.each([
    ...["那个后来怎么样了", "what happened with it", "上次那个事"],
    ...["and the other one?", "what about the other one", "那周末呢？", "另外那个呢"],
  ])("%s is vague", (query) => {
    expect(isVague(query)).toBe(true);
  });

  it.each([
    "我对什么过敏",
    "what is the port of the staging proxy",
    "and which of my cousins plays the trombone in Graz",
    "那里的面馆和茶馆哪个晚上开门",
  ])("%s is not", (query) => {
    expect(isVague(query)).toBe(false);
  });
});

describe("marks of a query", () => {
  it("tells questions about time", () => {
    for (const query of ["When did we move?", "what day is the audit", "什么时候搬家的", "哪天体检"])
      expect(asksWhen(query)).toBe(true);
    for (const query of ["whenever I cook", "where did we move", "住在哪里"]) expect(asksWhen(query)).toBe(false);
  });

  it("tells questions about the assistant's words", () => {
    for (const query of ["what did you recommend", "你上次给我推荐的是什么", "your advice on shoes"])
      expect(asksAboutAssistant(query)).toBe(true);
    for (const query of ["what did I recommend", "我推荐过什么"]) expect(asksAboutAssistant(query)).toBe(false);
  });

  it("sees mentions of time and shares of questions in turns", () => {
    expect(mentionsTime("we left last Tuesday")).toBe(true);
    expect(mentionsTime("三天前出发的，昨天到")).toBe(true);
    expect(mentionsTime("we left early")).toBe(false);
    expect(questionShare("How are you? I moved to Bergen.")).toBe(0.5);
    expect(questionShare("你吃了吗？")).toBe(1);
    expect(questionShare("!!!")).toBe(0);
  });

  it("names the attribute of a person that is asked for", () => {
    expect([...askedAspects("who do I work for").ofPerson]).toEqual(["employer"]);
    expect([...askedAspects("我姓什么").ofPerson]).toEqual(["name"]);
    expect([...askedAspects("我家住哪儿").ofPerson]).toEqual(["home"]);
    expect([...askedAspects("which kettle is best").ofPerson]).toEqual([]);
  });

  it("reads a hostile query in linear time", () => {
    const hostile = "a-".repeat(4_000);
    expect([askedAspects(hostile).ofPerson.size, asksWhen(hostile), asksAboutAssistant(hostile)]).toEqual([
      0,
      false,
      false,
    ]);
    expect(questionShare("?".repeat(8_000))).toBe(0);
  });
});

describe("a question about the present", () => {
  it.each([
    ["where do I currently work now", ["work"]],
    ["我现在在哪里工作", ["工作"]],
  ])("is searched without the word for it, which stands in old statements too: %s", (query, terms) => {
    expect(understand(query).asksAboutNow).toBe(true);
    expect(understand(query).terms).toEqual(terms);
  });

  it("keeps it where nothing else is asked", () => {
    expect(understand("现在").terms).toEqual(["现在"]);
  });
});
