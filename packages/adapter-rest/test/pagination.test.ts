import { standaloneContext, type ToolResult } from "@agent-tools/contract";
import { describe, expect, it } from "vitest";
import { type HttpTool, openApiAdapter } from "../src/index.js";
import { ok, openapi } from "./imported.js";
import { answer } from "./serve.js";
import { echoService, shortLived } from "./services.js";

const echo = echoService();
const { closing, served, caller } = shortLived();
describe("pagination", () => {
  const all = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));

  it("reads pages by cursor, Link header and offset into one answer", async () => {
    const page = (kind: string, pagination: HttpTool["pagination"]) =>
      caller({ url: `${echo.url}/_/page/${kind}?limit=3`, ...(pagination && { pagination }) })();
    const cursor = await page("cursor", { type: "cursor", parameter: "cursor", next: "next_cursor", items: "data" });
    expect(cursor.structuredContent).toEqual({ data: all, next_cursor: null, has_more: false });
    const link = await page("link", { type: "link", items: "data" });
    expect(link.structuredContent).toMatchObject({ data: all, total: 7 });
    const offset = await page("offset", { type: "offset", parameter: "offset", limit: "limit", items: "data" });
    expect(offset.structuredContent).toMatchObject({ data: all });
  });

  it("says that there is more where it stops, and never asks the same page twice", async () => {
    const cut = await caller({
      url: `${echo.url}/_/page/cursor?limit=3`,
      pagination: { type: "cursor", parameter: "cursor", next: "next_cursor", items: "data", maxPages: 2 },
    })();
    expect(cut.structuredContent).toMatchObject({ data: all.slice(0, 6), next_cursor: "6" });
    expect(cut.content.at(-1)?.["text"]).toContain("more pages");
    let hits = 0;
    const stuck = await served((_, response) => {
      hits += 1;
      answer(response, 200, { data: [hits], next: "same" });
    });
    await caller({ url: stuck.url, pagination: { type: "cursor", parameter: "c", next: "next", items: "data" } })();
    expect(hits).toBe(2);
  });

  it("does not follow a link to another origin", async () => {
    const server = await served((_, response) =>
      answer(response, 200, [1], { link: '<http://localhost:1/next>; rel="next"' }),
    );
    const result = await caller({ url: server.url, pagination: { type: "link", items: "" } })();
    expect(result.structuredContent).toEqual([1]);
  });

  it("reads the pages of an imported operation, by the name of its tool", async () => {
    const adapter = await openApiAdapter({
      document: openapi({ "/_/page/cursor": { get: { operationId: "listAll", responses: ok } } }),
      baseUrl: echo.url,
      pagination: { list_all: { type: "cursor", parameter: "cursor", next: "next_cursor", items: "data" } },
    });
    closing.push({ close: () => adapter.close?.() });
    const result = (await adapter.call("list_all", {}, standaloneContext())) as ToolResult;
    expect(result.structuredContent).toMatchObject({ data: all });
  });
});
