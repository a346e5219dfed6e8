import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../domain/index.js";
import {
  detectFormat,
  type ImportedSession,
  type ImportOptions,
  type ImportSource,
  type ImportWarning,
  readConversations,
} from "./index.js";

const NOW = Date.UTC(2026, 5, 30);
const SHANGHAI = { timeZone: "Asia/Shanghai", now: NOW } as const;

function bytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

async function readAll(source: ImportSource, options: ImportOptions = SHANGHAI): Promise<ImportedSession[]> {
  const sessions: ImportedSession[] = [];
  for await (const session of readConversations(source, options)) sessions.push(session);
  return sessions;
}

async function warningsOf(source: ImportSource, options: ImportOptions = SHANGHAI): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = [];
  await readAll(source, { ...options, onWarning: (warning) => warnings.push(warning) });
  return warnings;
}

async function faultOf(source: ImportSource, options: ImportOptions = SHANGHAI): Promise<KeepsakeError> {
  try {
    await readAll(source, options);
  } catch (error) {
    if (error instanceof KeepsakeError) return error;
    throw error;
  }
  throw new Error("the source was read without an error");
}

function lines(...values: readonly unknown[]): Uint8Array {
  return bytes(values.map((value) => JSON.stringify(value)).join("\n"));
}

function iso(at: number | undefined): string {
  return new Date(at ?? Number.NaN).toISOString();
}

const MESSAGE = { role: "user", content: "I prefer tea.", at: "2026-05-01T10:00:00+08:00", session: "s1" };

describe("messages, one a line", () => {
  it("keeps session, agent, zone, role and words in both languages", async () => {
    const [first, second] = await readAll(
      lines(
        { ...MESSAGE, agent: "helpdesk", timeZone: "Asia/Shanghai" },
        { ...MESSAGE, role: "assistant", content: "Noted.", agent: "helpdesk" },
        { ...MESSAGE, session: "s2", content: "我改喝咖啡了。", at: "2026-05-03 09:30" },
      ),
    );
    expect(first).toMatchObject({ sessionId: "s1", agentId: "helpdesk", timeZone: "Asia/Shanghai" });
    expect(first?.turns.map((turn) => [turn.role, turn.text])).toEqual([
      ["user", "I prefer tea."],
      ["assistant", "Noted."],
    ]);
    expect(second?.turns[0]?.text).toBe("我改喝咖啡了。");
    expect(iso(second?.turns[0]?.at)).toBe("2026-05-03T01:30:00.000Z");
  });

  it("gathers interleaved sessions", async () => {
    const sessions = await readAll(
      lines(MESSAGE, { ...MESSAGE, session: "s2" }, { ...MESSAGE, content: "And no sugar." }),
    );
    expect(sessions.map((session) => [session.sessionId, session.turns.length])).toEqual([
      ["s1", 2],
      ["s2", 1],
    ]);
  });

  it("begins a new session after a long silence where none is named", async () => {
    const said = (content: string, at: string) => ({ role: "user", content, at });
    const sessions = await readAll(
      lines(
        said("早上好", "2026-05-01T08:00:00Z"),
        said("我喜欢爬山", "2026-05-01T08:05:00Z"),
        said("又见面了", "2026-05-02T08:00:00Z"),
      ),
    );
    expect(sessions.map((session) => session.turns.length)).toEqual([2, 1]);
    expect(sessions[0]?.sessionId).not.toBe(sessions[1]?.sessionId);
  });

  it("reads parts of text and counts the parts without", async () => {
    const content = [
      { type: "text", text: "Look at this" },
      { type: "image_url", image_url: { url: "https://example.org/a.png" } },
      { type: "input_text", text: "it is my desk" },
    ];
    const source = lines({ ...MESSAGE, content });
    expect((await readAll(source))[0]?.turns[0]?.text).toBe("Look at this\nit is my desk");
    expect(await warningsOf(source)).toEqual([{ code: "non-text-part", count: 1, first: "line 1, content" }]);
  });

  it("P18: reading twice gives the same ids, and equal words keep ids of their own", async () => {
    const source = lines(MESSAGE, { ...MESSAGE, content: "ok" }, { ...MESSAGE, content: "ok" });
    const [once] = await readAll(source);
    const [again] = await readAll(source, { ...SHANGHAI, timeZone: "America/New_York" });
    const ids = once?.turns.map((turn) => turn.id) ?? [];
    expect(new Set(ids).size).toBe(3);
    expect(again?.turns.map((turn) => turn.id)).toEqual(ids);
  });

  it("skips a message that comes twice under one id, and refuses another message under a used id", async () => {
    const first = { ...MESSAGE, id: "m1" };
    const [session] = await readAll(lines(first, first));
    expect(session?.turns).toHaveLength(1);
    expect(await warningsOf(lines(first, first))).toEqual([{ code: "repeated-message", count: 1, first: "line 2" }]);
    const fault = await faultOf(lines(first, { ...first, content: "I prefer coffee." }));
    expect(fault).toMatchObject({ code: "INVALID_INPUT", details: { line: 2 } });
    expect(fault.message).toContain("line 1");
  });

  it("hands out a session of more than a thousand turns in pieces", async () => {
    const many = Array.from({ length: 2_300 }, (_, index) => ({ ...MESSAGE, content: `turn ${index}` }));
    const sessions = await readAll(lines(...many));
    expect(sessions.map((session) => session.turns.length)).toEqual([1_000, 1_000, 300]);
    expect(new Set(sessions.map((session) => session.sessionId))).toEqual(new Set(["s1"]));
  });

  it("gives the sessions before a fault whole, and nothing of the one with the fault", async () => {
    const got: string[] = [];
    const source = lines(
      { id: "a", messages: [MESSAGE] },
      { id: "b", messages: [MESSAGE, { ...MESSAGE, role: "boss" }] },
    );
    await expect(async () => {
      for await (const session of readConversations(source, SHANGHAI)) got.push(session.sessionId);
    }).rejects.toThrow(/line 2, messages\[1\]\.role: unknown role "boss"/);
    expect(got).toEqual(["a"]);
  });
});

