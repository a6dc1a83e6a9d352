import { type Plugin, standaloneContext, ToolError } from "@agent-tools/contract";

// #region class
class Clock {
  async listTools() {
    return {
      tools: [
        {
          name: "now",
          description: "The time in a zone, for example Europe/Vienna.",
          inputSchema: { type: "object", properties: { zone: { type: "string" } }, required: ["zone"] },
        },
      ],
    };
  }
  async call(name: string, { zone }: { zone: string }) {
    if (name !== "now") throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
    return new Date().toLocaleTimeString("en-GB", { timeZone: zone });
  }
}

export const plugin: Plugin = { name: "Clock", prefix: "clock", readonlyTools: ["now"], adapter: new Clock() };
// #endregion class

// #region alone
const context = standaloneContext({ secrets: { API_KEY: "…" }, timeoutMs: 5_000 });
const time = await plugin.adapter?.call("now", { zone: "UTC" }, context);
// #endregion alone
if (!/^\d\d:\d\d:\d\d$/.test(String(time))) throw new Error(`not a time: ${time}`);
