import { definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { createRuntime, type Runtime } from "@agent-tools/runtime";
import { Type } from "typebox";

const greet = defineTool({
  name: "greet",
  description: "Greets somebody.",
  input: Type.Object({ who: Type.String() }),
  effect: "read",
  call: ({ who }) => `Hello, ${who}!`,
});

/** The runtime of the README's examples: one plugin with one tool. */
export const runtime: Runtime = await createRuntime({
  plugins: [definePlugin({ name: "Greeter", prefix: "greeter", adapter: toolsAdapter([greet]) })],
});

/** The one call that each example's model makes. */
export const called = { name: "greeter__greet", args: { who: "Ada" } };
