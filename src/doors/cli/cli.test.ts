import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../../compose.js";
import { loadConfig } from "../../config/index.js";
import { ERROR_CATALOGUE, KeepsakeError } from "../../domain/index.js";
import { OPERATIONS } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import { type CommandLine, openCommandLine } from "./cli.scene.js";
import { displayWidth, printable, wrap } from "./render/width.js";

let line: CommandLine;

beforeAll(async () => {
  line = await openCommandLine();
});

afterAll(async () => {
  await line.close();
});

const run: CommandLine["run"] = (argv, options) => line.run(argv, options);

describe("the line itself", () => {
  it("has a command with help and an example for every operation, in both languages", async () => {
    for (const operation of OPERATIONS) {
      for (const lang of ["en", "zh"] as const) {
        const { code, out, err } = await run([...operation.name.split("-"), "--help", "--lang", lang]);
        expect(code).toBe(0);
        expect(err).toBe("");
        expect(out).toContain(operation.cli.example);
        expect(out).toContain("--json");
        expect(out).toMatch(lang === "zh" ? /示例：/ : /Example:/);
      }
    }
  });

  it("wants a user: there is none by default", async () => {
    const refused = await run(["list"]);
    expect(refused.code).toBe(ERROR_CATALOGUE.INVALID_INPUT.exit);
    expect(refused.out).toBe("");
    expect(refused.err).toContain("--user");
    expect(refused.err).toContain("KEEPSAKE_USER");
    expect((await run(["state", "list", "s"], { env: { KEEPSAKE_USER: "ada" } })).code).toBe(0);
  });

  it("says in the reader's language what is wrong with the line", async () => {
    const unknown = await run(["recal", "x", "--lang=zh"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain("未知命令 recal");
    expect(unknown.err).toContain("recall");
    expect((await run(["recall", "--lang", "zh"])).err).toContain("缺少参数 query");
    expect((await run(["recall", "x", "--bogus"])).err).toContain("unknown option --bogus");
    expect((await run(["record", "hi", "--user", "ada"])).err).toContain("--session-id");
  });

  it("writes errors as JSON on stderr with --json, and nothing on stdout", async () => {
    const { code, out, err } = await run(["state", "get", "s", "absent", "--user", "ada", "--json"]);
    expect(code).toBe(ERROR_CATALOGUE.NOT_FOUND.exit);
    expect(out).toBe("");
    const { error } = JSON.parse(err) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: "NOT_FOUND", field: "key", retryable: false });
    expect(error).toHaveProperty("message");
    expect(error).toHaveProperty("remedy");
  });

  it("takes its exit code from the catalogue, whatever fails", async () => {
    for (const code of ["STORE_BUSY", "STORE_READ_ONLY", "MODEL_UNAVAILABLE", "INTERNAL"] as const) {
      const failing = await run(["list", "--user", "ada"], {
        open: () => Promise.reject(new KeepsakeError(code, "as arranged")),
      });
      expect(failing.code).toBe(ERROR_CATALOGUE[code].exit);
      expect(failing.err).toContain(code);
      expect(failing.err).toContain(ERROR_CATALOGUE[code].remedy);
    }
  });

  it("reports every problem of the configuration at once", async () => {
    const { code, err } = await run(["list", "--user", "ada"], {
      env: { KEEPSAKE_PORTT: "1", KEEPSAKE_LOG_LEVEL: "loud", KEEPSAKE_LANGUAGE: "zh" },
    });
    expect(code).toBe(ERROR_CATALOGUE.CONFIG_INVALID.exit);
    expect(err).toContain("KEEPSAKE_PORTT");
    expect(err).toContain("log.level");
    expect(err).toContain("应为");
  });

  it("lets the line win over the environment", async () => {
    await run(["state", "list", "s", "--user", "eve", "--data", "/elsewhere"], {
      env: { KEEPSAKE_USER: "ada", KEEPSAKE_DATA: "/here" },
    });
    expect(line.seen.at(-1)).toMatchObject({ user: "eve", dataFolder: "/elsewhere", worker: { enabled: false } });
  });

  it("closes the engine whatever happens", async () => {
    let closed = 0;
    const open = async (): Promise<DoorEngine> => ({
      ...line.engine,
      close: async () => {
        closed += 1;
      },
    });
    await run(["state", "get", "s", "absent", "--user", "ada"], { open });
    await run(["state", "list", "s", "--user", "ada"], { open });
    expect(closed).toBe(2);
  });
});

