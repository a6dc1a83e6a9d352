import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memoryStore } from "@agent-tools/contract";
import {
  type AuditEvent,
  type AuditOptions,
  type AuditProblem,
  type AuditSink,
  audit,
  fileSink,
  logSink,
  type PolicyDocument,
  policy,
  promotionReport,
  storedAudit,
  storeSink,
} from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { sqliteProblem } from "../../store-sqlite/test/sqlite-problem.js";
import { cleanUpAfterAll } from "./durable/place.js";
import { house, type Ran, resident } from "./house.js";

cleanUpAfterAll();

const folder = await mkdtemp(join(tmpdir(), "governance-audit-"));
afterAll(() => rm(folder, { recursive: true }));

const rules: PolicyDocument = {
  withoutRules: "denied",
  rules: [
    { mode: "allow" },
    { name: "rehearse", targets: { tool: "switch_light" }, mode: "shadow" },
    { name: "never", targets: { tool: "burn_notes" }, mode: "deny" },
  ],
};
const light = { target: { plugin: "home", tool: "switch_light" }, arguments: { item: "hall" }, confirm: true };
const notes = { target: { plugin: "home", tool: "read_notes" } };

async function audited(options: AuditOptions, ran: Ran[] = []) {
  const record = audit(options);
  const runtime = await createRuntime({ plugins: [house(ran)], policy: policy(rules), observers: [record] });
  return { record, runtime };
}

/** Keeps what it is given, and fails as often as it is told to. */
function memorySink(failures = 0): AuditSink & { readonly events: AuditEvent[] } {
  const events: AuditEvent[] = [];
  let left = failures;
  return {
    name: "memory",
    events,
    write(event) {
      left -= 1;
      if (left >= 0) throw new Error("the disk is full");
      events.push(event);
    },
  };
}

test("there is one event for each use, rehearsal and refusal, and it holds metadata only", async () => {
  const sink = memorySink();
  const { record, runtime } = await audited({ sinks: [sink] });
  await runtime.call(notes, resident());
  await runtime.call(light, resident());
  for (const tool of ["burn_notes", "no_such", "broken"]) {
    await runtime.call({ target: { plugin: "home", tool }, arguments: {}, confirm: true }, resident()).catch(() => {});
  }
  await runtime
    .call({ target: { plugin: "home", tool: "switch_light" }, arguments: { item: 7, "a/b": "hall" } }, resident())
    .catch(() => {});
  await record.flush();
  expect(sink.events.map(({ event, name, code, rule }) => [event, name, code, rule])).toEqual([
    ["tool_used", "read_notes", undefined, "rule 1"],
    ["tool_shadowed", "switch_light", undefined, "rehearse"],
    ["tool_denied", "burn_notes", "unknown_target", "never"],
    ["tool_refused", "no_such", "unknown_target", undefined],
    ["tool_failed", "broken", "upstream_error", "rule 1"],
    expect.anything(),
  ]);
  expect(sink.events[0]).toMatchObject({
    ...{ workspace: "house", agent: "casa", caller: "ana", channel: "console", plugin: "home", kind: "tool" },
    ...{ effect: "read", outcome: "done", latencyMs: expect.any(Number), changes: [] },
  });
  expect(JSON.stringify(sink.events)).not.toContain("hall");
});

test("a refusal names what refused, not the rule that had allowed the tool", async () => {
  const record = audit();
  const allow: PolicyDocument = { rules: [{ mode: "allow" }], withoutRules: "denied" };
  const runtime = await createRuntime({ plugins: [house()], policy: policy(allow), observers: [record] });
  await runtime.call({ ...light, isReadOnly: true }, resident()).catch(() => {});
  const ask = async () => ({ approval: { action: "decline" } });
  await runtime.call({ ...light, confirmBy: "person" }, resident(), { ask }).catch(() => {});
  expect(record.recent().map(({ event, rule }) => [event, rule])).toEqual([
    ["tool_denied", "approval"],
    ["tool_denied", "read only"],
  ]);
});

test("what settling changed is recorded by kind and path, never by value", async () => {
  const { record, runtime } = await audited({});
  const item = { target: light.target, arguments: '{"item":"hall"}' };
  await runtime.call({ ...item, confirm: true }, resident());
  const [event] = record.recent();
  expect(event?.changes.length).toBeGreaterThan(0);
  for (const change of event?.changes ?? []) expect(Object.keys(change).sort()).toEqual(["kind", "path"]);
});

