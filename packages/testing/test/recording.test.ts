import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Adapter, standaloneContext, ToolError } from "@agent-tools/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adapterSuite, type Recording, recordAdapter, replayAdapter } from "../src/index.js";
import { healthyAdapter, subjectOptions } from "./healthy-adapter.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-tools-recording-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const secrets = { SERVICE_TOKEN: "t0ken/with+signs?" };
const context = () => standaloneContext({ secrets });

/** A counter with private state, so that a recorder which loses `this` is found out. */
class Counter implements Adapter {
  #count = 0;
  reportsDispatch = true;
  async listTools() {
    return { tools: [{ name: "add" }, { name: "nothing" }, { name: "echo" }, { name: "fail" }, { name: "refuse" }] };
  }
  async call(
    name: string,
    args: { by?: number; text?: string },
    { secrets }: { secrets: { get(name: string): Promise<string> } },
  ) {
    if (name === "add") {
      this.#count += args.by ?? 1;
      return { count: this.#count };
    }
    if (name === "echo") return { said: [args.text], [`key ${await secrets.get("SERVICE_TOKEN")}`]: "value" };
    if (name === "fail") throw new TypeError("fetch failed");
    if (name === "refuse") throw new ToolError("rate_limited", "Slowly.", { hint: "Wait.", retryAfterMs: 500 });
    return undefined;
  }
  effect(name: string) {
    return name === "nothing" ? ("read" as const) : undefined;
  }
  health() {
    return { status: "ok" as const, message: `${this.#count}` };
  }
}

describe("recordAdapter", () => {
  test("answers what the adapter answers, and passes every other member through", async () => {
    const recorded = recordAdapter<Adapter>(new Counter(), () => {});
    expect(await recorded.call("add", { by: 2 }, context())).toEqual({ count: 2 });
    expect(await recorded.call("nothing", {}, context())).toBeUndefined();
    await expect(recorded.call("fail", {}, context())).rejects.toThrow(TypeError);
    expect(recorded.health?.()).toEqual({ status: "ok", message: "2" });
    expect(recorded.effect?.("nothing")).toBe("read");
    expect(recorded.reportsDispatch).toBe(true);
    expect("search" in recorded).toBe(false);
  });

  test("hands the recording over whenever it has grown, a repeated answer only once", async () => {
    const recordings: Recording[] = [];
    const recorded = recordAdapter<Adapter>(new Counter(), (recording) => recordings.push(recording));
    await recorded.listTools(context());
    await recorded.call("nothing", { a: 1, b: 2 }, context());
    await recorded.call("nothing", { b: 2, a: 1 }, context());
    await recorded.call("add", {}, context());
    await recorded.call("add", {}, context());
    expect(recordings.length).toBe(4);
    expect(recordings.at(-1)).toEqual({
      version: 1,
      tools: [{ name: "add" }, { name: "nothing" }, { name: "echo" }, { name: "fail" }, { name: "refuse" }],
      effects: { nothing: "read" },
      calls: [
        { tool: "nothing", arguments: { a: 1, b: 2 } },
        { tool: "add", arguments: {}, result: { count: 1 } },
        { tool: "add", arguments: {}, result: { count: 2 } },
      ],
    });
  });

  test("keeps no secret: asked for or named, in values, keys and arguments, raw or encoded", async () => {
    const file = join(folder, "secrets.json");
    const recorded = recordAdapter<Adapter>(new Counter(), file, { secrets: { OTHER: "0ther-secret" } });
    const basic = Buffer.from(`user:${secrets.SERVICE_TOKEN}`).toString("base64");
    await recorded.call("echo", { text: `Basic ${basic} and 0ther-secret` }, context());
    const text = readFileSync(file, "utf8");
    expect(JSON.parse(text).calls[0].result).toEqual({
      said: [expect.stringMatching(/^Basic \w+\[secret\]\S* and \[secret\]$/)],
      "key [secret]": "value",
    });
    for (const secret of [secrets.SERVICE_TOKEN, "0ther-secret", basic]) expect(text).not.toContain(secret);
  });

  test("the file is the same however the calls were ordered", async () => {
    const record = async (name: string, calls: object[]) => {
      const file = join(folder, name);
      const recorded = recordAdapter(healthyAdapter(), file);
      for (const args of calls) await recorded.call("greet", args, context());
      return readFileSync(file, "utf8");
    };
    const [ada, grace] = [{ name: "Ada" }, { name: "Grace" }];
    expect(await record("one.json", [ada, grace])).toBe(await record("other.json", [grace, ada]));
  });
});

describe("replayAdapter", () => {
  const record = async (): Promise<string> => {
    const file = join(folder, "counter.json");
    const recorded = recordAdapter<Adapter>(new Counter(), file);
    await recorded.listTools(context());
    for (const by of [1, 1, 5]) await recorded.call("add", { by }, context());
    await recorded.call("nothing", {}, context());
    for (const name of ["fail", "refuse"]) await Promise.resolve(recorded.call(name, {}, context())).catch(() => {});
    return file;
  };

  test("answers as the recording did, in the order of the answers, then the last one again", async () => {
    const replayed = replayAdapter(await record());
    const counts: unknown[] = [];
    for (let round = 0; round < 3; round += 1) counts.push(await replayed.call("add", { by: 1 }, context()));
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 2 }]);
    expect(await replayed.call("nothing", {}, context())).toBeUndefined();
    expect((await replayed.listTools(context())).tools.map(({ name }) => name)).toContain("refuse");
    expect([replayed.effect?.("nothing"), replayed.effect?.("add")]).toEqual(["read", undefined]);
  });

  test("throws what was thrown: a ToolError with its hint, or an Error with its words", async () => {
    const replayed = replayAdapter(await record());
    await expect(replayed.call("refuse", {}, context())).rejects.toMatchObject({
      code: "rate_limited",
      message: "Slowly.",
      hint: "Wait.",
      retryable: true,
      retryAfterMs: 500,
    });
    const failure = await Promise.resolve(replayed.call("fail", {}, context())).catch((error: unknown) => error);
    expect(failure).toEqual(new Error("fetch failed"));
  });

  test("a call that was not recorded is an error that shows what there is and how to record it", async () => {
    const file = await record();
    const replayed = replayAdapter(file);
    await expect(replayed.call("add", { by: 7 }, context())).rejects.toMatchObject({
      code: "invalid_configuration",
      message: 'The recording has no call of "add" with {"by":7}. It has that tool with {"by":1}, {"by":5}.',
      hint: `Record it again: run the same calls once on recordAdapter(theRealAdapter, ${JSON.stringify(file)}).`,
    });
    await expect(replayed.call("other", {}, context())).rejects.toThrow("It has no call of that tool.");
    await expect(replayAdapter({ version: 1, calls: [] }).listTools(context())).rejects.toThrow("no list of tools");
  });

  test("a file that is missing, broken or something else is refused with how to record it", () => {
    const file = (name: string, text?: string) => {
      if (text !== undefined) writeFileSync(join(folder, name), text);
      return () => replayAdapter(join(folder, name));
    };
    expect(file("absent.json")).toThrow(/There is no recording at .*absent\.json\./);
    expect(file("broken.json", "{")).toThrow(/broken\.json cannot be read: .*JSON/);
    expect(file("other.json", '{"version":2,"calls":[]}')).toThrow(/other\.json is no recording of version 1\./);
  });
});

describe("a replayed adapter", async () => {
  let recording: Recording = { version: 1, calls: [] };
  const recorded = recordAdapter(healthyAdapter(), (latest) => {
    recording = latest;
  });
  await recorded.listTools(context());
  for (const { tool, arguments: args = {} } of [subjectOptions.call, subjectOptions.failingCall ?? []].flat()) {
    await Promise.resolve(recorded.call(tool, args, context())).catch(() => {});
  }
  const { call, failingCall } = subjectOptions;
  adapterSuite({ test, create: () => replayAdapter(recording), call, ...(failingCall && { failingCall }) });
});
