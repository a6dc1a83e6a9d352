import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSchema, exampleArguments } from "../src/index.js";

describe("exampleArguments", () => {
  test("holds what is required, with samples where the schema gives them", () => {
    const schema = {
      type: "object",
      properties: {
        owner: { type: "string" },
        state: { enum: ["open", "closed"] },
        count: { type: "integer", minimum: 5 },
        page: { type: "integer" },
      },
      required: ["owner", "state", "count"],
    };
    expect(exampleArguments(schema)).toEqual({ value: { owner: "<owner>", state: "open", count: 5 }, isValid: true });
  });

  test.each([undefined, true, {}, { type: "object" }])("is empty where nothing is required: %j", (schema) => {
    expect(exampleArguments(schema)).toEqual({ value: {}, isValid: true });
  });

  test("says where it is only the shape", () => {
    const schema = { type: "object", properties: { id: { type: "string", pattern: "^[A-Z]{3}$" } }, required: ["id"] };
    expect(exampleArguments(schema)).toEqual({ value: { id: "<id>" }, isValid: false });
    expect(exampleArguments(false)).toEqual({ value: {}, isValid: false });
    expect(exampleArguments({ type: "array" }).isValid).toBe(false);
  });

  test("ends for a schema that holds itself, and is valid where it says so", () => {
    const tree = {
      type: "object",
      properties: { child: { $ref: "#" } },
      required: ["child"],
    };
    expect(exampleArguments(tree).isValid).toBe(false);
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        const { value, isValid } = exampleArguments(schema as object);
        expect(isValid).toBe(compileSchema(schema as object).check(value).length === 0);
      }),
    );
  });
});