describe("commands", () => {
  it("keeps forget --everything behind --yes", async () => {
    const refused = await run(["forget", "--everything", "--user", "careful"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("--yes");
  });

  it("says of a dry run of forget that nothing was changed, and not that it erased", async () => {
    for (const [lang, words, done] of [
      ["en", "nothing was changed", "Erased"],
      ["zh", "未作任何改动", "已抹除"],
    ] as const) {
      const { code, out } = await run(["forget", "--tags", "none", "--dry-run", "--user", "careful", "--lang", lang]);
      expect(code).toBe(0);
      expect(out).toContain(words);
      expect(out).not.toContain(done);
    }
  });

  it("shows the configuration without secrets, and the limits", async () => {
    const { code, out } = await run(["config", "--json"], {
      env: { KEEPSAKE_API_KEYS: "app:0123456789abcdef", KEEPSAKE_ENCRYPTION_KEY: "secret-key" },
    });
    expect(code).toBe(0);
    expect(out).not.toContain("0123456789abcdef");
    expect(out).not.toContain("secret-key");
    const shown = JSON.parse(out) as { settings: { path: string; value?: unknown }[]; limits: Record<string, number> };
    expect(shown.settings.find((setting) => setting.path === "http.apiKeys")?.value).toBe("app:********");
    expect(shown.limits.maxTurnCharacters).toBeGreaterThan(0);
    expect((await run(["config", "--lang", "zh"])).out).toContain("含义");
  });

  it("records turns from a file on stdin and says how many", async () => {
    const turns = JSON.stringify([
      { id: "m1", role: "user", text: "你好" },
      { id: "m2", role: "assistant", text: "Hello" },
    ]);
    const { code, out } = await run(["record", "--turns", "-", "--session-id", "s1", "--user", "rec", "--json"], {
      stdin: turns,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ accepted: 2, duplicates: 0 });
    const again = await run(["record", "--turns", "-", "--session-id", "s1", "--user", "rec", "--lang", "zh"], {
      stdin: turns,
    });
    expect(again.out).toContain("2 条原已存在");
  });

  it.each([
    [
      "en",
      "My husband plays the tuba. My shoe size is 42.",
      "Forget what I said about my husband",
      "memories: 1",
      "42",
    ],
    ["zh", "我老公喜欢打网球。我住在临溪。", "忘掉我说过的老公的事", "抹除记忆 1 条", "临溪"],
  ])(
    "P21 says what a turn that asks to forget took with it, and keeps other facts (%s)",
    async (lang, told, asked, says, kept) => {
      const user = `forgets-${lang}`;
      const at = ["--user", user, "--lang", lang];
      await run(["record", told, "--session-id", "one", ...at]);
      const { code, out } = await run(["record", asked, "--session-id", "two", ...at]);
      expect(code).toBe(0);
      expect(out).toContain(says);
      expect(out).not.toMatch(/worth a memory|没有值得记住/u);
      expect((await run(["list", ...at])).out).toContain(kept);
    },
  );

  it("records what is piped in where the text is a dash, all of it", async () => {
    const stdin = `${"我在修一台老钟。".repeat(40)}\nI keep bees.`;
    const { code } = await run(["record", "-", "--session-id", "piped", "--user", "pipe"], { stdin });
    expect(code).toBe(0);
    const { out } = await run(["export", "--user", "pipe", "--json"]);
    expect(out).toContain("I keep bees.");
    expect(out).not.toContain('"text":"-"');
  });

  it("takes a dash for what is piped in at every positional word", async () => {
    const kept = await run(["remember", "-", "--user", "pipe2", "--json"], { stdin: "Keeps bees on the roof\n" });
    expect(kept.code).toBe(0);
    const { memory } = JSON.parse(kept.out) as { readonly memory: { readonly content: string } };
    expect(memory.content).toBe("Keeps bees on the roof");
    const found = await run(["recall", "-", "--user", "pipe2"], { stdin: "Where are the bees?" });
    expect(found.out).toContain("Keeps bees on the roof");
  });

  it.each([
    ["en", "2 vectors", "Still found after the erasure", "Run the same command again"],
    ["zh", "2 个向量", "抹除后仍能找到", "请再次运行同一命令"],
  ])("P21: an erasure that leaves something is no success, told in %s with what remains", async (lang, ...words) => {
    const { engine } = line;
    const { storage } = engine.parts;
    const countByModel = { value: async () => new Map([["m", 2]]) };
    const vectors = Object.create(storage.vectors, { countByModel }) as typeof storage.vectors;
    const parts = { ...engine.parts, storage: { ...storage, vectors } };
    const open = async (): Promise<DoorEngine> => ({ ...engine, parts, close: async () => undefined });
    const { code, out, err } = await run(
      ["forget", "--everything", "--yes", "--user", `left-${lang}`, "--lang", lang],
      {
        open,
      },
    );
    expect(code).toBe(1);
    for (const word of words) expect(out + err).toContain(word);
  });

  it("loads a file of finished memories, the same once however often, and tells a wrong line", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "keepsake-load-")), "memories.jsonl");
    const lines = [{ content: "Prefers window seats" }, { content: "住在苏州", attribute: "home", value: "苏州" }];
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    const load = ["load", file, "--user", "loaded"];
    const first = await run([...load, "--json"]);
    expect(JSON.parse(first.out)).toMatchObject({ memories: 2, outcomes: { new: 2 }, interrupted: false });
    expect(await run([...load, "--json"])).toMatchObject({ out: first.out });
    expect((await run([...load, "--lang", "zh"])).out).toContain("已载入记忆 2 条（新增 × 2）");
    const { items } = JSON.parse((await run(["list", "--user", "loaded", "--json"])).out) as { items: unknown[] };
    expect(items).toHaveLength(2);
    writeFileSync(file, `${JSON.stringify(lines[0])}\n{"content":"x","importance":7}\n`);
    const wrong = await run(load);
    expect([wrong.code === 0, wrong.err]).toEqual([false, expect.stringContaining("line 2, importance")]);
  });

  it("imports a file, the same turns once however often", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "keepsake-import-")), "chat.jsonl");
    const message = (id: string, content: string, at: string): string =>
      JSON.stringify({ id, session_id: "c1", role: "user", content, timestamp: at });
    writeFileSync(
      file,
      `${message("1", "I live in Lyon.", "2026-05-01T08:00:00Z")}\n${message("2", "我养了一只猫。", "2026-05-01T08:01:00Z")}\n`,
    );
    const first = await run(["import", file, "--user", "imp", "--format", "messages", "--json"]);
    expect(first.err).toBe("");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({ turns: 2, duplicates: 0, sessions: 1, interrupted: false });
    const second = await run(["import", file, "--user", "imp", "--format", "messages", "--json"]);
    expect(JSON.parse(second.out)).toMatchObject({ turns: 0, duplicates: 2, sessions: 1 });
    const { importId } = JSON.parse(first.out) as { importId: string };
    expect(importId).toMatch(/^import_[0-9a-f]{16}$/);
    expect(JSON.parse(second.out)).toMatchObject({ importId });
    const undone = await run(["rollback", "--import-id", importId, "--user", "imp", "--lang", "zh"]);
    expect(undone.out).toMatch(/已回滚 \d+ 次写入/);
    expect((await run(["list", "--user", "imp", "--json"])).out).toContain('"items":[]');
    expect((await run(["import", "/nowhere/chat.json", "--user", "imp"])).err).toContain("/nowhere/chat.json");
  });

  it("stops an import cleanly when interrupted", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "keepsake-import-")), "chat.jsonl");
    writeFileSync(
      file,
      `${JSON.stringify({ id: "1", session_id: "c1", role: "user", content: "hi", timestamp: "2026-05-01T08:00:00Z" })}\n`,
    );
    const { code, err } = await run(["import", file, "--user", "int", "--format", "messages"], {
      onInterrupt: (listener) => {
        listener();
        return () => undefined;
      },
    });
    expect(code).toBe(130);
    expect(err).toContain("run the command again");
  });
});

