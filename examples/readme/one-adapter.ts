import { cliAdapter } from "@agent-tools/adapter-cli";
import { standaloneContext } from "@agent-tools/contract";

const adapter = cliAdapter({ commands: { version: { command: "node", arguments: ["--version"], effect: "read" } } });

console.log(await adapter.listTools(standaloneContext()));
console.log(await adapter.call("version", {}, standaloneContext())); // nothing governs an adapter that is used alone
await adapter.close?.();
