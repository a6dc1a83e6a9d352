import { spawn } from "node:child_process";
import { createServer, type Server } from "node:net";
import { describe, expect, test } from "vitest";
import { keptAlive } from "../src/kept-alive.js";

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

describe("keptAlive", () => {
  test("names a timer, a server and a child process that are left", async () => {
    const server = createServer();
    const ends: (() => void)[] = [() => server.close()];
    const left = await keptAlive(async () => {
      const timer = setInterval(() => {}, 60_000);
      ends.push(() => clearInterval(timer));
      await listening(server);
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      ends.push(() => child.kill());
    }, 0);
    for (const end of ends) end();
    expect([...left].sort()).toEqual(["PROCESSWRAP", "TCPSERVERWRAP", "Timeout"]);
  });

  test("finds nothing where all was ended, or does not keep the process alive, or belongs to others", async () => {
    const others = setInterval(() => {}, 60_000);
    const left = await keptAlive(async () => {
      clearInterval(setInterval(() => {}, 60_000));
      setInterval(() => {}, 60_000).unref();
      const server = createServer();
      await listening(server);
      server.close();
      const child = spawn(process.execPath, ["-e", "0"], { stdio: "ignore" });
      await new Promise((resolve) => child.once("exit", resolve));
    }, 5_000);
    clearInterval(others);
    expect(left).toEqual([]);
  });
});
