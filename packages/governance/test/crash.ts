// Calls a tool that never answers, with its start required in the audit file; whoever started this ends it in mid-call.
import { defineTool, toolsAdapter } from "@agent-tools/contract";
import { audit, fileSink } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { Type } from "typebox";
import { resident } from "./house.js";

const hangs = defineTool({
  name: "switch_light",
  description: "Never answers.",
  input: Type.Object({}),
  call: () => {
    process.stdout.write("running\n");
    return new Promise<string>(() => {});
  },
});
const runtime = await createRuntime({
  plugins: [{ name: "Home", prefix: "home", adapter: toolsAdapter([hangs]) }],
  observers: [audit({ required: [fileSink(process.argv[2] as string)] })],
});
await runtime.call({ target: { plugin: "home", tool: "switch_light" }, confirm: true }, resident());
