import { standaloneContext } from "@agent-tools/contract";
import { describe, expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";
import { fieldsOf, json, ok, openapi, toolsOf } from "./imported.js";
import { refusal } from "./refusal.js";
import { echoService } from "./services.js";

const echo = echoService();

describe("parameters", () => {
  it("R41 takes over path-item parameters, through references, unless the operation overrides them", async () => {
    const parameters = { Id: { name: "id", in: "path", required: true, schema: { type: "string" } } };
    const own = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const document = openapi(
      {
        "/x/{id}": {
          parameters: [{ $ref: "#/components/parameters/Id" }, { name: "q", in: "query", schema: {} }],
          get: { responses: ok },
          put: { parameters: own, responses: ok },
          post: { responses: ok },
          delete: { responses: ok },
        },
      },
      { components: { parameters } },
    );
    for (const method of ["get", "put", "post", "delete"]) {
      expect(await echo.sent(document, `${method}_x_id`, { id: 7, q: "" })).toMatchObject({
        path: "/v1/x/7",
        rawQuery: "q=",
      });
    }
    const tools = await toolsOf(document);
    expect(fieldsOf(tools["put_x_id"]?.inputSchema)["properties"]).toMatchObject({ id: { type: "integer" } });
    expect((await refusal(echo.sent(document, "get_x_id", {}))).message).toContain("needs id");
  });

  it("R47 encodes path values, keeps blank query values, and reads 2XX responses", async () => {
    const parameters = [
      { name: "v", in: "path", required: true, schema: { type: "string" } },
      { name: "q", in: "query", schema: { type: "string" } },
    ];
    const document = openapi({
      "/f/{v}/end": { get: { parameters, responses: { "2XX": { content: json({ type: "object" }) } } } },
    });
    expect(await echo.sent(document, "get_f_v_end", { v: "a/b c ñ", q: "" })).toMatchObject({
      path: "/v1/f/a%2Fb%20c%20%C3%B1/end",
      rawQuery: "q=",
    });
    for (const v of ["..", ".", ""]) {
      expect((await refusal(echo.sent(document, "get_f_v_end", { v }))).code).toBe("invalid_arguments");
    }
  });

  it("keeps parameters of one name apart, respells what providers refuse, and refuses what is unknown", async () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: {} },
      { name: "id", in: "query", schema: {} },
      { name: "filter[a b]", in: "query", schema: {} },
      { name: "body", in: "query", schema: {} },
      { name: "__proto__", in: "query", schema: {} },
    ];
    const document = openapi({
      "/x/{id}": { post: { operationId: "x", parameters, requestBody: { content: json({}) }, responses: ok } },
    });
    const args = { id: 1, query_id: 2, filter_a_b: 3, query_body: 4, body: { id: 5 } };
    const request = await echo.sent(document, "x", args);
    expect(request).toMatchObject({ path: "/v1/x/1", rawQuery: "id=2&filter%5Ba%20b%5D=3&body=4" });
    expect(request.body.text).toBe('{"id":5}');
    expect((await refusal(echo.sent(document, "x", { ...args, idd: 1 }))).hint).toContain("filter_a_b");
  });

  it("writes lists in lists as Swagger 2.0 has it, level by level, wherever they stand", async () => {
    const list = (items: object, collectionFormat?: string) => ({
      type: "array",
      items,
      ...(collectionFormat && { collectionFormat }),
    });
    const text = { type: "string" };
    const post = (place: string, consumes: string[], schema: object) => ({
      consumes,
      parameters: [{ name: "v", in: place, ...schema }],
      responses: ok,
    });
    const form = "application/x-www-form-urlencoded";
    const nested = list(list(text), "pipes");
    const document = {
      swagger: "2.0",
      info: { title: "T", version: "1" },
      paths: {
        "/query": { post: post("query", [], nested) },
        "/multi": { post: post("query", [], list(list(list(text, "tsv"), "ssv"), "multi")) },
        "/header": { post: post("header", [], list(list(text, "pipes"))) },
        "/pipes": { post: post("header", [], nested) },
        "/path/{v}": { post: post("path", [], { ...nested, required: true }) },
        "/form": { post: post("formData", [form], nested) },
        "/parts": { post: post("formData", ["multipart/form-data"], nested) },
      },
    };
    const v = [["a", "b"], ["c"]];
    const sent = (tool: string, args: object) => echo.sent(document, tool, args);
    const query = new URLSearchParams((await sent("post_query", { v })).rawQuery);
    expect(query.getAll("v")).toEqual(["a,b|c"]);
    const multi = new URLSearchParams((await sent("post_multi", { v: [[["a", "b"], ["c"]], [["d"]]] })).rawQuery);
    expect(multi.getAll("v")).toEqual(["a\tb c", "d"]);
    expect((await sent("post_header", { v })).headers["v"]).toBe("a|b,c");
    expect((await sent("post_pipes", { v })).headers["v"]).toBe("a,b|c");
    expect(decodeURIComponent((await sent("post_path_v", { v })).path)).toBe("/v1/path/a,b|c");
    const { body } = await sent("post_form", { body: { v } });
    expect(new URLSearchParams(body.text).getAll("v")).toEqual(["a,b|c"]);
    expect((await sent("post_parts", { body: { v } })).parts).toMatchObject([{ name: "v", text: "a,b|c" }]);
  });

  it("refuses an integer that lost digits, wherever it stands, and a bigint only where it has no text", async () => {
    const ids = { type: "array", items: { $ref: "#/components/schemas/Id" } };
    const query = (name: string, schema: object) => ({ name, in: "query", schema });
    const document = openapi(
      {
        "/x": {
          post: {
            parameters: [query("id", { type: "integer" }), query("n", { type: "number" }), query("any", {})],
            requestBody: {
              content: json({
                type: "object",
                properties: { ids, sum: { anyOf: [{ type: "integer" }, { type: "number" }] } },
                additionalProperties: { allOf: [{ type: "integer" }] },
              }),
            },
            responses: ok,
          },
        },
      },
      { components: { schemas: { Id: { type: ["integer", "null"], format: "int64" } } } },
    );
    const sent = (args: object) => echo.sent(document, "post_x", args);
    const lost = 2 ** 53;
    for (const [args, where] of [
      [{ id: lost }, "id"],
      [{ id: -lost }, "id"],
      [{ body: { ids: [1, lost] } }, "body.ids.1"],
      [{ body: { more: 1e300 } }, "body.more"],
    ] as const) {
      const refused = await refusal(sent(args));
      expect([refused.code, refused.message]).toEqual([
        "invalid_arguments",
        expect.stringMatching(`^${where} is an integer beyond 2\\^53`),
      ]);
    }
    const kept = { id: lost - 1, n: 1e21, any: lost, body: { ids: [lost - 1], sum: 2e53 } };
    expect(await sent(kept)).toMatchObject({
      rawQuery: `id=${lost - 1}&n=1e%2B21&any=${lost}`,
      body: { text: JSON.stringify(kept.body) },
    });
    expect((await sent({ id: 12345678901234567890n })).rawQuery).toBe("id=12345678901234567890");
    expect((await sent({ id: "12345678901234567890" })).rawQuery).toBe("id=12345678901234567890");
    const refused = await refusal(sent({ body: { ids: [1n] } }));
    expect([refused.code, refused.message]).toEqual(["invalid_arguments", expect.stringContaining("BigInt")]);
  });

  it("degrades an operation whose path and parameters disagree, and skips what is none", async () => {
    const adapter = await openApiAdapter({
      document: openapi({
        "/x/{a}/{B}": {
          get: {
            parameters: [
              { name: "b", in: "path", schema: {} },
              { name: "gone", in: "path", schema: {} },
              { in: "query" },
            ],
            responses: ok,
          },
          post: "nonsense",
        },
        "no-slash": { get: { responses: ok } },
        "/gone": { $ref: "#/nowhere" },
      }),
    });
    expect(adapter.report).toMatchObject({ imported: 0, degraded: 2, skipped: 2 });
    expect(adapter.report.operations.every(({ reasons }) => reasons.length > 0)).toBe(true);
    const { tools } = await adapter.listTools(standaloneContext());
    expect(fieldsOf(tools[0]?.inputSchema)["required"]).toEqual(["B", "a"]);
    const paths = { "/{ключ}": { get: { operationId: "k", parameters: [{ name: "ключ", in: "path", schema: {} }] } } };
    const { k } = await toolsOf(openapi(paths));
    expect(fieldsOf(k?.inputSchema)["properties"]).toEqual({ value: { description: "ключ" } });
  });
});
