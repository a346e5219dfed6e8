import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { detectFormat, findFormat, type ImportedSession, type ImportOptions, readConversations } from "./index.js";

const NOW = Date.UTC(2026, 5, 30);

async function readAll(value: unknown, options: ImportOptions = {}): Promise<ImportedSession[]> {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const sessions: ImportedSession[] = [];
  for await (const session of readConversations(Buffer.from(text), {
    timeZone: "Asia/Shanghai",
    now: NOW,
    ...options,
  })) {
    sessions.push(session);
  }
  return sessions;
}

function iso(at: number | undefined): string {
  return new Date(at ?? Number.NaN).toISOString();
}

function words(session: ImportedSession | undefined): (string | undefined)[][] {
  return (session?.turns ?? []).map((turn) => [turn.role, turn.speaker, turn.text]);
}

describe("ChatGPT export", () => {
  const said = (id: string, role: string, text: string, parent: string | null, at: number | null) => ({
    [id]: {
      id,
      parent,
      children: [],
      message: { id, author: { role }, create_time: at, content: { content_type: "text", parts: [text] }, weight: 1 },
    },
  });
  const conversation = {
    title: "搬家",
    conversation_id: "c-1",
    create_time: 1_777_600_000.5,
    current_node: "d",
    mapping: {
      root: { id: "root", parent: null, children: ["a"], message: null },
      ...said("a", "user", "我搬到杭州了", "root", 1_777_600_001.2),
      ...said("b-old", "assistant", "丢弃的回答", "a", 1_777_600_002),
      ...said("b", "assistant", "记住了", "a", null),
      ...said("c", "user", "", "b", 1_777_600_004),
      ...said("d", "user", "Thanks", "c", 1_777_600_005),
    },
  };

  it("follows the branch seen last and fills in missing dates", async () => {
    const [session] = await readAll([conversation]);
    expect(session?.sessionId).toBe("chatgpt-c-1");
    expect(words(session)).toEqual([
      ["user", undefined, "我搬到杭州了"],
      ["assistant", undefined, "记住了"],
      ["user", undefined, "Thanks"],
    ]);
    expect(session?.turns.map((turn) => turn.at)).toEqual([1_777_600_001_200, 1_777_600_002_200, 1_777_600_005_000]);
  });

  it("leaves out what nobody said and what has no words", async () => {
    const hidden = said("h", "system", "You are…", "root", 1);
    const settings = said("s", "user", "About me", "h", 2);
    const mapping = {
      ...conversation.mapping,
      h: { ...hidden.h, message: { ...hidden.h?.message, metadata: { is_visually_hidden_from_conversation: true } } },
      s: {
        ...settings.s,
        message: { ...settings.s?.message, content: { content_type: "user_editable_context", user_profile: "x" } },
      },
    };
    const shown = said("p", "user", "Here", "s", 1_777_600_003).p;
    const picture = {
      ...shown,
      message: {
        ...shown?.message,
        content: { content_type: "multimodal_text", parts: [{ asset_pointer: "x" }, "Here"] },
      },
    };
    const codes: string[] = [];
    const [session] = await readAll([{ ...conversation, current_node: "p", mapping: { ...mapping, p: picture } }], {
      onWarning: (warning) => codes.push(warning.code),
    });
    expect(words(session)).toEqual([["user", undefined, "Here"]]);
    expect(codes).toEqual(["non-text-part"]);
  });

  it("takes the newest leaf where no current node is named", async () => {
    const { current_node: _, ...rest } = conversation;
    expect(words((await readAll([rest]))[0]).at(-1)).toEqual(["user", undefined, "Thanks"]);
  });

  it.each([
    ["a node that is not there", { ...conversation, current_node: "gone" }, /\[0\]\.mapping\["gone"\].*not there/],
    [
      "a circle",
      { ...conversation, mapping: { ...conversation.mapping, root: { parent: "d", message: null } } },
      /in a circle/,
    ],
    [
      "an unknown role",
      { ...conversation, mapping: { d: { parent: null, message: { author: { role: "critic" } } } } },
      /author\.role: unknown role "critic"/,
    ],
    ["no tree", { ...conversation, mapping: [] }, /mapping is not an object/],
  ])("refuses %s", async (_what, value, message) => {
    await expect(readAll([value], { format: "chatgpt" })).rejects.toThrow(message);
  });
});

