import "@agent-tools/mcp-stdio/guard";
import { join } from "node:path";
import { cliAdapter } from "@agent-tools/adapter-cli";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { restAdapter } from "@agent-tools/adapter-rest";
import { type Adapter, definePlugin, localCaller, type Plugin, ToolError } from "@agent-tools/contract";
import { audit, fileSink, storeHealth, storeSink } from "@agent-tools/governance";
import { mcpStdio } from "@agent-tools/mcp-stdio";
import { createRuntime, expose } from "@agent-tools/runtime";
import { encryptedFileVault, secretSource } from "@agent-tools/secrets";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { shown } from "./canaries.js";

const { CANARY_FOLDER: folder = "", CANARY_UPSTREAM: upstream = "" } = process.env;
const caller = localCaller({ workspace: "w", channel: "stdio" });
const names = (...numbers: readonly number[]) => numbers.map((nth) => `CANARY_${nth}`);
const bare = { type: "object", properties: {} };

const http = (name: string, path: string, secret: number, more: object = {}) => ({
  ...{ name, url: `${path}?key={{secrets.CANARY_${secret}}}`, inputSchema: bare, effect: "read" as const },
  ...more,
});
const rest = definePlugin({
  ...{ name: "REST", prefix: "rest", secrets: names(0, 1, 2, 3, 4, 5) },
  createAdapter: (host) =>
    restAdapter(
      {
        baseUrl: upstream,
        tools: [
          http("query", "/echo", 1),
          http("header", "/echo", 1, {
            headers: { authorization: "Bearer {{secrets.CANARY_0}}", "x-key": "{{secrets.CANARY_9}}" },
          }),
          http("moved", "/moved", 3, { headers: { authorization: "Bearer {{secrets.CANARY_3}}" } }),
          http("body", "/echo", 4, {
            method: "POST",
            body: { key: "{{secrets.CANARY_2}}", deep: [{ key: "{{secrets.CANARY_5}}" }] },
          }),
          http("fail", "/fail", 4),
          http("text", "/text", 5),
          http("large", "/large", 2),
          http("reset", "/reset", 2),
        ],
      },
      host,
    ),
  toolSecrets: { header: names(9) },
});

const script = (how: string, marker: string) => ({
  command: process.execPath,
  arguments: [...process.execArgv, join(import.meta.dirname, "program.ts"), how, marker],
  effect: "read" as const,
  workingDirectory: process.cwd(),
});
const cli = definePlugin({
  ...{ name: "CLI", prefix: "cli", secrets: names(6, 7, 8, 10, 11) },
  createAdapter: (host) =>
    cliAdapter(
      {
        commands: {
          echo: { ...script("echo", ""), environment: { A: { secret: "CANARY_6" }, B: { secret: "CANARY_12" } } },
          json: { ...script("echo", ""), output: "json", environment: { A: { secret: "CANARY_10" } } },
          fail: { ...script("fail", ""), environment: { A: { secret: "CANARY_7" }, B: { secret: "CANARY_11" } } },
          wait: { ...script("wait", join(folder, "secret.pid")), environment: { A: { secret: "CANARY_8" } } },
          plain: script("wait", join(folder, "plain.pid")),
        },
      },
      host,
    ),
  toolSecrets: { echo: names(12) },
});

const mcp = definePlugin({
  ...{ name: "MCP", prefix: "mcp", secrets: names(13) },
  createAdapter: (host) =>
    mcpProxyAdapter(
      {
        command: process.execPath,
        args: [...process.execArgv, join(import.meta.dirname, "mcp-server.ts")],
        env: { TOKEN: "{{secrets.CANARY_13}}" },
        cwd: process.cwd(),
      },
      host,
    ),
});
const refused = definePlugin({
  ...{ name: "No MCP", prefix: "nomcp", secrets: names(14) },
  createAdapter: (host) =>
    mcpProxyAdapter({ url: `${upstream}/fail`, headers: { Authorization: "Bearer {{secrets.CANARY_14}}" } }, host),
});

/** An adapter whose author has thought of nothing. */
const code: Plugin = definePlugin({
  ...{ name: "Code", prefix: "code", secrets: names(15, 16, 17, 18, 19) },
  skills: {
    careless: {
      meta: { description: "Calls the others.", uses: ["*"] },
      async run(adapter, _args, { secrets, log }) {
        const own = await secrets.get("CANARY_19");
        log("debug", { own });
        return { own: shown(own), answer: await adapter.call("success") };
      },
    },
  },
  createAdapter: (host): Adapter => ({
    async listTools({ secrets }) {
      const key = await secrets.get("CANARY_15");
      host.log("debug", { listing: shown(key) });
      return {
        tools: ["success", "error", "thrown", "large"].map((name) => ({
          name,
          description: `${name} with ${key}`,
          inputSchema: bare,
        })),
      };
    },
    effect: () => "read",
    discoverContext: async ({ secrets }) => ({ key: shown(await secrets.get("CANARY_16")) }),
    async call(name, args, context) {
      const key = await context.secrets.get("CANARY_17");
      const other = await context.secrets.get("CANARY_18");
      host.log("debug", { call: name, key: shown(key), args });
      context.log("debug", { key, [other]: shown(other) });
      context.progress(1, 2, `half way with ${key}`);
      if (name === "error") {
        throw new ToolError("upstream_error", `refused ${key}`, {
          hint: `try ${other}`,
          details: { forms: shown(key), [other]: 1 },
        });
      }
      if (name === "thrown") throw new Error(`thrown ${encodeURIComponent(key)}`, { cause: new Error(other) });
      const rows = Array.from({ length: name === "large" ? 3_000 : 2 }, (_, nth) => ({
        nth,
        ...shown(nth % 2 ? key : other),
      }));
      const text = { type: "text", text: JSON.stringify(args) };
      const blob = {
        type: "resource",
        resource: { uri: `x:${key}`, blob: Buffer.from(`bytes ${key}`).toString("base64") },
      };
      return { content: [text, blob], structuredContent: rows, _meta: { key } };
    },
    close() {
      throw new Error("cannot close");
    },
  }),
});

const store = sqliteStore({ file: join(folder, "store.sqlite") });
const trail = audit({
  sinks: [storeSink(store)],
  required: [fileSink(join(folder, "audit.jsonl"))],
  recordsArguments: true,
});
const passphrase = process.env["CANARY_PASSPHRASE"] ?? "";
const runtime = await createRuntime({
  plugins: [rest, cli, mcp, refused, code],
  secrets: secretSource(encryptedFileVault({ path: join(folder, "vault.json"), passphrase, cost: 2 ** 14 })),
  ...{ store, observers: [trail], health: storeHealth({ store }) },
  log: (level, data) => console.error(JSON.stringify({ level, data })),
});
const front = await mcpStdio(expose(runtime, "compact"), { caller });
await front.closed;
for (const target of [
  { plugin: "code", tool: "success" },
  { plugin: "mcp", tool: "echo" },
]) {
  console.error(JSON.stringify(await runtime.explain(target, caller)));
}
console.error(JSON.stringify([runtime.problems, runtime.help(caller), trail.recent(), await runtime.tools(caller)]));
await runtime.close();
await trail.close();
console.error(JSON.stringify({ health: await storeHealth({ store }).read() }));
await store.close();
