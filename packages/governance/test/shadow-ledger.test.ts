import { memoryStore } from "@agent-tools/contract";
import { type PolicyDocument, policy, storeLedger } from "@agent-tools/governance";
import { createRuntime, type DoneOutcome } from "@agent-tools/runtime";
import { expect, test } from "vitest";
import { house, type Ran, resident } from "./house.js";

const ruled = (mode: "allow" | "shadow"): PolicyDocument => ({ rules: [{ mode }], withoutRules: "denied" });

test("a call that a change of the policy made a rehearsal in its last moment leaves no outcome behind", async () => {
  const ran: Ran[] = [];
  const governance = policy(ruled("allow"));
  let changeTo: "shadow" | undefined = "shadow";
  const runtime = await createRuntime({
    plugins: [house(ran)],
    policy: governance,
    ledger: storeLedger({ store: memoryStore() }),
    observers: [{ record() {}, started: () => void (changeTo && governance.apply(ruled(changeTo))) }],
  });
  const call = { target: { plugin: "home", tool: "switch_light" }, confirm: true, idempotencyKey: "k-1" };
  const textOf = async () => ((await runtime.call(call, resident())) as DoneOutcome).result.content[0]?.["text"];
  expect(await textOf()).toContain("Rehearsal");
  changeTo = undefined;
  governance.apply(ruled("allow"));
  expect(await textOf()).toBe("switched lamp");
  expect(await textOf()).toBe("switched lamp");
  expect(ran).toHaveLength(1);
});
