import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { REMOTE_OPERATIONS } from "../../../operations/index.js";
import { FIELD_NUMBERS } from "../field-numbers.js";
import { describeService, extendNumbers, FILE, protoText, readNumbers, serviceShape, writeNumbers } from "./index.js";
import { SchemaReader } from "./read-json-schema.js";
import type { FieldShape, MessageShape } from "./shapes.js";

const shape = serviceShape();
const kept = readNumbers(FIELD_NUMBERS);
const numbers = extendNumbers(shape.messages.values(), kept);

function message(name: string, fields: Record<string, Partial<FieldShape>>): MessageShape {
  return {
    name,
    fields: Object.entries(fields).map(([key, field]) => ({
      ...{ name: key, type: { kind: "scalar", scalar: "string" }, holds: "one", required: true, explicit: false },
      ...field,
    })),
  };
}

const int64 = { type: { kind: "scalar", scalar: "int64" } } as const;

describe("the service", () => {
  it("has a call for every operation that is offered to the network", () => {
    expect(shape.rpcs.filter((rpc) => rpc.streams === undefined).map((rpc) => rpc.operation)).toEqual(
      REMOTE_OPERATIONS.map((operation) => operation.name),
    );
    expect(shape.rpcs.filter((rpc) => rpc.streams !== undefined).map((rpc) => rpc.name)).toEqual(["RecallStream"]);
  });

  it("P09 names the user in the request of every call that is about one, and the tenant in none", () => {
    for (const rpc of shape.rpcs) {
      const fields = shape.messages.get(rpc.request)?.fields ?? [];
      expect(fields[0]?.name === "user", rpc.name).toBe(rpc.ofUser);
      expect(fields.map((field) => field.name)).not.toContain("tenant");
    }
  });

  it("is the same in both languages but for its words", () => {
    const strip = (text: string): string => text.replace(/^\s*\/\/.*\n/gm, "");
    const [en, zh] = (["en", "zh"] as const).map((language) => protoText(serviceShape(language), numbers, language));
    expect(strip(zh ?? "")).toBe(strip(en ?? ""));
    expect(zh).toMatch(/谁的记忆/u);
  });

  it("is described exactly as a compiler reads the published text", () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-proto-"));
    try {
      mkdirSync(join(folder, "keepsake/v1"), { recursive: true });
      writeFileSync(join(folder, FILE), protoText(shape, numbers, "en"));
      const buf = fileURLToPath(new URL("../../../../node_modules/.bin/buf", import.meta.url));
      const built = execFileSync(buf, ["build", "--as-file-descriptor-set", "--exclude-source-info", "-o", "-"], {
        cwd: folder,
        maxBuffer: 1 << 26,
      });
      const compiled = fromBinary(FileDescriptorSetSchema, built).file.find((file) => file.name === FILE);
      const own = describeService(shape, numbers).service.file.proto;
      expect(toJson(FileDescriptorProtoSchema, own)).toEqual(compiled && toJson(FileDescriptorProtoSchema, compiled));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the numbers of fields", () => {
  it("keep every one that was ever given", () => {
    for (const [name, fields] of kept) expect(numbers.get(name)?.slice(0, fields.length)).toEqual(fields);
  });

  it("are given once in every message", () => {
    for (const [name, fields] of numbers) {
      expect(new Set(fields.map((field) => field.number)).size, name).toBe(fields.length);
    }
  });

  it("stay when fields are moved, added and taken away, and are never given to another", () => {
    const first = extendNumbers([message("M", { a: {}, b: {}, c: {} })], new Map());
    expect(writeNumbers(first)).toBe("M a=1/string b=2/string c=3/string");
    const second = extendNumbers([message("M", { c: {}, d: {}, a: {} })], first);
    expect(writeNumbers(second)).toBe("M a=1/string b=2/string c=3/string d=4/string");
    const third = extendNumbers([message("M", { b: int64, c: {} })], second);
    expect(writeNumbers(third)).toBe("M a=1/string b=2/string c=3/string d=4/string b=5/int64");
    expect(writeNumbers(extendNumbers([message("M", { b: {} })], third))).toBe(writeNumbers(third));
    expect(readNumbers(writeNumbers(third))).toEqual(third);
  });

  it("are reserved in the file once their field is gone or of another type", () => {
    const some = readNumbers("M a=1/string bigB=2/string c=3/string c=4/int64");
    const text = protoText({ rpcs: [], messages: new Map([["M", message("M", { a: {}, c: int64 })]]) }, some, "en");
    expect(text).toContain('message M {\n  reserved 2, 3;\n  reserved "big_b";\n  string a = 1;\n  int64 c = 4;\n}');
  });
});

describe("reading JSON schemas", () => {
  const read = (properties: Record<string, unknown>, required: readonly string[] = []): readonly FieldShape[] => {
    const reader = new SchemaReader();
    reader.readMessage("M", { type: "object", properties, required: [...required] }, "response");
    return reader.messages.get("M")?.fields ?? [];
  };

  it("takes what JSON Schema says of numbers, lists, maps and free values", () => {
    const fields = read({
      small: { type: "integer", minimum: 1, maximum: 100 },
      large: { type: "integer", minimum: 1 },
      real: { type: "number" },
      tags: { type: "array", items: { type: "string" } },
      counts: { type: "object", additionalProperties: { type: "integer" } },
      free: {},
      object: { type: "object", additionalProperties: {} },
      table: { type: "array", items: { type: "array", items: { type: "string" } } },
    });
    expect(fields.map((field) => [field.name, field.holds, field.type.kind])).toEqual([
      ["small", "one", "scalar"],
      ["large", "one", "scalar"],
      ["real", "one", "scalar"],
      ["tags", "list", "scalar"],
      ["counts", "map", "scalar"],
      ["free", "one", "value"],
      ["object", "one", "struct"],
      ["table", "one", "value"],
    ]);
    expect(fields.flatMap(({ type }) => (type.kind === "scalar" ? [type.scalar] : []))).toEqual([
      ...["int32", "int64", "double", "string", "int64"],
    ]);
  });

  it("makes one message of a choice of objects, and refuses one whose members disagree", () => {
    const object = (properties: Record<string, unknown>) => ({
      ...{ type: "object", properties, required: Object.keys(properties) },
    });
    const a = object({ type: { type: "string", const: "a" }, id: { type: "string" }, only: { type: "string" } });
    const b = object({ type: { type: "string", const: "b" }, id: { type: "string" } });
    const reader = new SchemaReader();
    reader.readMessage("M", object({ one: { oneOf: [a, b] } }), "response");
    expect(reader.messages.get("MOne")?.fields).toMatchObject([
      { name: "type", words: ["a", "b"], required: true, explicit: false },
      { name: "id", required: true, explicit: false },
      { name: "only", required: false, explicit: true },
    ]);
    const other = object({ type: { type: "string", const: "b" }, id: { type: "integer" } });
    expect(() => reader.readMessage("N", object({ one: { oneOf: [a, other] } }), "response")).toThrow(/NOne\.id/);
  });
});
