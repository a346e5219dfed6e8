import fc from "fast-check";
import { expect, it } from "vitest";
import { elementStarts, spanOfKey, withField } from "./json-spans.js";

const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"));

it("finds a key of the outermost object wherever it stands, whatever is around it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaced, (around, [value, space]) => {
      const text = JSON.stringify({ ...around, messages: value }, undefined, space);
      const span = spanOfKey(text, "messages");
      expect(JSON.parse(text.slice(span?.start, span?.end))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it("finds every element of an array", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (values, space) => {
      const text = JSON.stringify({ a: "messages", messages: values }, undefined, space);
      const span = spanOfKey(text, "messages") ?? { start: 0, end: 0 };
      const starts = elementStarts(text, span);
      expect(starts).toHaveLength(values.length);
      starts.forEach((start, index) => {
        const made = `${text.slice(0, start)}"here",${text.slice(start)}`;
        const { messages } = JSON.parse(made) as { messages: unknown[] };
        expect(messages[index]).toBe("here");
      });
    }),
  );
});

it("of equal keys takes the last, as parsers do, and reads escaped names", () => {
  const text = '{"messages":[1],"m\\u0065ssages" : [2] , "x":{"messages":[3]}}';
  const span = spanOfKey(text, "messages");
  expect(text.slice(span?.start, span?.end)).toBe("[2]");
  expect(spanOfKey("{}", "messages")).toBeUndefined();
});

it("puts a field first", () => {
  expect(withField(" { } ", "a", "b")).toBe(' {"a":"b"} ');
  expect(withField('{"x":1}', "a", "b")).toBe('{"a":"b","x":1}');
});
