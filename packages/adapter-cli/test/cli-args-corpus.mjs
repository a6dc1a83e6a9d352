import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { standaloneContext, standaloneHost, ToolError } from "@agent-tools/contract";

/**
 * Runs each case of the corpus of command-line arguments against the product `{ cliAdapter, commandLine }`. Answers with a
 * row per case: `{ id, category, problem }`, without a problem where it is right. `readme` is the text that must name the limits.
 */
export async function runCliCorpus(cases, { specs, product, readme }) {
  const rows = [];
  for (const item of cases) {
    let problem;
    try {
      problem = await (item.category === "process"
        ? processProblem(item, product, readme)
        : argumentsProblem(item, specs, product));
    } catch (error) {
      problem = `unexpected: ${error.stack}`;
    }
    rows.push({ id: item.id, category: item.category, problem });
  }
  return rows;
}

/** The fixture's own form of a command, written as a manifest. Its options with two tokens are of programs that use getopt. */
export function commandOf({ command, template, schema, required = [] }) {
  const part = (given) => {
    if (typeof given === "string") return given;
    if (given.rest) return { each: given.rest };
    if (given.switch) return { switch: given.switch, when: given.arg };
    if (given.join === "=") return { option: `${given.flag}=`, from: given.arg };
    if (given.flag) return { option: given.flag, from: given.arg, mayBeginWithDash: true };
    return { from: given.arg };
  };
  return {
    command,
    arguments: template.map(part),
    inputSchema: { type: "object", properties: schema, required },
    effect: "read",
  };
}

async function argumentsProblem({ spec, args, expect, alternative, platform }, specs, product) {
  const command = commandOf(specs[spec]);
  const outcome = withPlatform(platform, () => {
    try {
      return { outcome: "argv", argv: product.commandLine(command, args) };
    } catch (error) {
      return ToolError.is(error) && error.code === "invalid_arguments"
        ? { outcome: "reject" }
        : { outcome: String(error) };
    }
  });
  const accepted = [expect, alternative].filter(Boolean);
  const isRight = accepted.some(
    ({ outcome: kind, argv }) => kind === outcome.outcome && isDeepStrictEqual(argv, outcome.argv),
  );
  if (!isRight) return `${JSON.stringify(outcome).slice(0, 200)} instead of ${JSON.stringify(expect).slice(0, 200)}`;
  if (spec !== "echo" || outcome.outcome !== "argv") return undefined;
  // This one prints the tokens that really arrived.
  const { result } = await run(product, command, { args });
  const arrived = JSON.parse(result.content[0].text);
  return isDeepStrictEqual(arrived, args.words) ? undefined : `arrived as ${JSON.stringify(arrived)}`;
}

function withPlatform(platform, work) {
  const real = Object.getOwnPropertyDescriptor(process, "platform");
  if (platform) Object.defineProperty(process, "platform", { ...real, value: platform });
  try {
    return work();
  } finally {
    Object.defineProperty(process, "platform", real);
  }
}

const sleeper = `
  const { spawn } = require("node:child_process");
  const grandchild = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit" });
  require("node:fs").writeFileSync(process.env.PIDS, process.pid + " " + grandchild.pid);
  setTimeout(() => {}, 60000);`;

/** The programs that the corpus describes in words. */
const programs = [
  [
    /secret given to it/,
    `console.log("token", process.env.SECRET); console.error("token", process.env.SECRET); process.exit(Number(process.env.EXIT ?? 0))`,
  ],
  [
    /exits (at once|immediately).*child|leaves a (grand)?child/i,
    `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit" }).once("spawn", () => process.exit(0))`,
  ],
  [/ignores? SIGTERM/i, `process.on("SIGTERM", () => {}); ${sleeper}`],
  [
    /daemon|setsid/,
    `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 3000)"], { detached: true, stdio: "inherit" }).unref(); process.exit(0)`,
  ],
  [/sleeps|grandchild|hangs|abort/, sleeper],
  [
    /writes .* to stderr/,
    `const chunk = "x".repeat(1 << 20); let n = 0; const write = () => n++ < 1024 && process.stderr.write(chunk, write); write()`,
  ],
  [
    /writes .*(GiB|GB|MiB|MB|endless|forever)/i,
    `const chunk = "x".repeat(1 << 20); let n = 0; const write = () => n++ < 1024 && process.stdout.write(chunk, write); write()`,
  ],
  [
    /ANSI|OSC|escape/i,
    `process.stdout.write("\\u001b[31mred\\u001b[0m \\u001b]8;;http://example.com\\u0007link\\u001b]8;;\\u0007 \\u001b]0;title\\u001b\\\\ \\u009b1m \\u001bc end")`,
  ],
  [/invalid UTF-8/i, `process.stdout.write(Buffer.from([0x61, 0xff, 0xfe, 0x62]))`],
  [/(waits for|reads) (input|stdin)/i, `process.stdin.on("end", () => console.log("end of input")).resume()`],
  [/exits? (?:with )?(?:code |status )?[1-9]/i, `console.error("it failed"); process.exit(3)`],
];

