import { equal } from "node:assert/strict";

// #region host
import { createRuntime, definePlugin, expose, localCaller } from "agent-tools";

const greetings = definePlugin({
  name: "Greetings",
  prefix: "greet",
  readonlyTools: ["hello"],
  adapter: {
    listTools: () => ({ tools: [{ name: "hello", description: "Says hello to somebody." }] }),
    call: (_name: string, { who = "world" }: { who?: string }) => `Hello ${who}`,
  },
});

const runtime = await createRuntime({ plugins: [greetings] });
const exposure = expose(runtime, "compact");
// await mcpStdio(exposure);              serves it to a client that starts this program
// await mcpHttp(exposure).listen();      serves it at http://127.0.0.1:8321/mcp

const outcome = await runtime.call(
  { target: { plugin: "greet", tool: "hello" }, arguments: { who: "Ada" } },
  localCaller(),
);
if (outcome.status === "done") console.log(outcome.result); // { content: [ { type: "text", text: "Hello Ada" } ] }
// #endregion

equal(JSON.stringify(outcome).includes("Hello Ada"), true);
equal(typeof exposure.listTools, "function");
await runtime[Symbol.asyncDispose]();
