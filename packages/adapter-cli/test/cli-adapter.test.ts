import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standaloneContext, standaloneHost } from "@agent-tools/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cliAdapter } from "../src/index.js";
import { nodeCommand, runCommand, textOf } from "./node-command.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cli-adapter-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe("tools", () => {
  test("a command that is not declared read-only is mutating (O81)", () => {
    const adapter = cliAdapter({
      commands: {
        unknown: nodeCommand("", { effect: undefined as never }),
        read: nodeCommand("", { effect: "read" }),
        destructive: nodeCommand("", { effect: "destructive" }),
      },
    });
    expect(["unknown", "read", "destructive", "constructor"].map((name) => adapter.effect?.(name))).toEqual([
      "write",
      "read",
      "destructive",
      undefined,
    ]);
  });

  test("a definition has the schema that follows from the parts, and hints that follow from the effect", async () => {
    const adapter = cliAdapter({
      commands: {
        tool: {
          title: "Tool",
          description: "Does it.",
          command: "git",
          arguments: [
            { switch: "-a", when: "all" },
            { option: "-n", from: "count" },
            { from: "first" },
            "--",
            { each: "rest" },
          ],
          stdin: "text",
        },
      },
    });
    const { tools } = await adapter.listTools(standaloneContext());
    expect(tools).toEqual([
      {
        name: "tool",
        title: "Tool",
        description: "Does it.",
        inputSchema: {
          type: "object",
          properties: {
            all: { type: "boolean" },
            count: { type: "string" },
            first: { type: "string" },
            rest: { type: "array", items: { type: "string" } },
            text: { type: "string" },
          },
          required: ["first", "rest", "text"],
          additionalProperties: false,
        },
        annotations: { readOnlyHint: false, destructiveHint: false },
      },
    ]);
  });
});

describe("a program that is not there", () => {
  test("fails its own call, names itself and what to do, and leaves the others alone", async () => {
    const said: unknown[] = [];
    const host = standaloneHost({ log: (_, data) => said.push(data) });
    const adapter = cliAdapter(
      { commands: { missing: { command: "no-such-program" }, here: nodeCommand("console.log(1)") } },
      host,
    );
    await expect(adapter.call("missing", {}, standaloneContext())).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: 'The program "no-such-program" was not found on PATH.',
      hint: expect.stringContaining("install it"),
      retryable: false,
    });
    expect(textOf((await adapter.call("here", {}, standaloneContext())) as never)).toBe("1");
    expect(said).toEqual([
      expect.stringContaining('The program "no-such-program" was not found on PATH. Ask the operator'),
    ]);
    expect(await adapter.health?.()).toEqual({
      status: "degraded",
      message: 'The program "no-such-program" was not found on PATH.',
    });
  });

  test("is found once it is there, by its name or its absolute path", async () => {
    vi.stubEnv("PATH", folder);
    const file = join(folder, "late");
    const adapter = cliAdapter(
      { commands: { name: { command: "late" }, path: { command: file } } },
      standaloneHost({ log() {} }),
    );
    expect(await adapter.health?.()).toMatchObject({ status: "down" });
    writeFileSync(file, `#!${process.execPath}\nconsole.log("here")\n`);
    await expect(adapter.call("name", {}, standaloneContext())).rejects.toMatchObject({ code: "upstream_unavailable" });
    chmodSync(file, 0o755);
    for (const name of ["name", "path"]) {
      expect(textOf((await adapter.call(name, {}, standaloneContext())) as never)).toBe("here");
    }
    expect(await adapter.health?.()).toEqual({ status: "ok" });
  });

  test("is never taken from the working directory, also where PATH names it", async () => {
    writeFileSync(join(folder, "planted"), "#!/bin/sh\necho planted\n");
    chmodSync(join(folder, "planted"), 0o755);
    vi.stubEnv("PATH", `.:${process.env["PATH"]}:`);
    const adapter = cliAdapter(
      { workingDirectory: folder, commands: { tool: { command: "planted" } } },
      standaloneHost({ log() {} }),
    );
    await expect(adapter.call("tool", {}, standaloneContext())).rejects.toMatchObject({ code: "upstream_unavailable" });
  });

  test("that cannot be started tells the system's reason", async () => {
    const file = join(folder, "broken");
    writeFileSync(file, "#!/no/such/interpreter\n");
    chmodSync(file, 0o755);
    await expect(runCommand({ command: file })).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: expect.stringContaining("ENOENT"),
    });
  });
});

