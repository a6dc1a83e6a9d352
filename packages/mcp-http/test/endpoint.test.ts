import { ToolError } from "@agent-tools/contract";
import { expect, expectTypeOf, test } from "vitest";
import { sampleExposure } from "../../mcp-binding/test/sample-exposure.js";
import { type McpHttpOptions, mcpHttp, type SessionId } from "../src/index.js";
import { initialize, messagesOf, modernRequest, openSession, rawRequest, url } from "./raw-http.js";

const served = (options?: McpHttpOptions) => mcpHttp(sampleExposure().exposure, options);

test("a session id is no other text (O06)", () => {
  const takesSession = (id: SessionId) => id;
  // @ts-expect-error: any text is not a session id
  takesSession("conversation");
  expectTypeOf<SessionId>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<SessionId>();
});

test("both eras are served on one endpoint", async () => {
  const { fetch } = served();
  const session = await openSession(fetch);
  const old = await fetch(rawRequest({ session, message: { id: 1, method: "tools/list" } }));
  const recent = await fetch(modernRequest("tools/list"));
  const names = async (response: Response) => {
    const [message] = await messagesOf(response);
    return (message as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
  };
  expect(await names(old)).toEqual(await names(recent));
  expect(recent.headers.get("mcp-session-id")).toBeNull();
});

test("in the new era the client's name is the conversation, and an unknown method is not found", async () => {
  const { fetch } = served();
  const [message] = await messagesOf(
    await fetch(modernRequest("tools/call", { name: "whoami" }, { "mcp-name": "whoami" })),
  );
  expect(JSON.stringify(message)).toContain(String.raw`\"conversation\":\"raw\"`);
  const unknown = await fetch(modernRequest("own/method"));
  expect(unknown.status).toBe(404);
  expect(await messagesOf(unknown)).toMatchObject([{ error: { code: -32601 } }]);
});

test("a batch is refused, of one message too (O31)", async () => {
  const { fetch } = served();
  const request = new Request(url, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: JSON.stringify([{ jsonrpc: "2.0", ...initialize }]),
  });
  const response = await fetch(request);
  expect(response.status).toBe(400);
  expect(await messagesOf(response)).toMatchObject([
    { error: { code: -32600, message: expect.stringMatching(/batches/) } },
  ]);
});

test("in JSON-only mode every answer is one body, and there is no stream to listen to (O31)", async () => {
  const { fetch } = served({ isJsonOnly: true });
  const session = await openSession(fetch);
  const meta = { _meta: { progressToken: 1 } };
  for (const name of ["echo", "steps", "logs"]) {
    const answers = [
      await fetch(rawRequest({ session, message: { id: 1, method: "tools/call", params: { name, ...meta } } })),
      await fetch(modernRequest("tools/call", { name }, { "mcp-name": name })),
    ];
    for (const answer of answers) {
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(await answer.json()).toMatchObject({ result: { content: [{ type: "text" }] } });
    }
  }
  const stream = await fetch(rawRequest({ method: "GET", session }));
  expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST, DELETE"]);
});

test("a foreign origin gets 403, a listed one may read the answer (O31)", async () => {
  const { fetch } = served({ allowedOrigins: ["https://app.example"] });
  const from = (origin: string) => fetch(rawRequest({ message: initialize, headers: { origin } }));
  expect((await from("https://evil.example")).status).toBe(403);
  expect((await from("null")).status).toBe(403);
  const listed = await from("https://app.example");
  expect(listed.status).toBe(200);
  expect(listed.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect(listed.headers.get("access-control-expose-headers")).toContain("Mcp-Session-Id");
  const preflight = await fetch(
    rawRequest({
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,mcp-session-id,mcp-param-region",
      },
    }),
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type,mcp-session-id,mcp-param-region");
});

test.each(["evil.example", "127.0.0.1.evil.example", "user@127.0.0.1", "127.1", "2130706433", "localhost:1:2"])(
  "a Host of %s is refused",
  async (host) => {
    expect((await served().fetch(rawRequest({ message: initialize, headers: { host } }))).status).toBe(403);
  },
);

test("further hosts can be allowed, at any port", async () => {
  const { fetch } = served({ allowedHosts: ["Tools.example"] });
  const request = rawRequest({ message: initialize, headers: { host: "tools.example:8443" } });
  expect((await fetch(request)).status).toBe(200);
});

test("what the host's caller function throws becomes the answer", async () => {
  const denied = new ToolError("denied", "Not on a Sunday.");
  const { fetch } = served({
    caller: () => {
      throw denied;
    },
  });
  const response = await fetch(rawRequest({ message: initialize }));
  expect(response.status).toBe(403);
  expect(await messagesOf(response)).toMatchObject([
    { error: { message: expect.stringMatching(/^Not on a Sunday\. /) } },
  ]);
});

test("health is told without a Host or a token; readiness ends with the server", async () => {
  const http = served({ path: "/tools" });
  const at = (path: string) => http.fetch(new Request(`http://10.0.0.9${path}`));
  expect([(await at("/healthz")).status, (await at("/readyz")).status, (await at("/mcp")).status]).toEqual([
    200, 200, 404,
  ]);
  await http.close();
  expect([(await at("/healthz")).status, (await at("/readyz")).status]).toEqual([200, 503]);
  expect((await http.fetch(rawRequest({ message: initialize }, "http://127.0.0.1/tools"))).status).toBe(503);
});

test("a body over the limit is refused though its length is not told", async () => {
  const { fetch } = served({ maxBodyBytes: 1_000 });
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(400)) });
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);
  expect((await fetch(request)).status).toBe(413);
});
