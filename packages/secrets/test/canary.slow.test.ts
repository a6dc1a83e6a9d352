import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sqliteProblem } from "../../store-sqlite/test/sqlite-problem.js";
import { encryptedFileVault } from "../src/index.js";
import { type Canary, canariesOf, told } from "./canary/canaries.js";
import { startUpstream } from "./canary/upstream.js";

const canaries = canariesOf(randomBytes(12).toString("hex"));
const folder = mkdtempSync(join(tmpdir(), "canary-"));
const passphrase = randomBytes(12).toString("hex");

/** Everything that left the host, by outlet. */
const outlets: Record<string, string> = { stdout: "", stderr: "" };
const answers = new Map<string, string>();
const used = new Set<string>();
const processes: { commandLines: string[]; environments: Map<number, string> } = {
  commandLines: [],
  environments: new Map(),
};

let host: ChildProcess;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let nextId = 0;
const waiting = new Map<number, (message: Answer) => void>();
let ended: Promise<number | null>;

interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

function request(method: string, params: object): Promise<Answer> {
  nextId += 1;
  const id = nextId;
  const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
  const none = ended.then((code) => {
    throw new Error(`The host ended with ${code} before it answered ${method}:\n${outlets["stderr"]}`);
  });
  host.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return Promise.race([answer, none]);
}

/** The text of what one of the five facade tools answers with. */
async function facade(name: string, args: object): Promise<string> {
  const { result, error } = await request("tools/call", {
    name,
    arguments: args,
    _meta: { progressToken: `p${nextId}` },
  });
  const text = JSON.stringify(result ?? error);
  answers.set(`${name} ${JSON.stringify(args)}`, text);
  return text;
}

const call = (plugin: string, toolName: string, args: object = {}) =>
  facade("call", { plugin, toolName, arguments: args, confirm: true });

/** The processes that the host started, and theirs. */
function descendants(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = attempt(() => readFileSync(`/proc/${name}/stat`, "utf8"));
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function lookAtProcesses(): void {
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    processes.commandLines.push(attempt(() => readFileSync(`/proc/${name}/cmdline`, "utf8")) ?? "");
  }
  for (const pid of descendants(host.pid as number)) {
    processes.environments.set(pid, attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "");
  }
}

