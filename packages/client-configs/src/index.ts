export type { Client, ConfigFormat } from "./client.js";
export { clients } from "./clients.js";
export {
  type ConfigChange,
  type ConnectOptions,
  clientNamed,
  configFile,
  connect,
  connected,
  disconnect,
  entryText,
  thisSystem,
} from "./connect.js";
export type { ServerEntry, System } from "./server-entry.js";
