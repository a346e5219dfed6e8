import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ERROR_CATALOGUE, type ErrorCode, KeepsakeError } from "../../src/domain/index.js";
import { reportError } from "../../src/doors/error-report.js";
import { reasonInChinese } from "../../src/doors/messages/chinese-reasons.js";
import { errorTitle } from "../../src/doors/messages/error-texts.js";
import { textFields } from "../../src/doors/text-input.js";
import { OPERATIONS } from "../../src/operations/index.js";
import { latinWords } from "./latin-words.js";

/** An error that the product can throw, with `X1`, `X2` where its message holds something that differs. */
interface Thrown {
  readonly file: string;
  readonly code: ErrorCode;
  readonly message: string;
}

const SOURCE = join(import.meta.dirname, "../../src");

function sourceFiles(): readonly string[] {
  const all = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return all.filter((name) => !/\.(?:test|scene|suite)\.ts$|^testing\//u.test(name));
}

/** The texts that an expression can be; none where it is not said at this place. */
function textsOf(node: ts.Expression, file: ts.SourceFile): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ literal }, index) => `X${index + 1}${literal.text}`);
    return [`${node.head.text}${spans.join("")}`];
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue, file), ...textsOf(node.whenFalse, file)];
  if (!ts.isIdentifier(node)) return [];
  const found: string[] = [];
  const visit = (child: ts.Node): void => {
    const names = ts.isVariableDeclaration(child) && ts.isIdentifier(child.name) && child.name.text === node.text;
    if (names && child.initializer !== undefined && !ts.isIdentifier(child.initializer)) {
      found.push(...textsOf(child.initializer, file));
    }
    ts.forEachChild(child, visit);
  };
  visit(file);
  return found;
}

const isCode = (node: ts.Node | undefined): node is ts.StringLiteral =>
  node !== undefined && ts.isStringLiteral(node) && node.text in ERROR_CATALOGUE;

