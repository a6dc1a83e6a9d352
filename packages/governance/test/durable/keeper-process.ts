// node … keeper-process.ts FILE: a whole host on the store in FILE that changes definitions, takes notes, makes calls and asks
// for approvals until it is killed, and says in lines of JSON what has been done.
import { localCaller, type Plugin, ToolError } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { audit, confirmation, createRegistry, storeApprovals, storeLedger, storeSink } from "../../src/index.js";
import { kinds } from "../registry/shop.js";
import { notesPlugin } from "./notes-plugin.js";
import { office } from "./office.js";

const store = sqliteStore({ file: process.argv[2] ?? "" });
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const me = localCaller();
const registry = createRegistry({ store, kinds });
const approvals = storeApprovals({ store });
const plugins: Plugin[] = [office().plugin, notesPlugin(), registry.plugin()];
const runtime = await createRuntime({
  ...{ plugins, store, approvals, approvalWaitMs: 0 },
  ledger: storeLedger({ store, leaseMs: 600 }),
  confirmation: confirmation([{ targets: { tool: "wipe" }, confirm: "human" }]),
  observers: [audit({ required: [storeSink(store)] })],
});

for (let index = 0; ; index += 1) {
  const definition = { tools: ["echo"] };
  if (index === 0) await registry.create(me, { id: "echo", kind: "system", definition });
  const { version } = index === 0 ? { version: 1 } : await registry.update(me, "echo", definition);
  say({ did: "version", value: version });
  const note = `note ${index}`;
  await runtime.call(
    { target: { plugin: "notes", tool: "memory_note" }, arguments: { text: note }, confirm: true },
    me,
  );
  say({ did: "note", value: note });
  const target = { plugin: "office", tool: "send" };
  const sent = { target, arguments: { to: "ada", text: note }, confirm: true, idempotencyKey: `k-${index}` };
  const outcome = await runtime.call(sent, me);
  say({ did: "call", value: outcome.callId });
  const asked = { target: { plugin: "office", tool: "wipe" }, arguments: {} };
  const refused = await runtime.call(asked, { ...me, caller: `asker-${index}` }).catch((error: ToolError) => error);
  if (ToolError.is(refused)) say({ did: "question", value: String(refused.details?.["approvalId"]) });
}
