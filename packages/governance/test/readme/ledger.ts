import { deepEqual, equal } from "node:assert/strict";
import { definePlugin, defineTool, localCaller, memoryStore, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

let charges = 0;
const charge = defineTool({
  name: "charge",
  input: Type.Object({ cents: Type.Integer() }),
  call: ({ cents }) => {
    charges += 1;
    return { charged: cents };
  },
});
const bank = definePlugin({ name: "Bank", prefix: "bank", adapter: toolsAdapter([charge]) });
const store = memoryStore();

// #region use
import { storeLedger } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const ledger = storeLedger({ store });
await using runtime = await createRuntime({ plugins: [bank], ledger });

const call = {
  target: { plugin: "bank", tool: "charge" },
  arguments: { cents: 500 },
  confirm: true,
  idempotencyKey: "order-17",
};
await runtime.call(call, localCaller());
await runtime.call(call, localCaller()); // the recorded outcome: nothing is charged again
console.log((await ledger.entries()).map(({ key, state }) => `${key} ${state}`)); // [ "order-17 done" ]
// #endregion use

equal(charges, 1);
deepEqual(
  (await ledger.entries()).map(({ state }) => state),
  ["done"],
);
await ledger.close();
