import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { sampleExposure } from "../../mcp-binding/test/sample-exposure.js";
import { type McpHttpOptions, mcpHttp, staticTokens } from "../src/index.js";
import { initialize, messagesOf, openSession, rawRequest } from "./raw-http.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

async function listening(options?: McpHttpOptions, port: number | undefined = 0, host?: string) {
  const server = await mcpHttp(sampleExposure().exposure, options).listen(port, host);
  closing.push(() => server.close());
  return server;
}

test("a host that other machines reach is refused without access control (O07)", async () => {
  for (const host of ["0.0.0.0", "::", "192.0.2.1", "host.example"]) {
    await expect(listening({}, 0, host)).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(host),
      hint: expect.stringContaining("access"),
    });
  }
  vi.stubEnv("AGENT_TOOLS_HTTP_HOST", "0.0.0.0");
  await expect(listening()).rejects.toMatchObject({ code: "invalid_configuration" });
});

test("it is served with access control, or where the host says so (O07)", async () => {
  const guarded = await listening({ access: staticTokens([]) }, 0, "0.0.0.0");
  expect((await fetch(rawRequest({ message: initialize }, guarded.url))).status).toBe(401);
  const open = await listening({ allowsAnonymousRemote: true }, 0, "0.0.0.0");
  expect((await fetch(rawRequest({ message: initialize }, open.url))).status).toBe(200);
});

test.each(["127.0.0.1", "localhost", "::1", "127.0.0.2"])("this machine is served at %s", async (host) => {
  const { url } = await listening({}, 0, host);
  expect((await fetch(rawRequest({ message: initialize }, url))).status).toBe(200);
});

test("port and host come from the environment, and faults in them are named", async () => {
  const { port } = await listening();
  vi.stubEnv("AGENT_TOOLS_HTTP_PORT", String(port));
  const http = mcpHttp(sampleExposure().exposure);
  await expect(http.listen()).rejects.toMatchObject({
    message: `Cannot listen on 127.0.0.1:${port}: somebody else listens there.`,
    hint: expect.stringContaining("AGENT_TOOLS_HTTP_PORT"),
  });
  vi.stubEnv("AGENT_TOOLS_HTTP_PORT", "http");
  await expect(http.listen()).rejects.toMatchObject({ hint: expect.stringContaining("AGENT_TOOLS_HTTP_PORT") });
});

test("closing lets calls end, refuses new ones, and ends streams", async () => {
  const { child, url, said } = await listeningHost();
  const at = fetchAt(url);
  const session = await openSession(at);
  const stream = await at(rawRequest({ method: "GET", session }, url));
  const call = at(rawRequest({ session, message: { id: 5, method: "tools/call", params: { name: "slow" } } }, url));
  await said(/running/);
  child.kill("SIGTERM");
  await expect
    .poll(
      async () =>
        fetch(new URL("/readyz", url)).then(
          ({ status }) => status,
          () => "refused",
        ),
      { timeout: 10_000 },
    )
    .toBe("refused");
  child.send("finish");
  expect(await messagesOf(await call)).toMatchObject([{ id: 5, result: { content: [{ text: "finished" }] } }]);
  expect(await stream.text()).not.toContain("data: {");
  const [code, signal] = await once(child, "exit");
  expect([code, signal]).toEqual([0, null]);
  await said(/closed/);
});

function fetchAt(url: string) {
  return (request: Request) => fetch(new Request(url, request));
}

async function listeningHost(): Promise<{
  child: ChildProcess;
  url: string;
  said: (pattern: RegExp) => Promise<void>;
}> {
  const child = fork(fileURLToPath(new URL("fixtures/listening-host.ts", import.meta.url)), {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    execArgv: ["--conditions=@agent-tools/source", "--import", "tsx"],
    silent: true,
  });
  closing.push(() => child.kill("SIGKILL"));
  let text = "";
  child.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return { child, url, said: (pattern) => expect.poll(() => text, { timeout: 10_000 }).toMatch(pattern) };
}
