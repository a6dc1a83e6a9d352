import { type JsonObject, memoryStore, type Plugin, ToolError } from "@agent-tools/contract";
import {
  confirmation,
  createRegistry,
  policy,
  type StoreApprovals,
  storeApprovals,
  type ToolsetsDocument,
  toolsets,
} from "@agent-tools/governance";
import { type CallRequest, createRuntime, type Runtime } from "@agent-tools/runtime";
import { expect, test } from "vitest";
import { resident } from "../house.js";

const caller = resident({ workspace: "house", agent: "butler" });
const asksPeople = { approvalWaitMs: 0, confirmation: confirmation([{ confirm: "human" }]) };

async function approved(runtime: Runtime, approvals: StoreApprovals, call: CallRequest): Promise<void> {
  expect(await codeOf(runtime, call)).toBe("approval_required");
  const [question] = await approvals.open();
  expect(await approvals.decide(question?.id ?? "", "approved")).toBe(true);
}

async function codeOf(runtime: Runtime, call: CallRequest): Promise<string> {
  const answer = await runtime.call(call, caller).catch((error: unknown) => error);
  return ToolError.is(answer) ? answer.code : "done";
}

test("an approval ends where a toolset adds another hidden argument, though the agent sees the same tool", async () => {
  const paid: unknown[] = [];
  const bank: Plugin = {
    ...{ name: "Bank", prefix: "bank" },
    adapter: {
      listTools: () => ({ tools: [{ name: "pay", inputSchema: { type: "object" } }] }),
      call(_name: string, args: JsonObject) {
        paid.push(args);
        return "paid";
      },
    },
  };
  const document = (version: string, account: string): ToolsetsDocument => ({
    withoutToolsets: "nothing",
    toolsets: [
      {
        ...{ name: "bills", version, workspace: "house", visibility: "private" },
        tools: [{ plugin: "bank", tool: "pay", hidden: { account } }],
      },
    ],
    attachments: [{ workspace: "house", agent: "butler", toolset: "bills", range: "^1" }],
  });
  const sets = toolsets(document("1.0.0", "the baker"));
  const approvals = storeApprovals({ store: memoryStore() });
  const allowed = policy({ rules: [{ mode: "allow" }], withoutRules: "denied" });
  await using runtime = await createRuntime({
    ...sets.apply({ plugins: [bank], policy: allowed }),
    ...{ approvals, ...asksPeople },
  });
  const call = { target: { plugin: "bank", tool: "pay" }, arguments: { cents: 5 }, confirm: true };

  await approved(runtime, approvals, call);
  expect(() => sets.replace(document("1.0.0", "somebody else"))).toThrow(/was published with other content/);
  sets.replace(document("1.1.0", "somebody else"));
  // The first call may still be of the list from before: it is refused, and not run.
  expect(await codeOf(runtime, call)).toBe("upstream_unavailable");
  await runtime.tools(caller);
  expect(await codeOf(runtime, call)).toBe("approval_required");
  expect(paid).toEqual([]);
});

test("an approval ends where a definition of the registry goes somewhere else, though it is listed as before", async () => {
  const asked: unknown[] = [];
  const store = memoryStore();
  const registry = createRegistry({
    store,
    kinds: {
      post: ({ to }) => ({
        listTools: () => ({ tools: [{ name: "post", inputSchema: { type: "object" } }] }),
        call: () => void asked.push(to),
      }),
    },
  });
  await registry.create(caller, { id: "post", kind: "post", definition: { to: "here" } });
  const approvals = storeApprovals({ store });
  await using runtime = await createRuntime({ plugins: [registry.plugin()], store, approvals, ...asksPeople });
  const call = { target: { plugin: "registry", tool: "post" }, arguments: {}, confirm: true };

  await approved(runtime, approvals, call);
  await registry.update(caller, "post", { to: "elsewhere" });
  // The first call after a change learns of it; the next one would run.
  await codeOf(runtime, call);
  await runtime.tools(caller);
  expect(await codeOf(runtime, call)).toBe("approval_required");
  expect(asked).toEqual([]);
});
