// node clients.mjs CLIENT stdio|http TARGET: lists the tools and calls `echo` as one client does it; prints both as JSON. TARGET is the
// command as a JSON list, or the URL. It is copied into the folder where the clients were installed.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const [, , name, transport, target] = process.argv;
const isStdio = transport === "stdio";
const [command, ...args] = isStdio ? JSON.parse(target) : [];
const url = isStdio ? undefined : target;
const message = "hello from the matrix";
const cwd = process.env.MATRIX_ROOT;

const clients = {
  async sdk1() {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const wire = isStdio
      ? new StdioClientTransport({ command, args, cwd })
      : new StreamableHTTPClientTransport(new URL(url));
    return viaSdk(new Client({ name, version: "1.0.0" }), wire);
  },
  "sdk2-auto": () => sdk2("auto"),
  "sdk2-legacy": () => sdk2("legacy"),
  "sdk2-pinned": () => sdk2({ pin: "2026-07-28" }),
  async inspector() {
    const entry = join(import.meta.dirname, "node_modules/.bin/mcp-inspector");
    const to = isStdio ? [command, ...args] : [url, "--transport", "http"];
    const run = async (...more) => JSON.parse(await output(entry, ["--cli", ...to, ...more]));
    const { tools } = await run("--method", "tools/list");
    return [tools, await run("--method", "tools/call", "--tool-name", "echo", "--tool-arg", `message=${message}`)];
  },
  async mcporter() {
    const config = join(import.meta.dirname, `mcporter-${transport}.json`);
    const server = isStdio ? { command, args, cwd } : { url };
    writeFileSync(config, JSON.stringify({ imports: [], mcpServers: { up: server } }));
    const run = async (...more) => {
      const text = await output(join(import.meta.dirname, "node_modules/mcporter/dist/cli.js"), [
        "--config",
        config,
        ...more,
      ]);
      return text.slice(text.indexOf("{"));
    };
    const { tools } = JSON.parse(await run("list", "up", "--json"));
    return [tools, JSON.parse(await run("call", "up.echo", "--args", JSON.stringify({ message }), "--output", "json"))];
  },
  async "ai-sdk"() {
    const { createMCPClient } = await import("@ai-sdk/mcp");
    const { Experimental_StdioMCPTransport: Stdio } = await import("@ai-sdk/mcp/mcp-stdio");
    const client = await createMCPClient({
      transport: isStdio ? new Stdio({ command, args, cwd }) : { type: "http", url },
    });
    const tools = await client.tools();
    const result = await tools.echo.execute({ message }, { toolCallId: "1", messages: [] });
    await client.close();
    return [Object.keys(tools), result];
  },
  async langchain() {
    const { MultiServerMCPClient } = await import("@langchain/mcp-adapters");
    const up = isStdio ? { transport, command, args, cwd } : { transport, url };
    const client = new MultiServerMCPClient({ mcpServers: { up } });
    const tools = await client.getTools();
    const result = await tools.find((tool) => tool.name.endsWith("echo")).invoke({ message });
    await client.close();
    return [tools, result];
  },
  async "openai-agents"() {
    const { MCPServerStdio, MCPServerStreamableHttp } = await import("@openai/agents");
    const server = isStdio
      ? new MCPServerStdio({ command, args, cwd, clientSessionTimeoutSeconds: 60 })
      : new MCPServerStreamableHttp({ url });
    await server.connect();
    const answer = [await server.listTools(), await server.callTool("echo", { message })];
    await server.close();
    return answer;
  },
};

const [tools, result] = await clients[name]();
const isRight = tools.length > 5 && JSON.stringify(result).includes(message);
console.log(JSON.stringify({ tools: tools.length, isRight, ...(isRight ? {} : { result }) }));
process.exit(isRight ? 0 : 1);

async function sdk2(mode) {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const wire = isStdio
    ? new StdioClientTransport({ command, args, cwd })
    : new StreamableHTTPClientTransport(new URL(url));
  return viaSdk(new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode } }), wire);
}

async function viaSdk(client, wire) {
  await client.connect(wire);
  const { tools } = await client.listTools();
  const answer = [tools, await client.callTool({ name: "echo", arguments: { message } })];
  await client.close();
  return answer;
}

async function output(program, parameters) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...parameters], { cwd, maxBuffer: 2 ** 26 });
  return stdout;
}
