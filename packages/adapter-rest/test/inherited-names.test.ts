import { standaloneContext } from "@agent-tools/contract";
import { describe, expect, it } from "vitest";
import { openApiAdapter, restAdapter } from "../src/index.js";
import { compiled, type Fields, fieldsOf, json, ok, openapi, toolsOf } from "./imported.js";
import { refusal } from "./refusal.js";
import { echoService } from "./services.js";
import { readMultipart } from "./wire-reader.js";

const echo = echoService();

/** An object with one own property, also where it is called `__proto__`. */
const own = (name: string, value: unknown): Fields => Object.fromEntries([[name, value]]);
const places = ["query", "header", "cookie", "path"];
const get = (fields: Fields, path = "/x") =>
  openapi({ [path]: { get: { operationId: "q", responses: ok, ...fields } } });
const post = (content: Fields) => ({ "/x": { post: { operationId: "q", requestBody: { content }, responses: ok } } });

describe.each(["constructor", "__proto__", "toString", "hasOwnProperty", "__defineGetter__"])(
  "a name that every object inherits something under is one like any other: %s",
  (name) => {
    it.each(["query", "header", "cookie"])("an argument that is not given is not sent: %s", async (place) => {
      const { rawQuery, headers } = await echo.sent(get({ parameters: [{ name, in: place }] }), "q", {});
      const usual = await echo.sent(get({}), "q", {});
      expect({ rawQuery, headers }).toEqual({ rawQuery: "", headers: usual.headers });
    });

    it.each(places)("one that is required is missing: %s", async (place) => {
      const document = get(
        { parameters: [{ name, in: place, required: true }] },
        place === "path" ? `/{${name}}` : "/x",
      );
      expect(await refusal(echo.sent(document, "q", {}))).toMatchObject({
        code: "invalid_arguments",
        message: expect.stringContaining(`needs ${name}.`),
      });
    });

    it("one that is given arrives", async () => {
      const sentIn = (place: string) =>
        echo.sent(
          get({ parameters: [{ name, in: place, required: true }] }, place === "path" ? `/{${name}}` : "/x"),
          "q",
          own(name, "v"),
        );
      expect((await sentIn("path")).path).toBe("/v1/v");
      expect((await sentIn("query")).rawQuery).toBe(`${name}=v`);
      expect((await sentIn("cookie")).headers["cookie"]).toBe(`${name}=v`);
      if (name !== "__proto__") expect((await sentIn("header")).headers[name.toLowerCase()]).toBe("v");
      else expect((await refusal(sentIn("header"))).message).toContain("header cannot be called __proto__");
    });

    it("schemas, properties, discriminators and types", async () => {
      const schema = {
        type: "object",
        required: [name],
        properties: own(name, { $ref: `#/components/schemas/${name}` }),
        discriminator: { propertyName: name, mapping: own(name, `#/components/schemas/${name}`) },
        oneOf: [{ $ref: `#/components/schemas/${name}` }],
      };
      const schemas = own(name, { type: name, properties: {} });
      const tools = await toolsOf(openapi(post(json(schema)), { components: { schemas } }));
      expect(compiled(Object.values(tools))).toBe(1);
      const { body } = fieldsOf(fieldsOf(tools["q"]?.inputSchema)["properties"]) as { body: Fields };
      expect(body["properties"]).toEqual(own(name, { $ref: `#/$defs/${name}` }));
      expect(fieldsOf(tools["q"]?.inputSchema)["$defs"]).toEqual(own(name, { properties: {} }));
      expect((await echo.sent(openapi(post(json(schema))), "q", { body: own(name, 1) })).body.text).toBe(
        JSON.stringify(own(name, 1)),
      );
    });

    it("media types, fields of a form, collection formats", async () => {
      const unknownType = openapi(post(own(name, { schema: { type: "array" } })));
      expect((await refusal(echo.sent(unknownType, "q", { body: ["a"] }))).code).toBe("invalid_arguments");
      const form = openapi(post({ "application/x-www-form-urlencoded": { schema: {} } }));
      expect((await echo.sent(form, "q", { body: own(name, [1, 2]) })).body.text).toBe(`${name}=1&${name}=2`);
      const parameters = [{ name: "a", in: "query", type: "array", items: {}, collectionFormat: name }];
      const old = { swagger: "2.0", paths: { "/x": { get: { operationId: "q", parameters, responses: {} } } } };
      expect((await echo.sent(old, "q", { a: [1, 2] })).rawQuery).toBe("a=1,2");
    });

    it("parts of a body and their headers", async () => {
      const encoding = { a: { headers: own(name, { schema: { type: "string" } }) } };
      const document = openapi(post({ "multipart/form-data": { schema: { type: "object" }, encoding } }));
      const { headers, body } = await echo.sent(document, "q", { body: { a: "v" }, part_headers: { a: {} } });
      const [part] = readMultipart(body.text, headers["content-type"] as string);
      expect(part?.headers).toEqual({ "content-disposition": 'form-data; name="a"' });
    });

    it("variables of a server", async () => {
      const served = (variables: object) => get({ servers: [{ url: `${echo.url}/{${name}}`, variables }] });
      const options = { baseUrl: undefined };
      expect((await echo.sent(served(own(name, { default: "v9" })), "q", {}, options)).path).toBe("/v9/x");
      expect(await refusal(echo.sent(served({}), "q", {}, options))).toMatchObject({
        code: "invalid_configuration",
        message: expect.stringContaining(`no value for {${name}}`),
      });
    });

    it("operations and security schemes", async () => {
      const document = get({ "x-agent-tools": { name }, security: [own(name, [])] });
      expect((await echo.sent(document, name, {}, { pagination: {} })).path).toBe("/v1/x");
      const security = own(name, { secret: "KEY" });
      expect(await refusal(openApiAdapter({ document, security: security as never }))).toMatchObject({
        code: "invalid_configuration",
        message: expect.stringContaining(`no usable scheme "${name}"`),
      });
    });

    it("templated tools", async () => {
      const inputSchema = { type: "object", properties: own(name, { type: "string" }), required: [name] };
      const { call } = restAdapter({ tools: [{ name: "t", url: `${echo.url}/{{${name}}}`, inputSchema }] });
      expect(await refusal(async () => call("t", {}, standaloneContext()))).toMatchObject({
        code: "invalid_arguments",
        message: expect.stringContaining(`needs ${name}.`),
      });
    });
  },
);
