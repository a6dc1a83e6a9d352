import { definePlugin, defineTool, localCaller, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

const input = Type.Object({});
const tool = (name: string, effect: "read" | "write" | "destructive") =>
  defineTool({ name, description: `${name}.`, input, effect, call: () => "done" });
const github = definePlugin({
  name: "GitHub",
  prefix: "github",
  adapter: toolsAdapter([tool("list_issues", "read"), tool("add_issue", "write"), tool("delete_repo", "destructive")]),
});

// #region use
import { policy } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const governance = policy({
  withoutRules: "denied", // or "ungoverned": what holds for a caller that no rule is about
  sensitive: [{ plugin: "files" }],
  rules: [
    { for: { workspace: "acme", agent: "support" }, targets: { plugin: "github" }, mode: "allow" },
    { name: "rehearse", targets: { plugin: "github", effect: "write" }, mode: "shadow" },
    { name: "never", targets: { tool: "delete_*" }, mode: "deny" },
    { targets: { plugin: "files" }, mode: "allow", channels: ["console"] },
  ],
});
await using runtime = await createRuntime({ plugins: [github], policy: governance });

const caller = localCaller({ workspace: "acme", agent: "support" });
console.log((await runtime.tools(caller)).map(({ tool }) => tool.name)); // [ "list_issues", "add_issue" ]
const { reasons } = await runtime.explain({ plugin: "github", tool: "delete_repo" }, caller);
console.log(reasons); // …, "It is denied by never: neither announced nor callable.", …

governance.apply({ rules: [{ mode: "allow" }], withoutRules: "denied" }); // at once, whole, for every connection
// #endregion use

if (!reasons.some((reason) => reason.includes("denied by never"))) throw new Error("It is not explained.");
if ((await runtime.tools(caller)).length !== 3) throw new Error("The new policy is not in force.");
