import { house, resident } from "../house.js";

const plugins = [house()];

// #region use
import { cedarPolicy } from "@agent-tools/governance/cedar";
import { createRuntime } from "@agent-tools/runtime";

const policy = cedarPolicy({
  reading: `permit(principal in Agent::"casa", action == Action::"use", resource in Plugin::"home")
    when { resource.effect == "read" };`,
  trying: `permit(principal, action == Action::"rehearse", resource == Tool::"switch_light");`,
});
await using runtime = await createRuntime({ plugins, policy });
// #endregion use

const { mode, rule } = await runtime.explain({ plugin: "home", tool: "switch_light" }, resident());
if (mode !== "shadow" || rule !== "trying") throw new Error("It is not rehearsed.");
