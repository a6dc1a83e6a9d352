import { definePlugin, defineTool, localCaller, toolsAdapter } from "@agent-tools/contract";
import { modelTools } from "@agent-tools/model-tools";
import { createRuntime, expose } from "@agent-tools/runtime";
import { Type } from "typebox";

const greet = defineTool({
  name: "greet",
  description: "Greets somebody.",
  input: Type.Object({ who: Type.String() }),
  effect: "read",
  call: ({ who }) => `Hello, ${who}!`,
});
await using runtime = await createRuntime({
  plugins: [definePlugin({ name: "Greeter", prefix: "greeter", adapter: toolsAdapter([greet]) })],
});

const tools = await modelTools(expose(runtime, "compact"), { caller: localCaller() });
const call = tools.find(({ name }) => name === "call");
const answer = await call?.execute({ plugin: "greeter", toolName: "greet", arguments: { who: "Ada" } });
if (answer?.content[0]?.["text"] !== "Hello, Ada!") throw new Error(JSON.stringify(answer));
