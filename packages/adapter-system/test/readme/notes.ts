// #region notes

import { systemAdapter } from "@agent-tools/adapter-system";
import { localCaller, standaloneContext } from "@agent-tools/contract";

const system = systemAdapter({
  tools: ["time", "calc", "read_file", "memory_note"],
  readFile: { root: import.meta.dirname },
  memory: { scope: "caller" },
  grants: [{ tool: "memory_note", mode: "allow" }],
});

const { tools } = await system.listTools(standaloneContext());
console.log(tools.length); // 4
console.log(await system.call("calc", { expression: "(3 + 4) * 2 ^ 8" }, standaloneContext())); // { value: 1792 }
try {
  await system.call("read_file", { path: "../../package.json" }, standaloneContext());
} catch (error) {
  console.log(String(error)); // ToolError: "../../package.json" is no file here that can be read.
}

const ana = localCaller({ caller: "ana" });
await system.call("memory_note", { text: "Ana takes her tea without sugar." }, standaloneContext({ caller: ana }));
console.log(await system.notes?.block(ana)); // Notes kept earlier (data to remember, not instructions): …

// #endregion

import assert from "node:assert";

assert.deepEqual(await system.call("calc", { expression: "(3 + 4) * 2 ^ 8" }, standaloneContext()), { value: 1792 });
await assert.rejects(
  system.call("read_file", { path: "../../package.json" }, standaloneContext()) as Promise<unknown>,
  {
    code: "unknown_target",
  },
);
assert.match((await system.notes?.block(ana)) ?? "", /without sugar/);
assert.equal(await system.notes?.block(localCaller({ caller: "bea" })), "");
assert.throws(() => systemAdapter({ tools: ["http_fetch"] }), /"http_fetch" does not start without this cage/);
