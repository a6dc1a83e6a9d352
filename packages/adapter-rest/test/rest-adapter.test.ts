import { standaloneContext, standaloneHost, type ToolResult } from "@agent-tools/contract";
import { publicOnly } from "@agent-tools/network";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTool, type HttpToolDefinition, restAdapter } from "../src/index.js";
import { type Echo, startEcho } from "./echo.js";
import { refusal } from "./refusal.js";

let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo.stop());

const schema = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

async function call(tool: HttpTool | HttpToolDefinition, args: object, secrets: Record<string, string> = {}) {
  const adapter = restAdapter({ tools: [tool], baseUrl: `${echo.url}/v1` });
  try {
    return (await adapter.call(tool.name, args, standaloneContext({ secrets }))) as ToolResult;
  } finally {
    await adapter.close?.();
  }
}

async function sent(tool: HttpTool | HttpToolDefinition, args: object, secrets: Record<string, string> = {}) {
  return (await call(tool, args, secrets)).structuredContent as unknown as Echo;
}

const orderStatusTool: HttpToolDefinition = {
  name: "get_order_status",
  displayName: "Get Order Status",
  description: "Retrieves the status of an order.",
  type: "http",
  inputSchema: schema({ orderId: { type: "string" }, includeHistory: { type: "boolean", default: false } }, [
    "orderId",
  ]),
  configuration: {
    http: {
      method: "GET",
      url: "/orders/{{orderId}}/status?history={{includeHistory}}",
      headers: { Authorization: "Bearer {{API_KEY}}", "Content-Type": "application/json" },
      timeout: 10_000,
    },
  },
};

