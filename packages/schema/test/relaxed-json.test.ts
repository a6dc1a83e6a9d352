import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonText } from "../src/relaxed-json.js";

test("JSON as models write it", () => {
  const value = { a: [1, "x\ny"], b: null, c: true };
  for (const text of [
    '{"a":[1,"x\\ny"],"b":null,"c":true}',
    "{a:[1,'x\ny',],b:None,c:True,}",
    "{ 'a': [1, \"x\\u000ay\"], // one\n b: null /* two */, c: true }",
    "{\u201ca\u201d: [1, \u201cx\ny\u201d], b: null, c: true}",
    '```json\n{"a":[1,"x\\ny"],"b":null,"c":true}\n```',
    JSON.stringify(JSON.stringify(value)),
  ]) {
    expect(parseJsonText(text)?.value).toEqual(value);
  }
});

test("what is cut off, repeated or no number is nothing", () => {
  for (const text of [
    ...['{"a":1', "[1,2", '{"a":}', '"a', "{a:1}}", "{a:1} and more", "{a:1,a:2}", "[1,,2]", "{a=1}", "a: 1", ""],
    ...["[0x2A]", "[NaN]", "[01]", "[1_000]", "[+1]", "[.5]", "{a: undefined}", "```json\n{", "['a' 'b']"],
  ]) {
    expect(parseJsonText(text), text).toBeUndefined();
  }
  expect(parseJsonText("[".repeat(100_000))).toBeUndefined();
});

test("every JSON value is found in its text, and no text makes it throw", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = parseJsonText(JSON.stringify([value]));
      expect(JSON.stringify(parsed?.value)).toBe(JSON.stringify([value]));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."{}[]\"':,\\/*1eaN \n") }), (text) => void parseJsonText(text)),
  );
});

test("an own __proto__ stays a property", () => {
  const { value } = parseJsonText("{__proto__: {admin: true}}") ?? {};
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect((value as { admin?: true }).admin).toBeUndefined();
});