test("arguments are there only where the host opts in, without the secrets that were handed out", async () => {
  const plugin = house();
  const secretive = {
    ...plugin,
    secrets: ["TOKEN"],
    adapter: {
      ...plugin.adapter,
      listTools: () => ({ tools: [{ name: "send" }] }),
      call: async (_name: string, _args: unknown, context: { secrets: { get(name: string): Promise<string> } }) => {
        await context.secrets.get("TOKEN");
        return "sent";
      },
    },
  } as unknown as typeof plugin;
  const secrets = { get: () => "s3cr3t-canary-value", isPerCaller: false };
  const send = {
    target: { plugin: "home", tool: "send" },
    arguments: { to: "ana", body: "with s3cr3t-canary-value in it" },
    confirm: true,
  };
  for (const recordsArguments of [true, false]) {
    const record = audit({ recordsArguments });
    const runtime = await createRuntime({ plugins: [secretive], observers: [record], secrets });
    await runtime.call(send, resident());
    const [event] = record.recent();
    expect(JSON.stringify(event)).not.toContain("canary");
    expect(event?.arguments === undefined).toBe(!recordsArguments);
    if (recordsArguments) expect(event?.arguments).toMatchObject({ to: "ana" });
  }
});

describe("recent", () => {
  test("answers with the newest first, of the caller that is asked about, and remembers only so many", async () => {
    const { record, runtime } = await audited({ remembered: 4 });
    for (const caller of ["ana", "bea", "ana", "bea", "ana", "bea", "ana", "bea", "ana"])
      await runtime.call(notes, resident({ caller }));
    expect(record.recent().map(({ caller }) => caller)).toEqual(["ana", "bea", "ana", "bea"]);
    expect(record.recent({ caller: "bea", channel: "console" })).toHaveLength(2);
    expect(record.recent({ agent: "calle" })).toEqual([]);
    expect(record.recent({}, 1)).toHaveLength(1);
  });
});