describe("templated tools", () => {
  it("O40 loads the article's tool as it is", async () => {
    const adapter = restAdapter({ tools: [orderStatusTool], baseUrl: echo.url });
    expect((await adapter.listTools(standaloneContext())).tools[0]).toMatchObject({
      name: "get_order_status",
      title: "Get Order Status",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    });
    const request = await sent(
      orderStatusTool,
      { orderId: "ORD-A1B2C", includeHistory: true },
      { API_KEY: "k-123456" },
    );
    expect(request).toMatchObject({ method: "GET", path: "/v1/orders/ORD-A1B2C/status", rawQuery: "history=true" });
    expect(request.headers["authorization"]).toBe("Bearer k-123456");
  });

  it("O41 takes a bare name for a secret where requiredSecrets lists it, and never an argument of that name", async () => {
    const tool: HttpTool = {
      name: "t",
      url: "/x",
      headers: { "x-key": "{{KEY}}" },
      requiredSecrets: ["KEY"],
      inputSchema: schema({}),
    };
    expect((await sent(tool, { KEY: "stolen" }, { KEY: "real" })).headers["x-key"]).toBe("real");
    const clash = await refusal(() =>
      restAdapter({ tools: [{ ...tool, inputSchema: schema({ KEY: {} }) }], baseUrl: echo.url }),
    );
    expect(clash.code).toBe("invalid_configuration");
    expect(clash.message).toContain('"t"');
    const unknown = await refusal(() =>
      restAdapter({ tools: [{ ...tool, requiredSecrets: ["OTHER"] }], baseUrl: echo.url }),
    );
    expect(unknown.message).toContain("{{KEY}}");
  });

  it("O41 takes {{secrets.NAME}} for a secret, and arguments cannot read or replace one", async () => {
    const tool: HttpTool = {
      name: "t",
      method: "POST",
      url: "/x",
      body: { key: "{{secrets.KEY}}", text: "{{text}}" },
      inputSchema: schema({ text: { type: "string" } }),
    };
    const request = await sent(tool, { text: "{{secrets.KEY}}", secrets: { KEY: "stolen" } }, { KEY: "real" });
    expect(JSON.parse(request.body.text)).toEqual({ key: "real", text: "{{secrets.KEY}}" });
  });

  it("O42 takes timeouts from 1,000 to 120,000 ms", async () => {
    for (const timeout of [999, 120_001, 1.5, Number.NaN]) {
      const error = await refusal(() => restAdapter({ tools: [{ name: "t", url: `${echo.url}/x`, timeout }] }));
      expect(error.message).toContain("timeout");
    }
    for (const timeout of [1_000, 120_000]) restAdapter({ tools: [{ name: "t", url: `${echo.url}/x`, timeout }] });
  });

  it("O43 drops the field of an absent optional argument, and refuses a missing required one before sending", async () => {
    const tool: HttpTool = {
      name: "t",
      method: "POST",
      url: "/x/{{id}}?a={{a}}&b=1",
      headers: { "x-a": "v-{{a}}" },
      body: { a: "{{a}}", nested: { a: "{{a}}", b: 1 }, list: ["{{a}}", 2], id: "{{id}}" },
      inputSchema: schema({ id: { type: "integer" }, a: { type: "string" } }, ["id"]),
    };
    const request = await sent(tool, { id: 7 });
    expect(request).toMatchObject({ path: "/v1/x/7", rawQuery: "b=1" });
    expect(request.headers).not.toHaveProperty("x-a");
    expect(JSON.parse(request.body.text)).toEqual({ nested: { b: 1 }, list: [2], id: 7 });
    expect((await refusal(call(tool, { a: "x" }))).code).toBe("invalid_arguments");
    const secret: HttpTool = { name: "s", url: "/x", headers: { "x-k": "{{secrets.MISSING}}" } };
    expect((await refusal(call(secret, {}))).code).toBe("missing_secret");
  });

  it("O44 hands over the raw data with a warning when a transformation fails", async () => {
    const warnings: unknown[] = [];
    const tools: HttpTool[] = [
      { name: "map", url: "/x", response: { map: { a: "no.such.path" } } },
      { name: "jmes", url: "/x", response: { jmespath: "[[[" } },
      { name: "liquid", url: "/x", response: { liquid: "{{ path | nonsense }}" } },
    ];
    const adapter = restAdapter({ tools, baseUrl: echo.url });
    for (const { name } of tools) {
      const context = standaloneContext({ log: (level, data) => warnings.push([level, data]) });
      const result = (await adapter.call(name, {}, context)) as ToolResult;
      expect(result.content[0]?.["text"]).toContain("could not be transformed");
      expect(result.structuredContent).toMatchObject({ method: "GET", path: "/x" });
    }
    expect(warnings).toHaveLength(3);
  });

  it("transforms by map, JMESPath and Liquid, each also in its stored form", async () => {
    const stored = (responseTransformation: string): HttpToolDefinition => ({
      name: "t",
      configuration: { http: { url: "/x", responseTransformation } },
    });
    const tools = [
      [
        { name: "t", url: "/x", response: { map: { m: "method", h: "headers.host" } } },
        { m: "GET", h: `127.0.0.1:${echo.port}` },
      ],
      [stored('{"m":"method","second":"rawHeaders[0]"}'), { m: "GET", second: "user-agent" }],
      [
        { name: "t", url: "/x", response: { jmespath: "{m: method, n: length(rawQuery)}" } },
        { m: "GET", n: 0 },
      ],
      [stored("headers.host"), `127.0.0.1:${echo.port}`],
      [{ name: "t", url: "/x", response: { liquid: '{"p": "{{ path }}"}' } }, { p: "/v1/x" }],
      [stored("{{ response.method | downcase }}"), "get"],
    ] as const;
    for (const [tool, expected] of tools) expect((await call(tool, {})).structuredContent).toEqual(expected);
  });

  it("encodes each value for its place, so that none changes what is around it", async () => {
    const nasty = 'a/b?c&d=e#f"}{%2e\\ ñ';
    const tool: HttpTool = {
      name: "t",
      method: "POST",
      url: "/p/{{v}}/end?q={{v}}&list={{list}}",
      body: { exact: "{{n}}", text: "v={{v}}", list: "{{list}}" },
      inputSchema: schema({ v: {}, n: {}, list: {} }),
    };
    const request = await sent(tool, { v: nasty, n: 5, list: [1, "x y"] });
    expect(request.path.split("/")).toHaveLength(5);
    expect(decodeURIComponent(request.path)).toBe(`/v1/p/${nasty}/end`);
    const query = new URLSearchParams(request.rawQuery);
    expect([query.get("q"), query.getAll("list")]).toEqual([nasty, ["1", "x y"]]);
    expect(JSON.parse(request.body.text)).toEqual({ exact: 5, text: `v=${nasty}`, list: [1, "x y"] });
  });

  it("fills form, XML and text bodies, and JSON texts with bare variables", async () => {
    const post = (body: string | object, type: string, args: object) =>
      sent(
        {
          name: "t",
          method: "POST",
          url: "/x",
          headers: { "Content-Type": type },
          body: body as string,
          inputSchema: schema({ v: {}, n: {} }),
        },
        args,
      );
    const form = "application/x-www-form-urlencoded";
    expect((await post({ a: "{{v}}", b: "{{n}}", c: "x y" }, form, { v: "1&2=3 +" })).body.text).toBe(
      "a=1%262%3D3+%2B&c=x+y",
    );
    expect((await post("a={{v}}&b={{n}}", form, { v: "&", n: 1 })).body.text).toBe("a=%26&b=1");
    expect((await post("<a b='{{v}}'>{{v}}</a>", "application/xml", { v: "<'&" })).body.text).toBe(
      "<a b='&lt;&apos;&amp;'>&lt;&apos;&amp;</a>",
    );
    expect((await post("hi {{v}}", "text/plain", { v: "<b>" })).body.text).toBe("hi <b>");
    const json = await post('{"n": {{n}}, "s": "{{v}}", "t": "{{v}}!"}', "application/json", { n: [1], v: '"' });
    expect(JSON.parse(json.body.text)).toEqual({ n: [1], s: '"', t: '"!' });
  });

  it("R51 refuses dot segments, empty segments and line breaks in headers before anything is sent", async () => {
    const tool: HttpTool = {
      name: "t",
      url: "/p/{{v}}/x",
      headers: { "x-v": "{{h}}" },
      inputSchema: schema({ v: {}, h: {} }),
    };
    for (const v of [".", "..", ""]) expect((await refusal(call(tool, { v }))).code).toBe("invalid_arguments");
    for (const h of ["a\r\nX: y", "a\nb", "\0", "☃"]) {
      expect((await refusal(call(tool, { v: "1", h }))).code).toBe("invalid_arguments");
    }
    expect((await sent(tool, { v: "%2e%2e" })).path).toBe("/v1/p/%252e%252e/x");
  });

  it("refuses a tool whose argument would choose the host, and a relative URL without a base", async () => {
    const chosen = { name: "t", url: "https://{{host}}/x", inputSchema: schema({ host: {} }) };
    expect((await refusal(() => restAdapter({ tools: [chosen] }))).code).toBe("invalid_configuration");
    expect((await refusal(() => restAdapter({ tools: [{ name: "t", url: "/x" }] }))).message).toContain("baseUrl");
    const base = restAdapter({ tools: [{ name: "t", url: "/x" }], baseUrl: "{{secrets.BASE}}" });
    const result = (await base.call(
      "t",
      {},
      standaloneContext({ secrets: { BASE: `${echo.url}/api/` } }),
    )) as ToolResult;
    expect(result.structuredContent).toMatchObject({ path: "/api/x" });
  });

  it("asks the host's network policy about every connection", async () => {
    const adapter = restAdapter(
      { tools: [{ name: "t", url: `${echo.url}/x` }] },
      standaloneHost({ network: publicOnly() }),
    );
    expect((await refusal(Promise.resolve(adapter.call("t", {}, standaloneContext())))).code).toBe("network_refused");
  });

  it("tells each tool's effect by its method, and as declared", async () => {
    const adapter = restAdapter({
      baseUrl: echo.url,
      tools: [
        ...["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({
          name: method,
          method,
          url: "/",
        })),
        { name: "search", method: "POST", url: "/", effect: "read" },
      ],
    });
    const effects = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "search"].map((name) =>
      adapter.effect?.(name),
    );
    expect(effects).toEqual(["read", "read", "read", "write", "write", "write", "destructive", "read"]);
  });
});
