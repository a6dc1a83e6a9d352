// node redeeming-process.ts <store file> <server URL>: twelve calls at once; prints how many succeeded.
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { standaloneContext, standaloneHost } from "@agent-tools/contract";
import { sqliteStore } from "@agent-tools/store-sqlite";

const [, , file = "", url = ""] = process.argv;
const store = await sqliteStore({ file });
const adapter = mcpProxyAdapter({ url, era: "legacy" }, standaloneHost({ store }));
await adapter.listTools(standaloneContext());
console.log("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
const calls = Array.from({ length: 12 }, (_, n) => adapter.call("echo_later", { value: n }, standaloneContext()));
const outcomes = await Promise.allSettled(calls);
console.log(outcomes.filter(({ status }) => status === "fulfilled").length);
await adapter.close?.();
await store.close?.();
process.exit();
