import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { readYaml } from "../src/openapi/yaml-reader.js";

describe("YAML", () => {
  it("reads every kind of scalar as YAML 1.2 has it", async () => {
    const scalars = [
      "1_000",
      "0b1",
      "0o17",
      "0x1F",
      "+1",
      "-.5",
      "1.",
      "1e3",
      ".inf",
      "-.Inf",
      ".NaN",
      "yes",
      "on",
      "~",
      "",
      "Null",
      "TRUE",
      "2024-01-01",
      "12:30",
      "1.2.3",
      "'1'",
    ];
    for (const scalar of scalars) {
      const text = `openapi: 3.1.0\nvalue: ${scalar}\n`;
      expect(await readYaml(text), scalar).toEqual(parse(text));
    }
  });

  it("reads what yaml wrote", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ noUnicodeString: false }), { noNullPrototype: true }),
        async (value) => {
          const text = stringify(value);
          expect(await readYaml(text)).toEqual(parse(text));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("forgives a repeated key, and bounds what aliases unfold to", async () => {
    expect(await readYaml("a: 1\na: 2\n")).toEqual({ a: 2 });
    expect(await readYaml("a: &x { b: 1 }\nc: *x\n")).toEqual({ a: { b: 1 }, c: { b: 1 } });
    const levels = Array.from(
      { length: 12 },
      (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}]`,
    );
    await expect(readYaml(`l0: &l0 [x]\n${levels.join("\n")}\n`)).rejects.toThrow();
  });
});
