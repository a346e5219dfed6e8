import { describe, expect, it } from "vitest";
import { KeepsakeError, PERMISSIONS } from "../domain/index.js";
import { findOperation, inputJsonSchema, OPERATIONS, type Operation, outputJsonSchema, parseInput } from "./index.js";

function schemaOf(name: string): Operation["input"] {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation.input;
}

function refused(name: string, input: unknown): string {
  try {
    parseInput(schemaOf(name), input);
  } catch (error) {
    expect(error).toBeInstanceOf(KeepsakeError);
    return (error as KeepsakeError).details.field ?? "";
  }
  return "accepted";
}

describe("the operations table", () => {
  it("has the product's words, once each", () => {
    expect(OPERATIONS.map((operation) => operation.name)).toEqual([
      "record",
      "remember",
      "recall",
      "context",
      "route",
      "trace",
      "feedback-give",
      "feedback-list",
      "correct",
      "forget",
      "list",
      "get",
      "history",
      "profile",
      "stats",
      "export",
      "import",
      "load",
      "state-put",
      "state-get",
      "state-list",
      "state-delete",
      "session-end",
      "summary-get",
      "summary-list",
      "attachment-add",
      "attachment-get",
      "attachment-list",
      "attachment-remove",
      "journal-list",
      "journal-retry",
      "review-list",
      "review-accept",
      "review-reject",
      "writes",
      "rollback",
      "reextract",
      "usage",
      "keys-create",
      "keys-list",
      "keys-rotate",
      "keys-revoke",
      "audit-list",
      "audit-verify",
      "tenants-create",
      "tenants-list",
    ]);
    const routes = OPERATIONS.map(({ http }) => `${http.method} ${http.path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s is described in both languages",
    (_name, operation) => {
      for (const text of [operation.title, operation.description]) {
        expect(text.en).toMatch(/[a-z]/);
        expect(text.en).not.toMatch(/[\u4e00-\u9fff]/u);
        expect(text.zh).toMatch(/[\u4e00-\u9fff]/u);
      }
      expect(PERMISSIONS).toContain(operation.permission);
      expect(operation.cli.example.includes("--user")).toBe(operation.reach === undefined);
      const describedIn = (language: "en" | "zh"): string => JSON.stringify(inputJsonSchema(operation, language));
      const fields = Object.values(
        (inputJsonSchema(operation).properties ?? {}) as Record<string, { description?: string }>,
      );
      expect(fields.every((field) => (field.description ?? "") !== "")).toBe(true);
      if (fields.length > 0) expect(describedIn("zh")).toMatch(/[\u4e00-\u9fff]/u);
      expect(describedIn("en")).not.toContain("x-zh");
      expect(JSON.stringify(outputJsonSchema(operation))).not.toContain('"additionalProperties":false');
    },
  );

  it("audits exactly what writes or erases; a recorded turn is its own record", () => {
    const audited = OPERATIONS.filter((operation) => operation.audit !== undefined).map((operation) => operation.name);
    const writing = OPERATIONS.filter((operation) => !operation.hints.readOnly).map((operation) => operation.name);
    expect(audited).toEqual(writing.filter((name) => name !== "record"));
  });

  it("names a user or tenant in no input (P09)", () => {
    for (const operation of OPERATIONS) {
      // a key's bounds are what is written down, not whose memory the call opens
      if (operation.name === "keys-create") continue;
      const fields = Object.keys((inputJsonSchema(operation).properties ?? {}) as object);
      expect(fields.filter((field) => /^(user|tenant)/i.test(field))).toEqual([]);
      expect(inputJsonSchema(operation).additionalProperties).toBe(false);
    }
  });
});

describe("exact schemas, for who makes requests by machine", () => {
  const exact = (name: string) => inputJsonSchema(findOperation(name) as Operation, "en", "exact");

  it("say of ids what checkId refuses, and leave it out where models read", () => {
    const { id } = exact("get").properties as { id: { pattern: string } };
    const pattern = new RegExp(id.pattern, "u");
    for (const text of ["a", "用户 🙂", "a%_b", "\u0085"]) {
      expect(pattern.test(text)).toBe(true);
      expect(refused("get", { id: text })).toBe("accepted");
    }
    for (const text of ["a\u0000b", "a\nb", "\u007f"]) {
      expect(pattern.test(text)).toBe(false);
      expect(refused("get", { id: text })).toBe("id");
    }
    for (const operation of OPERATIONS) {
      expect(JSON.stringify(inputJsonSchema(operation, "zh", "exact"))).not.toContain('"x-');
      expect(Object.keys(inputJsonSchema(operation))).not.toContain("oneOf");
    }
  });

  it("say which ways exclude each other", () => {
    const ways = (name: string) => (exact(name).oneOf as { required?: string[]; anyOf?: unknown[] }[]).length;
    expect([ways("forget"), ways("rollback"), ways("review-accept"), ways("review-reject")]).toEqual([5, 5, 2, 2]);
  });
});

describe("wire forms", () => {
  it("P22: reads instants with an offset into epoch ms and refuses local times", () => {
    const parsed = parseInput(schemaOf("recall"), { query: "q", asOf: "2026-05-01T08:00:00+08:00" }) as {
      asOf: number;
    };
    expect(parsed.asOf).toBe(Date.parse("2026-05-01T00:00:00Z"));
    for (const asOf of ["2026-05-01T08:00:00", "2026-05-01", "yesterday", "2026-02-30T00:00:00Z", 5]) {
      expect(refused("recall", { query: "q", asOf })).toBe("asOf");
    }
  });

  it("refuses unknown fields by name, however deep", () => {
    expect(refused("recall", { query: "q", topK: 5 })).toBe("topK");
    expect(refused("record", { sessionId: "s", turns: [{ role: "user", text: "a", txt: "b" }] })).toBe("turns[0].txt");
    expect(refused("record", { sessionId: "s", turns: [{ role: "robot", text: "a" }] })).toBe("turns[0].role");
    expect(refused("record", { sessionId: "s", turns: [] })).toBe("turns");
    expect(refused("record", [])).toBe("input");
  });

  it("P10: takes hostile ids as they are and refuses what cannot be a key", () => {
    for (const id of ["a%_b", "x'--", "../..", "用户 🙂", "a:b", "x".repeat(256)]) {
      expect(parseInput(schemaOf("get"), { id })).toEqual({ id });
    }
    for (const id of ["", "a\u0000b", "a\nb", "\ud800", "x".repeat(257)]) expect(refused("get", { id })).toBe("id");
  });

  it("refuses a zone that does not exist", () => {
    expect(refused("recall", { query: "q", timeZone: "Mars/Olympus" })).toBe("timeZone");
    expect(refused("recall", { query: "q", timeZone: "Asia/Shanghai" })).toBe("accepted");
  });

  it("takes any JSON as state, null included, but not its absence", () => {
    for (const value of [null, false, 0, "", [], { a: [1] }]) {
      expect(refused("state-put", { space: "s", key: "k", value })).toBe("accepted");
    }
    expect(refused("state-put", { space: "s", key: "k" })).toBe("value");
  });
});
