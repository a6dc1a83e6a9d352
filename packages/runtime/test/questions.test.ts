import { type Answers, definePlugin, defineTool, type Plugin, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import {
  type DoneOutcome,
  expose,
  type Outcome,
  type Pending,
  type Runtime,
  type RuntimeOptions,
} from "../src/index.js";
import { me, office, recorded } from "./office.js";

const shred = { target: { plugin: "office", tool: "shred_notes" }, confirmBy: "person" as const };
const yes = { approval: { action: "accept", content: { approve: true } } };
const no = { approval: { action: "decline" } };

async function withNotes(options: Partial<RuntimeOptions> = {}) {
  const { plugin, notes } = office();
  notes.push("one");
  return { notes, ...(await recorded({ plugins: [plugin], approvalWaitMs: 0, ...options })) };
}

/** A tool that asks in mid-call, and counts how often its code ran. */
function asking(): { plugin: Plugin; runs: () => number } {
  let runs = 0;
  const book = defineTool({
    name: "book",
    input: Type.Object({ city: Type.String() }),
    async call({ city }, { ask }) {
      runs += 1;
      const first = await ask({ seat: { method: "elicitation/create", params: { message: "Which seat?" } } });
      const second = await ask({ meal: { method: "elicitation/create", params: { message: "Which meal?" } } });
      return { city, seat: first["seat"]?.["content"] ?? null, meal: second["meal"]?.["content"] ?? null };
    },
  });
  return { runs: () => runs, plugin: definePlugin({ name: "Trips", prefix: "trips", adapter: toolsAdapter([book]) }) };
}

const booking = { target: { plugin: "trips", tool: "book" }, arguments: { city: "Quito" }, confirm: true };
const answer = (key: string, content: string): Answers => ({ [key]: { action: "accept", content } });
const pendingOf = (outcome: Outcome): Pending => {
  if (outcome.status !== "pending") throw new Error(`The call is ${outcome.status}.`);
  return outcome;
};

describe("approval by a person", () => {
  test("through a client that is asked in mid-call: yes runs it once, no refuses it", async () => {
    const { runtime, notes, events } = await withNotes();
    const asked: unknown[] = [];
    const io = (answers: Answers) => ({
      async ask(requests: unknown) {
        asked.push(requests);
        return answers;
      },
    });
    await expect(runtime.call(shred, me, io(no))).rejects.toMatchObject({ code: "denied" });
    expect(notes).toEqual(["one"]);
    await runtime.call(shred, me, io(yes));
    expect(notes).toEqual([]);
    expect(asked[0]).toMatchObject({
      approval: { method: "elicitation/create", params: { message: expect.stringContaining("shred_notes") } },
    });
    expect(events.map(({ status, code }) => [status, code])).toEqual([
      ["refused", "denied"],
      ["done", undefined],
    ]);
  });

  test("through a client that is asked by a retry: the call waits, and is recorded once, at its end", async () => {
    const { runtime, notes, events } = await withNotes();
    const { state, callId } = pendingOf(await runtime.call(shred, me, { canResume: true }));
    expect(notes).toEqual(["one"]);
    expect(events).toEqual([]);
    const outcome = await runtime.call(shred, me, { canResume: true, resume: { state, answers: yes } });
    expect(outcome).toMatchObject({ status: "done", callId });
    expect(notes).toEqual([]);
    expect(events).toMatchObject([{ callId, status: "done" }]);
  });

  test("answers for another call, of another caller, twice, or with a state of one's own are refused", async () => {
    const { runtime, notes } = await withNotes();
    const { state } = pendingOf(await runtime.call(shred, me, { canResume: true }));
    const resume = { resume: { state, answers: yes } };
    const other = runtime.call({ ...shred, arguments: { all: true } }, me, resume);
    await expect(other).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(runtime.call(shred, { ...me, caller: "eve" }, resume)).rejects.toMatchObject({
      code: "invalid_arguments",
    });
    const forged = { resume: { state: `${state.split(".")[0]}.AAAA`, answers: yes } };
    await expect(runtime.call(shred, me, forged)).rejects.toMatchObject({ code: "invalid_arguments" });
    expect(notes).toEqual(["one"]);
    await runtime.call(shred, me, resume);
    await expect(runtime.call(shred, me, resume)).rejects.toMatchObject({ code: "unknown_outcome" });
  });

  test("where the client cannot ask: approval_required with an id, decided by the host, taken once by the identical call", async () => {
    const { runtime, notes } = await withNotes();
    const refused = await runtime.call(shred, me).catch((error) => error);
    expect(refused).toMatchObject({ code: "approval_required", details: { approvalId: expect.any(String) } });
    const [open] = await runtime.approvals.open();
    expect(open).toMatchObject({ id: refused.details.approvalId, effect: "destructive", binding: { caller: "local" } });
    expect(await runtime.approvals.decide(refused.details.approvalId, "approved")).toBe(true);
    expect(await runtime.approvals.decide(refused.details.approvalId, "denied")).toBe(false);
    expect(notes).toEqual(["one"]);
    const others = runtime.call(shred, { ...me, caller: "eve" });
    await expect(others).rejects.toMatchObject({ code: "approval_required" });
    await runtime.call(shred, me);
    expect(notes).toEqual([]);
    await expect(runtime.call(shred, me)).rejects.toMatchObject({ code: "approval_required" });
  });

  test("a decision that comes while the call waits lets it go on, and its deadline stands still meanwhile", async () => {
    const { runtime, notes } = await withNotes({ approvalWaitMs: 60_000 });
    const call = runtime.call({ ...shred, deadlineMs: 50 }, me);
    await expect.poll(() => runtime.approvals.open()).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 80));
    const [open] = await runtime.approvals.open();
    await runtime.approvals.decide(open?.id ?? "", "approved");
    await expect(call).resolves.toMatchObject({ status: "done" });
    expect(notes).toEqual([]);
  });

  test("an approval does not outlive the definition that it was given for", async () => {
    let description = "Deletes one row.";
    const adapter = {
      listTools: () => ({ tools: [{ name: "drop", description }] }),
      call: () => "dropped",
    };
    let changed = () => {};
    const plugin = definePlugin({
      name: "Rows",
      prefix: "rows",
      createAdapter(host) {
        changed = () => host.toolsChanged();
        return adapter;
      },
    });
    const { runtime } = await recorded({ plugins: [plugin], approvalWaitMs: 60_000 });
    const request = { target: { plugin: "rows", tool: "drop" }, confirmBy: "person" as const };
    const call = runtime.call(request, me).catch((error) => error);
    await expect.poll(() => runtime.approvals.open()).toHaveLength(1);
    description = "Deletes everything.";
    changed();
    await expect.poll(async () => (await runtime.tools(me))[0]?.tool.description).toBe(description);
    const [open] = await runtime.approvals.open();
    await runtime.approvals.decide(open?.id ?? "", "approved");
    expect(await call).toMatchObject({ code: "approval_required", message: expect.stringContaining("changed") });
  });

  test("a destructive skill is approved before it starts, and what it declared then runs", async () => {
    const { plugin, notes } = office({
      skills: {
        clear: { meta: { uses: ["shred_notes", "list_notes"] }, run: (adapter) => adapter.call("shred_notes") },
      },
    });
    notes.push("one");
    const { runtime } = await recorded({ plugins: [plugin], approvalWaitMs: 0 });
    const request = { target: { plugin: "office", skill: "clear" }, confirm: true };
    await expect(runtime.call(request, me)).rejects.toMatchObject({ code: "approval_required" });
    expect(notes).toEqual(["one"]);
    await runtime.call(request, me, { ask: async () => yes });
    expect(notes).toEqual([]);
  });

  test("the native exposure asks a person before a change, and nobody before a read", async () => {
    const { runtime, notes } = await withNotes();
    const native = expose(runtime, "native");
    const session = { caller: me, client: { name: "test", capabilities: { elicitation: {} } } };
    expect(await native.callTool("office__list_notes", {}, session)).toMatchObject({ structuredContent: ["one"] });
    const pending = (await native.callTool("office__shred_notes", {}, session)) as Pending;
    expect(pending.status).toBe("pending");
    const resume = { state: pending.state, answers: yes };
    expect(await native.callTool("office__shred_notes", {}, session, { resume })).toMatchObject({
      structuredContent: 1,
    });
    expect(notes).toEqual([]);
    expect(await native.callTool("office__add_note", { text: "x" }, { caller: me })).toMatchObject({ isError: true });
  });
});

