import { ToolError } from "@agent-tools/contract";
import { describe, expect, it } from "vitest";
import { compiled, type Fields, fieldsOf, ok, openapi, toolsOf } from "./imported.js";
import { refusal } from "./refusal.js";
import { echoService } from "./services.js";
import { readMultipart } from "./wire-reader.js";

const echo = echoService();

const upload = (type: string, media: Fields) =>
  openapi(
    {
      "/up": {
        post: { operationId: "up", requestBody: { required: true, content: { [type]: media } }, responses: ok },
      },
    },
    { openapi: "3.2.0" },
  );

async function parts(type: string, media: Fields, args: Fields) {
  const { body, headers } = await echo.sent(upload(type, media), "up", args);
  const contentType = headers["content-type"] as string;
  return {
    contentType,
    text: body.text,
    bytes: Buffer.from(body.base64, "base64"),
    read: readMultipart(body.text, contentType),
  };
}

describe("multipart bodies", () => {
  it("are what the parser of the platform reads: texts, numbers, structures, lists and files", async () => {
    const schema = {
      type: "object",
      properties: {
        title: { type: "string" },
        count: { type: "integer" },
        meta: { type: "object" },
        tags: { type: "array", items: { type: "string" } },
        rows: { type: "array", items: { type: "object" } },
        grid: { type: "array", items: { type: "array", items: { type: "integer" } } },
        photo: { type: "string", format: "binary" },
        pages: { type: "array", items: { type: "string", format: "binary" } },
      },
    };
    const body = {
      title: 'ünï "q"\r\nline',
      count: 3,
      meta: { a: { b: [1, null] } },
      tags: ["x", "y"],
      rows: [{ id: 1 }, { id: 2 }],
      grid: [[1, 2], [3]],
      photo: {
        base64: Buffer.from([0, 13, 10, 255]).toString("base64"),
        filename: 'a "b".png',
        contentType: "image/png",
      },
      pages: [{ text: "one", filename: "1.txt" }, { text: "two" }],
    };
    const { contentType, bytes } = await parts("multipart/form-data", { schema }, { body });
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    expect(form.get("title")).toBe(body.title);
    expect(form.get("count")).toBe("3");
    expect(form.getAll("tags")).toEqual(["x", "y"]);
    const parsed = async (part: unknown) => JSON.parse(part instanceof Blob ? await part.text() : String(part));
    expect(await parsed(form.get("meta"))).toEqual(body.meta);
    expect(await Promise.all(form.getAll("rows").map(parsed))).toEqual(body.rows);
    expect(await Promise.all(form.getAll("grid").map(parsed))).toEqual(body.grid);
    const photo = form.get("photo") as File;
    expect([photo.name, photo.type, [...new Uint8Array(await photo.arrayBuffer())]]).toEqual([
      'a "b".png',
      "image/png",
      [0, 13, 10, 255],
    ]);
    const pages = form.getAll("pages") as File[];
    expect(await Promise.all(pages.map(async (page) => [page.name, await page.text()]))).toEqual([
      ["1.txt", "one"],
      ["pages", "two"],
    ]);
  });

  it("have in each part the content type and the headers that its encoding describes", async () => {
    const media = {
      schema: {
        type: "object",
        properties: {
          profile: { type: "object" },
          list: { type: "array", items: { type: "integer" } },
          raw: { type: "string" },
        },
      },
      encoding: {
        profile: {
          contentType: "application/vnd.profile+json",
          headers: {
            "Content-Type": { schema: { type: "string" } },
            "X-Version": { required: true, schema: { const: 2 } },
            "X-Trace": { description: "Where it comes from.", schema: { type: "array", items: { type: "string" } } },
            "X-Checked": { required: true, schema: { type: "string" } },
          },
        },
        list: { contentType: "text/csv; charset=utf-8" },
      },
    };
    const body = { profile: { a: 1 }, list: [1, 2], raw: "r" };
    const { read } = await parts("multipart/form-data", media, {
      body,
      part_headers: { profile: { "X-Trace": ["a", "b"], "X-Checked": "yes" } },
    });
    expect(read.map(({ headers, text }) => [headers, text])).toEqual([
      [
        {
          "content-disposition": 'form-data; name="profile"',
          "content-type": "application/vnd.profile+json",
          "x-version": "2",
          "x-trace": "a,b",
          "x-checked": "yes",
        },
        '{"a":1}',
      ],
      [{ "content-disposition": 'form-data; name="list"', "content-type": "text/csv; charset=utf-8" }, "1"],
      [{ "content-disposition": 'form-data; name="list"', "content-type": "text/csv; charset=utf-8" }, "2"],
      [{ "content-disposition": 'form-data; name="raw"' }, "r"],
    ]);

    const { up } = await toolsOf(upload("multipart/form-data", media));
    expect(compiled(up ? [up] : [])).toBe(1);
    const headers = fieldsOf(fieldsOf(up?.inputSchema)["properties"])["part_headers"];
    expect(headers).toMatchObject({
      properties: {
        profile: { properties: { "X-Trace": { description: "Where it comes from." } }, required: ["X-Checked"] },
      },
    });
    for (const given of [{}, { profile: { "X-Checked": "a\r\nX-Evil: 1" } }]) {
      const error = await refusal(() => parts("multipart/form-data", media, { body, part_headers: given }));
      expect(error).toBeInstanceOf(ToolError);
      expect(error.code).toBe("invalid_arguments");
    }
  });

  it("follow a style where the encoding names one", async () => {
    const media = {
      schema: {
        type: "object",
        properties: { filter: { type: "object" }, ids: { type: "array", items: { type: "integer" } } },
      },
      encoding: { filter: { style: "deepObject" }, ids: { style: "form", explode: false } },
    };
    const { read } = await parts("multipart/form-data", media, { body: { filter: { "a=b": { c: 1 } }, ids: [1, 2] } });
    expect(read.map(({ name, text }) => [name, text])).toEqual([
      ["filter[a=b][c]", "1"],
      ["ids", "1,2"],
    ]);
  });

  it("and fields of a form keep reserved characters where their encoding says so; a style that is none is the usual one", async () => {
    const media = {
      schema: { type: "object" },
      encoding: {
        path: { allowReserved: true },
        plain: { allowReserved: false },
        ids: { style: "constructor", explode: false },
      },
    };
    const body = { path: "/a,b?c&d=e+f", plain: "/a", other: "/b", ids: [1, 2] };
    const { text } = (await echo.sent(upload("application/x-www-form-urlencoded", media), "up", { body })).body;
    expect(text).toBe("path=/a,b?c%26d=e%2Bf&plain=%2Fa&other=%2Fb&ids=1,2");
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({ ...body, ids: "1,2" });
  });

  it("are lists of unnamed parts in multipart/mixed, each by its position, and may hold further ones", async () => {
    const media = {
      schema: {
        type: "array",
        prefixItems: [{ type: "object" }, { type: "string", format: "binary" }],
        items: { type: "object" },
      },
      prefixEncoding: [{ contentType: "application/ld+json" }, { contentType: "image/png" }],
      itemEncoding: { contentType: "multipart/related", encoding: { a: { contentType: "application/json" } } },
    };
    const body = [{ "@id": 1 }, { base64: "AAEC", filename: "p.png" }, { a: "x", b: [1, 2] }];
    const { contentType, read, text } = await parts("multipart/mixed", media, { body });
    expect(contentType).toMatch(/^multipart\/mixed; boundary=/);
    expect(text).not.toContain('form-data; name="0"');
    expect(read[0]).toMatchObject({ headers: { "content-type": "application/ld+json" }, text: '{"@id":1}' });
    expect(read[1]?.headers).toEqual({
      "content-disposition": 'attachment; filename="p.png"',
      "content-type": "image/png",
    });
    const inner = readMultipart(read[2]?.text as string, read[2]?.headers["content-type"] as string);
    expect(inner.map(({ name, headers, text }) => [name, headers["content-type"], text])).toEqual([
      ["a", "application/json", '"x"'],
      ["b", undefined, "1"],
      ["b", undefined, "2"],
    ]);
  });

  it("and streams of JSON (itemSchema of OpenAPI 3.2) are given as lists", async () => {
    const item = { type: "object", properties: { id: { type: "integer" } } };
    const send = async (type: string) =>
      (
        await echo.sent(
          upload(type, { itemSchema: item }),
          "up",
          { body: [{ id: 1 }, { id: 2 }] },
          { baseUrl: `${echo.url}/v1` },
        )
      ).body.text;
    expect(await send("application/jsonl")).toBe('{"id":1}\n{"id":2}\n');
    expect(await send("application/json-seq")).toBe('\u001e{"id":1}\n\u001e{"id":2}\n');
    const { up } = await toolsOf(upload("application/x-ndjson", { itemSchema: item }));
    expect(fieldsOf(fieldsOf(up?.inputSchema)["properties"])["body"]).toMatchObject({ type: "array", items: item });
  });
});