/** What the product has to say in words, where a program cannot be held by a process group. */
const limits = [
  [/daemon|setsid|double fork/, /leaves its process group/],
  [/core\.fsmonitor|\.git\/config|repo config/, /git runs programs that a\s+repository's own configuration names/],
];

async function processProblem(item, product, readme) {
  const { expect } = item;
  const words = `${item.program ?? ""} ${item.why} ${item.repoHas ?? ""}`;
  if (expect.outcome === "documented-limit") {
    const [, phrase] = limits.find(([about]) => about.test(words)) ?? [];
    return phrase?.test(readme) ? undefined : "the README does not name this limit";
  }
  if (item.command !== undefined) return commandProblem(item, product);
  if (item.hostEnv) return environmentProblem(item, product);

  const [, script] = programs.find(([about]) => about.test(item.program ?? "sleeps")) ?? [];
  if (script === undefined) return `nothing here runs: ${item.program}`;
  const folder = mkdtempSync(join(tmpdir(), "cli-corpus-"));
  try {
    const pids = join(folder, "pids");
    const environment = { PIDS: pids, ...(item.secret && { SECRET: { secret: "SECRET" } }) };
    const command = {
      ...nodeCommand(script),
      environment,
      maxOutputBytes: item.capBytes ?? 1_048_576,
      timeoutMs: item.timeoutMs ?? 10_000,
    };
    // Cancelled as soon as both processes are there.
    const cancelWhen = /abort/i.test(item.program ?? "") ? () => existsSync(pids) : undefined;
    const before = process.memoryUsage().rss;
    const outcome = await run(product, command, { secrets: item.secret ? { SECRET: item.secret } : {}, cancelWhen });
    return (
      outcomeProblem(item, outcome, (outcome.rss - before) / 1_048_576) ??
      (expect.groupDead ? survivors(pids) : undefined)
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function outcomeProblem({ expect }, { result, error, ms }, grownMB) {
  if (expect.maxMs !== undefined && ms > expect.maxMs) return `took ${ms} ms`;
  if (expect.outcome === "error") {
    const codes = { TIMEOUT: ["timeout", "unknown_outcome"], ABORTED: ["cancelled", "unknown_outcome"] }[expect.code];
    const isRight = codes ? codes.includes(error?.code) : error !== undefined || result?.isError === true;
    return isRight ? undefined : `answered ${error ?? JSON.stringify(result).slice(0, 200)}`;
  }
  if (error) return `threw ${error}`;
  const text = JSON.stringify(result);
  for (const absent of expect.absent ?? [])
    if (text.includes(JSON.stringify(absent).slice(1, -1))) return `shows ${absent}`;
  for (const present of expect.present ?? [])
    if (!text.includes(JSON.stringify(present).slice(1, -1))) return `lacks ${present}`;
  if (expect.outcome !== "truncated") return undefined;
  if (result._meta?.["agent-tools/truncated"] === undefined) return "is not marked as truncated";
  if (Buffer.byteLength(result.content[0].text) > expect.maxBytes + 100) return "is longer than the limit";
  return grownMB > (expect.maxRssMB ?? Number.POSITIVE_INFINITY) ? `took ${grownMB} MB` : undefined;
}

/** A program by a name that may not be allowed, may not be there, or may also lie in the working directory. */
async function commandProblem({ command, cwdHas, expect }, product) {
  const folder = mkdtempSync(join(tmpdir(), "cli-corpus-"));
  const call = async (program) => {
    try {
      const commands = { tool: { command: program, arguments: ["--version"] } };
      const adapter = product.cliAdapter({ workingDirectory: folder, commands }, standaloneHost({ log() {} }));
      return JSON.stringify(await adapter.call("tool", {}, standaloneContext()));
    } catch (error) {
      if (ToolError.is(error)) return error;
      throw error;
    }
  };
  try {
    const name = /named (\S+)/.exec(cwdHas ?? "")?.[1];
    if (name) writeFileSync(join(folder, name), "#!/bin/sh\necho planted\n", { mode: 0o755 });
    for (const program of new Set([command, name ?? command])) {
      const outcome = await call(program);
      if (String(outcome).includes("planted")) return `"${program}" was taken from the working directory`;
      if (program === command && expect.outcome === "reject" && !ToolError.is(outcome))
        return `"${program}" was run: ${outcome}`;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function environmentProblem({ hostEnv, expect }, product) {
  const real = { ...process.env };
  Object.assign(process.env, hostEnv);
  try {
    const { result, error } = await run(product, nodeCommand("console.log(JSON.stringify(process.env))"));
    if (error) return `threw ${error}`;
    const environment = JSON.parse(result.content[0].text);
    const missing = (expect.present ?? []).filter((name) => environment[name] !== hostEnv[name]);
    const leaked = (expect.absent ?? []).filter((name) => name in environment);
    return missing.length + leaked.length > 0 ? `missing ${missing}, leaked ${leaked}` : undefined;
  } finally {
    for (const name of Object.keys(hostEnv)) {
      if (real[name] === undefined) delete process.env[name];
      else process.env[name] = real[name];
    }
  }
}

const nodeCommand = (script) => ({ command: process.execPath, arguments: ["-e", script], effect: "read" });

async function run(product, command, { args = {}, secrets = {}, cancelWhen } = {}) {
  const adapter = product.cliAdapter({ commands: { tool: command } });
  const cancel = new AbortController();
  const start = performance.now();
  let rss = 0;
  const watch = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage().rss);
    if (cancelWhen?.()) cancel.abort();
  }, 20);
  try {
    const result = await adapter.call("tool", args, standaloneContext({ secrets, signal: cancel.signal, log() {} }));
    return { result, ms: performance.now() - start, rss };
  } catch (error) {
    return { error, ms: performance.now() - start, rss };
  } finally {
    clearInterval(watch);
  }
}

function survivors(file) {
  const alive = readFileSync(file, "utf8").split(" ").filter(isAlive);
  return alive.length > 0 ? `still alive: ${alive}` : undefined;
}

/** False for a process that has ended and only waits for its parent to notice. */
export function isAlive(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