describe("questions in mid-call", () => {
  test("no round ever runs the code again, through a client that is asked directly", async () => {
    const { plugin, runs } = asking();
    const { runtime } = await recorded({ plugins: [plugin] });
    const io = { ask: async (requests: object) => answer(Object.keys(requests)[0] as string, "any") };
    const outcome = (await runtime.call(booking, me, io)) as DoneOutcome;
    expect(outcome.result.structuredContent).toEqual({ city: "Quito", seat: "any", meal: "any" });
    expect(runs()).toBe(1);
  });

  test("no round ever runs the code again, through retries, each with the next question", async () => {
    const { plugin, runs } = asking();
    const { runtime, events } = await recorded({ plugins: [plugin] });
    const first = pendingOf(await runtime.call(booking, me, { canResume: true }));
    expect(Object.keys(first.requests)).toEqual(["seat"]);
    const retry = (state: string, answers: Answers) =>
      runtime.call(booking, me, { canResume: true, resume: { state, answers } });
    const second = pendingOf(await retry(first.state, answer("seat", "12A")));
    expect(Object.keys(second.requests)).toEqual(["meal"]);
    const outcome = (await retry(second.state, answer("meal", "soup"))) as DoneOutcome;
    expect(outcome.result.structuredContent).toEqual({ city: "Quito", seat: "12A", meal: "soup" });
    expect([runs(), events.length, outcome.callId]).toEqual([1, 1, first.callId]);
  });

  test("a question inside a skill reaches the client of the skill's call", async () => {
    const { plugin } = asking();
    const skilled: Plugin = { ...plugin, skills: { go: { run: (adapter) => adapter.call("book", { city: "Lima" }) } } };
    const { runtime } = await recorded({ plugins: [skilled] });
    const request = { target: { plugin: "trips", skill: "go" }, confirm: true };
    let outcome = await runtime.call(request, me, { canResume: true });
    for (const key of ["seat", "meal"]) {
      const { state } = pendingOf(outcome);
      outcome = await runtime.call(request, me, { canResume: true, resume: { state, answers: answer(key, key) } });
    }
    expect((outcome as DoneOutcome).result.structuredContent).toEqual({ city: "Lima", seat: "seat", meal: "meal" });
  });

  describe("of one tool, two at once", () => {
    const both = defineTool({
      name: "both",
      input: Type.Object({}),
      async call(_, { ask }) {
        const question = (message: string) => ask({ it: { method: "elicitation/create", params: { message } } });
        const answers = await Promise.all([question("Which seat?"), question("Which meal?")]);
        return answers.map(({ it }) => it?.["content"] ?? null);
      },
    });
    const plugin = definePlugin({ name: "Trips", prefix: "trips", adapter: toolsAdapter([both]) });
    const request = { target: { plugin: "trips", tool: "both" }, confirm: true };
    const messageOf = (requests: Pending["requests"]) => String(requests["it"]?.params?.["message"]);

    test("are both put to a client that is asked directly, and the deadline stands still until the last answer", async () => {
      const { runtime } = await recorded({ plugins: [plugin] });
      const ask = async (requests: Pending["requests"]) => {
        const message = messageOf(requests);
        if (message === "Which meal?") await new Promise((resolve) => setTimeout(resolve, 400));
        return answer("it", `To ${message}`);
      };
      const outcome = (await runtime.call({ ...request, deadlineMs: 300 }, me, { ask })) as DoneOutcome;
      expect(outcome.result.structuredContent).toEqual(["To Which seat?", "To Which meal?"]);
    });

    test("are put one after the other to a client that is asked by a retry", async () => {
      const { runtime } = await recorded({ plugins: [plugin] });
      const asked: string[] = [];
      let outcome = await runtime.call(request, me, { canResume: true });
      while (outcome.status === "pending") {
        const message = messageOf(outcome.requests);
        asked.push(message);
        const resume = { state: outcome.state, answers: answer("it", `To ${message}`) };
        outcome = await runtime.call(request, me, { canResume: true, resume });
      }
      expect(asked).toEqual(["Which seat?", "Which meal?"]);
      expect(outcome.result.structuredContent).toEqual(["To Which seat?", "To Which meal?"]);
    });
  });

  test("while a tool inside of a skill asks, neither of them comes closer to its deadline", async () => {
    const { plugin } = asking();
    const twice: Plugin = {
      ...plugin,
      skills: {
        go: {
          run: async (adapter) => [
            await adapter.call("book", { city: "Lima" }),
            await adapter.call("book", { city: "Quito" }),
          ],
        },
      },
    };
    const { runtime } = await recorded({ plugins: [twice] });
    const ask = async (requests: Pending["requests"]) => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return answer(Object.keys(requests)[0] as string, "any");
    };
    const request = { target: { plugin: "trips", skill: "go" }, confirm: true, deadlineMs: 200 };
    const outcome = (await runtime.call(request, me, { ask })) as DoneOutcome;
    expect(outcome.result.structuredContent).toMatchObject([{ city: "Lima" }, { city: "Quito" }]);
  });

  test("where nobody can answer, the call fails and says so", async () => {
    const { runtime } = await recorded({ plugins: [asking().plugin] });
    await expect(call(runtime)).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("question"),
    });
  });
});

function call(runtime: Runtime): Promise<Outcome> {
  return runtime.call(booking, me);
}
