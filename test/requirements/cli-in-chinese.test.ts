import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../../src/doors/cli/cli.scene.js";
import { buildProgram } from "../../src/doors/cli/run.js";
import { textFields } from "../../src/doors/text-input.js";
import { OPERATIONS } from "../../src/operations/index.js";
import { latinWords } from "./latin-words.js";

let line: CommandLine;

beforeAll(async () => {
  line = await openCommandLine();
});

afterAll(async () => {
  await line.close();
});

interface Named {
  readonly words: readonly string[];
  readonly command: Command;
}

/** Commands that end by themselves whatever they are given; of the others only lines that are refused are run. */
const SERVING = new Set(["serve", "mcp", "eval", "doctor"]);

function commandsOf(command: Command, words: readonly string[] = []): readonly Named[] {
  const members = command.commands.filter((member) => member.name() !== "help");
  const own = members.length > 0 && words.length > 0 ? [{ words, command }] : [];
  if (members.length === 0) return [{ words, command }];
  return [...own, ...members.flatMap((member) => commandsOf(member, [...words, member.name()]))];
}

/** Never run: what the commands are is all that is asked. */
const idle = {
  io: { env: {}, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  openEngine: () => Promise.reject(new Error("not to be opened")),
  signal: new AbortController().signal,
  setExitCode: () => undefined,
};

/** The evaluation harness is a tool of those who develop Keepsake, and speaks English. */
const commands = commandsOf(buildProgram(idle, "zh")).filter(({ words }) => words[0] !== "eval");

/** Lines that the command refuses: nothing given, nobody named, an unknown option, too much, an option without its value, each with a wrong one. */
function linesOf({ words, command }: Named): readonly (readonly string[])[] {
  const needed = command.registeredArguments.filter((argument) => argument.required).map(() => "x\u0000");
  const user = command.options.some((option) => option.long === "--user") ? ["--user", "ada"] : [];
  const valued = command.options.filter(
    (option) => option.required && !["--user", "--lang", "--data", "--config"].includes(option.long ?? ""),
  );
  const always = [
    [...words, "--no-such-option"],
    [...words, ...needed, ...user, "too", "many", "words", "here", "indeed"],
    ...valued.map((option) => [...words, option.long ?? ""]),
  ];
  if (SERVING.has(words[0] ?? "")) return always;
  const wrong = valued.flatMap((option) =>
    ["", "nonsense", "x\u0000y"].map((value) => [...words, ...needed, ...user, `${option.long}=${value}`]),
  );
  return [...always, words, [...words, ...needed], [...words, ...needed, "--user", "a\tb"], ...wrong];
}

/** Names of commands, arguments, fields and what they may be. */
const names = [
  ...commands.flatMap(({ words, command }) => [
    ...words,
    ...command.registeredArguments.map((argument) => argument.name()),
    ...command.options.map((option) => option.attributeName()),
  ]),
  ...OPERATIONS.flatMap((operation) =>
    textFields(operation, "zh").flatMap(({ name, choices = [] }) => [name, ...choices]),
  ),
  ...[
    "too",
    "many",
    "words",
    "here",
    "indeed",
    "nonsense",
    "messages",
    "chatgpt",
    "locomo",
    "memorybank",
    "transcript",
  ],
  ...["help", "TEXT", "FILE", "worker", "all", "api", "markdown", "xy"],
];

describe("refusals of the command line in Chinese hold no words of English (7.1)", () => {
  it("knows every command", () => {
    expect(commands.length).toBeGreaterThan(OPERATIONS.length);
  });

  it.each(commands.map((named) => [named.words.join(" "), named] as const))("%s", async (_name, named) => {
    const found: string[] = [];
    let refused = 0;
    for (const argv of linesOf(named)) {
      const { code, err } = await line.run(argv, { env: { KEEPSAKE_LANGUAGE: "zh" } });
      if (code === 0) continue;
      refused += 1;
      const words = latinWords(err, names);
      if (words.length > 0) found.push(`${argv.join(" ")} → ${words.join(" ")}`);
    }
    expect(found).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });
});
