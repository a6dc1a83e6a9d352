import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const packageFolder = path.dirname(createRequire(import.meta.url).resolve("@loopback/example-todo/package.json"));

/** A real HTTP service from npm, on this machine only, with its data in a folder that goes away with it. */
export async function startTodoService(): Promise<{ url: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), "agent-tools-todo-"));
  await cp(path.join(packageFolder, "data"), path.join(folder, "data"), { recursive: true });
  const port = await freePort();
  const child = spawn(process.execPath, [packageFolder], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  process.once("exit", () => child.kill("SIGKILL"));
  await listening(child).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

async function listening(child: ChildProcess): Promise<void> {
  let said = "";
  const ended = once(child, "exit").then(() => {
    throw new Error(`The to-do service ended before it listened. It said: ${said}`);
  });
  const started = new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      if (said.includes("Server is running")) resolve();
    });
  });
  await Promise.race([started, ended]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
