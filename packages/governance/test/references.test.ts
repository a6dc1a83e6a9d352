import type { Caller, Plugin } from "@agent-tools/contract";
import { policy } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { expect, test } from "vitest";
import { resident } from "./house.js";

test("O68: external reference ids match in policy, in what is visible, and in secrets", async () => {
  const used: string[] = [];
  const orders: Plugin = {
    ...{ name: "Orders", prefix: "orders", secrets: ["TOKEN"], readonlyTools: ["list_orders"] },
    adapter: {
      listTools: () => ({ tools: [{ name: "list_orders" }] }),
      async call(_name: string, _args: object, context: { secrets: { get(name: string): Promise<string> } }) {
        used.push(await context.secrets.get("TOKEN"));
        return "none";
      },
    },
  };
  const rule = { for: { externalReferenceIds: { customerId: "c-*", departmentId: "sales" } }, mode: "allow" } as const;
  const runtime = await createRuntime({
    plugins: [orders],
    policy: policy({ rules: [rule], withoutRules: "denied" }),
    secrets: {
      isPerCaller: true,
      get: (_name: string, { externalReferenceIds }: Caller) => `token of ${externalReferenceIds?.["customerId"]}`,
    },
  });
  const of = (externalReferenceIds: Record<string, string>) => resident({ externalReferenceIds });
  const call = (caller: Caller) => runtime.call({ target: { plugin: "orders", tool: "list_orders" } }, caller);
  for (const customerId of ["c-17", "c-18"]) {
    const caller = of({ customerId, departmentId: "sales" });
    expect(await runtime.tools(caller)).toHaveLength(1);
    await call(caller);
  }
  expect(used).toEqual(["token of c-17", "token of c-18"]);
  for (const caller of [of({ customerId: "c-17" }), of({ customerId: "x", departmentId: "sales" }), resident()]) {
    expect(await runtime.tools(caller)).toEqual([]);
    expect((await runtime.discover("orders", caller)).hits).toEqual([]);
    await expect(call(caller)).rejects.toMatchObject({ code: "unknown_target" });
  }
});
