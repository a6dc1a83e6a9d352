import { setTimeout as pause } from "node:timers/promises";
import { type Caller, type Target, ToolError } from "@agent-tools/contract";
import { limits } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { describe, expect, test } from "vitest";
import { house, type Ran, resident } from "./house.js";

const notes = { plugin: "home", tool: "read_notes" };
const light = { plugin: "home", tool: "switch_light" };
const done = { status: "done" } as const;
const refusal = async (entering: unknown) => {
  const error = await Promise.resolve(entering).catch((thrown: unknown) => thrown);
  return ToolError.is(error) ? error : undefined;
};
const enter = async (port: ReturnType<typeof limits>, target: Target = notes, caller: Caller = resident()) =>
  port.enter({ target, caller });

test("a rate lets so many calls begin, each caller's use of each tool by itself, and says when to come back", async () => {
  const port = limits({ rules: [{ name: "gentle", rate: { calls: 2, perSeconds: 60 } }] });
  await enter(port);
  await enter(port);
  const error = await refusal(enter(port));
  expect(error).toMatchObject({ code: "rate_limited", retryable: true });
  expect(error?.message).toContain('"gentle"');
  expect(error?.retryAfterMs).toBeGreaterThan(1_000);
  expect(error?.retryAfterMs).toBeLessThanOrEqual(60_000);
  await enter(port, light);
  await enter(port, notes, resident({ caller: "bea" }));
  await enter(port, notes, resident({ workspace: "other" }));
});

test.each([
  ["caller", [true, false], "bea"],
  ["tool", [false, true], "bea"],
  ["workspace", [false, false], "bea"],
] as const)("one count for each %s", async (each, [isOtherCallerIn, isOtherToolIn], caller) => {
  const port = limits({ rules: [{ each, rate: { calls: 1, perSeconds: 60 } }] });
  await enter(port);
  expect((await refusal(enter(port, notes, resident({ caller })))) === undefined).toBe(isOtherCallerIn);
  expect((await refusal(enter(port, light))) === undefined).toBe(isOtherToolIn);
  expect(await refusal(enter(port, notes, resident({ workspace: "other" })))).toBeUndefined();
});

test("concurrency lets so many run at once, and a place is given back once", async () => {
  const port = limits({ rules: [{ concurrency: 2 }] });
  const [leave] = [await enter(port), await enter(port)];
  expect((await refusal(enter(port)))?.code).toBe("rate_limited");
  leave?.(done);
  leave?.(done);
  await enter(port);
  expect((await refusal(enter(port)))?.code).toBe("rate_limited");
});

test("a budget is shared by the tools of a rule, which may cost differently", async () => {
  const budget = { units: 10, perSeconds: 3_600, costs: [{ targets: { tool: "switch_*" }, units: 4 }] };
  const port = limits({ rules: [{ each: "caller", budget }] });
  for (const target of [light, light, notes]) await enter(port, target);
  expect((await refusal(enter(port, light)))?.code).toBe("rate_limited");
  // What was refused has cost nothing.
  await enter(port, notes);
  expect((await refusal(enter(port, notes)))?.code).toBe("rate_limited");
});

test("a call that one limit refuses costs nothing of the others", async () => {
  const port = limits({
    rules: [
      { name: "wide", each: "caller", rate: { calls: 2, perSeconds: 60 }, concurrency: 9 },
      { name: "narrow", targets: { tool: "switch_light" }, rate: { calls: 1, perSeconds: 60 } },
    ],
  });
  await enter(port, light);
  for (let time = 0; time < 5; time += 1) expect((await refusal(enter(port, light)))?.message).toContain("narrow");
  await enter(port, notes);
  expect((await refusal(enter(port, notes)))?.message).toContain("wide");
});

test("a rule is for the callers and targets that it names", async () => {
  const port = limits({
    rules: [{ for: { agent: "casa", role: "guest" }, targets: { plugin: "home", tool: "read_*" }, concurrency: 1 }],
  });
  const guest = resident({ roles: ["guest"] });
  await enter(port, notes, guest);
  expect((await refusal(enter(port, notes, guest)))?.code).toBe("rate_limited");
  for (const [target, caller] of [[light, guest] as const, [notes, resident()] as const]) {
    await enter(port, target, caller);
    await enter(port, target, caller);
  }
});

test("a host counts elsewhere with any limiter of rate-limiter-flexible", async () => {
  const made: string[] = [];
  const shared = new RateLimiterMemory({ points: 3, duration: 60 });
  const port = () =>
    limits({
      rules: [{ name: "shared", rate: { calls: 3, perSeconds: 60 } }],
      counter: ({ keyPrefix, points, duration }) => {
        made.push(`${keyPrefix} ${points} ${duration}`);
        return shared;
      },
    });
  const [one, other] = [port(), port()];
  await enter(one);
  await enter(other);
  await enter(one);
  expect((await refusal(enter(other)))?.code).toBe("rate_limited");
  expect(made).toEqual(["rate:shared 3 60", "rate:shared 3 60"]);
});

