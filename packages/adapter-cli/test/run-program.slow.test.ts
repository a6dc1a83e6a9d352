import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standaloneContext } from "@agent-tools/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CliCommand, cliAdapter } from "../src/index.js";
import { isAlive } from "./cli-args-corpus.mjs";
import { nodeCommand, runCommand, textOf } from "./node-command.js";

let folder: string;
let pids: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "run-program-"));
  pids = join(folder, "pids");
});
afterEach(() => {
  for (const pid of existsSync(pids) ? alive() : []) process.kill(Number(pid), "SIGKILL");
  rmSync(folder, { recursive: true });
});

const alive = () => readFileSync(pids, "utf8").split(" ").filter(isAlive);
const isRunning = () => vi.waitFor(() => expect(existsSync(pids)).toBe(true), 10_000);

/** Starts a grandchild that shares its output, writes both ids down, and goes on with `then`. */
const family = (
  then: string,
  fields: Partial<CliCommand> = {},
  grandchild = "setTimeout(() => {}, 60_000)",
  options = "{ stdio: 'inherit' }",
) =>
  nodeCommand(
    `const grandchild = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], ${options});
     grandchild.once("spawn", () => {
       require("node:fs").writeFileSync(${JSON.stringify(pids)}, process.pid + " " + grandchild.pid);
       ${then}
     });`,
    fields,
  );
const forever = "setTimeout(() => {}, 60_000);";

describe("ending a program", () => {
  test.each([
    ["read", "timeout"],
    ["write", "unknown_outcome"],
  ] as const)("a %s that takes too long is ended with its whole group: %s", async (effect, code) => {
    const command = family(`console.error("working"); ${forever}`, { effect, timeoutMs: 5_000 });
    await expect(runCommand(command)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/longer than 5000 ms.*working/s),
    });
    expect(alive()).toEqual([]);
  });

  test.each([
    ["read", "cancelled"],
    ["destructive", "unknown_outcome"],
  ] as const)("a %s that is cancelled is ended with its whole group: %s", async (effect, code) => {
    const controller = new AbortController();
    const result = runCommand(family(forever, { effect }), {}, standaloneContext({ signal: controller.signal }));
    result.catch(() => {});
    await isRunning();
    controller.abort();
    await expect(result).rejects.toMatchObject({ code });
    expect(alive()).toEqual([]);
  });

  test("one that ignores SIGTERM is ended all the same", async () => {
    const stubborn = `process.on("SIGTERM", () => {}); ${forever}`;
    await expect(runCommand(family(stubborn, { timeoutMs: 5_000 }, stubborn))).rejects.toMatchObject({
      code: "timeout",
    });
    expect(alive()).toEqual([]);
  });

  test("nothing is started for a call that nobody waits for", async () => {
    const dispatched = vi.fn();
    const context = standaloneContext({ signal: AbortSignal.abort(), dispatched });
    await expect(runCommand(nodeCommand(""), {}, context)).rejects.toMatchObject({ code: "cancelled" });
    expect(dispatched).not.toHaveBeenCalled();
  });

  test("close ends what runs, and nothing is started any more", async () => {
    const adapter = cliAdapter({ commands: { tool: family(forever) } });
    const result = adapter.call("tool", {}, standaloneContext()) as Promise<unknown>;
    result.catch(() => {});
    await isRunning();
    await adapter.close?.();
    expect(alive()).toEqual([]);
    await expect(result).rejects.toMatchObject({ code: "closed" });
    await expect(adapter.call("tool", {}, standaloneContext())).rejects.toMatchObject({ code: "closed" });
  });

  test("what a program leaves behind in its group ends with it, and its own output is whole", async () => {
    const text = await runCommand(family(`process.stdout.write("x".repeat(500_000), () => process.exit(0));`));
    expect(textOf(text)).toHaveLength(500_000);
    expect(alive()).toEqual([]);
  });

  test("a daemon that leaves the group and holds the pipe is not waited for", async () => {
    const daemon = family(
      `console.log("started"); process.exit(0);`,
      {},
      "setTimeout(() => {}, 60_000)",
      "{ stdio: 'inherit', detached: true }",
    );
    expect(textOf(await runCommand(daemon))).toBe("started");
    expect(alive()).toHaveLength(1);
  });

  test.skipIf(process.platform === "win32").each([
    ["exits", (host: ChildProcess) => host.stdin?.write("exit")],
    ["exits at the end of its input", (host: ChildProcess) => host.stdin?.end()],
    ["is killed", (host: ChildProcess) => host.kill("SIGKILL")],
  ])("a program and its grandchild end when the host %s", { timeout: 30_000 }, async (_, end) => {
    const script = `
      import { standaloneContext } from "@agent-tools/contract";
      import { cliAdapter } from "@agent-tools/adapter-cli";
      const adapter = cliAdapter({ commands: { tool: ${JSON.stringify(family(forever))} } });
      void adapter.call("tool", {}, standaloneContext());
      process.stdin.on("data", () => process.exit(0)).on("end", () => process.exit(0));`;
    const options = ["--conditions=@agent-tools/source", "--import", "tsx", "--input-type=module", "-e", script];
    const host = spawn(process.execPath, options, { cwd: import.meta.dirname, stdio: ["pipe", "inherit", "inherit"] });
    await isRunning();
    expect(alive()).toHaveLength(2);
    end(host);
    await once(host, "exit");
    await vi.waitFor(() => expect(alive()).toEqual([]), 10_000);
  });
});

describe("output without end", () => {
  const endless = (then: string) => `const chunk = "é".repeat(100_000); let count = 0;
    const write = () => count++ < 100 ? process.stdout.write(chunk, write) : ${then}; write();`;

  test("a read is ended at the limit, and what came before is kept in whole characters", async () => {
    const done = join(folder, "done");
    const command = nodeCommand(endless(`require("node:fs").writeFileSync(${JSON.stringify(done)}, "")`), {
      maxOutputBytes: 150_001,
    });
    const result = await runCommand(command);
    expect(textOf(result)).toBe(`${"é".repeat(75_000)}\n[cut after 150001 bytes]`);
    expect(result).toMatchObject({ _meta: { "agent-tools/truncated": { maxBytes: 150_001 } } });
    expect(existsSync(done)).toBe(false);
  });

  test("a change runs to its end", async () => {
    const done = join(folder, "done");
    const script = endless(`require("node:fs").writeFileSync(${JSON.stringify(done)}, "")`);
    const result = await runCommand(nodeCommand(script, { maxOutputBytes: 10, effect: "write" }));
    expect(textOf(result)).toBe("ééééé\n[cut after 10 bytes]");
    expect(existsSync(done)).toBe(true);
  });

  test("of stderr the end is kept", async () => {
    const script = (code: number) =>
      nodeCommand(`process.stderr.write("é".repeat(100_000) + "the reason", () => process.exit(${code}))`);
    expect(textOf(await runCommand(script(1)))).toMatch(/ended with exit code 1\.\né{32000,32768}the reason$/);
    const result = await runCommand(script(0));
    expect(textOf(result)).toMatch(/^\[the last 65536 bytes\]\né{32000,32768}the reason$/);
    expect(result).toMatchObject({ _meta: { "agent-tools/truncated": { maxBytes: 65_536 } } });
  });
});
