import { type Caller, type Effect, localCaller, memoryStore, type Plugin, ToolError } from "@agent-tools/contract";
import {
  confirmation,
  limits,
  policy,
  storeApprovals,
  type TargetPattern,
  type ToolsetParts,
  type ToolsetsDocument,
  type ToolsetTool,
  toolsets,
} from "@agent-tools/governance";
import { createRuntime, type Runtime } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";

const support = localCaller({ workspace: "acme", agent: "support" });
/** An agent without a toolset, which has everything under its own name. */
const other = localCaller({ workspace: "acme", agent: "other" });

/** `look` reads, `wipe` destroys, `pay` uses a secret that is declared for it alone. */
function desk(
  ran: string[] = [],
  namesOf: (caller: Caller) => readonly string[] = () => ["look", "wipe", "pay"],
): Plugin {
  return {
    ...{ name: "Desk", prefix: "desk", readonlyTools: ["look"], toolSecrets: { pay: ["BANK"] } },
    adapter: {
      listTools: ({ caller }) => ({
        tools: namesOf(caller).map((name) => ({ name, inputSchema: { type: "object" } })),
      }),
      effect: (name): Effect => (name === "wipe" ? "destructive" : "write"),
      async call(name, _args, { secrets }) {
        ran.push(name);
        return name === "pay" ? (await secrets.get("BANK")).length : "done";
      },
    },
  };
}

const document = (...tools: ToolsetTool[]): ToolsetsDocument => ({
  toolsets: [{ name: "set", version: "1.0.0", workspace: "acme", visibility: "private", tools }],
  attachments: [{ workspace: "acme", agent: "support", toolset: "set", range: "*" }],
  withoutToolsets: "everything",
});

function runtimeOf(plugin: Plugin, tool: ToolsetTool, parts: Partial<ToolsetParts> = {}): Promise<Runtime> {
  const allow = policy({ rules: [{ mode: "allow" }], withoutRules: "denied" });
  return createRuntime({
    ...toolsets(document(tool)).apply({ plugins: [plugin], policy: allow, ...parts }),
    ...{ approvalWaitMs: 0, log: () => {} },
    secrets: { isPerCaller: true, get: () => "a-secret-of-the-bank" },
  });
}

async function codeOf(runtime: Runtime, tool: string, caller: Caller, confirm = true): Promise<string> {
  const answer = await runtime.call({ target: { plugin: "desk", tool }, confirm }, caller).catch((error) => error);
  return ToolError.is(answer) ? answer.code : "done";
}

describe("another name is no way around what holds for the tool", () => {
  const wipe = { plugin: "desk", tool: "wipe" };
  const tidy = { ...wipe, name: "tidy" };

  test("who has to agree", async () => {
    const rule = confirmation([{ targets: wipe, confirm: "human" }]);
    const runtime = await runtimeOf(desk(), tidy, { confirmation: rule });
    expect(await codeOf(runtime, "tidy", support)).toBe("approval_required");
    expect(await codeOf(runtime, "wipe", other)).toBe("approval_required");
    expect((await runtime.explain({ plugin: "desk", tool: "tidy" }, support)).confirm).toBe("human");
    expect((await runtime.explain({ plugin: "desk", tool: "look" }, other)).confirm).toBe("none");
  });

  test("what a person approves by a pattern", async () => {
    const approvals = storeApprovals({ store: memoryStore() });
    const confirm = confirmation([{ targets: { plugin: "desk" }, confirm: "human" }]);
    const runtime = await runtimeOf(desk(), { ...wipe, name: "look_again" }, { approvals, confirmation: confirm });
    expect(await codeOf(runtime, "pay", other)).toBe("approval_required");
    const grantAll = async (targets: TargetPattern) => {
      const [question] = await approvals.open();
      await approvals.decide(question?.id ?? "", "approved", { for: "pattern", targets });
    };
    await grantAll({ plugin: "desk", tool: ["pay", "look*"] });
    expect(await codeOf(runtime, "look_again", support)).toBe("approval_required");
    await grantAll({ plugin: "desk", tool: ["look*"] });
    // The answer to the question itself, and no more of them.
    expect(await codeOf(runtime, "look_again", support)).toBe("done");
    expect(await codeOf(runtime, "look_again", support)).toBe("approval_required");
    await grantAll(wipe);
    expect(await codeOf(runtime, "look_again", support)).toBe("done");
    expect(await codeOf(runtime, "look_again", support)).toBe("done");
  });

  test("limits", async () => {
    const gentle = limits({ rules: [{ each: "tool", targets: wipe, rate: { calls: 2, perSeconds: 3_600 } }] });
    const ran: string[] = [];
    const runtime = await runtimeOf(desk(ran), tidy, { limits: gentle });
    expect(await codeOf(runtime, "tidy", support)).toBe("done");
    expect(await codeOf(runtime, "wipe", other)).toBe("done");
    expect(await codeOf(runtime, "tidy", support)).toBe("rate_limited");
    expect(await codeOf(runtime, "wipe", other)).toBe("rate_limited");
    expect(ran).toEqual(["wipe", "wipe"]);
  });

  test("the secrets that are declared for it", async () => {
    const runtime = await runtimeOf(desk(), { plugin: "desk", tool: "pay", name: "buy" });
    expect(await codeOf(runtime, "buy", support)).toBe("done");
    expect(await codeOf(runtime, "pay", other)).toBe("done");
  });

  test("its effect, and that of the tool whose name it was given", async () => {
    const ran: string[] = [];
    const runtime = await runtimeOf(desk(ran), { plugin: "desk", tool: "look", name: "wipe" });
    expect(await codeOf(runtime, "wipe", other, false)).toBe("confirmation_required");
    expect(await runtime.tools(support)).toEqual([]);
    expect(ran).toEqual([]);
  });

  test("also where the tool of that name is there for somebody else alone, whoever is first", async () => {
    const ran: string[] = [];
    const namesOf = ({ agent }: Caller) => (agent === "other" ? ["look", "wipe"] : ["look"]);
    const runtime = await runtimeOf(desk(ran, namesOf), { plugin: "desk", tool: "look", name: "wipe" });
    expect(await codeOf(runtime, "wipe", support, false)).toBe("done");
    expect(ran).toEqual(["look"]);
    const effects = async () => (await runtime.tools(other)).map(({ tool, effect }) => [tool.name, effect]);
    expect(await effects()).toEqual([
      ["look", "read"],
      ["wipe", "destructive"],
    ]);
    expect(await codeOf(runtime, "wipe", other, false)).toBe("confirmation_required");
    // What is known to be another tool's name is no name for it any more.
    const late = localCaller({ workspace: "acme", agent: "support", caller: "late" });
    expect(await runtime.tools(late)).toEqual([]);
    expect(ran).toEqual(["look"]);
  });
});
