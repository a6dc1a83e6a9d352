import { standaloneContext, type Tool } from "@agent-tools/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiAdapter, restAdapter } from "../src/index.js";
import { answer, bodyOf, type Served, serve } from "./serve.js";
import { type ReadParameter, readBack, readForm, readMultipart } from "./wire-reader.js";

interface Seen {
  readonly url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

let server: Served;
let seen: Seen | undefined;
beforeAll(async () => {
  server = await serve(async (request, response) => {
    seen = { url: request.url as string, headers: request.headers, body: await bodyOf(request) };
    answer(response, 200, {});
  });
});
afterAll(() => server.close());

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const segment = text.filter((value) => !/^\.{1,2}$/.test(value));
const name = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019_$[]. -é☃&="), minLength: 1, maxLength: 6 })
  .filter((value) => /\w/.test(value));
/** What a header can hold: visible characters, and no comma, which stands between the items of a list. */
const headerText = fc.string({ unit: fc.constantFrom(..."abc;=/\"'!~"), minLength: 1, maxLength: 8 });
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const list = (items: fc.Arbitrary<unknown>) => fc.array(items, { minLength: 1, maxLength: 4 });
const fields = (values: fc.Arbitrary<unknown>) =>
  fc.dictionary(text, values, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

type Kind = "scalar" | "list" | "object";
const kinds: Record<string, readonly Kind[]> = {
  simple: ["scalar", "list", "object"],
  label: ["scalar", "list", "object"],
  matrix: ["scalar", "list", "object"],
  form: ["scalar", "list", "object"],
  spaceDelimited: ["list"],
  pipeDelimited: ["list"],
  deepObject: ["object"],
};
const styles: Record<string, readonly string[]> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** A parameter of any place, style and kind, and a value for it. */
const parameter = fc.constantFrom(...Object.keys(styles)).chain((place) =>
  fc.constantFrom(...(styles[place] as string[])).chain((style) =>
    fc.constantFrom(...(kinds[style] as Kind[])).chain((kind) => {
      const one = place === "header" ? headerText : place === "path" ? segment : scalar;
      const key = place === "header" ? fc.constantFrom("k1", "k2", "k3") : text;
      const value =
        kind === "scalar"
          ? one
          : kind === "list"
            ? list(one)
            : fc.dictionary(key, one, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
      return fc.record({
        place: fc.constant(place),
        style: fc.constant(style),
        kind: fc.constant(kind),
        explode: fc.boolean(),
        value,
      });
    }),
  ),
);

describe("what is sent, read back by a parser that shares nothing with the adapter, is what was asked", () => {
  it("for parameters of every place, style and kind", { timeout: 120_000 }, async () => {
    const drawn = fc.array(parameter, { minLength: 1, maxLength: 5 });
    const names = fc.uniqueArray(name, { minLength: 5, maxLength: 5, selector: (value) => value.toLowerCase() });
    await fc.assert(
      fc.asyncProperty(drawn, names, async (list, given) => {
        let paths = 0;
        const nameOf = (place: string, index: number): string =>
          place === "path" ? `p${paths++}` : place === "query" ? `q${index}${given[index]}` : `n${index}`;
        const parameters = list.map((one, index) => ({ ...one, name: nameOf(one.place, index) }));
        // An exploded object takes the names of its keys: it can be read back where it is alone in its place.
        const used = parameters.filter(
          ({ place, kind, style, explode }) =>
            (place !== "query" && place !== "cookie") ||
            !(kind === "object" && style === "form" && explode) ||
            parameters.filter((other) => other.place === place).length === 1,
        );
        const variables = used.filter(({ place }) => place === "path").map((one) => `/x{${one.name}}`);
        const adapter = await openApiAdapter({
          baseUrl: server.url,
          document: {
            openapi: "3.1.0",
            info: { title: "T", version: "1" },
            paths: {
              [`/r${variables.join("")}`]: {
                get: {
                  operationId: "t",
                  parameters: used.map(({ name, place, style, explode }) => ({
                    name,
                    in: place,
                    style,
                    explode,
                    required: place === "path",
                    schema: {},
                  })),
                  responses: {},
                },
              },
            },
          },
        });
        const [tool] = (await adapter.listTools(standaloneContext())).tools;
        const { properties } = (tool as Tool).inputSchema as unknown as { properties: object };
        const argumentNames = Object.keys(properties);
        const args = Object.fromEntries(used.map(({ value }, index) => [argumentNames[index], value]));
        await adapter.call("t", args, standaloneContext());
        await adapter.close?.();
        for (const one of used) expect(readBack(one as ReadParameter, seen as Seen)).toEqual(asText(one.value));
      }),
      { numRuns: 30 },
    );
  });

  it("for JSON, form and multipart bodies", { timeout: 120_000 }, async () => {
    const bodies = fc.record({ flat: fields(scalar), lists: fields(list(scalar)), json: fc.jsonValue() });
    const file = fc.uint8Array({ minLength: 0, maxLength: 32 });
    await fc.assert(
      fc.asyncProperty(bodies, file, async ({ flat, lists, json }, bytes) => {
        const send = async (type: string, schema: object, body: unknown) => {
          const operation = { operationId: "t", requestBody: { content: { [type]: { schema } } }, responses: {} };
          const adapter = await openApiAdapter({
            baseUrl: server.url,
            document: { openapi: "3.1.0", info: {}, paths: { "/r": { post: operation } } },
          });
          await adapter.call("t", { body }, standaloneContext());
          await adapter.close?.();
          return seen as Seen;
        };
        expect(JSON.parse((await send("application/json", {}, json)).body)).toEqual(JSON.parse(JSON.stringify(json)));
        const form = await send("application/x-www-form-urlencoded", {}, { ...flat, ...lists });
        expect(readForm(form.body)).toEqual(pairs({ ...flat, ...lists }));
        const schema = { properties: { upload: { type: "string", format: "binary" } } };
        const { upload: _, ...rest } = flat as Record<string, unknown>;
        const multipart = await send("multipart/form-data", schema, {
          ...rest,
          upload: { base64: Buffer.from(bytes).toString("base64"), filename: 'a"b.bin' },
        });
        const parts = readMultipart(multipart.body, String(multipart.headers["content-type"]));
        expect(parts.slice(0, -1).map(({ name, text }) => [name, text])).toEqual(pairs(rest));
        expect(parts.at(-1)).toMatchObject({ name: "upload", filename: 'a"b.bin' });
      }),
      { numRuns: 20 },
    );
  });

  it("for templates, whatever the arguments hold, and a secret is always the secret", {
    timeout: 120_000,
  }, async () => {
    const tool = {
      name: "t",
      method: "POST",
      url: "/p/{{a}}/end?q={{b}}&k={{secrets.KEY}}",
      headers: { "x-key": "{{secrets.KEY}}" },
      body: { exact: "{{c}}", mixed: "<{{b}}>", key: "{{secrets.KEY}}" },
      inputSchema: { type: "object", properties: { a: {}, b: {}, c: {} } },
    };
    const adapter = restAdapter({ baseUrl: server.url, tools: [tool] });
    const nasty = fc.oneof(
      text,
      fc.constantFrom("{{secrets.KEY}}", "{{b}}", '"}', "../x", "a&k=1", "%2e%2e", "\r\nx-key: no"),
    );
    await fc.assert(
      fc.asyncProperty(
        nasty.filter((value) => !/^\.{1,2}$/.test(value)),
        nasty,
        fc.jsonValue(),
        async (a, b, c) => {
          await adapter.call(
            "t",
            { a, b, c, secrets: { KEY: "no" }, KEY: "no" },
            standaloneContext({ secrets: { KEY: "yes" } }),
          );
          const { url, headers, body } = seen as Seen;
          const [path = "", query] = url.split("?");
          expect(path.split("/").map(decodeURIComponent)).toEqual(["", "p", well(a), "end"]);
          expect([...new URLSearchParams(query)]).toEqual([
            ["q", well(b)],
            ["k", "yes"],
          ]);
          expect(headers["x-key"]).toBe("yes");
          expect(JSON.parse(body)).toEqual({ exact: JSON.parse(JSON.stringify(c)), mixed: `<${b}>`, key: "yes" });
        },
      ),
      { numRuns: 30 },
    );
    await adapter.close?.();
  });
});

/** A value as the wire can say it: text, or a list or an object of texts. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => well(String(item)));
  if (typeof value !== "object" || value === null) return well(String(value));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [well(key), well(String(inner))]));
}

function pairs(given: Record<string, unknown>): [string, string][] {
  return Object.entries(given).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [well(key), well(String(item))]),
  );
}

/** UTF-8 has no lone surrogates; they arrive as U+FFFD. */
function well(value: string): string {
  return Buffer.from(value).toString();
}
