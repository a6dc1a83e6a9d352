// node … host-process.ts FILE WHAT: a host on the store in FILE that does one thing, says so in lines of JSON, and is killed.
import { localCaller } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { confirmation, storeApprovals, storeLedger } from "../../src/index.js";
import { office, send } from "./office.js";

const [file = "", what = ""] = process.argv.slice(2);
const store = sqliteStore({ file });
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const me = localCaller();
const hang = () => new Promise<never>(() => setInterval(() => {}, 60_000));
const { plugin } = office({
  async onSend(to) {
    say({ dispatched: to });
    if (to === "nobody") await hang();
  },
});
const isAsking = what.startsWith("ask");
const approvals = storeApprovals({ store });
const runtime = await createRuntime({
  plugins: [plugin],
  store,
  approvals,
  ledger: storeLedger({ store, leaseMs: 600 }),
  approvalWaitMs: what === "ask" ? 600_000 : 0,
  ...(isAsking ? { confirmation: confirmation([{ confirm: "human" }]) } : {}),
});

if (what === "ask") {
  runtime.call(send(), me).catch(() => {});
  let open = await approvals.open();
  while (open.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    open = await approvals.open();
  }
  say({ id: open[0]?.id });
} else if (what === "ask-and-approve") {
  const refused = await runtime.call(send(), me).catch((error) => error);
  const { approvalId } = refused.details;
  await approvals.decide(approvalId, "approved");
  say({ id: approvalId });
} else if (what === "complete") {
  const outcome = await runtime.call({ ...send(), confirm: true, idempotencyKey: "k-1" }, me);
  say(outcome);
} else {
  await runtime.call({ ...send("hello", "nobody"), confirm: true, idempotencyKey: "k-1" }, me);
}
await hang();
