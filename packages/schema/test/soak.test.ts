import type { Json, Schema } from "@agent-tools/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSchema, settle } from "../src/index.js";
import { samples, slips } from "./schema-arbitrary.js";

/** A judge of its own: the validator library with nothing of this package. */
function judge(schema: Schema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

test("a valid value is kept, but for the defaults that it lacks", { timeout: 3000000 }, () => {
  fc.assert(
    fc.property(samples, ({ schema, value }) => {
      const settled = settle(schema, structuredClone(value));
      if (settled.error) throw settled.error;
      expect(settled.changes.every(({ kind }) => kind === "fill-default")).toBe(true);
      expect(settled.value).toMatchObject(value as object);
      expect(judge(schema)(settled.value)).toBe(true);
    }),
    { numRuns: 6000 },
  );
});

test("what settles is valid, and settles again unchanged", { timeout: 3000000 }, () => {
  const cases = samples.chain(({ schema, value }) =>
    fc.record({
      schema: fc.constant(schema),
      given: fc.oneof(
        { weight: 4, arbitrary: slips(value as Record<string, unknown>) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
    }),
  );
  fc.assert(
    fc.property(cases, ({ schema, given }) => {
      const settled = settle(schema, structuredClone(given));
      if (settled.error) return;
      expect(judge(schema)(settled.value)).toBe(true);
      expect(settle(schema, settled.value)).toEqual({ value: settled.value, changes: [] });
    }),
    { numRuns: 6000 },
  );
});

test("a declared property that is present and valid is never changed", { timeout: 3000000 }, () => {
  const cases = samples.chain(({ schema, value }) =>
    fc.record({ schema: fc.constant(schema), given: slips(value as Record<string, unknown>) }),
  );
  fc.assert(
    fc.property(cases, ({ schema, given }) => {
      if (typeof given !== "object" || given === null || Array.isArray(given)) return;
      const settled = settle(schema, structuredClone(given));
      if (settled.error) return;
      const properties = schema["properties"] as Record<string, Schema>;
      for (const [name, item] of Object.entries(given)) {
        if (!Object.hasOwn(properties, name) || !judge(properties[name] as Schema)(item)) continue;
        // Defaults may be filled in below it.
        expect(settled.value).toMatchObject({ [name]: item });
      }
    }),
    { numRuns: 6000 },
  );
});

test("no schema and no value make it throw", { timeout: 3000000 }, () => {
  const keywords = fc.constantFrom(
    "type",
    "properties",
    "items",
    "$ref",
    "$id",
    "anyOf",
    "enum",
    "required",
    "not",
    "default",
  );
  const junk = fc.dictionary(
    keywords,
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("#", "#/$defs/x", "string")),
  );
  fc.assert(
    fc.property(junk, fc.jsonValue(), (schema, value) => {
      const compiled = compileSchema(schema as Schema);
      expect(Array.isArray(compiled.check(value as Json))).toBe(true);
      settle(schema as Schema, value, { toolName: "any" });
    }),
    { numRuns: 6000 },
  );
});
