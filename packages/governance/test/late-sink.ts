// A host that ends: its sink fails at first, and nothing but the audit keeps the process alive.
import { audit } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { house, resident } from "./house.js";

let attempts = 0;
const record = audit({
  sinks: [
    {
      name: "late",
      write(event) {
        attempts += 1;
        if (attempts < 3) throw new Error("not yet");
        process.stdout.write(`${event.event} `);
      },
    },
  ],
});
const runtime = await createRuntime({ plugins: [house()], observers: [record] });
await runtime.call({ target: { plugin: "home", tool: "read_notes" } }, resident());
await runtime[Symbol.asyncDispose]();
await record.close();
process.stdout.write("closed\n");