describe("messages, one conversation a line or a document", () => {
  it("names a conversation by its words where it has no id", async () => {
    const conversation = { messages: [MESSAGE], created_at: 1_777_600_000 };
    const [line] = await readAll(lines(conversation));
    const [pretty] = await readAll(bytes(JSON.stringify([conversation], null, 2)));
    expect(line?.sessionId).toMatch(/^conversation-[0-9a-f]{16}$/);
    expect(pretty?.sessionId).toBe(line?.sessionId);
    expect(pretty?.turns).toEqual(line?.turns);
  });

  it("gives undated messages the conversation's date, a second apart", async () => {
    const undated = { role: "user", content: "你好" };
    const [session] = await readAll(lines({ at: "2026年5月1日", messages: [undated, undated] }));
    expect(session?.turns.map((turn) => iso(turn.at))).toEqual([
      "2026-05-01T04:00:00.000Z",
      "2026-05-01T04:00:01.000Z",
    ]);
  });

  it("reads ShareGPT's from/value", async () => {
    const conversations = [
      { from: "human", value: "hi" },
      { from: "gpt", value: "hello" },
    ];
    const source = lines({ id: "x", conversations });
    const options = { ...SHANGHAI, undatedAt: NOW };
    const [session] = await readAll(source, options);
    expect(session?.turns.map((turn) => turn.role)).toEqual(["user", "assistant"]);
    expect(await warningsOf(source, options)).toEqual([
      { code: "undated", count: 1, first: "line 1, conversations[0]" },
    ]);
  });
});

