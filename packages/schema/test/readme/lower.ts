import assert from "node:assert/strict";
// #region lower
import { lower, settle, signature, toProviderTool } from "@agent-tools/schema";

const tool = {
  name: "list_orders",
  description: "Lists orders.",
  inputSchema: {
    type: "object",
    properties: { $top: { type: "integer", maximum: 100 }, metadata: { type: "object" } },
    anyOf: [{ required: ["$top"] }, { required: ["metadata"] }],
  },
};

const entry = toProviderTool(tool, "anthropic"); // one object at the root, "top" for "$top"
const { weakened, restore } = lower(tool.inputSchema, "anthropic");
// weakened: [{ path: "", loss: "its alternatives are one object, and told in the description" }]

const settled = settle(tool.inputSchema, restore({ top: 10 })); // what the model sent, by its own names: { $top: 10 }

console.log(signature(tool));
// list_orders(args?: { $top?: number; metadata?: Record<string, unknown> } & ({ $top: unknown } | { metadata: unknown }))
// #endregion lower

assert.deepEqual(Object.keys(entry.input_schema["properties"] as object), ["top", "metadata"]);
assert.deepEqual(weakened, [{ path: "", loss: "its alternatives are one object, and told in the description" }]);
assert.deepEqual(settled.error ?? settled.value, { $top: 10 });
assert.equal(
  signature(tool),
  "list_orders(args?: { $top?: number; metadata?: Record<string, unknown> } & ({ $top: unknown } | { metadata: unknown }))",
);
