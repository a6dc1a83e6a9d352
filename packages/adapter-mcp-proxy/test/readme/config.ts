// #region config
import { join } from "node:path";
import { fromMcpConfig } from "@agent-tools/adapter-mcp-proxy";

const { plugins, problems } = await fromMcpConfig(join(import.meta.dirname, "mcp.json"), {
  plugins: { github: { readonlyTools: ["get_me", "list_issues"] } },
});
for (const { source, field, message } of problems) console.error(`${source}: ${field}: ${message}`);
console.log(plugins.map(({ prefix, secrets = [] }) => [prefix, ...secrets]));
// [ [ "files" ], [ "github", "GITHUB_TOKEN" ] ]
// #endregion config

const seen = JSON.stringify(plugins.map(({ prefix, secrets = [] }) => [prefix, ...secrets]));
if (seen !== '[["files"],["github","GITHUB_TOKEN"]]') throw new Error(seen);
if (problems.some(({ message }) => message.includes("left out"))) throw new Error(JSON.stringify(problems));
