import { definePlugin, ToolError } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { createRuntime, type DoneOutcome } from "../src/index.js";
import { me, office, recorded } from "./office.js";

const read = { plugin: "office", tool: "list_notes" };
const write = { plugin: "office", tool: "add_note" };

describe("the call path", () => {
  test("runs a reading tool and records it", async () => {
    const { plugin, notes } = office();
    notes.push("one");
    const { runtime, events } = await recorded({ plugins: [plugin] });
    const outcome = (await runtime.call({ target: read, arguments: { limit: 5 } }, me)) as DoneOutcome;
    expect(outcome.result.structuredContent).toEqual(["one"]);
    expect(events).toMatchObject([
      { target: read, status: "done", effect: "read", isConfirmed: false, callId: outcome.callId },
    ]);
  });

  test("refuses a change that is not confirmed, runs nothing, records the refusal, and runs it confirmed", async () => {
    const { plugin, notes } = office();
    const { runtime, events } = await recorded({ plugins: [plugin] });
    const request = { target: write, arguments: { text: "buy milk" } };
    await expect(runtime.call(request, me)).rejects.toMatchObject({ code: "confirmation_required" });
    expect(notes).toEqual([]);
    await runtime.call({ ...request, confirm: true }, me);
    expect(notes).toEqual(["buy milk"]);
    expect(events.map(({ status, code }) => [status, code])).toEqual([
      ["refused", "confirmation_required"],
      ["done", undefined],
    ]);
  });

  test("O04 asks for no confirmation where the plugin says requireConfirm: false", async () => {
    const { plugin, notes } = office({ requireConfirm: false });
    const { runtime } = await recorded({ plugins: [plugin] });
    await runtime.call({ target: { plugin: "office", tool: "shred_notes" } }, me);
    await runtime.call({ target: write, arguments: { text: "a" } }, me);
    expect(notes).toEqual(["a"]);
  });

  test("names the nearest for an unknown plugin or tool, and runs nothing in its place", async () => {
    const { plugin } = office();
    const { runtime, events } = await recorded({ plugins: [plugin] });
    const wrongTool = runtime.call({ target: { plugin: "office", tool: "listNotes" } }, me);
    await expect(wrongTool).rejects.toMatchObject({ code: "unknown_target", details: { nearest: ["list_notes"] } });
    const wrongPlugin = runtime.call({ target: { plugin: "ofice", tool: "list_notes" } }, me);
    await expect(wrongPlugin).rejects.toMatchObject({ code: "unknown_plugin", details: { nearest: ["office"] } });
    expect(events.map(({ status }) => status)).toEqual(["refused", "refused"]);
  });

  test("refuses arguments that do not fit before anything runs", async () => {
    const { plugin, notes } = office();
    const { runtime } = await recorded({ plugins: [plugin] });
    const call = runtime.call({ target: write, arguments: { text: { no: 1 } }, confirm: true }, me);
    await expect(call).rejects.toMatchObject({ code: "invalid_arguments" });
    expect(notes).toEqual([]);
  });

  test("ends at the deadline, and when the client cancels, without waiting for the tool", async () => {
    const deaf = definePlugin({
      name: "Deaf",
      prefix: "deaf",
      readonlyTools: ["read"],
      adapter: {
        listTools: () => ({ tools: [{ name: "read" }, { name: "write" }] }),
        call: () => new Promise(() => {}),
      },
    });
    const { runtime, events } = await recorded({ plugins: [deaf] });
    const late = (tool: string) =>
      runtime.call({ target: { plugin: "deaf", tool }, confirm: true, deadlineMs: 30 }, me);
    await expect(late("read")).rejects.toMatchObject({ code: "timeout" });
    await expect(late("write")).rejects.toMatchObject({ code: "unknown_outcome" });

    const controller = new AbortController();
    const call = runtime.call({ target: { plugin: "deaf", tool: "read" } }, me, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(events.map(({ code }) => code)).toEqual(["timeout", "unknown_outcome", "cancelled"]);
  });

  test("a call that waits for a plugin which never answers ends, and was not run", async () => {
    const silent = definePlugin({
      name: "Silent",
      prefix: "silent",
      adapter: { listTools: () => new Promise(() => {}), call: () => "never" },
    });
    const { runtime } = await recorded({ plugins: [silent] });
    const call = runtime.call({ target: { plugin: "silent", tool: "x" }, confirm: true, deadlineMs: 30 }, me);
    await expect(call).rejects.toMatchObject({ code: "timeout" });
  });

  test("takes an issued secret out of results, errors and every encoding", async () => {
    const secret = "s3cr3t/with+odd chars";
    const { plugin } = office();
    const { runtime } = await recorded({
      plugins: [plugin],
      secrets: { isPerCaller: false, get: () => secret },
    });
    const show = (how: string) =>
      runtime.call({ target: { plugin: "office", tool: "show_secret" }, arguments: { how } }, me);
    expect(JSON.stringify(await show("plain"))).toContain("Bearer [secret]");
    const encoded = JSON.stringify(await show("base64"));
    expect(encoded).not.toContain(Buffer.from(secret).toString("base64").slice(4, 16));
    const error = await show("error").catch((thrown: unknown) => thrown);
    expect(ToolError.is(error) && error.code).toBe("upstream_error");
    expect(String((error as Error).message)).toBe("the key [secret] is not accepted");
  });

  test("hands out no secret that the plugin does not declare, and names one that is not set", async () => {
    const target = { plugin: "office", tool: "show_secret" };
    const undeclared = await createRuntime({ plugins: [office({ secrets: [] }).plugin], log: () => {} });
    const call = undeclared.call({ target, arguments: { how: "plain" } }, me);
    await expect(call).rejects.toMatchObject({
      code: "missing_secret",
      message: expect.stringContaining("OFFICE_KEY"),
    });
    const unset = await createRuntime({
      plugins: [office().plugin],
      secrets: { isPerCaller: false, get: () => undefined },
      log: () => {},
    });
    await expect(unset.call({ target, arguments: { how: "plain" } }, me)).rejects.toMatchObject({
      code: "missing_secret",
    });
  });

  test("policy: a denied tool looks absent and a shadowed one is not run, on every surface", async () => {
    const { plugin, notes } = office();
    const { runtime, events } = await recorded({
      plugins: [plugin],
      policy: {
        decide: ({ target }) => {
          if ("tool" in target && target.tool === "shred_notes") return { mode: "deny", rule: "no shredding" };
          return { mode: "tool" in target && target.tool === "add_note" ? "shadow" : "allow" };
        },
      },
    });
    const denied = await runtime
      .call({ target: { plugin: "office", tool: "shred_notes" }, confirm: true }, me)
      .catch((e) => e);
    const absent = await runtime
      .call({ target: { plugin: "office", tool: "shred_notez" }, confirm: true }, me)
      .catch((e) => e);
    expect(denied.message).toBe(absent.message.replace("shred_notez", "shred_notes"));
    const target = { plugin: "office", tool: "shred_notes" };
    const withBadArguments = await runtime
      .call({ target, arguments: "no object" }, me)
      .catch((error: unknown) => error);
    expect((withBadArguments as Error).message).toBe(denied.message);
    const found = await runtime.discover("shred notes", me);
    expect(found.hits.map(({ name }) => name)).not.toContain("shred_notes");
    await runtime.call({ target: write, arguments: { text: "x" } }, me);
    expect(notes).toEqual([]);
    expect(events.map(({ status, rule }) => [status, rule])).toEqual([
      ["refused", "no shredding"],
      ["refused", undefined],
      ["refused", "no shredding"],
      ["shadowed", undefined],
    ]);
  });

  test("limits are entered once and left once, also when the call fails", async () => {
    let inside = 0;
    const { runtime } = await recorded({
      plugins: [office().plugin],
      limits: {
        enter: () => {
          inside += 1;
          return () => {
            inside -= 1;
          };
        },
      },
    });
    await runtime.call({ target: read }, me);
    await runtime.call({ target: write, arguments: { text: "x" } }, me).catch(() => {});
    expect(inside).toBe(0);
  });

  test("an observer that throws harms nothing", async () => {
    const runtime = await createRuntime({
      plugins: [office().plugin],
      observers: [
        {
          record() {
            throw new Error("disk full");
          },
        },
      ],
    });
    await expect(runtime.call({ target: read }, me)).resolves.toMatchObject({ status: "done" });
  });

  test("after close every call is refused", async () => {
    const { runtime } = await recorded({ plugins: [office().plugin] });
    await runtime.close();
    await expect(runtime.call({ target: read }, me)).rejects.toMatchObject({ code: "closed" });
  });
});
