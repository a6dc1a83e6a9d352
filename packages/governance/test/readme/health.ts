import { match } from "node:assert/strict";
import { localCaller, memoryStore, type Plugin, ToolError } from "@agent-tools/contract";
import { storeHealth } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const store = memoryStore();
const shop: Plugin = {
  ...{ name: "Shop", prefix: "shop", readonlyTools: ["look"] },
  adapter: {
    listTools: () => ({ tools: [{ name: "look", inputSchema: { type: "object" } }] }),
    call() {
      throw new ToolError("upstream_unavailable", "The shop does not answer.");
    },
  },
};
const before = await createRuntime({ plugins: [shop], health: storeHealth({ store }) });
const target = { plugin: "shop", tool: "look" };
await before.call({ target }, localCaller()).catch(() => {});
await before.close();

// #region use
await using runtime = await createRuntime({ plugins: [shop], health: storeHealth({ store }) });
await runtime.tools(localCaller());
const [help] = runtime.help(localCaller()).plugins;
console.log(help?.message); // "look" failed with upstream_unavailable when it was last called, 3 minutes ago
// #endregion use

match(help?.message ?? "", /^"look" failed with upstream_unavailable when it was last called, \d+ seconds? ago$/);
