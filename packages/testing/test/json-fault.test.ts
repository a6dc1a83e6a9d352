import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonFault } from "../src/json-fault.js";

describe("jsonFault", () => {
  test("finds nothing in JSON, nor in what writes itself as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonFault(value)).toBeUndefined();
      }),
    );
    expect(jsonFault({ at: new Date(0), link: new URL("https://example.com"), absent: undefined })).toBeUndefined();
    expect(jsonFault(Object.assign(Object.create(null), { a: 1 }))).toBeUndefined();
  });

  const self: Record<string, unknown> = {};
  self["list"] = [self];
  test.each<[string, unknown]>([
    ["it is a function", () => 1],
    ["it is undefined", undefined],
    ["/count is NaN", { count: Number.NaN }],
    ["/items/1 is undefined", { items: [1, undefined] }],
    ["/items/0/id is a bigint", { items: [{ id: 1n }] }],
    ["/seen is a Set, which JSON loses", { seen: new Set([1]) }],
    ["/error is a Error, which JSON loses", { error: new Error("lost") }],
    ["/list/0 contains itself", self],
  ])("%s", (fault, value) => {
    expect(jsonFault(value)).toBe(fault);
  });

  test("what writes itself as itself is told, not followed for ever", () => {
    const value = { toJSON: () => value };
    expect(jsonFault(value)).toBe("it contains itself");
  });
});
