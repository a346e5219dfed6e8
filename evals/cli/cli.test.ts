import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runEvalCli } from "./commands.js";
import { createProgress } from "./progress.js";
import { alignColumns, displayWidth, formatValue } from "./table.js";

function capture(isTTY = false) {
  const written = { out: "", err: "" };
  const io = {
    stdout: { write: (text: string) => (written.out += text) },
    stderr: { isTTY, write: (text: string) => (written.err += text) },
  };
  return { written, io };
}

async function call(...argv: string[]) {
  const { written, io } = capture();
  const code = await runEvalCli(argv, io);
  return { code, ...written };
}

let folder = "";
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-eval-cli-"));
  const conversation = (texts: readonly string[]) => ({
    id: "c",
    lang: "en",
    turns: texts.map((text, index) => ({ id: String(index), session: "s", at: "2026-01-01", speaker: "user", text })),
    questions: texts.map((text, index) => ({
      id: String(index),
      q: text,
      goldTurnIds: [String(index)],
      category: "x",
    })),
  });
  await writeFile(at("data.jsonl"), JSON.stringify(conversation(["the blue kettle", "a green heron", "one red boat"])));
  await writeFile(at("broken.jsonl"), "nonsense");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("eval run", () => {
  it("prints an aligned table and writes a report with rows", async () => {
    const { code, out, err } = await call(
      "run",
      "conversations",
      "--data",
      at("data.jsonl"),
      "--system",
      "bm25",
      "--json",
      at("a.json"),
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/any@1 +100\.0 % +100\.0 % +100\.0 % +3/);
    const report = JSON.parse(await readFile(at("a.json"), "utf8"));
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining([
        "suite",
        "data",
        "policy",
        "model",
        "machine",
        "metrics",
        "byCategory",
        "seconds",
        "rows",
      ]),
    );
    expect(report.data).toEqual({ path: at("data.jsonl"), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(report.metrics["any@1"]).toEqual({ value: 1, low: 1, high: 1, n: 3 });
    expect(report.rows).toHaveLength(3);
  });

  it("takes a leading eval and limits", async () => {
    const { out } = await call(
      "eval",
      "run",
      "conversations",
      "--data",
      at("data.jsonl"),
      "--system",
      "bm25",
      "--questions",
      "2",
    );
    expect(out).toMatch(/any@1 .* 2\n/);
  });

  it("says what failed with --verbose only", async () => {
    const argv = ["run", "golden", "--system", "verbatim", "--limit", "3"];
    expect((await call(...argv)).out).not.toContain("there was");
    expect((await call(...argv, "--verbose")).out).toContain("there was");
  });
});

describe("eval compare", () => {
  it("finds no difference of a run with itself: exit 0", async () => {
    await call("run", "conversations", "--data", at("data.jsonl"), "--system", "bm25", "--json", at("a.json"));
    const { code, out } = await call("compare", at("a.json"), at("a.json"));
    expect(code).toBe(0);
    expect(out).toContain("better nothing; worse nothing");
  });

  it("finds what got worse: exit 1, and 0 the other way round", async () => {
    await call("run", "golden", "--system", "verbatim", "--json", at("good.json"));
    const report = JSON.parse(await readFile(at("good.json"), "utf8"));
    const worse = { ...report, rows: report.rows.map((row: object) => ({ ...row, passed: false })) };
    await writeFile(at("bad.json"), JSON.stringify(worse));
    const down = await call("compare", at("good.json"), at("bad.json"));
    expect(down.code).toBe(1);
    expect(down.out).toMatch(/worse scenarios\.all/);
    expect((await call("compare", at("bad.json"), at("good.json"))).code).toBe(0);
  });

  it("refuses reports of different suites", async () => {
    await call("run", "golden", "--system", "verbatim", "--limit", "1", "--json", at("golden.json"));
    const { code, err } = await call("compare", at("a.json"), at("golden.json"));
    expect(code).toBe(2);
    expect(err).toContain("only equal suites compare");
  });
});

describe("eval floors", () => {
  it("prints what a golden run reached, rounded down, and what it failed", async () => {
    await call("run", "golden", "--system", "verbatim", "--json", at("golden.json"));
    const { code, out } = await call("floors", at("golden.json"));
    const { floors, mustFail } = JSON.parse(out);
    const report = JSON.parse(await readFile(at("golden.json"), "utf8"));
    expect(code).toBe(0);
    expect(floors.all).toBeLessThanOrEqual(report.metrics["scenarios.all"].value);
    expect(floors.all).toBeGreaterThan(report.metrics["scenarios.all"].value - 0.001);
    expect(mustFail).toHaveLength(report.rows.filter((row: { passed: boolean }) => !row.passed).length);
  });

  it("refuses a report of another suite", async () => {
    await call("run", "conversations", "--data", at("data.jsonl"), "--system", "bm25", "--json", at("a.json"));
    expect(await call("floors", at("a.json"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("eval run golden"),
    });
  });
});

describe("eval list and help", () => {
  it("name every suite", async () => {
    const { out } = await call("list");
    for (const suite of ["golden", "scenarios", "locomo", "conversations", "state-updates", "latency"])
      expect(out).toContain(suite);
    expect((await call()).out).toContain("Usage");
  });
});

describe("calls that cannot be run", () => {
  it.each([
    ["an unknown suite", ["run", "nothing"], /Choose one of: golden/],
    ["an unknown command", ["measure"], /run, compare, floors, sample, tune, list/],
    ["no suite", ["run"], /Name a suite/],
    ["no data", ["run", "locomo"], /--data PATH/],
    ["a file that is not there", ["run", "locomo", "--data", "nowhere.json"], /There is no file nowhere\.json/],
    ["an unknown option", ["run", "golden", "--fast"], /--fast/],
    ["a bad number", ["run", "golden", "--limit", "0"], /whole number/],
    ["a bad floor", ["run", "golden", "--floor", "2"], /between 0 and 1/],
    ["a bad storage", ["run", "golden", "--storage", "tape"], /sqlite, memory/],
    ["an unknown system", ["run", "golden", "--system", "other"], /verbatim/],
    [
      "a report in a folder that is not there",
      ["run", "golden", "--system", "bm25", "--json", "no-such-folder/a.json"],
      /Make it first/,
    ],
    ["one report", ["compare", "a.json"], /two reports/],
    ["a report that is not there", ["compare", "x.json", "y.json"], /--json x\.json/],
  ])("%s: exit 2 and what to do", async (_, argv, message) => {
    const { code, err, out } = await call(...argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(out).toBe("");
  });

  it("a file of another format, or a folder", async () => {
    const broken = await call("run", "conversations", "--data", at("broken.jsonl"));
    expect(broken).toMatchObject({
      code: 2,
      err: expect.stringMatching(/line 1.*not JSON.*Expected one conversation a line/s),
    });
    expect((await call("run", "conversations", "--data", folder)).err).toContain("is a folder");
    const notReport = await call("compare", at("data.jsonl"), at("data.jsonl"));
    expect(notReport.err).toContain("is no evaluation report");
  });
});

describe("tables and progress", () => {
  it("align by display width: Chinese characters take two columns", () => {
    expect(displayWidth("记忆 a")).toBe(6);
    expect(
      alignColumns([
        ["记忆", "1"],
        ["recall", "22"],
      ]),
    ).toBe("记忆     1\nrecall  22");
  });

  it("print shares, scores and times", () => {
    expect(formatValue(0.7171, "share")).toBe("71.7 %");
    expect(formatValue(0.5364, "score")).toBe("0.536");
    expect(formatValue(3.456, "milliseconds")).toBe("3.46 ms");
    expect(formatValue(34.56, "milliseconds")).toBe("34.6 ms");
  });

  it("show a bar on a terminal only", () => {
    const terminal = capture(true);
    createProgress(terminal.io.stderr).show(1, 2, "c");
    expect(terminal.written.err).toContain("1/2 c");
    const pipe = capture(false);
    createProgress(pipe.io.stderr).show(1, 2, "c");
    expect(pipe.written.err).toBe("");
  });
});
