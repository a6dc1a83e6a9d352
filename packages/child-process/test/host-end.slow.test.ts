import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { eachFamily, isAlive } from "./family.js";

const family = eachFamily();

async function startHost(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL("fixtures/host.ts", import.meta.url));
  const args = ["--conditions=@agent-tools/source", "--import", "tsx", file, JSON.stringify(family.args("stay"))];
  const host = spawn(process.execPath, args, { stdio: ["pipe", "inherit", "inherit"] });
  await family.running();
  return host;
}

/** The shell among the children of a host. */
function watchdogOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const shell = children.find((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").startsWith("/bin/sh\0"));
  if (shell === undefined) throw new Error("the host has no watchdog");
  return shell;
}

describe.skipIf(process.platform !== "linux")("a group ends when its host", () => {
  test.each([
    ["exits", (host: ChildProcess) => host.stdin?.end()],
    ["gets SIGTERM", (host: ChildProcess) => host.kill("SIGTERM")],
    ["gets SIGKILL", (host: ChildProcess) => host.kill("SIGKILL")],
  ])("%s, and the watchdog goes too", { timeout: 40_000 }, async (_, end) => {
    const host = await startHost();
    const watchdog = watchdogOf(host);
    end(host);
    await once(host, "exit");
    await vi.waitFor(() => expect([...family.alive(), watchdog].filter(isAlive)).toEqual([]), 10_000);
  });

  test("exits and the watchdog has been killed before", { timeout: 40_000 }, async () => {
    const host = await startHost();
    const watchdog = watchdogOf(host);
    process.kill(watchdog, "SIGKILL");
    await vi.waitFor(() => expect(existsSync(`/proc/${watchdog}`)).toBe(false), 10_000);
    host.stdin?.end();
    await once(host, "exit");
    await vi.waitFor(() => expect(family.alive()).toEqual([]), 10_000);
  });
});
