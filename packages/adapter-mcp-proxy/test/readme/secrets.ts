// #region plugin
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { definePlugin } from "@agent-tools/contract";

export default definePlugin({
  name: "GitHub",
  prefix: "github",
  secrets: ["GITHUB_TOKEN"],
  createAdapter: (host) =>
    mcpProxyAdapter(
      {
        url: "https://api.githubcopilot.com/mcp/",
        headers: { Authorization: "Bearer {{secrets.GITHUB_TOKEN}}" },
      },
      host,
    ),
});
// #endregion plugin
