import { create, type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { FIELD_NUMBERS } from "./field-numbers.js";
import { describeService, extendNumbers, readNumbers, serviceShape } from "./schema/index.js";
import { messageFromWire, wireFromMessage } from "./wire-form.js";

const shape = serviceShape();
const { registry } = describeService(shape, extendNumbers(shape.messages.values(), readNumbers(FIELD_NUMBERS)));

function desc(name: string): DescMessage {
  const found = registry.getMessage(`keepsake.v1.${name}`);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Through the bytes that would travel. */
function sent(name: string, init: Record<string, unknown>): Message {
  return fromBinary(desc(name), toBinary(desc(name), create(desc(name), init)));
}

function wire(name: string, message: Message): Record<string, unknown> {
  const found = shape.messages.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return wireFromMessage(found, message, shape);
}

describe("requests", () => {
  it("tell what was not given from what is empty, zero or false", () => {
    expect(wire("RecallRequest", sent("RecallRequest", {}))).toEqual({});
    const zeros = { user: "", query: "", limit: 0, explain: false, floor: 0 };
    expect(wire("RecallRequest", sent("RecallRequest", zeros))).toEqual(zeros);
    expect(wire("RecallRequest", sent("RecallRequest", { kinds: [] }))).toEqual({});
    expect(wire("RecordRequest", sent("RecordRequest", { turns: [] }))).toEqual({ turns: [] });
  });

  it("bring lists, maps, nested messages and 64 bits into the wire form", () => {
    const turns = [{ role: "user", text: "你好 🙂" }, { role: "assistant" }];
    expect(wire("RecordRequest", sent("RecordRequest", { turns }))).toEqual({ turns });
    const qualifiers = { ["__proto__"]: "x", of: "home" };
    const read = wire("RememberRequest", sent("RememberRequest", { content: "c", qualifiers }));
    expect(Object.entries(read.qualifiers as object).sort()).toEqual(Object.entries(qualifiers).sort());
    expect(wire("CorrectRequest", sent("CorrectRequest", { expectedRevision: 7n }))).toEqual({ expectedRevision: 7 });
  });

  it("take any JSON value, null included, and refuse numbers that JSON has not", () => {
    const values: unknown[] = [null, false, 0, "", [], {}, { a: [1, null, { b: "字" }] }];
    for (const value of values) {
      const message = messageFromWire(desc("StatePutRequest"), { space: "s", key: "k", value });
      expect(wire("StatePutRequest", message), JSON.stringify(value)).toEqual({ space: "s", key: "k", value });
    }
    expect(wire("StatePutRequest", sent("StatePutRequest", { key: "k" }))).toEqual({ key: "k" });
    const infinite = sent("StatePutRequest", {
      value: { kind: { case: "numberValue", value: Number.POSITIVE_INFINITY } },
    });
    expect(() => wire("StatePutRequest", infinite)).toThrow(/value: is no JSON value/);
  });

  it("name the place of a field that is not known, however deep", () => {
    const inner = Uint8Array.from([10, 3, 0xa2, 0x3f, 0]);
    const turns = Uint8Array.from([0x1a, 3, ...inner.subarray(2)]);
    expect(() => wire("RecordRequest", fromBinary(desc("RecordRequest"), turns))).toThrow(
      "turns[0]: there is no field of number 1012",
    );
  });
});

describe("answers", () => {
  it("are whole again after the way through the bytes", () => {
    const answer = { items: [{ key: "k", value: { deep: [1, "二"] }, updatedAt: "2026-01-01T00:00:00.000Z" }] };
    const message = messageFromWire(desc("StateListResponse"), answer);
    const read = fromBinary(desc("StateListResponse"), toBinary(desc("StateListResponse"), message));
    expect(wire("StateListResponse", read).items).toMatchObject(answer.items);
  });

  it("hold no broken letters and nothing undefined, which protobuf refuses", () => {
    const message = messageFromWire(desc("StateGetResponse"), {
      key: "a\ud800b",
      value: "\udc00",
      expiresAt: undefined,
    });
    const read = fromBinary(desc("StateGetResponse"), toBinary(desc("StateGetResponse"), message));
    expect(wire("StateGetResponse", read)).toMatchObject({ key: "a\ufffdb", value: "\ufffd" });
  });
});