describe("P22: dates", () => {
  it.each([
    ["2026-05-01T10:00:00Z", "2026-05-01T10:00:00.000Z"],
    ["2026-05-01T10:00:00+0530", "2026-05-01T04:30:00.000Z"],
    ["2026-05-01 10:00", "2026-05-01T02:00:00.000Z"],
    ["2026/5/1 下午3:20", "2026-05-01T07:20:00.000Z"],
    ["2026年5月1日 星期五 10:02", "2026-05-01T02:02:00.000Z"],
    ["1:56 pm on 8 May, 2026", "2026-05-08T05:56:00.000Z"],
    ["Friday, May 1, 2026", "2026-05-01T04:00:00.000Z"],
    ["12:05 am on 1 May 2026", "2026-04-30T16:05:00.000Z"],
    [1_777_629_600, "2026-05-01T10:00:00.000Z"],
    [1_777_629_600_000, "2026-05-01T10:00:00.000Z"],
  ])("%s", async (at, expected) => {
    const [session] = await readAll(lines({ ...MESSAGE, at }));
    expect(iso(session?.turns[0]?.at)).toBe(expected);
  });

  it("reads the same wall clock in the zone named, daylight saving included", async () => {
    const source = lines({ ...MESSAGE, at: "2026-03-08 02:30" }, { ...MESSAGE, at: "2026-03-08 12:00" });
    const [session] = await readAll(source, { now: NOW, timeZone: "America/New_York" });
    expect(session?.turns.map((turn) => iso(turn.at))).toEqual([
      "2026-03-08T07:30:00.000Z",
      "2026-03-08T16:00:00.000Z",
    ]);
  });

  it.each([
    ["in the future", "2027-05-01T10:00:00Z", /future/],
    ["not a date", "sometime in spring", /is not a date/],
    ["not in the calendar", "2026-02-30", /no such date/],
    ["not in the calendar, with an offset", "2026-02-30T08:00:00Z", /no such date/],
    ["before 1970", "1969-07-20", /before 1970/],
    ["another type", { day: 1 }, /is not a date/],
  ])("refuses a date %s, naming line and field", async (_what, at, message) => {
    const fault = await faultOf(lines(MESSAGE, { ...MESSAGE, at }));
    expect(fault).toMatchObject({ code: "INVALID_INPUT", details: { line: 2, field: "at" } });
    expect(fault.message).toMatch(message);
  });

  it("refuses messages without any date and says how to give one", async () => {
    const fault = await faultOf(lines({ role: "user", content: "hi" }));
    expect(fault.code).toBe("INVALID_INPUT");
    expect(fault.message).toMatch(/line 1.*no date/);
    expect(fault.details.remedy).toMatchObject({ en: expect.stringContaining("--undated-at") });
  });
});

describe("what cannot be read", () => {
  it.each([
    ["an empty file", "", "INVALID_INPUT", /nothing in it/],
    ["only blank lines", "\n \n\n", "INVALID_INPUT", /nothing in it/],
    ["only empty messages", '{"role":"user","content":" ","at":"2026-05-01"}', "INVALID_INPUT", /no message/],
    ["HTML", "<html><body>Alice: hi</body></html>", "UNSUPPORTED_FORMAT", /none of the formats/],
    [
      "prose",
      "Once upon a time there was a file without any dialogue in it.",
      "UNSUPPORTED_FORMAT",
      /none of the formats/,
    ],
    ["other JSON", '{"a":1,"b":[2]}', "UNSUPPORTED_FORMAT", /none of the formats/],
    ["a truncated line", '{"role":"user","content":"hel', "INVALID_INPUT", /line 1: the JSON ends in the middle/],
    [
      "a truncated document",
      '[\n{"role":"user",\n"content":"hi","at":"2026-05-01"},\n',
      "INVALID_INPUT",
      /ends in the middle/,
    ],
    [
      "a broken line",
      '{"role":"user","content":"a","at":"2026-05-01"}\n{"role" "user"}',
      "INVALID_INPUT",
      /line 2: this is not valid JSON/,
    ],
    ["no role", '{"content":"a","at":"2026-05-01","messages":1}', "INVALID_INPUT", /has no role/],
  ])("%s", async (_what, text, code, message) => {
    const fault = await faultOf(bytes(text));
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
    expect(fault.details.remedy).toEqual({ en: expect.any(String), zh: expect.stringMatching(/\p{Script=Han}/u) });
  });

  it("a missing file", async () => {
    const fault = await faultOf("no-such-file.jsonl");
    expect(fault.message).toMatch(/no-such-file\.jsonl cannot be read \(ENOENT\)/);
  });

  it("a message of a million characters is refused with its line and the limit", async () => {
    const fault = await faultOf(lines(MESSAGE, { ...MESSAGE, content: "长".repeat(1_000_000) }));
    expect(fault).toMatchObject({ code: "TOO_LARGE", details: { line: 2 } });
    expect(fault.message).toContain("200000");
  });

  it("a line of more than a megabyte with many messages is read", async () => {
    const messages = Array.from({ length: 600 }, (_, index) => ({
      ...MESSAGE,
      content: `${index} ${"word ".repeat(400)}`,
    }));
    const [session] = await readAll(lines({ id: "long", messages }));
    expect(session?.turns).toHaveLength(600);
  });

  it("an unknown zone or format", async () => {
    expect((await faultOf(lines(MESSAGE), { timeZone: "Mars/Base" })).details.field).toBe("timeZone");
    const options = { format: "xml" } as unknown as ImportOptions;
    expect((await faultOf(lines(MESSAGE), options)).code).toBe("UNSUPPORTED_FORMAT");
  });

  it("ids that no store can hold", async () => {
    const fault = await faultOf(lines({ ...MESSAGE, session: "a\u0000b" }));
    expect(fault).toMatchObject({ code: "INVALID_INPUT", details: { line: 1 } });
  });
});