describe("LoCoMo", () => {
  const sample = {
    sample_id: "conv-7",
    conversation: {
      speaker_a: "Ana",
      speaker_b: "Bo",
      session_1_date_time: "1:56 pm on 8 May, 2026",
      session_1: [
        { speaker: "Ana", dia_id: "D1:1", text: "I adopted a dog." },
        { speaker: "Bo", dia_id: "D1:2", text: "", blip_caption: "a dog on a sofa" },
      ],
      session_2_date_time: "9:00 am on 9 May, 2026",
      session_2: [{ speaker: "Bo", dia_id: "D2:1", text: "How is the dog?" }],
      session_3_date_time: "9:00 am on 10 May, 2026",
    },
  };

  it("reads a list or one conversation, both speakers as people, captions included", async () => {
    const sessions = await readAll([sample]);
    expect(sessions.map((session) => session.sessionId)).toEqual(["conv-7-session-1", "conv-7-session-2"]);
    expect(words(sessions[0])).toEqual([
      ["user", "Ana", "I adopted a dog."],
      ["user", "Bo", "[image: a dog on a sofa]"],
    ]);
    expect(iso(sessions[0]?.turns[0]?.at)).toBe("2026-05-08T05:56:00.000Z");
    expect(await readAll(sample)).toEqual(sessions);
  });

  it("lets the caller pick the user without changing the ids", async () => {
    const [session] = await readAll([sample], { speakerIsUser: "Bo" });
    const [unpicked] = await readAll([sample]);
    expect(words(session)).toEqual([
      ["assistant", "Ana", "I adopted a dog."],
      ["user", undefined, "[image: a dog on a sofa]"],
    ]);
    expect(session?.turns.map((turn) => turn.id)).toEqual(unpicked?.turns.map((turn) => turn.id));
  });

  it("refuses a turn without a speaker, a bad date and a doubled id", async () => {
    const broken = (turns: unknown, date = "1:56 pm on 8 May, 2026") => ({
      session_1: turns,
      session_1_date_time: date,
    });
    await expect(readAll(broken([{ text: "hi" }]))).rejects.toThrow(/session_1\[0\]\.speaker/);
    await expect(readAll(broken([{ speaker: "Ana", text: "hi" }], "some day"))).rejects.toThrow(
      /session_1_date_time.*not a date/,
    );
    const twice = [
      { speaker: "Ana", dia_id: "D1:1", text: "a" },
      { speaker: "Bo", dia_id: "D1:1", text: "b" },
    ];
    await expect(readAll(broken(twice))).rejects.toThrow(/"D1:1" was already used at .*session_1\[0\]/);
  });
});

describe("MemoryBank", () => {
  const bank = {
    Ana: { name: "Ana", history: { "2026-05-01": [{ query: "I paint.", response: "Lovely." }] } },
    王芳: { name: "王芳", history: { "2026-05-02": [{ query: "我养了一只猫。", response: "" }], "2026-05-03": [] } },
  };

  it("keeps several people apart by name, in both languages", async () => {
    const sessions = await readAll(bank);
    expect(sessions.map((session) => session.sessionId)).toEqual([
      "memorybank-Ana-2026-05-01",
      "memorybank-王芳-2026-05-02",
    ]);
    expect(words(sessions[0])).toEqual([
      ["user", "Ana", "I paint."],
      ["assistant", undefined, "Lovely."],
    ]);
    expect(iso(sessions[1]?.turns[0]?.at)).toBe("2026-05-02T04:00:00.000Z");
  });

  it("reads only the person picked, who then needs no name", async () => {
    const sessions = await readAll(bank, { speakerIsUser: ["王芳"] });
    expect(sessions.map(words)).toEqual([[["user", undefined, "我养了一只猫。"]]]);
    await expect(readAll(bank, { speakerIsUser: "Zoe" })).rejects.toMatchObject({
      details: { remedy: { en: "Pick one of: Ana, 王芳." } },
    });
  });

  it("names the day and the exchange that are wrong", async () => {
    const broken = { Ana: { history: { "2026-05-01": [{ query: "a", response: "b" }, { question: "c" }] } } };
    await expect(readAll(broken)).rejects.toThrow(/Ana\.history\["2026-05-01"\]\[1\]: the exchange has neither/);
    await expect(readAll({ Ana: { history: { soon: [{ query: "a" }] } } })).rejects.toThrow(
      /history\["soon"\].*not a date/,
    );
  });
});

