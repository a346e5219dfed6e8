import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeepsakeError, makeScope, PERMISSIONS } from "../../src/domain/index.js";
import { reportError } from "../../src/doors/error-report.js";
import { type TextField, textFields } from "../../src/doors/text-input.js";
import { type Caller, OPERATIONS, type Operation, runOperation } from "../../src/operations/index.js";
import { type EngineWithParts, openWithParts } from "../../src/testing/index.js";

type Input = Readonly<Record<string, unknown>>;

let engine: EngineWithParts;

beforeAll(async () => {
  engine = await openWithParts({ storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } });
});

afterAll(async () => {
  await engine.close();
});

const everything: Caller = {
  ...{ scope: makeScope("default", "ada"), permissions: new Set(PERMISSIONS) },
  ...{ actor: "key:app", door: "http" },
};

/** What is no value of any field, and what is one of the wrong kind. */
const WRONG: readonly unknown[] = [
  null,
  5,
  -1,
  1.5,
  1e9,
  true,
  "",
  " ",
  "x".repeat(70_000),
  "a\u0000b",
  "nonsense",
  [],
  {},
  [5],
  [""],
];

/** Something that fits a field, as far as its form tells. */
function fitting({ form, choices, instant, name }: TextField): unknown {
  if (choices !== undefined) return form === "list" ? [choices[0]] : choices[0];
  if (instant) return "2040-01-01T00:00:00Z";
  switch (form) {
    case "text":
      return name === "timeZone" ? "Mars/Olympus" : "mem_01hzzzzzzzzzzzzzzzzzzzzzzz";
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "list":
      return ["mem_01hzzzzzzzzzzzzzzzzzzzzzzz"];
    case "pairs":
      return { place: "here" };
    case "json":
      return name === "turns" ? [{ role: "user", text: "…" }] : { a: 1 };
  }
}

/** Inputs that are refused, or name what is not there: nothing, too much, each field wrong in each way, each field alone, all together. */
function inputsFor(operation: Operation): readonly Input[] {
  const fields = textFields(operation, "zh");
  const whole: Input = Object.fromEntries(fields.map((field) => [field.name, fitting(field)]));
  const needed: Input = Object.fromEntries(
    fields.filter((field) => field.required).map((field) => [field.name, fitting(field)]),
  );
  return [
    {},
    { user: "eve" },
    { nothingOfTheSort: 1 },
    needed,
    whole,
    ...fields.map((field) => ({ ...needed, [field.name]: fitting(field) })),
    ...fields.flatMap(({ name }) => WRONG.map((value) => ({ ...needed, [name]: value }))),
  ];
}

async function refusalOf(operation: Operation, caller: Caller, input: Input): Promise<KeepsakeError | undefined> {
  try {
    await runOperation(operation, { parts: engine.parts, caller }, input, "zh");
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError)) throw thrown;
    return thrown;
  }
}

/** Names of fields and operations, codes, quoted values and examples are not of any language. */
function withoutNames(text: string): string {
  return text
    .replace(/"[^"]*"|`[^`]*`|[“'][^”']*[”']/g, "")
    .replace(/\b[a-z]+(?:[A-Z_.:[\]-]\w*)+\b/g, "")
    .replace(/x{20,}/g, "");
}

/** Words of English one after the other: more than a name in a Chinese sentence. */
const SENTENCE = /[a-z]{2,}(?:[ ,]+[a-z]{2,}){2,}/i;

function english({ message, remedy, problems = [] }: ReturnType<typeof reportError>): readonly string[] {
  const told = [message, remedy, ...problems.map((problem) => problem.message)];
  return told.filter((text) => SENTENCE.test(withoutNames(text)));
}

describe("refusals in Chinese hold no English sentences", () => {
  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))("%s", async (_name, operation) => {
    const found = new Set<string>();
    const callers: readonly Caller[] = [
      everything,
      { ...everything, permissions: new Set() },
      { ...everything, boundToUser: true },
      { ...everything, scope: makeScope("nowhere", "ada") },
    ];
    let refusals = 0;
    for (const [index, caller] of callers.entries()) {
      const inputs = inputsFor(operation);
      for (const input of index === 0 ? inputs : inputs.slice(3, 5)) {
        const error = await refusalOf(operation, caller, input);
        if (error === undefined) continue;
        refusals += 1;
        for (const text of english(reportError(error, "zh"))) found.add(text.slice(0, 160));
      }
    }
    expect([...found].sort()).toEqual([]);
    expect(refusals).toBeGreaterThan(0);
  });
});