/** `new KeepsakeError(code, message)`, and rows of tables in which a code stands before its message. */
function thrownIn(name: string): readonly Thrown[] {
  const file = ts.createSourceFile(name, readFileSync(join(SOURCE, name), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Thrown[] = [];
  const add = (code: ts.Node | undefined, message: ts.Node | undefined): void => {
    if (!isCode(code) || message === undefined) return;
    for (const text of textsOf(message as ts.Expression, file)) {
      found.push({ file: name, code: code.text as ErrorCode, message: text });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "KeepsakeError") {
      add(node.arguments?.[0], node.arguments?.[1]);
    }
    if (ts.isArrayLiteralExpression(node)) {
      for (const [index, element] of node.elements.entries()) {
        const next = node.elements[index + 1];
        if (next !== undefined && !isCode(next) && ts.isStringLiteralLike(next)) add(element, next);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Texts that are given as a reason: of a memory, a decision, or what was left out. */
function reasonsIn(name: string): readonly string[] {
  const file = ts.createSourceFile(name, readFileSync(join(SOURCE, name), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed = (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name);
    if (isNamed && /reason$|^why$/iu.test(node.name.text) && node.initializer !== undefined) {
      found.push(...textsOf(node.initializer, file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter((text) => text.includes(" "));
}

/** Faults of ours are told by their kind and their trace id; what exactly failed is for the log. */
const thrown = sourceFiles().flatMap(thrownIn);

/** Messages made of parts that are put into Chinese where they are made. */
const ELSEWHERE: readonly RegExp[] = [
  /^The configuration has /u, // rendered from its problems
  /^X1; it takes X2$/u, // "there is no …" before it; see the HTTP door's test
  /^user and tenant come from the credential/u, // input-refusal.ts says it in both
  /^the API key X1 X2$/u, // both forms of it stand below
  /^X1 dimensions$/u, // the doctor's own, which says it in both
  /^The X1 X2\.$/u, // each form of it stands in model-errors.ts; below
];

/** Names of fields and what they may be. */
const FIELDS = OPERATIONS.flatMap((operation) => [
  ...textFields(operation, "zh").flatMap(({ name, choices = [] }) => [name, ...choices]),
]).concat("by", "filter", "session", "override", "policy", "turn", "agent", "import", "everything", "user");

describe("what can go wrong is said in Chinese, without words of English (7.1)", () => {
  it("finds the errors of the product", () => {
    expect(thrown.length).toBeGreaterThan(200);
  });

  it.each(Object.keys(ERROR_CATALOGUE) as ErrorCode[])("%s: title, remedy and every message", (code) => {
    const own = thrown.filter((error) => error.code === code && !ELSEWHERE.some((form) => form.test(error.message)));
    const texts = own.map(({ file, message }) => ({
      file,
      english: message,
      report: reportError(new KeepsakeError(code, message), "zh"),
    }));
    const bad = texts.flatMap(({ file, english, report }) => {
      const words = latinWords(`${report.message} ${report.remedy}`, FIELDS);
      return words.length === 0 ? [] : [`${file}: ${english} → ${words.join(" ")}`];
    });
    expect(bad).toEqual([]);
    const report = reportError(new KeepsakeError(code, "nobody said this so far"), "zh");
    expect(latinWords(`${errorTitle(code).zh} ${report.remedy}`)).toEqual([]);
  });

  it.each([
    ["CONFLICT", 'the API key "k" was revoked'],
    ["CONFLICT", 'the API key "k" was replaced already'],
    ["NOT_FOUND", "there is no PATCH /v1/keys; it takes GET, POST"],
    ["NOT_FOUND", "there is no GET /v1/nothing"],
    ["CONFIG_INVALID", "cannot listen on 127.0.0.1:7411 (EADDRINUSE)"],
    ["CONFIG_INVALID", "storage.kind is postgres, and the package pg is not installed: run `npm install pg@8`."],
    ["CONFIG_INVALID", "redis.url is set, and the package ioredis is not installed: run `npm install ioredis@6`."],
    ["RATE_LIMITED", "the tenant made more than 5 calls at a time"],
    ["RATE_LIMITED", "more than 5 calls of the tenant are running"],
    ...[
      "refused the call with HTTP 401 (check the API key)",
      "refused the call with HTTP 403 (check what the API key may do)",
      "refused the call with HTTP 404 (check the URL and the model's name)",
      "refused the call with HTTP 429 (too many requests or no quota left)",
      "refused the call with HTTP 500",
      "could not be reached",
    ].map((what) => ["MODEL_UNAVAILABLE", `The chat model m-1 at http://127.0.0.1:1/v1 ${what}.`] as const),
  ] as const)("%s: %s", (code, message) => {
    const report = reportError(new KeepsakeError(code, message), "zh");
    expect(latinWords(report.message, ["pg", "ioredis"])).toEqual([]);
  });

  it("says where a body is no JSON, not in the words of the parser", () => {
    for (const text of ["{", '{"a": nope}', '{"a": 1,}', "[1 2]", "'a'", '{"a": "b']) {
      let why = "";
      try {
        JSON.parse(text);
      } catch (error) {
        why = error instanceof Error ? error.message : "";
      }
      const report = reportError(new KeepsakeError("INVALID_INPUT", `the body is not JSON: ${why}`), "zh");
      expect(report.message).toMatch(/^请求体不是 JSON/u);
      expect(latinWords(report.message)).toEqual([]);
    }
  });

  it.each(["remember", "review", "undo", "sessions", "recall"])("reasons that %s gives", (folder) => {
    const reasons = sourceFiles()
      .filter((name) => name.startsWith(`${folder}/`))
      .flatMap(reasonsIn);
    expect(reasons.length).toBeGreaterThan(0);
    expect(
      reasons
        .map((reason) => reason.replace("holdX1", "hold at X1"))
        .filter((reason) => latinWords(reasonInChinese(reason)).length > 0),
    ).toEqual([]);
  });

  it("a reason that grew with the memory's history", () => {
    const reason =
      "rolled back (session s-1); accepted in review by key:ops-1, without effect: same slot, same value; rule remember/en.home; supersedes mem_01: same slot, other value";
    expect(reasonInChinese(reason)).toBe(
      "已回滚（会话 s-1）；由 key:ops-1 审核通过，但未生效：同一项，值相同；规则 remember/en.home；取代 mem_01：同一项，值不同",
    );
  });

  it("would notice a message that nobody put into Chinese", () => {
    const report = reportError(new KeepsakeError("NOT_FOUND", "nobody said this so far"), "zh");
    expect(latinWords(report.message)).toEqual(["nobody", "said", "this", "so", "far"]);
    expect(latinWords("请用 --user 指明，或设置 KEEPSAKE_USER；turns[0].at 须为 ISO 8601")).toEqual([]);
  });
});
