import { localCaller } from "@agent-tools/contract";
import { house } from "../house.js";

const plugins = [house()];

// #region use
import { policy, toolsets } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const sets = toolsets({
  withoutToolsets: "nothing",
  toolsets: [
    {
      name: "evening",
      version: "1.2.0",
      workspace: "house",
      visibility: "public",
      tools: [
        { plugin: "home", tool: "read_notes", description: "What to buy." },
        { plugin: "home", tool: "switch_light", name: "hall_light", hidden: { item: "hall" } },
      ],
    },
  ],
  attachments: [{ workspace: "flat", agent: "butler", toolset: "evening", range: "^1.0" }],
});
await using runtime = await createRuntime(
  sets.apply({ plugins, policy: policy({ rules: [{ mode: "allow" }], withoutRules: "denied" }) }),
);

const butler = localCaller({ workspace: "flat", agent: "butler" });
console.log((await runtime.tools(butler)).map(({ tool }) => tool.name)); // [ "read_notes", "hall_light" ]
await runtime.call({ target: { plugin: "home", tool: "hall_light" }, confirm: true }, butler); // switches the hall's
// #endregion use

if ((await runtime.tools(localCaller())).length !== 0) throw new Error("Others have tools.");
