import { localCaller, type Plugin } from "@agent-tools/contract";
import { createRuntime, type RuntimeOptions } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";
import { type ConfirmRule, confirmation } from "../../src/index.js";
import { office, send } from "./office.js";

const me = localCaller();
const wipe = { target: { plugin: "office", tool: "wipe" } } as const;
const read = { target: { plugin: "office", tool: "read_file" } } as const;

async function host(rules: readonly ConfirmRule[], more: Partial<RuntimeOptions> = {}, skills?: Plugin["skills"]) {
  const { plugin, sent } = office();
  const runtime = await createRuntime({
    plugins: [{ ...plugin, ...(skills && { skills }) } as Plugin],
    confirmation: confirmation(rules),
    approvalWaitMs: 0,
    ...more,
  });
  return { runtime, sent };
}

describe("who has to agree", () => {
  test("model: the envelope's confirm; human: a person, whatever is confirmed; none: nobody", async () => {
    const model = await host([]);
    await expect(model.runtime.call(send(), me)).rejects.toMatchObject({ code: "confirmation_required" });
    await model.runtime.call({ ...send(), confirm: true }, me);
    const human = await host([{ targets: { tool: "send" }, confirm: "human" }]);
    await expect(human.runtime.call({ ...send(), confirm: true }, me)).rejects.toMatchObject({
      code: "approval_required",
    });
    await expect(human.runtime.call({ ...send(), confirmBy: "client" }, me)).rejects.toMatchObject({
      code: "approval_required",
    });
    await human.runtime.call({ ...wipe, confirm: true }, me);
    const none = await host([{ targets: { plugin: "office" }, confirm: "none" }]);
    await none.runtime.call(send(), me);
    await none.runtime.call({ ...wipe, confirmBy: "person" }, me);
    expect([model.sent.length, human.sent.length]).toEqual([1, 0]);
  });

  test("a human is asked through the client where it can be", async () => {
    const { runtime, sent } = await host([{ confirm: "human" }]);
    const ask = async () => ({ approval: { action: "accept", content: { approve: true } } });
    await runtime.call(send(), me, { ask });
    expect(sent).toHaveLength(1);
  });

  test("the strictest rule that fits decides, by annotation, effect and caller", async () => {
    const { runtime } = await host([
      { confirm: "none" },
      { targets: { annotations: { destructiveHint: true }, effect: "destructive" }, confirm: "human" },
      { for: { caller: "guest" }, targets: { tool: "read_file", effect: "read" }, confirm: "model" },
    ]);
    await runtime.call(send(), me);
    await expect(runtime.call(wipe, me)).rejects.toMatchObject({ code: "approval_required" });
    await runtime.call(read, me);
    const guest = { ...me, caller: "guest" };
    await expect(runtime.call(read, guest)).rejects.toMatchObject({ code: "confirmation_required" });
    await runtime.call({ ...read, confirm: true }, guest);
  });

  test("a rule that names no effect asks nobody about reads", async () => {
    const { runtime } = await host([{ targets: { plugin: "office" }, confirm: "human" }]);
    await runtime.call(read, me);
  });

  test("a skill that declares a tool for which a human is asked waits for the human before it starts", async () => {
    const runs: number[] = [];
    const skills: Plugin["skills"] = {
      tell: {
        meta: { uses: ["office:send"] },
        async run(adapter) {
          runs.push(1);
          return adapter.call("send", { to: "ada", text: "hi" });
        },
      },
    };
    const { runtime, sent } = await host([{ targets: { tool: "send" }, confirm: "human" }], {}, skills);
    const tell = { target: { plugin: "office", skill: "tell" }, confirm: true } as const;
    await expect(runtime.call(tell, me)).rejects.toMatchObject({ code: "approval_required" });
    expect(runs).toEqual([]);
    const [open] = await runtime.approvals.open();
    await runtime.approvals.decide(open?.id ?? "", "approved");
    await runtime.call(tell, me);
    expect(sent).toEqual(["ada: hi"]);
  });

  test("explain says who is asked", async () => {
    const { runtime } = await host([{ targets: { tool: "send" }, confirm: "human" }]);
    const explained = async (tool: string) => {
      const { confirm, reasons } = await runtime.explain({ plugin: "office", tool }, me);
      return [confirm, reasons.join(" ")];
    };
    expect(await explained("send")).toEqual(["human", expect.stringContaining("A person has to approve each call.")]);
    expect(await explained("wipe")).toEqual(["model", expect.stringContaining("has to be confirmed")]);
    expect(await explained("read_file")).toEqual(["none", expect.stringContaining("only reads")]);
  });

  test("a rule with a fault is refused", () => {
    for (const rule of [
      { confirm: "robot" },
      { confirm: "human", targets: { tol: "x" } },
      { confirm: "none", for: { nam: "x" } },
    ]) {
      expect(() => confirmation([rule as ConfirmRule])).toThrowError(
        expect.objectContaining({ code: "invalid_configuration" }),
      );
    }
  });
});