describe("the history that ships as an example", () => {
  it("is read whole, from its file", async () => {
    const path = fileURLToPath(new URL("../../examples/history.jsonl", import.meta.url));
    expect(await detectFormat(path)).toBe("messages");
    const sessions = await readAll(path);
    expect(sessions.every((session) => session.timeZone === "Asia/Shanghai" && session.agentId !== undefined)).toBe(
      true,
    );
    const turns = sessions.flatMap((session) => session.turns);
    expect(new Set(turns.map((turn) => turn.id)).size).toBe(turns.length);
    expect(turns.length).toBeGreaterThan(70);
    const instants = turns.map((turn) => turn.at ?? 0);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(await warningsOf(path)).toEqual([]);
  });
});

describe("encodings and damaged text", () => {
  const text =
    '{"role":"user","content":"我叫林晓，喜欢手冲咖啡。","at":"2026-05-01T10:00:00Z"}\r\n{"role":"assistant","content":"好的","at":"2026-05-01T10:01:00Z"}\r\n';
  const utf16be = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  const gb18030 = Buffer.concat([
    bytes('{"role":"user","content":"'),
    Buffer.from("ced2bdd0c1d6cffea3accfb2bbb6cad6b3e5bfa7b7c8a1a3", "hex"),
    bytes('","at":"2026-05-01T10:00:00Z"}\n'),
  ]);

  it.each([
    ["UTF-8", bytes(text)],
    ["UTF-8 with a mark", bytes(`\ufeff${text}`)],
    ["UTF-16 LE with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 BE with a mark", utf16be],
    ["UTF-16 LE without a mark", Buffer.from(text, "utf16le")],
    ["GB18030", gb18030],
  ])("%s", async (_name, source) => {
    const [session] = await readAll(source);
    expect(session?.turns[0]?.text).toBe("我叫林晓，喜欢手冲咖啡。");
    expect(await warningsOf(source)).toEqual([]);
  });

  it("keeps characters that lie across the borders of chunks", async () => {
    const source = bytes(text);
    async function* byByte(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < source.length; at += 1) yield source.subarray(at, at + 1);
    }
    const [session] = await readAll(byByte());
    expect(session?.turns.map((turn) => turn.text)).toEqual(["我叫林晓，喜欢手冲咖啡。", "好的"]);
  });

  it("replaces bytes that have no reading, and says how many", async () => {
    const source = Buffer.concat([
      bytes('{"role":"user","content":"caf'),
      Buffer.from([0xe9]),
      bytes(' noir","at":"2026-05-01"}'),
    ]);
    const [session] = await readAll(source);
    expect(session?.turns[0]?.text).toBe("caf\ufffd noir");
    expect(await warningsOf(source)).toEqual([{ code: "undecodable-bytes", count: 1, first: "the source" }]);
  });

  it("replaces lone surrogates and removes NULs with counted warnings", async () => {
    const source = bytes('{"role":"user","content":"a\\ud83db\\u0000c\\u0000\\udc00","at":"2026-05-01"}');
    const [session] = await readAll(source);
    expect(session?.turns[0]?.text).toBe("a\ufffdbc\ufffd");
    expect(await warningsOf(source)).toEqual([
      { code: "nul-removed", count: 2, first: "line 1" },
      { code: "broken-unicode", count: 2, first: "line 1" },
    ]);
  });

  it("tells what was mended before an error too", async () => {
    const warnings: ImportWarning[] = [];
    const source = lines(
      { id: "a", messages: [{ ...MESSAGE, content: "a\u0000" }] },
      { id: "b", messages: [{ ...MESSAGE, role: "boss" }] },
    );
    const options: ImportOptions = { ...SHANGHAI, onWarning: (warning) => warnings.push(warning) };
    await expect(readAll(source, options)).rejects.toThrow(/boss/);
    expect(warnings).toEqual([{ code: "nul-removed", count: 1, first: "line 1, messages[0]" }]);
  });

  it("tells of what came after the last session", async () => {
    const source = lines(MESSAGE, { ...MESSAGE, session: "s2", content: "" });
    expect(await warningsOf(source)).toEqual([{ code: "empty-message", count: 1, first: "line 2" }]);
  });
});