describe("review and undo, as people see them", () => {
  const options = { env: { KEEPSAKE_USER: "vip" } };

  beforeAll(async () => {
    const overrides = {
      ...({ storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } } as const),
      review: { protectedUsers: ["vip"] },
    };
    guarded = await openEngine(loadConfig({ env: {}, file: false, overrides }));
  });

  afterAll(async () => {
    await guarded.close();
  });

  let guarded: OpenEngine;
  const see = (...argv: string[]) =>
    run(argv, { ...options, open: async () => ({ ...guarded, close: async () => undefined }) });

  it("shows what waits with what it would change, takes several ids, and says what became of each", async () => {
    expect((await see("remember", "我住在杭州", "--lang", "zh")).out).toContain("待审核");
    expect((await see("list")).out).toContain("Nothing found");
    const ids = JSON.parse((await see("review", "list", "--json")).out) as { items: { memory: { id: string } }[] };
    const id = ids.items[0]?.memory.id ?? "";
    const listed = (await see("review", "list", "--lang", "zh")).out;
    for (const words of [id, "受保护用户", "“我住在杭州”", "接受后： 新增"]) expect(listed).toContain(words);
    const decided = (await see("review", "accept", id, "mem_none")).out.split("\n");
    expect(decided.some((line) => line.startsWith(id) && line.includes("new"))).toBe(true);
    expect(decided.some((line) => line.startsWith("mem_none") && line.includes("not-found"))).toBe(true);
    await see("remember", "我住在成都");
    const change = (await see("review", "list")).out;
    expect(change).toMatch(/- .*杭州/);
    expect(change).toMatch(/\+ .*成都/);
    expect((await see("review", "reject", "--cause", "protected-user")).out).toContain("rejected");
    expect((await see("review", "list", "--lang", "zh")).out).toContain("没有待审核的变更");
  });

  it("says what a rollback would do before it does it", async () => {
    await see("remember", "I like oolong tea", "--session-id", "s9");
    await see("review", "accept", "--cause", "protected-user");
    expect((await see("writes", "--session-id", "s9")).out).toMatch(/new +.*oolong/);
    expect((await see("rollback", "--session-id", "s9", "--dry-run")).out).toContain("nothing was changed");
    expect((await see("rollback", "--session-id", "s9")).out).toContain("Rolled back 1 write.");
    expect((await see("writes", "--session-id", "s9", "--lang", "zh")).out).toContain("新增 (已回滚)");
    expect((await see("review", "accept")).code).toBe(ERROR_CATALOGUE.INVALID_INPUT.exit);
  });
});

