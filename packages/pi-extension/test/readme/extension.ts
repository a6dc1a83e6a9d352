// #region extension
import { agentToolsExtension } from "@agent-tools/pi-extension";

const extension = agentToolsExtension({
  command: "node",
  args: ["host.js"],
  approve: ["calendar__create_*"],
});
export default extension;
// #endregion extension

if (typeof extension !== "function") throw new Error("Pi loads functions.");
