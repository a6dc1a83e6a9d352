import { standaloneContext } from "@agent-tools/contract";
import { describe, expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";
import { ok, openapi, toolsOf } from "./imported.js";
import { echoService } from "./services.js";

const echo = echoService();

describe("names and descriptions", () => {
  it("O45 names tools by the snake_case of operationId, else by method and path", async () => {
    const document = openapi({
      "/orders/{orderId}": {
        get: { operationId: "getOrder", responses: ok },
        delete: { responses: ok },
        post: { operationId: "Orders/update-HTTPStatus", responses: ok },
      },
    });
    expect(Object.keys(await toolsOf(document))).toEqual([
      "get_order",
      "delete_orders_order_id",
      "orders_update_http_status",
    ]);
  });

  it("names each of very many operations, the odd ones among them", async () => {
    const long = "aVeryLongIdentifierOfAnOperation".repeat(4);
    const ids = ["", "plain_name", "Größe", "HTTPServer", long];
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => {
        const id = ids[number % 5] && `${ids[number % 5]}${number}`;
        return [`/items/${number}`, number % 7 === 0 ? { get: null } : { get: { operationId: id, responses: ok } }];
      }),
    );
    const names = Object.keys(await toolsOf(openapi(paths)));
    const left = Array.from({ length: 300 }, (_, number) => number).filter((number) => number % 7 !== 0);
    expect(names).toHaveLength(left.length);
    for (const [index, number] of left.entries()) {
      const plain = [`get_items_${number}`, `plain_name${number}`, `gro_e${number}`, `http_server${number}`];
      const expected = plain[number % 5];
      if (expected !== undefined) expect(names[index]).toBe(expected);
      else expect(names[index]).toMatch(/^a_very_long_identifier_of_an_operationa_very_long_[\w]+_[\da-f]{8}$/);
    }
  });

  it("R11 keeps names within 64 characters, distinct, callable, and the same when other operations come and go", async () => {
    const long = "listEverythingThatWasEverStoredInTheArchiveOfTheOldDepartmentOfRecords";
    const paths = {
      "/a": { get: { operationId: `${long}First`, responses: ok } },
      "/b": { get: { operationId: `${long}Second`, responses: ok } },
      "/c": { get: { operationId: "same", responses: ok } },
      "/d": { get: { operationId: "same", responses: ok } },
    };
    const names = Object.keys(await toolsOf(openapi(paths)));
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[a-z\d_]{1,64}$/);
    const { "/a": _, ...others } = paths;
    expect(Object.keys(await toolsOf(openapi(others)))).toEqual(names.slice(1));
    expect((await echo.sent(openapi(paths), names[0] as string, {})).path).toBe("/v1/a");
    expect((await echo.sent(openapi(paths), names[1] as string, {})).path).toBe("/v1/b");
  });

  it("says what the model needs and no more, and keeps where a tool comes from in _meta", async () => {
    const document = openapi({
      "/x": {
        get: {
          summary: "List things",
          description: "<p>Lists  <b>all</b> things.</p>\n\n\nIn <unit>.",
          deprecated: true,
          responses: ok,
        },
      },
      "/y": { delete: { responses: ok, description: `Long. ${"Words and words. ".repeat(200)}` } },
    });
    const tools = await toolsOf(document);
    expect(tools["get_x"]).toMatchObject({
      title: "List things",
      description: "Deprecated. List things. Lists all things.\nIn <unit>.",
      annotations: { readOnlyHint: true, destructiveHint: false },
      _meta: {
        generationMetadata: {
          generatedFrom: "openapi",
          sourceVersion: "2.5",
          digest: expect.stringMatching(/^sha256:/),
        },
      },
    });
    expect(tools["delete_y"]?.description?.length).toBeLessThanOrEqual(1_200);
    expect(tools["delete_y"]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it("obeys x-agent-tools, and picks by name and tag", async () => {
    const document = openapi({
      "/a": {
        post: {
          operationId: "find",
          tags: ["one"],
          "x-agent-tools": { name: "search", effect: "read", description: "Searches." },
          responses: ok,
        },
      },
      "/b": { get: { operationId: "listB", tags: ["two"], responses: ok } },
      "/c": { get: { operationId: "hidden", "x-agent-tools": { enabled: false }, responses: ok } },
    });
    const adapter = await openApiAdapter({ document });
    expect(
      (await adapter.listTools(standaloneContext())).tools.map(({ name, description }) => [name, description]),
    ).toEqual([
      ["search", "Searches."],
      ["list_b", "GET /b"],
    ]);
    expect([adapter.effect?.("search"), adapter.effect?.("list_b")]).toEqual(["read", "read"]);
    expect(adapter.report).toMatchObject({ imported: 2, skipped: 1 });
    expect(Object.keys(await toolsOf(document, { tags: ["two"] }))).toEqual(["list_b"]);
    expect(Object.keys(await toolsOf(document, { include: ["l*"] }))).toEqual(["list_b"]);
    expect(Object.keys(await toolsOf(document, { exclude: ["l*"] }))).toEqual(["search"]);
  });
});
