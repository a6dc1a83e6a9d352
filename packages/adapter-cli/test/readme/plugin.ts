// #region plugin
import { cliAdapter } from "@agent-tools/adapter-cli";
import { definePlugin } from "@agent-tools/contract";

export default definePlugin({
  name: "GitHub CLI",
  prefix: "ghcli",
  secrets: ["GITHUB_TOKEN"],
  createAdapter: (host) =>
    cliAdapter(
      {
        environment: { GH_TOKEN: { secret: "GITHUB_TOKEN" }, GH_PROMPT_DISABLED: "1" },
        exitCodes: { 4: "login_required" },
        commands: {
          list_issues: {
            description: "Open issues of a repository.",
            command: "gh",
            arguments: ["issue", "list", { option: "--repo=", from: "repository" }, "--json=number,title,url"],
            output: "json",
            effect: "read",
          },
          close_issue: {
            description: "Closes an issue.",
            command: "gh",
            arguments: ["issue", "close", { option: "--repo=", from: "repository" }, "--", { from: "number" }],
            effect: "write",
          },
        },
      },
      host,
    ),
});
// #endregion
