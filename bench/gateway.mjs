// What a gateway costs in front of the same upstream, beside direct access and its peers, which are installed into a temporary
// folder (or once into --peers DIR). Gateways take turns. --rounds N (3), --calls N (1,000), --only NAME, --long: also 10,000 calls,
// results of 5 MB, and 200 sessions of 5 calls.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { httpClient, stdioClient } from "./gateway/client.mjs";
import { gateways, packages } from "./gateway/gateways.mjs";
import { costOf, endFamily } from "./gateway/processes.mjs";
import { median, table, yardstick } from "./measure.mjs";

const IN_FLIGHT = 32;
const START_MS = 60_000;
/** Of programs, one start differs from the next by a tenth and more. */
const STARTS = 3;
/** The upstream that all share has answered many thousands of calls, so a gateway is not measured in its first ones either. */
const WARM_CALLS = 1_000;

export async function run({ rounds = 3, calls = 1_000, only, long, peers }) {
  const folder = installPeers(peers);
  const upstream = spawn(process.execPath, [join(folder, "upstream.mjs"), "http"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(upstream.stdout, "data");
  const url = String(line).trim();
  const all = gateways(folder, url).filter(({ name }) => !only || name === only || name === "direct");
  const results = new Map(all.map((gateway) => [gateway, []]));
  for (let round = 0; round < Number(rounds); round++) {
    for (const gateway of all) {
      console.error(`${round + 1}: ${title(gateway)} …`);
      try {
        results
          .get(gateway)
          .push(await measure(gateway, { folder, upstream, calls: Number(calls), isLong: long === true }));
      } catch (error) {
        console.error(`  ${error.message}`);
      }
    }
  }
  upstream.kill();
  const rows = [...results]
    .filter(([, measured]) => measured.length > 0)
    .map(([gateway, measured]) => row(gateway, measured));
  for (const each of rows) {
    // Beside direct HTTP wherever one of the two ways is HTTP.
    const way = each.name.includes("http") ? "http→http" : "stdio→stdio";
    const same = rows.find(({ name }) => name === `direct ${way}`);
    each.p50Ratio = same ? each.p50Ms / same.p50Ms : undefined;
    const started = rows.find(({ name }) => name.startsWith("direct stdio"));
    each.startRatio = started && each.startCpu ? each.startCpu / started.startCpu : undefined;
  }
  table(rows.map((each) => ({ ...each })));
  return { bench: "gateway", yardstickMs: await yardstick(), rows };
}

function title({ name, front, upstream }) {
  return `${name} ${front}→${upstream}`;
}

function row(gateway, measured) {
  const keys = Object.keys(measured[0]);
  return {
    name: title(gateway),
    ...Object.fromEntries(keys.map((key) => [key, median(measured.map((each) => each[key]))])),
  };
}

function installPeers(peers) {
  const folder = typeof peers === "string" ? resolve(peers) : mkdtempSync(join(tmpdir(), "agent-tools-gateways-"));
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "node_modules"))) {
    const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...packages];
    const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error("The peers could not be installed.");
  }
  copyFileSync(new URL("gateway/upstream.mjs", import.meta.url), join(folder, "upstream.mjs"));
  return folder;
}

async function measure(gateway, { folder, upstream, calls, isLong }) {
  const shared = upstream.pid;
  const starts = [];
  for (let count = 1; gateway.start && count < STARTS; count++) {
    const { pid, end, ...start } = await begin(gateway, folder, upstream);
    starts.push(start);
    end();
  }
  const { pid, end, client, tools, open, ...last } = await begin(gateway, folder, upstream);
  starts.push(last);
  try {
    const named = (name) => tools.find((tool) => tool.name === name || tool.name.endsWith(name)).name;
    const echo = () => client.request("tools/call", { name: named("echo"), arguments: { text: "hello" } });
    for (let count = 0; count < WARM_CALLS; count++) await echo();
    const idle = costOf(pid, folder, shared);
    const times = [];
    for (let count = 0; count < calls; count++) {
      const at = performance.now();
      await echo();
      times.push(performance.now() - at);
    }
    const after = costOf(pid, folder, shared);
    const at = performance.now();
    await inFlight(calls, echo);
    const result = {
      startCpu: median(starts.map(({ startCpu }) => startCpu)),
      startMs: median(starts.map(({ startMs }) => startMs)),
      cpuPer1000: ((after.cpuSeconds - idle.cpuSeconds) * 1_000) / calls,
      p50Ms: median(times),
      callsPerSecond: calls / ((performance.now() - at) / 1_000),
      idleMb: idle.megabytes,
    };
    if (isLong) Object.assign(result, await measureLong({ gateway, client, echo, named, open, pid, folder, shared }));
    await client.close().catch(() => {});
    return result;
  } finally {
    end();
  }
}

/** Starts a gateway, where it is to be started, until it has listed the upstream's tools. */
async function begin(gateway, folder, upstream) {
  const port = gateway.front === "http" && gateway.start ? await freePort() : 0;
  const started = gateway.start && spawnGateway(gateway.start(port), folder);
  const pid = started?.pid ?? upstream.pid;
  const end = () => started && endFamily(pid, folder, upstream.pid);
  const before = performance.now();
  const open = () => connect(gateway, started, port);
  try {
    const client = await open();
    const { tools } = await client.request("tools/list", {});
    const startMs = performance.now() - before;
    const startCpu = started ? costOf(pid, folder, upstream.pid).cpuSecondsWithUpstream : 0;
    return { pid, end, client, tools, open, startMs, startCpu };
  } catch (error) {
    end();
    throw error;
  }
}

async function measureLong({ gateway, client, echo, named, open, pid, folder, shared }) {
  const before = costOf(pid, folder, shared).megabytes;
  await inFlight(10_000, echo);
  await wait(2_000);
  const grownMb = costOf(pid, folder, shared).megabytes - before;
  const times = [];
  for (let count = 0; count < 10; count++) {
    const at = performance.now();
    const { content } = await client.request("tools/call", { name: named("big"), arguments: { size: 5_000_000 } });
    if (content[0].text.length !== 5_000_000) throw new Error("A large result arrived cut.");
    times.push(performance.now() - at);
  }
  const bigMs = median(times);
  if (gateway.front !== "http") return { grownMb, bigMs, sessionsMs: 0, sessionsGrownMb: 0 };
  const round = async () => {
    for (let count = 0; count < 10; count++) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const session = await open();
          for (let call = 0; call < 5; call++) {
            await session.request("tools/call", { name: named("echo"), arguments: { text: "hello" } });
          }
          await session.close();
        }),
      );
    }
  };
  await round();
  await wait(1_000);
  const idle = costOf(pid, folder, shared).megabytes;
  const at = performance.now();
  await round();
  const sessionsMs = performance.now() - at;
  await wait(1_000);
  return { grownMb, bigMs, sessionsMs, sessionsGrownMb: costOf(pid, folder, shared).megabytes - idle };
}

async function inFlight(calls, call) {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

function spawnGateway([command, ...args], folder) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home };
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => {});
  return child;
}

async function connect(gateway, started, port) {
  if (gateway.front === "stdio") return stdioClient(started);
  started?.stdout.resume();
  const url = gateway.url ?? `http://127.0.0.1:${port}${gateway.path}`;
  for (const deadline = Date.now() + START_MS; ; await wait(20)) {
    try {
      return await httpClient(url);
    } catch (error) {
      if (Date.now() > deadline || started?.exitCode) throw error;
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
