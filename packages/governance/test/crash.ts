// Calls a tool that never answers, with its start required in the audit file; whoever started this ends it in mid-call.
import { defineTool, toolsAdapter } from "@agent-tools/contract";
import { audit, fileSink, storeSink } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
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
const file = process.argv[2] as string;
const sink = file.endsWith(".sqlite") ? storeSink(sqliteStore({ file })) : fileSink(file);
const runtime = await createRuntime({
  plugins: [{ name: "Home", prefix: "home", adapter: toolsAdapter([hangs]) }],
  observers: [audit({ required: [sink] })],
});
await runtime.call({ target: { plugin: "home", tool: "switch_light" }, confirm: true }, resident());
