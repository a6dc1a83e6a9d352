import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { type Adapter, definePlugin, standaloneContext, standaloneHost, toToolResult } from "@agent-tools/contract";
import { hashToken, mcpHttp, staticTokens } from "@agent-tools/mcp-http";
import { createRuntime, expose } from "@agent-tools/runtime";
import { afterEach, expect, test } from "vitest";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const commandLine = ["--conditions=@agent-tools/source", "--import", import.meta.resolve("tsx"), cli];
const program = [...commandLine, "stdio"];
const TOKEN = "a-token-of-the-tests-that-is-long-enough";

interface Served {
  readonly url: string;
  end(): Promise<void>;
}

const open: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.end();
});

/** A host with so many plugins of one tool, at a port of the loopback; who calls itself Codex is shown the real tools. */
async function host(port = 0, token?: string): Promise<Served> {
  const prefixes = ["desk", "shelf", "drawer", "lamp", "chair"];
  const runtime = await createRuntime({
    plugins: prefixes.map((prefix) =>
      definePlugin({
        name: prefix,
        prefix,
        readonlyTools: ["look"],
        adapter: {
          listTools: () => ({ tools: [{ name: "look", description: `Looks at the ${prefix}.` }, { name: "move" }] }),
          async call(name, _args, { ask }) {
            if (name === "look") return { seen: prefix, port: listening.url };
            const requestedSchema = { type: "object", properties: { where: { type: "string" } } };
            const params = { message: "Where to?", requestedSchema };
            return ask({ where: { method: "elicitation/create", params } });
          },
        },
      }),
    ),
    confirmation: { modeOf: () => "none" },
  });
  const caller = { workspace: "local", agent: "a", caller: "c", channel: "http", conversation: "c" };
  const expires = new Date(Date.now() + 3_600_000);
  const access = token && staticTokens([{ hash: await hashToken(token), caller, expires }]);
  const listening = await mcpHttp(expose(runtime, "auto"), { drainMs: 10, ...(access && { access }) }).listen(port);
  let hasEnded = false;
  const served = {
    url: listening.url,
    async end() {
      if (hasEnded) return;
      hasEnded = true;
      await listening.close();
      await runtime.close();
    },
  };
  open.push(served);
  return served;
}

/** A client that starts `agent-tools stdio` with these arguments. */
function client(args: string[], settings: object = {}): Adapter {
  const server = { command: process.execPath, args: [...program, ...args], clientName: "codex-mcp-client" };
  const adapter = mcpProxyAdapter({ ...server, ...settings }, standaloneHost({ log() {} }));
  open.push({ end: async () => adapter.close?.() });
  return adapter;
}

const look = async (adapter: Adapter) => toToolResult(await adapter.call("desk__look", {}, standaloneContext()));

test("a host that restarts at its address is there again with the next call of the same connection", async () => {
  const first = await host();
  const adapter = client([first.url]);
  const before = await adapter.listTools(standaloneContext());
  expect(before.tools.map(({ name }) => name)).toContain("desk__look");
  expect(JSON.stringify(await look(adapter))).toContain("desk");
  await first.end();
  await host(Number(new URL(first.url).port));
  expect(JSON.stringify(await look(adapter))).toContain("desk");
});