describe("what people see", () => {
  it("P13: aligns columns by display width, Chinese included", () => {
    expect(displayWidth("茶a")).toBe(3);
    expect(wrap("喜欢喝乌龙茶", 5)).toEqual(["喜欢", "喝乌", "龙茶"]);
    expect(wrap("likes oolong tea", 8)).toEqual(["likes", "oolong", "tea"]);
    expect(wrap("喜欢喝乌龙茶 and oolong", 5).join("").replaceAll(" ", "")).toBe("喜欢喝乌龙茶andoolong");
  });

  it("lets no stored escape sequence reach the terminal", () => {
    const shown = printable("a\u001b[2Jb\u009b1m");
    expect(shown).not.toContain("\u001b");
    expect(shown).not.toContain("\u009b");
    expect(printable("line\nnext\ttab")).toBe("line\nnext\ttab");
  });

  it("shows working state as a table", async () => {
    await run(["state", "put", "task", "步骤", '{"done": true}', "--user", "tab"]);
    const { out } = await run(["state", "list", "task", "--user", "tab"]);
    expect(out).toContain("KEY");
    expect(out).toContain("步骤");
    expect(out).toContain('{"done":true}');
    const wrong = await run(["state", "put", "task", "k", "not json", "--user", "tab"]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("JSON");
  });
});

describe("what fresh users stumbled over", () => {
  it("blames the option that was given, not a file that may not be there", async () => {
    for (const [argv, option] of [
      [["list", "--user", "a\tb"], "--user"],
      [["list", "--user", ""], "--user"],
      [["list", "--user", "ada", "--lang", "fr"], "--lang"],
      [["serve", "--role", "king"], "--role"],
      [["serve", "--port", "70000"], "--port"],
    ] as const) {
      const { code, err } = await run(argv);
      expect(code).toBe(2);
      expect(err).toContain(`${option}: expected`);
      expect(err).not.toMatch(/keepsake\.config\.json|KEEPSAKE_/u);
    }
    const { err } = await run(["list", "--user", "ada"], { env: { KEEPSAKE_ROLE: "king" } });
    expect(err).toContain("KEEPSAKE_ROLE");
  });

  it("shows instants with their offset, so that they can be given back", async () => {
    await run(["state", "put", "zones", "k", "1", "--user", "zoe"]);
    const shanghai = await run(["state", "list", "zones", "--user", "zoe"]);
    expect(shanghai.out).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d\+08:00/u);
    const utc = await run(["state", "list", "zones", "--user", "zoe"], { env: { KEEPSAKE_TIMEZONE: "UTC" } });
    expect(utc.out).toMatch(/ \d\d:\d\dZ/u);
  });

  it("9.2 shows what a forgetting would erase, in its words, and tells programs the same", async () => {
    await run(["remember", "The user collects glass beads", "--user", "fay"]);
    const shown = await run(["forget", "--text", "glass beads", "--dry-run", "--user", "fay"]);
    expect(shown.out).toContain("The user collects glass beads");
    const told = await run(["forget", "--text", "glass beads", "--dry-run", "--user", "fay", "--json"]);
    expect(JSON.parse(told.out)).toMatchObject({
      dryRun: true,
      contents: [{ content: "The user collects glass beads" }],
    });
  });

  it("names an import by its content, whether it was named or piped in", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-piped-"));
    const text = "You: I live in Porto.\nBot: Noted.\n";
    writeFileSync(join(folder, "talk.txt"), text);
    const more = ["--undated-at", "2026-01-01T00:00:00Z", "--speaker-is-user", "You", "--user", "pip", "--json"];
    const named = await run(["import", join(folder, "talk.txt"), ...more]);
    const piped = await run(["import", "-", ...more], { stdin: text });
    const idOf = ({ out }: { readonly out: string }) => (JSON.parse(out) as { readonly importId: string }).importId;
    expect(idOf(piped)).toBe(idOf(named));
    expect(JSON.parse(piped.out)).toMatchObject({ turns: 0, duplicates: 2 });
  });
});

