import { expect, test } from "vitest";
import { sampleExposure } from "../../mcp-binding/test/sample-exposure.js";
import { mcpHttp } from "../src/index.js";
import { messagesOf, modernRequest } from "./raw-http.js";

const region = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    deep: { type: "object", properties: { level: { type: "integer", "x-mcp-header": "Level" } } },
    items: { type: "array", items: { type: "string", "x-mcp-header": "Item" } },
  },
};

function served() {
  const sample = sampleExposure([{ name: "regional", inputSchema: region, run: () => ({ content: [] }) }]);
  let listings = 0;
  const { listTools } = sample.exposure;
  const exposure = {
    ...sample.exposure,
    listTools: (session: Parameters<typeof listTools>[0]) => {
      listings++;
      return listTools(session);
    },
  };
  const { fetch } = mcpHttp(exposure);
  const call = async (args: object, headers: Record<string, string> = {}, name = "regional") => {
    const response = await fetch(
      modernRequest("tools/call", { name, arguments: args }, { "mcp-name": name, ...headers }),
    );
    const [message] = await messagesOf(response);
    return { status: response.status, error: message?.["error"] as { code: number; message: string } | undefined };
  };
  return { call, sample, listings: () => listings };
}

test.each([
  [{ region: "eu" }, { "mcp-param-region": "eu" }],
  [{ region: "größe" }, { "mcp-param-region": "=?base64?Z3LDtsOfZQ==?=" }],
  [{ region: "=?" }, { "mcp-param-region": "=?" }],
  [{ deep: { level: 7 } }, { "mcp-param-level": "7" }],
  [{ region: null, items: ["a"] }, {}],
  [{}, {}],
])("agreeing headers are let through: %j %j", async (args, headers) => {
  const { call } = served();
  expect(await call(args, headers)).toEqual({ status: 200, error: undefined });
});

test.each([
  [{ region: "eu" }, {}, /Mcp-Param-Region is missing/],
  [{ region: "eu" }, { "mcp-param-region": "us" }, /not what the body has as region/],
  [{ region: "eu" }, { "mcp-param-region": "=?base64?ZXU?=" }, /not valid Base64/],
  [{ deep: { level: 7 } }, { "mcp-param-level": "8" }, /deep\.level/],
])("disagreeing headers are refused: %j %j", async (args, headers, message) => {
  const { call } = served();
  expect(await call(args, headers)).toMatchObject({
    status: 400,
    error: { code: -32020, message: expect.stringMatching(message) },
  });
});

test("the declarations are read once, and again when the list has changed", async () => {
  const { call, sample, listings } = served();
  await call({});
  await call({}, {}, "echo");
  expect(listings()).toBe(1);
  sample.addTool({ name: "late", inputSchema: region });
  expect(await call({ region: "eu" }, {}, "late")).toMatchObject({ status: 400 });
  expect(listings()).toBe(2);
});
