import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runEvalCli } from "./commands.js";
import { drawAtRandom } from "./sample.js";

async function call(...argv: string[]) {
  const written = { out: "", err: "" };
  const io = {
    stdout: { write: (text: string) => (written.out += text) },
    stderr: { isTTY: false, write: (text: string) => (written.err += text) },
  };
  return { code: await runEvalCli(["sample", ...argv], io), ...written };
}

const day = (...queries: string[]) => queries.map((query) => ({ query, response: "I see." }));
const ENGLISH = {
  Ines: { history: { "2026-03-02": day("Hello!", "I live in Oslo.", "I am allergic to peanuts.") } },
  Otto: { history: { "2026-03-03": day("I work as a baker.") } },
  Nobody: { history: {} },
};
const CHINESE = { 林青: { history: { "2026-03-02": day("你好", "我住在杭州。") } } };
const LOCOMO = [
  {
    sample_id: "conv-1",
    conversation: {
      session_1_date_time: "9:00 am on 1 May, 2023",
      session_1: [
        { speaker: "Ines", dia_id: "D1:1", text: "Morning!" },
        { speaker: "Otto", dia_id: "D1:2", text: "I am allergic to peanuts." },
      ],
    },
    qa: [],
  },
];

let folder = "";
const at = (name: string) => join(folder, name);
const sheetOf = async (name: string) =>
  (await readFile(at(name), "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-sample-"));
  await writeFile(at("en.json"), JSON.stringify(ENGLISH));
  await writeFile(at("zh.json"), JSON.stringify(CHINESE));
  await writeFile(at("locomo.json"), JSON.stringify(LOCOMO));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const QUICK = ["--embedder", "fake", "--storage", "memory"];

describe("eval sample", () => {
  it("writes memories with the turns they came from and those before, and counts what was kept by file", async () => {
    const data = ["--data", at("en.json"), at("zh.json"), "--format", "memorybank"];
    const { code, out, err } = await call(...data, "--out", at("sheet.jsonl"), ...QUICK);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const sheet = await sheetOf("sheet.jsonl");
    const keptOf = (name: string) => sheet.filter((line) => line.data === at(name)).length;
    expect(out).toMatch(new RegExp(`en\\.json +2 +4 +${keptOf("en.json")} `));
    expect(out).toMatch(new RegExp(`zh\\.json +1 +2 +${keptOf("zh.json")} `));
    const allergy = sheet.find((line) => /peanut/.test(line.content));
    expect(allergy).toMatchObject({
      ...{ conversation: "Ines", subject: "user", status: "active", judgement: "" },
      ...{ kind: expect.any(String), tier: expect.any(String) },
      turns: [
        {
          speaker: "user",
          text: "I am allergic to peanuts.",
          before: [
            { speaker: "user", text: "I live in Oslo." },
            { speaker: "assistant", text: "I see." },
          ],
        },
      ],
    });
    expect(sheet.some((line) => line.conversation === "林青" && line.content.includes("杭州"))).toBe(true);
  });

  it("names the speakers of LoCoMo, and draws no more than asked for, the same again", async () => {
    const data = ["--data", at("locomo.json"), "--format", "locomo", "--count", "1", ...QUICK];
    await call(...data, "--out", at("first.jsonl"));
    await call(...data, "--out", at("second.jsonl"));
    const [first, second] = [await sheetOf("first.jsonl"), await sheetOf("second.jsonl")];
    expect(first).toHaveLength(1);
    expect(first[0].turns).toMatchObject([{ speaker: "Otto", before: [{ speaker: "Ines", text: "Morning!" }] }]);
    expect(second.map((line) => line.content)).toEqual(first.map((line) => line.content));
  });

  it.each([
    ["no data", ["--format", "locomo", "--out", "x"], /Name the data/],
    ["no format", ["--data", "x.json", "--out", "x"], /locomo or memorybank/],
    ["another format", ["--data", "x.json", "--format", "chatgpt", "--out", "x"], /locomo, memorybank/],
    ["no sheet", ["--data", "x.json", "--format", "locomo"], /--out/],
    ["a file that is not there", ["--data", "x.json", "--format", "memorybank", "--out", "x"], /no file x\.json/],
  ])("%s: exit 2 and what to do", async (_, argv, message) => {
    const { code, err } = await call(...argv, ...QUICK);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it("a file of another format", async () => {
    const argv = ["--data", at("locomo.json"), "--format", "memorybank", "--out", at("none.jsonl"), ...QUICK];
    expect(await call(...argv)).toMatchObject({ code: 2, err: expect.stringContaining("a MemoryBank file") });
  });
});

describe("drawing at random", () => {
  const things = Array.from({ length: 50 }, (_, index) => index);
  it("keeps their order, takes none twice, and gives all where more are asked for", () => {
    const drawn = drawAtRandom(things, 20, 3);
    expect(new Set(drawn).size).toBe(20);
    expect([...drawn].sort((a, b) => a - b)).toEqual(drawn);
    expect(drawAtRandom(things, 99, 3)).toEqual(things);
  });

  it("draws the same for a seed, other ones for another", () => {
    expect(drawAtRandom(things, 20, 3)).toEqual(drawAtRandom(things, 20, 3));
    expect(drawAtRandom(things, 20, 4)).not.toEqual(drawAtRandom(things, 20, 3));
  });
});
