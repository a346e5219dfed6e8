import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "./cli.scene.js";

let line: CommandLine;
beforeEach(async () => {
  line = await openCommandLine();
});
afterEach(() => line.close());

const ada = ["--user", "ada"] as const;

describe("what commands tell people (9.3)", () => {
  it("usage is a table, and JSON for programs", async () => {
    const { out } = await line.run(["usage", ...ada]);
    expect(out).toContain("No language model is configured.");
    expect(out).toMatch(/Day \(UTC\)\s+Calls/);
    expect(JSON.parse((await line.run(["usage", "--json", ...ada])).out)).toHaveProperty("today");
  });

  it("a tenant that holds nobody's memory is told, since a slip of its name looks just so", async () => {
    const { err } = await line.run(["list", "--tenant", "nope", ...ada]);
    expect(err).toContain("The tenant nope holds nobody's memory");
  });

  it("lists wrap to the width that is asked for, and keep a memory a line for other programs where none is", async () => {
    await line.run(["remember", `Ada likes ${"very ".repeat(60)}strong tea.`, ...ada]);
    const widest = async (env: Record<string, string>): Promise<number> =>
      Math.max(...(await line.run(["list", ...ada], { env })).out.split("\n").map(({ length }) => length));
    expect(await widest({ COLUMNS: "100" })).toBeLessThanOrEqual(100);
    expect(await widest({})).toBeGreaterThan(300);
  });

  it("mcp config without a client lists the clients", async () => {
    const { code, err } = await line.run(["mcp", "config", ...ada]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("claude-desktop, claude-code, cursor") });
  });

  it("a date is the beginning of that day where the user is", async () => {
    await line.run(["remember", "Ada lives in Turin.", "--at", "2026-02-28T15:59:00Z", ...ada]);
    await line.run(["remember", "Ada drinks tea.", "--at", "2026-02-28T16:01:00Z", ...ada]);
    const { out } = await line.run(["list", "--as-of", "2026-03-01", ...ada]);
    expect(out).toContain("Turin");
    expect(out).not.toContain("drinks tea");
    expect((await line.run(["list", "--as-of", "2026-02-30", ...ada])).code).toBe(2);
  });

  it("escape sequences of what was said reach no terminal by way of a Markdown export", async () => {
    const said = await line.run(["record", "I live in \u001b[31mTurin\u001b[0m.", "--session-id", "s", ...ada]);
    expect(said).toMatchObject({ code: 0 });
    const { out } = await line.run(["export", "--format", "markdown", ...ada]);
    expect(out).toContain("Turin");
    expect(out).not.toContain("\u001b");
  });
});

describe("what commands tell Chinese readers (9.3)", () => {
  it("whom and what a memory is about, and who spoke", async () => {
    await line.run(["record", "--wait", "--session-id", "s", "我老公叫李雷。我对花生过敏。", ...ada]);
    const list = await line.run(["list", "--lang", "zh", ...ada]);
    expect(list.out).not.toMatch(/user's|husband|allergy/);
    const found = await line.run(["recall", "花生", "--lang", "zh", "--explain", ...ada]);
    expect(found.out).not.toMatch(/User: |keyword \d|vector \d/);
  });

  it("the help, and its places for values", async () => {
    const { out } = await line.run(["--help", "--lang", "zh"]);
    expect(out).toContain("[选项] [命令]");
    const record = await line.run(["recall", "--help", "--lang", "zh"]);
    expect(record.out).not.toMatch(/<text>|<instant>|\[options\]/);
  });
});
