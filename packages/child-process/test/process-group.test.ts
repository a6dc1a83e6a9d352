import { once } from "node:events";
import { childEnvironment, type ProcessGroup, type SpawnOptions, spawnGroup } from "@agent-tools/child-process";
import { describe, expect, test, vi } from "vitest";
import { eachFamily } from "./family.js";

const family = eachFamily();
const environment = childEnvironment({ base: "system" });

async function start(atEnd: "exit" | "stay", options: Partial<SpawnOptions> = {}): Promise<ProcessGroup> {
  const group = spawnGroup(process.execPath, family.args(atEnd), { environment, ...options });
  await family.running();
  return group;
}

describe.skipIf(process.platform !== "linux")("a process group", () => {
  test("ends by SIGTERM, and with it whoever ignores that", async () => {
    const group = await start("stay");
    await group.end();
    expect(family.alive()).toEqual([]);
    expect(group.child.signalCode).toBe("SIGTERM");
  });

  test("is first asked by the end of its input", async () => {
    const group = await start("exit");
    await group.end({ inputGraceMs: 10_000 });
    expect(family.alive()).toEqual([]);
    expect(group.child.exitCode).toBe(0);
  });

  test("is not held up by a program that reads its input to the end and stays", async () => {
    const group = await start("stay");
    await group.end({ inputGraceMs: 1 });
    expect(family.alive()).toEqual([]);
    expect(group.child.signalCode).toBe("SIGTERM");
  });

  test("ends by SIGKILL where the program ignores SIGTERM", async () => {
    const script = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready");`;
    const group = spawnGroup(process.execPath, ["-e", script], { environment });
    await once(group.child.stdout ?? group.child, "data");
    await group.end({ termGraceMs: 1 });
    expect(group.child.signalCode).toBe("SIGKILL");
  });

  test("ends when the program that leads it does", async () => {
    const { child } = await start("exit");
    child.stdin?.end();
    await once(child, "exit");
    await vi.waitFor(() => expect(family.alive()).toEqual([]));
  });

  test("is ended once, however often that is asked", async () => {
    const group = await start("stay");
    await Promise.all([group.end(), group.end({ inputGraceMs: 60_000 })]);
    await group.end();
    expect(family.alive()).toEqual([]);
  });

  test("has an empty input where it is ignored", async () => {
    const script = `process.stdin.resume().on("end", () => process.exit(7))`;
    const { child } = spawnGroup(process.execPath, ["-e", script], { environment, stdin: "ignore" });
    expect(child.stdin).toBeNull();
    expect(await once(child, "exit")).toEqual([7, null]);
  });

  test("gets its environment and its working directory, and nothing else", async () => {
    const script = "console.log(JSON.stringify([process.cwd(), Object.keys(process.env)]))";
    const options = { environment: { ONLY: "this" }, workingDirectory: "/" };
    const { child } = spawnGroup(process.execPath, ["-e", script], options);
    const [printed] = await once(child.stdout ?? child, "data");
    expect(JSON.parse(String(printed))).toEqual(["/", ["ONLY"]]);
  });

  test("a start that fails is told by the child, and there is nothing to end", async () => {
    const group = spawnGroup("no-such-program-here", [], { environment });
    const [error] = await once(group.child, "error").catch((cause: unknown) => [cause]);
    expect(error).toMatchObject({ code: "ENOENT" });
    expect(group.child.pid).toBeUndefined();
    await group.end();
  });
});