describe("why something came, and why it did not", () => {
  it.each([
    [
      "en",
      "Prefers window seats on trains",
      "window seats on trains",
      ["Candidates, step by step:", "Channels: sum", "Answer: place 1."],
    ],
    ["zh", "坐火车喜欢靠窗的座位", "坐火车喜欢什么座位", ["候选，逐步说明：", "各通道：合计", "结果：第 1 位。"]],
  ] as const)("3.7 recall --explain and trace speak to people (%s)", async (lang, content, query, words) => {
    const user = `why-${lang}`;
    const common = ["--user", user, "--lang", lang];
    await run(["remember", content, ...common]);
    const explained = await run(["recall", query, "--explain", "--floor", "0", ...common]);
    expect(explained.code).toBe(0);
    for (const word of words) expect(explained.out).toContain(word);
    const traced = await run(["trace", "--query", query, "--expect", content, "--floor", "0", ...common]);
    expect(traced.out).toMatch(
      lang === "en" ? /✓ returned {2}Returned, at place 1\./u : /✓ 已返回 {2}已返回，第 1 位。/u,
    );
    const lost = await run(["trace", "--query", query, "--expect", "qqq", ...common]);
    expect(lost.out).toMatch(lang === "en" ? /✗ never-recorded {2}Never recorded/u : /✗ 从未记录 {2}从未记录/u);
    const missing = await run(["trace", "--query", query, ...common]);
    expect(missing.code).toBe(2);
  });

  it("says where to look, and takes a verdict", async () => {
    const routed = await run(["route", "报销流程是什么？", "--user", "ada", "--lang", "zh"]);
    expect(routed.out).toContain("查知识库  问的是资料里的内容");
    const written = await run(["remember", "Keeps bees", "--user", "verdict", "--json"]);
    const { memory } = JSON.parse(written.out) as { memory: { id: string } };
    const wrong = await run(["feedback", "give", memory.id, "wrong", "--user", "verdict"]);
    expect(wrong.out).toContain(`${memory.id}  wrong`);
    expect(wrong.err).toContain("keepsake review list");
    const listed = await run(["feedback", "list", "--user", "verdict", "--lang", "zh"]);
    expect(listed.out).toContain("有误");
  });
});