describe("a circuit", () => {
  const unreachable = { status: "failed", code: "upstream_unavailable" } as const;
  const open = async (coolDownMs: number) => {
    const port = limits({ circuit: { failures: 2, coolDownMs } });
    for (let time = 0; time < 2; time += 1) (await enter(port))?.(unreachable);
    return port;
  };

  test("opens after failures in a row, for this tool alone", async () => {
    const port = await open(60_000);
    const error = await refusal(enter(port));
    expect(error?.code).toBe("upstream_unavailable");
    expect(error?.retryAfterMs).toBeGreaterThan(50_000);
    expect(error?.message).toContain("failed 2 times in a row");
    await enter(port, light);
    await enter(port, notes, resident({ workspace: "other" }));
  });

  test("lets one call through after the cool-down, whose end decides", async () => {
    const port = await open(20);
    await pause(30);
    const probe = await enter(port);
    expect((await refusal(enter(port)))?.code).toBe("upstream_unavailable");
    probe?.(unreachable);
    expect((await refusal(enter(port)))?.code).toBe("upstream_unavailable");
    await pause(30);
    const second = await enter(port);
    second?.(done);
    const both = [await enter(port), await enter(port)];
    both[0]?.(unreachable);
    expect(await refusal(enter(port))).toBeUndefined();
  });

  test("is not held open by a probe that never ran", async () => {
    const port = await open(0);
    (await enter(port))?.({ status: "refused", code: "approval_required" });
    (await enter(port))?.({ status: "shadowed" });
    expect(await refusal(enter(port))).toBeUndefined();
  });

  test("does not count what the tool itself reports, nor refusals", async () => {
    const port = limits({ circuit: { failures: 1, coolDownMs: 60_000 } });
    (await enter(port))?.({ status: "failed", code: "upstream_error" });
    (await enter(port))?.({ status: "refused", code: "upstream_unavailable" });
    (await enter(port))?.({ status: "failed", code: "cancelled" });
    expect(await refusal(enter(port))).toBeUndefined();
  });
});

test("a limit that is none is refused", () => {
  expect(() => limits({ rules: [{ rate: { calls: 0, perSeconds: 1 } }] })).toThrow(/above 0/);
  expect(() => limits({ rules: [{ concurrency: Number.NaN }] })).toThrow(/limits\[0\]/);
  expect(() => limits({ rules: [{ targets: { tols: "x" } as never }] })).toThrow(/tols is not known/);
  expect(() => limits({ rules: [{ targets: { effect: "write" } as never }] })).toThrow(/by names alone/);
  expect(() => limits({ rules: [{ for: { agnt: "x" } as never }] })).toThrow(/agnt is not known/);
});

test("through a runtime: what is over the limit is not run, and a refused call leaves no place occupied", async () => {
  const ran: Ran[] = [];
  const port = limits({
    rules: [{ targets: { tool: "read_notes" }, rate: { calls: 1, perSeconds: 60 } }, { concurrency: 1 }],
  });
  const runtime = await createRuntime({ plugins: [house(ran)], limits: port });
  await runtime.call({ target: notes }, resident());
  await expect(runtime.call({ target: notes }, resident())).rejects.toMatchObject({ code: "rate_limited" });
  await expect(runtime.call({ target: light }, resident())).rejects.toMatchObject({ code: "confirmation_required" });
  await runtime.call({ target: light, confirm: true }, resident());
  await runtime.call({ target: light, confirm: true }, resident());
  expect(ran.map(({ tool }) => tool)).toEqual(["home:read_notes", "home:switch_light", "home:switch_light"]);
});

test("a window that this process's memory cannot keep, and a cost that gives units back, are refused", async () => {
  const month = { units: 2, perSeconds: 30 * 86_400 };
  expect(() => limits({ rules: [{ budget: month }] })).toThrow(/2147483 s are the most/);
  const kept = limits({ rules: [{ budget: { ...month, perSeconds: 2_147_483 } }] });
  await enter(kept);
  await enter(kept);
  await pause(20);
  expect((await refusal(enter(kept)))?.code).toBe("rate_limited");
  const elsewhere = { consume: async () => ({}) as never, reward: async () => ({}) as never };
  expect(() => limits({ rules: [{ budget: month }], counter: () => elsewhere })).not.toThrow();
  for (const units of [-1, Number.NaN]) {
    const costs = [{ targets: {}, units }];
    expect(() => limits({ rules: [{ budget: { units: 5, perSeconds: 60, costs } }] })).toThrow(/0 or above/);
  }
});
