import { standaloneContext } from "@agent-tools/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";

describe("whatever a description holds", () => {
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(
        fc.boolean(),
        fc.constant(null),
        fc.string(),
        fc.constant({ $ref: "#/components/schemas/A" }),
        fc.constant({ $ref: "#/nowhere" }),
      ),
      fc.record(
        {
          type: fc.oneof(
            fc.constantFrom("string", "object", "array", "file", "any", "Date", "null"),
            fc.array(fc.string()),
            fc.integer(),
          ),
          properties: fc.oneof(fc.dictionary(fc.string(), tie("schema"), { maxKeys: 3 }), fc.constantFrom(null, 1)),
          required: fc.oneof(fc.boolean(), fc.array(fc.string())),
          items: fc.oneof(tie("schema"), fc.array(tie("schema"), { maxLength: 3 })),
          allOf: fc.array(tie("schema"), { maxLength: 3 }),
          oneOf: fc.array(tie("schema"), { maxLength: 3 }),
          additionalProperties: tie("schema"),
          enum: fc.oneof(fc.array(fc.jsonValue()), fc.string()),
          nullable: fc.boolean(),
          readOnly: fc.boolean(),
          minimum: fc.oneof(fc.double(), fc.string(), fc.boolean()),
          exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
          minLength: fc.oneof(fc.integer(), fc.string()),
          pattern: fc.string(),
          discriminator: fc.record({
            propertyName: fc.string(),
            mapping: fc.dictionary(fc.string(), fc.constantFrom("#/components/schemas/A", "A", "")),
          }),
          format: fc.string(),
          description: fc.oneof(fc.string(), fc.integer()),
          example: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  }));

  it("it imports, and every schema compiles", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("3.0.3", "3.1.0"), schema, schema, schema, async (openapi, a, b, c) => {
        const content = { "application/json": { schema: b } };
        const adapter = await openApiAdapter({
          document: {
            openapi,
            paths: {
              "/x": {
                post: {
                  parameters: [{ name: "q", in: "query", schema: c }],
                  requestBody: { content },
                  responses: { 200: { content } },
                },
              },
            },
            components: { schemas: { A: a } },
          },
        });
        const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
        for (const { inputSchema, outputSchema } of (await adapter.listTools(standaloneContext())).tools) {
          ajv.compile(inputSchema as object);
          if (outputSchema !== undefined) ajv.compile(outputSchema as object);
        }
        expect(adapter.report.skipped).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it("any JSON at all, in any place, is an import or a ToolError", { timeout: 120_000 }, async () => {
    const document = fc.record({
      openapi: fc.constantFrom("3.0.0", "3.2.0"),
      paths: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(
          fc.constantFrom("/a", "/b/{c}"),
          fc.dictionary(fc.constantFrom("get", "post", "parameters", "$ref", "servers"), fc.jsonValue()),
        ),
      ),
      components: fc.jsonValue(),
      servers: fc.jsonValue(),
      security: fc.jsonValue(),
      info: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(document, async (given) => {
        const adapter = await openApiAdapter({ document: given });
        for (const tool of (await adapter.listTools(standaloneContext())).tools) JSON.stringify(tool);
        expect(adapter.report.operations.length).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 30 },
    );
  });
});