describe("a sink that is not required", () => {
  test("that fails neither fails nor delays a call, and gets the event later", async () => {
    const sink = memorySink(3);
    const { record, runtime } = await audited({ sinks: [sink] });
    const outcome = await runtime.call(notes, resident());
    expect(outcome.status).toBe("done");
    expect(sink.events).toEqual([]);
    await record.flush();
    expect(sink.events.map(({ event }) => event)).toEqual(["tool_used"]);
  });

  test("that never answers holds nobody up, and loses the oldest beyond its bound, which is told", async () => {
    const problems: AuditProblem[] = [];
    const stuck: AuditSink = { name: "stuck", write: () => new Promise(() => {}) };
    const { runtime } = await audited({ sinks: [stuck], waiting: 2, onProblem: (problem) => problems.push(problem) });
    for (let call = 0; call < 5; call += 1) expect((await runtime.call(notes, resident())).status).toBe("done");
    expect(problems.map(({ sink, lost }) => [sink, lost])).toEqual([
      ["stuck", 1],
      ["stuck", 2],
    ]);
  });

  test("that never answers can be closed, and what waited for it is told as lost", async () => {
    const problems: AuditProblem[] = [];
    const stuck: AuditSink = { name: "stuck", write: () => new Promise(() => {}) };
    const { record, runtime } = await audited({
      ...{ sinks: [stuck], closeMs: 20 },
      onProblem: (problem) => problems.push(problem),
    });
    for (let call = 0; call < 3; call += 1) await runtime.call(notes, resident());
    await record.close();
    expect(problems.map(({ lost }) => lost)).toEqual([1, 2]);
    expect(problems[0]?.message).toContain("of closing");
  });

  test("has its next events even where whoever is told of problems throws", async () => {
    const sink = memorySink(5);
    const { record, runtime } = await audited({
      sinks: [sink],
      onProblem() {
        throw new Error("nobody listens");
      },
    });
    for (let call = 0; call < 2; call += 1) {
      await runtime.call(notes, resident());
      await record.flush();
    }
    expect(sink.events).toHaveLength(1);
  });

  test("that fails at first has its events at closing, even where nothing else keeps the process alive", async () => {
    const child = spawn(
      process.execPath,
      ["--conditions=@agent-tools/source", "--import", "tsx", join(import.meta.dirname, "late-sink.ts")],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    expect(await once(child, "close")).toEqual([0, null]);
    expect(said.trim()).toBe("tool_used closed");
  });

  test("that stays broken loses its event after some attempts, and the next one is tried", async () => {
    const problems: AuditProblem[] = [];
    const sink = memorySink(5);
    const { record, runtime } = await audited({ sinks: [sink], onProblem: (problem) => problems.push(problem) });
    await runtime.call(notes, resident());
    await runtime.call(light, resident());
    await record.flush();
    expect(problems).toEqual([{ sink: "memory", message: "the disk is full", lost: 1 }]);
    expect(sink.events.map(({ name }) => name)).toEqual(["switch_light"]);
  });
});

/** Kills a host in the middle of a call whose start has to be recorded in the file. */
async function crashInCall(file: string): Promise<void> {
  const script = join(import.meta.dirname, "crash.ts");
  const child = spawn(process.execPath, ["--conditions=@agent-tools/source", "--import", "tsx", script, file], {
    stdio: ["ignore", "pipe", "inherit"],
  }) as ChildProcess;
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("a required sink (O71)", () => {
  test("has the start before the call is executed, and its end before the call is answered", async () => {
    const sink = memorySink();
    const ran: Ran[] = [];
    const atRun: number[] = [];
    const { runtime } = await audited(
      {
        required: [
          {
            ...sink,
            write: async (event) => {
              await pause(10);
              atRun.push(ran.length);
              await sink.write(event);
            },
          },
        ],
      },
      ran,
    );
    await runtime.call(notes, resident());
    expect(sink.events.map(({ event, outcome }) => [event, outcome])).toEqual([
      ["tool_started", "unknown"],
      ["tool_used", "done"],
    ]);
    expect(sink.events[0]?.callId).toBe(sink.events[1]?.callId);
    expect(atRun).toEqual([0, 1]);
  });

  test("that cannot record refuses the call: nothing runs unrecorded", async () => {
    const ran: Ran[] = [];
    const { record, runtime } = await audited({ required: [memorySink(1)] }, ran);
    await expect(runtime.call(notes, resident())).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(ran).toEqual([]);
    expect((await runtime.call(notes, resident())).status).toBe("done");
    expect(record.recent().map(({ event }) => event)).toEqual(["tool_used", "tool_refused"]);
  });

  test("that never answers refuses the call in time", async () => {
    const ran: Ran[] = [];
    const stuck: AuditSink = { name: "stuck", write: () => new Promise(() => {}) };
    const { runtime } = await audited({ required: [stuck], requiredMs: 20 }, ran);
    await expect(runtime.call(notes, resident())).rejects.toThrow(/was not run: the audit "stuck"/);
    expect(ran).toEqual([]);
  });

  test("that fails only at the end still answers the call, and is completed later", async () => {
    const events: AuditEvent[] = [];
    let writes = 0;
    const sink: AuditSink = {
      name: "flaky",
      write(event) {
        writes += 1;
        if (writes === 2) throw new Error("a hiccup");
        events.push(event);
      },
    };
    const { record, runtime } = await audited({ required: [sink] });
    expect((await runtime.call(notes, resident())).status).toBe("done");
    await record.flush();
    expect(events.map(({ outcome }) => outcome)).toEqual(["unknown", "done"]);
  });

  test("a rehearsal and a refusal have no start", async () => {
    const sink = memorySink();
    const { runtime } = await audited({ required: [sink] });
    await runtime.call(light, resident());
    await runtime.call({ target: { plugin: "home", tool: "burn_notes" } }, resident()).catch(() => {});
    expect(sink.events.map(({ event }) => event)).toEqual(["tool_shadowed", "tool_denied"]);
  });

  test.skipIf(sqliteProblem)(
    "a crash leaves it unknown in a Store as well",
    async () => {
      const file = join(folder, "crash.sqlite");
      await crashInCall(file);
      const store = sqliteStore({ file });
      const kept = await storedAudit(store, { workspace: "house", agent: "casa" });
      await store.close?.();
      expect(kept.map(({ event, outcome, code }) => [event, outcome, code])).toEqual([
        ["tool_started", "unknown", "unknown_outcome"],
      ]);
    },
    60_000,
  );

  test("a crash in mid-call leaves an unknown outcome behind", async () => {
    const file = join(folder, "crash", "audit.jsonl");
    await crashInCall(file);
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    const events = lines.map((line) => JSON.parse(line) as AuditEvent);
    expect(events.map(({ event, outcome, code, name }) => [event, outcome, code, name])).toEqual([
      ["tool_started", "unknown", "unknown_outcome", "switch_light"],
    ]);
  }, 60_000);
});

describe("sinks", () => {
  test("a pino logger: one line an event, denials and failures as warnings", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
    const { record, runtime } = await audited({ sinks: [logSink(logger)] });
    await runtime.call(notes, resident());
    await runtime.call({ target: { plugin: "home", tool: "burn_notes" } }, resident()).catch(() => {});
    await record.flush();
    const parsed = lines.map((line) => JSON.parse(line));
    expect(parsed.map(({ level, msg }) => [level, msg])).toEqual([
      [30, "tool_used home:read_notes"],
      [40, "tool_denied home:burn_notes"],
    ]);
    expect(parsed[1].audit).toMatchObject({ rule: "never", caller: "ana" });
  });

  test("a file: for its owner only, rotated by size, and no more files than are kept", async () => {
    const path = join(folder, "rotated", "audit.jsonl");
    const sink = fileSink(path, { maxBytes: 1_000, keep: 2 });
    const { record, runtime } = await audited({ sinks: [sink] });
    for (let call = 0; call < 12; call += 1) await runtime.call(notes, resident({ caller: `user-${call}` }));
    await record.close();
    expect((await readdir(join(folder, "rotated"))).sort()).toEqual(["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]);
    const texts = await Promise.all(["", ".1", ".2"].map((end) => readFile(path + end, "utf8")));
    const callers = texts
      .reverse()
      .flatMap((text) => text.trim().split("\n"))
      .map((line) => (JSON.parse(line) as AuditEvent).caller);
    expect(callers.length).toBeGreaterThan(4);
    expect(callers).toEqual(Array.from(callers, (_, index) => `user-${12 - callers.length + index}`));
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
    await sink.write({ ...(record.recent()[0] as AuditEvent), caller: "after close" });
    expect(await readFile(path, "utf8")).toContain("after close");
    await sink.close?.();
  });

  test("a file whose last line a kill has torn goes on with a line of its own", async () => {
    const path = join(folder, "torn.jsonl");
    await writeFile(path, '{"event":"tool_us', { mode: 0o600 });
    const record = audit({ sinks: [fileSink(path)] });
    const runtime = await createRuntime({ plugins: [house()], observers: [record] });
    await runtime.call(notes, resident());
    await record.close();
    const [torn, whole, end] = (await readFile(path, "utf8")).split("\n");
    expect([torn, end]).toEqual(['{"event":"tool_us', ""]);
    expect(JSON.parse(whole ?? "")).toMatchObject({ event: "tool_used" });
  });

  test("a Store: one entry a call, which its end replaces", async () => {
    const store = memoryStore();
    const { runtime } = await audited({ required: [storeSink(store)] });
    await runtime.call(notes, resident());
    await runtime.call(light, resident());
    await runtime.call(notes, resident({ agent: "calle" }));
    const kept = await storedAudit(store, { workspace: "house", agent: "casa" });
    expect(kept.map(({ event, name }) => [event, name])).toEqual(
      expect.arrayContaining([
        ["tool_used", "read_notes"],
        ["tool_shadowed", "switch_light"],
      ]),
    );
    expect(kept).toHaveLength(2);
    expect(await storedAudit(store, { workspace: "house", agent: "casa", since: "9999" })).toEqual([]);
  });
});

test("the promotion report says what a rehearsed tool would have done", async () => {
  const { record, runtime } = await audited({ recordsArguments: true });
  await runtime.call(light, resident());
  await runtime.call({ ...light, confirm: false, arguments: '{"item":"door"}' }, resident({ caller: "bea" }));
  await runtime.call({ ...light, arguments: { item: [1, 2] } }, resident()).catch(() => {});
  await runtime.call(notes, resident());
  const { entries, text } = promotionReport([...record.recent()].reverse());
  expect(entries).toEqual([
    expect.objectContaining({
      ...{ plugin: "home", name: "switch_light", effect: "write", wouldHaveRun: 2, unconfirmed: 1 },
      ...{ refused: { invalid_arguments: 1 }, callers: ["ana", "bea"], channels: ["console"] },
      arguments: [{ item: "hall" }, { item: "door" }],
    }),
  ]);
  expect(text).toMatch(/home:switch_light \(write\) would have run 2 times .* 1 of them were not confirmed/);
  expect(promotionReport([]).text).toBe("Nothing was rehearsed.");
});