/** A program that waits has written its process id. */
function pidIn(file: string): Promise<number> {
  return vi.waitFor(
    () => {
      const pid = Number(readFileSync(join(folder, file), "utf8"));
      if (pid > 0) return pid;
      throw new Error(`${file} is empty.`);
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe.skipIf(process.platform !== "linux" || sqliteProblem !== undefined)(
  "twenty canaries, everything at debug level, through success, error, echo and spill",
  () => {
    const pids: Record<string, number> = {};

    beforeAll(async () => {
      upstream = await startUpstream();
      upstream.server.on("request", (incoming) => used.add(JSON.stringify([incoming.url, incoming.headers])));
      const vault = encryptedFileVault({ path: join(folder, "vault.json"), passphrase, cost: 2 ** 14 });
      for (const [nth, { name, value }] of canaries.entries()) {
        await vault.set(name, nth % 2 ? { workspace: "w" } : { workspace: "w", caller: "local" }, value);
      }
      const program = join(import.meta.dirname, "canary/host.ts");
      host = spawn(process.execPath, ["--conditions=@agent-tools/source", "--import", "tsx", program], {
        cwd: join(import.meta.dirname, ".."),
        env: {
          ...{ PATH: process.env["PATH"], HOME: process.env["HOME"] },
          CANARY_FOLDER: folder,
          CANARY_UPSTREAM: `http://127.0.0.1:${upstream.port}`,
          CANARY_PASSPHRASE: passphrase,
        },
      });
      host.stderr?.on("data", (chunk) => {
        outlets["stderr"] += chunk;
      });
      createInterface({ input: host.stdout as NodeJS.ReadableStream }).on("line", (line) => {
        outlets["stdout"] += `${line}\n`;
        const message = JSON.parse(line);
        if (message.method === undefined) waiting.get(message.id)?.(message);
      });
      ended = new Promise((resolve) => host.once("exit", resolve));

      const clientInfo = { name: "canary", version: "1.0.0" };
      await request("initialize", { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo });
      host.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
      await request("logging/setLevel", { level: "debug" });
      await request("tools/list", {});
      await facade("discover", { query: "" });

      for (const tool of ["query", "header", "moved", "body", "fail", "text", "large", "reset"])
        await call("rest", tool);
      for (const tool of ["echo", "json", "fail"]) await call("cli", tool);
      for (const tool of ["echo", "fail", "refuse", "crash", "echo"]) await call("mcp", tool);
      await call("nomcp", "anything");
      await facade("run_skill", { plugin: "code", skill: "careless", arguments: {} });
      // A model that has got hold of them anyway says them again.
      const known = Object.fromEntries(canaries.slice(15).map(({ name, value }) => [name, value]));
      for (const tool of ["success", "error", "thrown", "large"]) await call("code", tool, { repeated: known });
      for (let nth = 0; nth < 4; nth += 1) await call("code", "error");
      await facade("run_skill", { plugin: "code", skill: "careless", arguments: {} });
      for (const query of ["", "success", "echo"]) await facade("discover", { query });
      await facade("help", {});
      for (const text of [...answers.values()]) {
        for (const [, handle] of text.matchAll(/\\"handle\\": \\"([\w-]{22})\\"/g)) {
          await facade("read", { handle });
          await facade("read", { handle, offset: 3, limit: 5 });
          await facade("read", { handle, select: "[0]" });
        }
      }

      // After its crash the MCP server is left alone for a second; it has to be there to be looked at.
      await vi.waitFor(async () => expect(await call("mcp", "echo")).not.toContain("upstream_unavailable"), {
        timeout: 20_000,
        interval: 500,
      });
      // They have no answer: the host ends first.
      call("cli", "wait").catch(() => {});
      call("cli", "plain").catch(() => {});
      pids["secret"] = await pidIn("secret.pid");
      pids["plain"] = await pidIn("plain.pid");
      lookAtProcesses();
      host.stdin?.end();
      await ended;
      upstream.server.closeAllConnections();
      for (const file of readdirSync(folder)) outlets[`file ${file}`] = readFileSync(join(folder, file), "latin1");
    }, 180_000);

    afterAll(() => {
      host?.kill("SIGKILL");
      upstream?.server.close();
    });

    test("what was meant to happen did happen", () => {
      const sent = [...used].join("\n");
      const inUrl = ({ core }: Canary) => sent.includes(core);
      expect([0, 1, 3, 4, 5, 2, 9].filter((nth) => !inUrl(canaries[nth] as Canary))).toEqual([]);
      const silent = [...answers].filter(([, text]) => !text.includes("[secret]")).map(([asked]) => asked.slice(0, 52));
      // The first page of discover has REST tools only; two have no answer, and the last is the breaker's.
      expect(silent).toEqual([
        'discover {"query":""}',
        'call {"plugin":"rest","toolName":"moved","arguments"',
        'call {"plugin":"rest","toolName":"reset","arguments"',
        'call {"plugin":"code","toolName":"error","arguments"',
      ]);
      expect([...answers.keys()].filter((asked) => asked.startsWith("read")).length).toBeGreaterThanOrEqual(6);
      expect(outlets["stderr"]).toContain("[secret]");
      expect(outlets["stdout"]).toMatch(/notifications\/message.*\[secret\]/);
      expect(outlets["stdout"]).toMatch(/notifications\/progress.*\[secret\]/);
      expect(outlets["file audit.jsonl"]).toMatch(/"repeated".*\[secret\]/);
      expect(outlets["stderr"]).toMatch(/"health":\[.*"plugin":"nomcp"/);
      expect(Object.keys(outlets)).toContain("file store.sqlite");
    });

    test("no outlet tells any of them, in any form", () => {
      const leaks = Object.entries(outlets).flatMap(([outlet, text]) =>
        told(text, canaries).map((leak) => `${outlet} ${leak}`),
      );
      expect(leaks).toEqual([]);
    });

    test("credentials do not follow a redirect to another origin (R51)", () => {
      const redirected = [...used].filter((incoming) => incoming.includes("/there"));
      expect(redirected.length).toBe(1);
      expect(told(redirected.join(), canaries)).toEqual([]);
    });

    test("no command line tells any of them, on the whole machine", () => {
      expect(processes.commandLines.length).toBeGreaterThan(3);
      expect(processes.commandLines.flatMap((line) => told(line, canaries))).toEqual([]);
    });

    test("a child process has the secrets that it needs in its environment, and no others", () => {
      const { environments } = processes;
      const namesIn = (pid: number) =>
        canaries.filter(({ core }) => environments.get(pid)?.includes(core)).map(({ name }) => name);
      expect(environments.has(pids["plain"] as number)).toBe(true);
      expect(namesIn(pids["secret"] as number)).toEqual(["CANARY_8"]);
      expect(namesIn(pids["plain"] as number)).toEqual([]);
      const holders = [...environments.keys()].flatMap(namesIn).sort();
      expect([...new Set(holders)]).toEqual(["CANARY_13", "CANARY_8"]);
    });
  },
);