test("while it is down calls say so, and the connection goes on", async () => {
  const first = await host();
  const adapter = client([first.url]);
  await look(adapter);
  await first.end();
  const failed = await look(adapter);
  expect(failed).toMatchObject({ isError: true });
  expect(JSON.stringify(failed)).toMatch(/upstream_unavailable.*could not be reached/);
  await host(Number(new URL(first.url).port));
  await expect
    .poll(async () => JSON.stringify(await look(adapter)), { timeout: 20_000, interval: 500 })
    .toMatch(/"seen\W+desk/);
});

test("to the host it is the client: by name, and in what it can be asked", async () => {
  const { url } = await host();
  const unknown = await client([url], { clientName: "somebody" }).listTools(standaloneContext());
  expect(unknown.tools.map(({ name }) => name)).toContain("discover");
  const answer = { action: "accept", content: { where: "the corner" } };
  const asking = standaloneContext({ ask: async () => ({ where: answer, question: answer }) });
  expect(JSON.stringify(await client([url]).call("desk__move", {}, asking))).toContain("the corner");
  const silent = client([url], { asks: [] });
  expect(JSON.stringify(await silent.call("desk__move", {}, standaloneContext()))).toMatch(/unsupported/);
});

test("the token comes from the variable that is named, and its absence is told", async () => {
  const { url } = await host(0, TOKEN);
  const named = client([url, "--token-env", "HOST_TOKEN"], { env: { HOST_TOKEN: TOKEN } });
  expect(JSON.stringify(await look(named))).toContain("desk");
  const unset = await ended([url, "--token-env", "HOST_TOKEN"]);
  expect(unset).toEqual({ code: 1, stderr: expect.stringContaining("HOST_TOKEN of --token-env is not set") });
  const without = await ended([url]);
  expect(without).toEqual({
    code: 1,
    stderr: expect.stringMatching(/wants a login \(HTTP 401\).*\n.*--token-env NAME/),
  });
  const refused = await ended([url, "--token-env", "PATH"]);
  expect(refused).toEqual({ code: 1, stderr: expect.stringContaining("does not take the token that is in PATH") });
});

/** A server over stdio whose tool says who asks and what VARIABLE holds. */
const own = fileURLToPath(new URL("fixture-host.mjs", import.meta.url));

test("a program is passed through the same way: under the client's name, with the variables that the client gave", async () => {
  const adapter = client(["--", process.execPath, own], { env: { VARIABLE: "of the client" } });
  const said = await adapter.call("discover", {}, standaloneContext());
  expect(said).toMatchObject({ content: [{ text: "codex-mcp-client, of the client" }] });
});

test("agent-tools http: the same at an address of this machine, for several clients at once, until it is asked to end", async () => {
  const args = [...commandLine, "http", "--port", "0", "--", process.execPath, own];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  open.push({ end: async () => void child.kill("SIGKILL") });
  const [line] = await once(child.stderr, "data");
  const url = String(line).trim();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const said = await Promise.all(
    [1, 2].map(async () => {
      const adapter = mcpProxyAdapter({ url, oauth: false }, standaloneHost({ log() {} }));
      open.push({ end: async () => adapter.close?.() });
      return adapter.call("discover", {}, standaloneContext());
    }),
  );
  expect(said).toMatchObject([1, 2].map(() => ({ content: [{ text: "agent-tools, undefined" }] })));
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});

test("it ends with its input, and says what is wrong with the address", async () => {
  const { url, end } = await host();
  expect(await ended([url])).toMatchObject({ code: 0 });
  const wrong = [
    [],
    ["ftp://127.0.0.1/"],
    [url, url],
    [url, "--tokn"],
    [url, "--port", "1"],
    [url, "--", "node"],
    ["--"],
  ];
  for (const each of wrong) expect(await ended(each), each.join(" ")).toMatchObject({ code: 1 });
  await end();
  expect(await ended([url])).toEqual({
    code: 1,
    stderr: expect.stringMatching(/did not start: .*ECONNREFUSED\S* \S+\n$/),
  });
});

test("a client that waits for its first answer is not kept waiting by a program that ends at once", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
  const run = ended(["--", process.execPath, "-e", "console.error('no key'); process.exit(3)"], message);
  expect(await run).toEqual({ code: 1, stderr: expect.stringMatching(/did not start: .*code 3.*no key\n$/) });
});

/** Runs it with nothing on its input, or with a message and no end. */
function ended(args: string[], message?: object): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const stdio = [message ? "pipe" : "ignore", "ignore", "pipe"] as const;
  const child: ChildProcess = spawn(process.execPath, [...program, ...args], { stdio: [...stdio] });
  open.push({ end: async () => void child.kill("SIGKILL") });
  child.stdin?.write(`${JSON.stringify(message)}\n`);
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}
