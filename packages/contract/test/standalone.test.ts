import { afterEach, describe, expect, test, vi } from "vitest";
import { localCaller, memoryStore, standaloneContext, standaloneHost, ToolError } from "../src/index.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("standaloneHost", () => {
  test("has a store, lets every connection through and takes a change of tools", async () => {
    const host = standaloneHost();
    await host.store.set(["a"], 1);
    expect(await host.store.get(["a"])).toMatchObject({ value: 1 });
    expect(() => host.network.check({ host: "169.254.169.254", port: 80 })).not.toThrow();
    expect(() => host.toolsChanged()).not.toThrow();
  });

  test("every part may be given instead", () => {
    const store = memoryStore();
    const toolsChanged = vi.fn();
    const host = standaloneHost({ store, toolsChanged });
    host.toolsChanged(localCaller());
    expect(host.store).toBe(store);
    expect(toolsChanged).toHaveBeenCalledWith(localCaller());
  });

  test("warnings and errors go to stderr, milder messages nowhere, and nothing to stdout", () => {
    const toError = vi.spyOn(console, "error").mockImplementation(() => {});
    const toOutput = vi.spyOn(process.stdout, "write");
    const { log } = standaloneHost();
    for (const level of ["debug", "info", "notice", "warning", "error"] as const) log(level, { step: 1 });
    log("warning", "plain words");
    expect(toError.mock.calls.flat()).toEqual([
      '[agent-tools] warning: {"step":1}',
      '[agent-tools] error: {"step":1}',
      "[agent-tools] warning: plain words",
    ]);
    expect(toOutput).not.toHaveBeenCalled();
  });
});

describe("standaloneContext", () => {
  test("each has an id of its own, the local caller, and 60 seconds", () => {
    const before = Date.now();
    const [first, second] = [standaloneContext(), standaloneContext()];
    expect(first.callId).not.toBe(second.callId);
    expect(first.idempotencyKey).toBe(first.callId);
    expect(first.caller).toEqual(localCaller());
    expect(first.deadline).toBeGreaterThanOrEqual(before + 60_000);
    expect(first.deadline).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(first.signal.aborted).toBe(false);
    expect(first.meta).toEqual({});
  });

  test("hands out the secrets it was given, and says of any other that it is not set", async () => {
    const { secrets } = standaloneContext({ secrets: { TOKEN: "t-1", EMPTY: "" } });
    expect(await secrets.get("TOKEN")).toBe("t-1");
    expect(await secrets.get("EMPTY")).toBe("");
    for (const name of ["OTHER", "toString", "__proto__"]) {
      await expect(secrets.get(name)).rejects.toMatchObject({
        code: "missing_secret",
        message: `The secret "${name}" is not set.`,
      });
    }
  });

  test("its signal follows the one given, with the reason", () => {
    const controller = new AbortController();
    const { signal } = standaloneContext({ signal: controller.signal });
    controller.abort("enough");
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe("enough");
  });

  test("its signal is aborted at the deadline", async () => {
    const { signal } = standaloneContext({ timeoutMs: 1 });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  test("questions go to whoever was named, else they are unsupported", async () => {
    const questions = { name: { method: "elicitation/create" } };
    const ask = vi.fn(async () => ({ name: { action: "accept" } }));
    expect(await standaloneContext({ ask }).ask(questions)).toEqual({ name: { action: "accept" } });
    expect(ask).toHaveBeenCalledWith(questions);
    const refusal: unknown = await standaloneContext()
      .ask(questions)
      .catch((error: unknown) => error);
    expect(ToolError.is(refusal) && refusal.code).toBe("unsupported");
  });

  test("progress, log, dispatched and meta are passed through", () => {
    const [progress, log, dispatched] = [vi.fn(), vi.fn(), vi.fn()];
    const context = standaloneContext({ progress, log, dispatched, meta: { trace: "t" } });
    context.progress(1, 2, "half");
    context.log("info", "words");
    context.dispatched();
    expect(progress).toHaveBeenCalledWith(1, 2, "half");
    expect(log).toHaveBeenCalledWith("info", "words");
    expect(dispatched).toHaveBeenCalledOnce();
    expect(context.meta).toEqual({ trace: "t" });
    const silent = standaloneContext();
    expect(() => [silent.progress(1), silent.dispatched()]).not.toThrow();
  });
});
