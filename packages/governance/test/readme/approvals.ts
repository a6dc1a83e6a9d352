import { deepEqual, equal } from "node:assert/strict";
import {
  definePlugin,
  defineTool,
  localCaller,
  memoryStore,
  type ToolError,
  toolsAdapter,
} from "@agent-tools/contract";
import { Type } from "typebox";

const dropped: string[] = [];
const drop = defineTool({
  name: "drop_table",
  input: Type.Object({ table: Type.String() }),
  effect: "destructive",
  call: ({ table }) => dropped.push(table),
});
const rows = definePlugin({ name: "Rows", prefix: "rows", adapter: toolsAdapter([drop]) });
const store = memoryStore();

// #region use
import { confirmation, storeApprovals } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const approvals = storeApprovals({ store });
await using runtime = await createRuntime({
  plugins: [rows],
  approvals,
  approvalWaitMs: 0, // do not wait in the call: answer approval_required at once
  confirmation: confirmation([
    { targets: { effect: "destructive" }, confirm: "human" },
    { for: { role: "operator" }, targets: { plugin: "rows", tool: "vacuum" }, confirm: "none" },
  ]),
});

const call = { target: { plugin: "rows", tool: "drop_table" }, arguments: { table: "old" }, confirm: true };
const refused: ToolError = await runtime.call(call, localCaller()).catch((error) => error);
console.log(refused.code); // approval_required

const [question] = await approvals.open(); // in another process, or after a restart
console.log(question?.message); // Tool "drop_table" of plugin "rows" destroys or overwrites things. Arguments: {"table":"old"}
await approvals.decide(question?.id ?? "", "approved");
await runtime.call(call, localCaller()); // the identical call takes the decision, once
// #endregion use

equal(refused.code, "approval_required");
deepEqual(dropped, ["old"]);
equal((await runtime.call(call, localCaller()).catch((error) => error)).code, "approval_required");
