import { localCaller } from "@agent-tools/contract";

// #region use
import { loadGovernance } from "@agent-tools/governance";
import { openNetwork } from "@agent-tools/network";

const governance = await loadGovernance(new URL("../casa.json", import.meta.url).pathname);
const { policy, notes } = governance; // policy: for createRuntime; notes: what was read past
const { system, skillsDir } = governance.agent("casa"); // system: for systemAdapter of adapter-system
const network = governance.network(openNetwork()); // for createRuntime: the shield of private agents
const caller = governance.caller(localCaller({ agent: "casa", channel: "console" })); // with its model's locality

await governance.reload(); // reads the file again and puts it in force, whole
// #endregion use

const subject = { target: { plugin: "system", tool: "webhook_call" }, caller, effect: "write" } as const;
if (policy.decide(subject).mode !== "shadow") throw new Error("The webhook is not rehearsed.");
if (notes.length !== 1 || system.readFile === undefined || skillsDir === undefined) throw new Error("It is not read.");
try {
  network.check({ host: "93.184.215.14", port: 80, caller });
} catch (error) {
  console.log(String(error));
  process.exit(0);
}
throw new Error("A public address is reached.");
