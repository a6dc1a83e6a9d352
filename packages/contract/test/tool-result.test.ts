import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isToolResult, type Json, resultValue, type ToolResult, textResult, toToolResult } from "../src/index.js";

describe("toToolResult", () => {
  test("a tool result is passed on as the same object, with fields nobody here knows", () => {
    const result: ToolResult = { content: [{ type: "hologram", depth: 3 }], isError: true, vendor: { kept: true } };
    expect(toToolResult(result)).toBe(result);
    const empty: ToolResult = { content: [], structuredContent: { a: 1 } };
    expect(toToolResult(empty)).toBe(empty);
  });

  test("text becomes one block of text", () => {
    expect(toToolResult("words")).toEqual(textResult("words"));
    expect(textResult("words")).toEqual({ content: [{ type: "text", text: "words" }] });
  });

  test("any other value becomes structured content, and the same as text", () => {
    const value = { count: 2, at: new Date(0), none: undefined };
    expect(toToolResult(value)).toEqual({
      content: [{ type: "text", text: '{"count":2,"at":"1970-01-01T00:00:00.000Z"}' }],
      structuredContent: { count: 2, at: "1970-01-01T00:00:00.000Z" },
    });
    expect(toToolResult(null).structuredContent).toBeNull();
  });

  test("nothing, and what JSON has no form for, becomes an empty result", () => {
    for (const value of [undefined, () => "code", Symbol("mark")]) expect(toToolResult(value)).toEqual({ content: [] });
  });

  test("data that only looks a little like a result is wrapped, not passed on", () => {
    for (const value of [
      { content: "text" },
      { content: ["text"] },
      { content: [{ text: "no type" }] },
      { content: [null] },
    ]) {
      expect(isToolResult(value)).toBe(false);
      expect(toToolResult(value).structuredContent).toEqual(value);
    }
  });
});

describe("resultValue", () => {
  test("gives back every JSON value but text exactly", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(typeof value !== "string" && !isToolResult(value));
        expect(resultValue(toToolResult(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  const text = (...texts: string[]): ToolResult => ({ content: texts.map((text) => ({ type: "text", text })) });
  test.each<[string, ToolResult, Json]>([
    ["structured content wins over text", { ...text("seven"), structuredContent: { count: 7 } }, { count: 7 }],
    ["structured content may be null", { ...text("null"), structuredContent: null }, null],
    ["text that is JSON is parsed", text('{"count":7}'), { count: 7 }],
    ["text that is not JSON stays text", text("00713"), "00713"],
    ["several blocks stay blocks", text("a", "b"), text("a", "b").content as unknown as Json],
    ["nothing is an empty list of blocks", { content: [] }, []],
    [
      "a picture stays a block",
      { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] },
      [{ type: "image", data: "AA==", mimeType: "image/png" }],
    ],
  ])("%s", (_, result, value) => {
    expect(resultValue(result)).toEqual(value);
  });
});