describe("transcripts", () => {
  it("reads date lines, names in both scripts and further lines", async () => {
    const text = [
      "# 2026-05-01",
      "",
      "Alice: I moved to Lisbon.",
      "Two bags only.",
      "",
      "The rest follows.",
      "Bob: Nice! See https://example.org: it lists flats.",
      "--- 2026年5月2日 星期六 ---",
      "Alice：我开始学葡萄牙语了。",
      "Bob：加油",
    ].join("\r\n");
    const sessions = await readAll(text);
    expect(words(sessions[0])).toEqual([
      ["user", "Alice", "I moved to Lisbon.\nTwo bags only.\n\nThe rest follows."],
      ["user", "Bob", "Nice! See https://example.org: it lists flats."],
    ]);
    expect(words(sessions[1])).toEqual([
      ["user", "Alice", "我开始学葡萄牙语了。"],
      ["user", "Bob", "加油"],
    ]);
    expect(sessions.map((session) => iso(session.turns[0]?.at))).toEqual([
      "2026-05-01T04:00:00.000Z",
      "2026-05-02T04:00:00.000Z",
    ]);
    expect(sessions[0]?.sessionId).toMatch(/^transcript-2026-05-01-[0-9a-f]{12}$/);
  });

  it("reads stamped messages, in which an unstamped “Label: …” goes on", async () => {
    const text = [
      "[2026-05-01 10:02] 小林: 项目信息如下",
      "项目：Beta",
      "Budget: 20k",
      "[2026-05-01 10:03:30] 助手：收到",
      "[2026-05-01 23:00] 小林: 再见",
    ].join("\n");
    const sessions = await readAll(text);
    expect(words(sessions[0])).toEqual([
      ["user", undefined, "项目信息如下\n项目：Beta\nBudget: 20k"],
      ["assistant", undefined, "收到"],
    ]);
    expect(sessions.map((session) => iso(session.turns[0]?.at))).toEqual([
      "2026-05-01T02:02:00.000Z",
      "2026-05-01T15:00:00.000Z",
    ]);
  });

  it("reads times under a date line, over midnight too", async () => {
    const [session] = await readAll(
      "2026-05-01\n[23:58] Ana: almost midnight\n[00:03] Bo: now it is\n[00:04] Ana: yes",
    );
    expect(session?.turns.map((turn) => iso(turn.at))).toEqual([
      "2026-05-01T15:58:00.000Z",
      "2026-05-01T16:03:00.000Z",
      "2026-05-01T16:04:00.000Z",
    ]);
  });

  it("reads a name with its time above the words", async () => {
    const [session] = await readAll("张三 2026-05-01 10:02:33\n明天上线\n李四 2026-05-01 10:03:00\n好的：我来准备");
    expect(words(session)).toEqual([
      ["user", "张三", "明天上线"],
      ["user", "李四", "好的：我来准备"],
    ]);
  });

  it("does not take a note's label for a person", async () => {
    const [session] = await readAll("2026-05-01\nAna: the meeting\nNote: bring the key\nBo: ok\nAna: bye\nBo: bye");
    expect(words(session)[0]).toEqual(["user", "Ana", "the meeting\nNote: bring the key"]);
  });

  it("gives assistants their role and the person picked the user's", async () => {
    const text = "2026-05-01\nAna: hi\nKeepsake: hello\nBo: hey";
    expect(words((await readAll(text))[0])).toEqual([
      ["user", "Ana", "hi"],
      ["assistant", undefined, "hello"],
      ["user", "Bo", "hey"],
    ]);
    expect(words((await readAll(text, { speakerIsUser: "Bo" }))[0])).toEqual([
      ["assistant", "Ana", "hi"],
      ["assistant", undefined, "hello"],
      ["user", undefined, "hey"],
    ]);
  });

  it.each([
    ["no date at all", "Ana: hi\nBo: hello", /line 1: the message has no date/],
    ["a time without a day", "[10:02] Ana: hi\n[10:03] Bo: hello", /line 1: the message has a time but no day/],
    [
      "a stamp that is no date",
      "[2026-05-01 10:02] Ana: hi\n[2026-05-01 10:0x] Bo: hello",
      /line 2: "2026-05-01 10:0x" is not a date/,
    ],
    ["a day that does not exist", "2026-02-30\nAna: hi", /line 1: the calendar has no such date/],
    ["a day to come", "2027-05-01\nAna: hi", /line 1: the date lies in the future/],
    [
      "text before anyone speaks",
      "2026-05-01\nsome words\nAna: hi\nBo: ho",
      /line 2: there is text before anyone speaks/,
    ],
  ])("refuses %s", async (_what, text, message) => {
    await expect(readAll(text)).rejects.toThrow(message);
  });
});

describe("recognising a format", () => {
  it.each([
    ["messages", '{"role":"user","content":"the \\"mapping\\": and \\"session_1\\": of things"}'],
    ["messages", '[\n  {\n    "role": "user",\n    "content": "hi"\n  }\n]'],
    ["messages", '{"messages":[]}'],
    ["chatgpt", '[{"title":"x","mapping":{"a":{"parent":null}}}]'],
    ["locomo", '[{"conversation":{"session_1_date_time":"x","session_1":[]}}]'],
    ["memorybank", '{"王芳":{"history":{"2026-05-01":[{"query":"a","response":"b"}]}}}'],
    ["transcript", "[2026-05-01 10:02] Ana: hi"],
    ["transcript", "姓名：你好\n助手：你好"],
  ])("%s", async (format, head) => {
    expect(findFormat(head)).toBe(format);
    expect(await detectFormat(Buffer.from(head))).toBe(format);
  });

  it.each(["", "a,b,c\n1,2,3", "<p>Ana: hi</p>", "%PDF-1.7", "just words", '{"k":"v"}', "\u0000\u0001"])(
    "none: %j",
    (head) => {
      expect(findFormat(head)).toBeUndefined();
    },
  );
});
