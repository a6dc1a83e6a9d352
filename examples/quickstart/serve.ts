// Serves the host to the one client at stdin and stdout. The audit trail goes to a file, for the reader of this example.
import "@agent-tools/mcp-stdio/guard";
import { appendFileSync } from "node:fs";
import { localCaller } from "@agent-tools/contract";
import { mcpStdio } from "@agent-tools/mcp-stdio";
import { expose } from "@agent-tools/runtime";
import { createHost } from "./host.js";
import { startTodoService } from "./todo-service.js";

const file = process.env["QUICKSTART_AUDIT"];
const write = (line: object) => file !== undefined && appendFileSync(file, `${JSON.stringify(line)}\n`);

await using service = await startTodoService();
await using runtime = await createHost(service.url, [{ record: write }]);
const served = await mcpStdio(expose(runtime, "compact"));
// What the agent would have to read if every tool were listed: for comparison only, it is never sent.
const caller = localCaller();
const native = expose(runtime, "native");
const isConnecting = () => runtime.help(caller).plugins.some(({ state }) => state === "connecting");
let everything = await native.listTools({ caller });
while (isConnecting()) everything = await native.listTools({ caller });
write({ type: "native", tools: everything.length, characters: JSON.stringify(everything).length });
await served.closed;
