import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { openApiAdapter } from "../src/index.js";
import { compiled, type Fields, json, ok, openapi, toolsOf } from "./imported.js";
import { refusal } from "./refusal.js";
import { echoService } from "./services.js";

const echo = echoService();
const text = { type: "string" };

/** Whether the body of a tool takes this value. */
function takes(schema: unknown, body: unknown): boolean {
  return new Ajv2020({ strict: false }).compile(schema as Fields)({ body }) as boolean;
}

describe("what generators and people write", () => {
  test("a version without quotes is a number", async () => {
    const description = (version: string) => `openapi: ${version}\ninfo: { title: T, version: 1.0 }\npaths: {}\n`;
    expect((await openApiAdapter({ document: description("3.0") })).report.format).toBe("3.0");
    expect((await openApiAdapter({ document: description("3.1") })).report.format).toBe("3.1");
  });

  test("a parameter has its schema, and an operation its body, as in the other version", async () => {
    const limit = { type: "integer", maximum: 9 };
    const parameters = [
      { name: "own", in: "query", ...limit },
      { name: "apart", in: "query", schema: limit },
      { name: "b", in: "body", required: true, schema: { type: "object", properties: { a: text } } },
    ];
    const paths = { "/a": { post: { operationId: "a", parameters, responses: ok } } };
    const form = [{ name: "f", in: "formData", type: "string" }];
    for (const document of [
      { ...openapi(paths), openapi: "3.0.0" },
      { swagger: "2.0", info: {}, paths },
    ]) {
      const { a: tool } = await toolsOf(document);
      expect(tool?.inputSchema).toMatchObject({ properties: { own: limit, apart: limit, body: { type: "object" } } });
      const sent = await echo.sent(document, "a", { own: 1, body: { a: "x" } });
      expect([sent.rawQuery, sent.body.text]).toEqual(["own=1", '{"a":"x"}']);
    }
    const posted = openapi({ "/f": { post: { operationId: "f", parameters: form, responses: ok } } });
    expect((await echo.sent(posted, "f", { body: { f: "1 2" } })).body.text).toBe("f=1+2");
  });

  test("of several YAML documents in one text the first is read", async () => {
    const document = "---\nopenapi: 3.0.1\ninfo: {}\npaths: { /a: { get: { responses: {} } } }\n---\nother: 1\n";
    const adapter = await openApiAdapter({ document });
    expect(adapter.report.operations.map(({ tool }) => tool)).toEqual(["get_a"]);
  });

  test("pieces of an object that are each closed do not refuse each other, and else stay closed", async () => {
    const animal = { type: "object", additionalProperties: false, properties: { name: text } };
    const own = { type: "object", additionalProperties: false, properties: { bark: text } };
    const base = { $ref: "#/components/schemas/Animal" };
    const post = (schema: object) => ({ post: { requestBody: { content: json(schema) }, responses: ok } });
    const paths = {
      "/pieces": post({ allOf: [base, own] }),
      "/beside": post({ ...own, allOf: [base] }),
      "/alone": post({ allOf: [base], description: "An animal." }),
    };
    const tools = await toolsOf({
      ...openapi(paths, { components: { schemas: { Animal: animal } } }),
      openapi: "3.0.3",
    });
    for (const name of ["post_pieces", "post_beside"]) {
      expect(takes(tools[name]?.inputSchema, { name: "Rex", bark: "loud" })).toBe(true);
      expect(takes(tools[name]?.inputSchema, { name: 1 })).toBe(false);
    }
    expect(takes(tools["post_alone"]?.inputSchema, { name: "Rex" })).toBe(true);
    expect(takes(tools["post_alone"]?.inputSchema, { name: "Rex", bark: "loud" })).toBe(false);
  });

  test("a pointer below a schema with an $id begins at that schema", async () => {
    const schema = {
      $id: "https://pets.example/pet",
      $defs: { Name: { type: "string", maxLength: 3 } },
      type: "object",
      properties: { name: { $ref: "#/$defs/Name" }, nick: { $ref: "https://pets.example/pet#/$defs/Name" } },
    };
    const document = openapi({ "/pets": { post: { requestBody: { content: json(schema) }, responses: ok } } });
    const { post_pets: tool } = await toolsOf(document);
    expect((await openApiAdapter({ document })).report.degraded).toBe(0);
    expect(takes(tool?.inputSchema, { name: "Rex", nick: "Re" })).toBe(true);
    expect(takes(tool?.inputSchema, { name: "Rexie" })).toBe(false);
    expect(takes(tool?.inputSchema, { nick: "Rexie" })).toBe(false);
  });

  test.each([
    [["*/*"], "image/png", "image/png"],
    [["image/*"], "image/png", "image/png"],
    [["image/*"], "video/mp4", "application/octet-stream"],
    [["image/png", "image/jpeg"], "image/jpeg", "image/jpeg"],
    [["application/octet-stream"], "image/png", "application/octet-stream"],
    [["image/*"], "image/png\r\nX-Other: 1", "application/octet-stream"],
  ])("bytes described as %j and given as %j go as %s", async (described, contentType, type) => {
    const content = Object.fromEntries(
      described.map((each) => [each, { schema: { type: "string", format: "binary" } }]),
    );
    const document = openapi({ "/file": { put: { operationId: "put", requestBody: { content }, responses: ok } } });
    const request = await echo.sent(document, "put", { body: { text: "abc", contentType } });
    expect(request).toMatchObject({ body: { text: "abc" }, headers: { "content-type": type } });
  });

  test("what is no schema or no text among schemas leaves the rest valid", async () => {
    const schema = {
      type: "object",
      oneOf: [{ required: ["a"] }, [{ required: ["b"] }], null],
      properties: { a: { $ref: "#/components/schemas/A", description: { text: "no text" }, deprecated: "yes" } },
    };
    const components = { schemas: { A: { anyOf: [[], text] } } };
    const post = { requestBody: { content: json(schema) }, responses: ok };
    const document = { ...openapi({ "/a": { post } }, { components }), openapi: "3.0.3" };
    expect(compiled(Object.values(await toolsOf(document)))).toBe(1);
    expect((await openApiAdapter({ document })).report.degraded).toBe(1);
  });

  test("a server without a scheme is reached by https", async () => {
    const document = openapi(
      { "/a": { get: { operationId: "a", responses: ok } } },
      { servers: [{ url: "//api.example" }] },
    );
    const adapter = await openApiAdapter({ document });
    expect(adapter.httpTool("a").url).toBe("https://api.example/a");
    await adapter.close?.();
  });

  test("a credential that is no object is refused at once, and not repeated", async () => {
    const document = openapi({}, { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } });
    const failure = await refusal(openApiAdapter({ document, security: { key: "s3cret" as never } }));
    expect(failure).toMatchObject({ code: "invalid_configuration", message: "security.key is no credential." });
    expect(JSON.stringify(failure)).not.toContain("s3cret");
  });
});