describe("what a program is given", () => {
  test("its working directory, which has to be there", async () => {
    const command = nodeCommand("console.log(process.cwd())", { workingDirectory: folder });
    expect(textOf(await runCommand(command))).toBe(folder);
    const absent = join(folder, "absent");
    await expect(runCommand({ ...command, workingDirectory: absent })).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(absent),
    });
  });

  test("no variable of this process but those without which nothing runs, and those declared", async () => {
    for (const [name, value] of Object.entries({
      HOME: "/home/u",
      API_KEY: "s3cr3t",
      NODE_OPTIONS: "--no-warnings",
      LANG: "C.UTF-8",
    }))
      vi.stubEnv(name, value);
    const print = (fields: object) =>
      nodeCommand("console.log(JSON.stringify(process.env))", { output: "json", ...fields });
    const { structuredContent: bare } = await runCommand(print({}));
    expect(
      Object.keys(bare as object).filter(
        (name) => !["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"].includes(name),
      ),
    ).toEqual([]);
    const adapter = cliAdapter({
      environment: { A: "adapter", B: "adapter" },
      inherit: ["HOME"],
      commands: { tool: print({ environment: { B: "command", C: { secret: "c" } }, inherit: ["NOT_SET"] }) },
    });
    const result = await adapter.call("tool", {}, standaloneContext({ secrets: { c: "xyz" } }));
    expect(result).toMatchObject({ structuredContent: { A: "adapter", B: "command", C: "xyz", HOME: "/home/u" } });
    expect(result).not.toHaveProperty("structuredContent.API_KEY");
  });

  test("secrets only by name and for this call, and shows none of them", async () => {
    const command = nodeCommand(
      "console.log(process.env.TOKEN); console.error(process.env.TOKEN); process.exit(Number(process.argv[1]))",
      {
        environment: { TOKEN: { secret: "token" } },
        arguments: [{ from: "code" }],
        exitCodes: { 4: "login_required" },
      },
    );
    const dispatched = vi.fn();
    await expect(runCommand(command, { code: "0" }, standaloneContext({ dispatched }))).rejects.toMatchObject({
      code: "missing_secret",
      message: expect.stringContaining("token"),
    });
    expect(dispatched).not.toHaveBeenCalled();
    const said: unknown[] = [];
    const context = standaloneContext({
      secrets: { token: "canary-canary" },
      log: (_, data) => said.push(data),
      dispatched,
    });
    for (const code of ["0", "1", "4"]) {
      const told = await runCommand(command, { code }, context).catch((error) => error.toJSON());
      expect(JSON.stringify(told)).toContain("[secret]");
      expect(JSON.stringify([told, said])).not.toContain("canary");
    }
    expect(dispatched).toHaveBeenCalledTimes(3);
  });

  test("no secret with a NUL character, which is not shown", async () => {
    const command = nodeCommand("", { environment: { TOKEN: { secret: "token" } } });
    const refusal = runCommand(command, {}, standaloneContext({ secrets: { token: "canary\0" } }));
    await expect(refusal).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.not.stringContaining("canary"),
    });
  });

  test("stdin: text as it is, anything else as JSON, and empty without a declaration", async () => {
    const echo = "process.stdin.pipe(process.stdout)";
    expect(textOf(await runCommand(nodeCommand(echo, { stdin: "body" }), { body: "línea\n$(id)" }))).toBe(
      "línea\n$(id)",
    );
    const inputSchema = { type: "object", properties: { body: {} } };
    expect(textOf(await runCommand(nodeCommand(echo, { stdin: "body", inputSchema }), { body: { a: [1] } }))).toBe(
      '{"a":[1]}',
    );
    expect(textOf(await runCommand(nodeCommand(echo, { stdin: "body", inputSchema })))).toBe("");
    expect(textOf(await runCommand(nodeCommand(echo)))).toBe("");
  });

  test("more on stdin than it cares to read", async () => {
    expect(
      textOf(await runCommand(nodeCommand("console.log('done')", { stdin: "body" }), { body: "x".repeat(4_000_000) })),
    ).toBe("done");
  });
});

describe("what becomes of its output", () => {
  test("text without the last line end, or stderr where stdout is empty", async () => {
    expect(await runCommand(nodeCommand("console.log(' a\\nb\\n'); console.error('note')"))).toEqual({
      content: [{ type: "text", text: " a\nb" }],
    });
    expect(textOf(await runCommand(nodeCommand("console.error('pushed')")))).toBe("pushed");
  });

  test("JSON as structured content, whatever its shape", async () => {
    const print = (text: string) => nodeCommand(`process.stdout.write(${JSON.stringify(text)})`, { output: "json" });
    expect(await runCommand(print('\u001b[1m{"content":[{"type":"text"}]}\u001b[0m'))).toMatchObject({
      content: [{ type: "text", text: '{"content":[{"type":"text"}]}' }],
      structuredContent: { content: [{ type: "text" }] },
    });
    await expect(runCommand(print("oops"))).rejects.toMatchObject({
      code: "invalid_result",
      message: expect.stringContaining('"oops"'),
    });
    await expect(runCommand({ ...print("[1,2,3]"), maxOutputBytes: 3 })).rejects.toMatchObject({
      code: "result_too_large",
    });
  });

  test("a failure in the program's own words", async () => {
    const fail = nodeCommand("console.log('half'); console.error('no such thing'); process.exitCode = 3", {});
    expect(await runCommand(fail)).toEqual({
      isError: true,
      content: [{ type: "text", text: `${process.execPath} ended with exit code 3.\nno such thing\nhalf` }],
    });
    expect(await runCommand({ ...fail, exitCodes: { 3: "success" } })).toEqual({
      content: [{ type: "text", text: "half" }],
    });
    await expect(runCommand({ ...fail, exitCodes: { 3: "login_required" } })).rejects.toMatchObject({
      code: "login_required",
      message: expect.stringContaining("no such thing"),
    });
    expect(textOf(await runCommand(nodeCommand("process.kill(process.pid, 'SIGTERM')")))).toContain(
      "was ended by SIGTERM",
    );
  });
});
