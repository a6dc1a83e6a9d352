// npm run test:matrix [-- CLIENT …]: real clients from npm list and call through a host of ours, over stdio and over HTTP. The clients
// are installed into a temporary folder (or once into AGENT_TOOLS_MATRIX), and run on Node 24, which some of them need; the host
// runs on this Node.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const packages = [
  "node@24",
  "@modelcontextprotocol/sdk@1.32.2",
  "@modelcontextprotocol/client@2.4.0",
  "@modelcontextprotocol/inspector@2.12.0",
  "mcporter@0.12.3",
  "@ai-sdk/mcp@1.0.102",
  "@langchain/mcp-adapters@1.1.4",
  "@langchain/core@1.4.0",
  "@langchain/langgraph@1.7.3",
  "@openai/agents@0.20.0",
  "zod@4",
];
const clients = [
  "sdk1",
  "sdk2-legacy",
  "sdk2-auto",
  "sdk2-pinned",
  "inspector",
  "mcporter",
  "ai-sdk",
  "langchain",
  "openai-agents",
];

const root = join(import.meta.dirname, "../../../..");
const kept = process.env.AGENT_TOOLS_MATRIX;
const folder = kept ?? mkdtempSync(join(tmpdir(), "agent-tools-matrix-"));
const chosen = process.argv.slice(2);
const host = [
  process.execPath,
  "--conditions=@agent-tools/source",
  "--import",
  "tsx",
  join(import.meta.dirname, "host.ts"),
];
let passed = 0;
let failed = 0;

install();
const serving = spawn(host[0], [...host.slice(1), "http"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
const [url] = await once(serving.stdout, "data");
for (const client of clients.filter((each) => chosen.length === 0 || chosen.includes(each))) {
  check(client, "stdio", JSON.stringify([...host, "stdio"]));
  check(client, "http", String(url).trim());
}
serving.kill();
if (!kept) rmSync(folder, { recursive: true, force: true });
console.log(`matrix: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function install() {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "node_modules"))) {
    const args = [
      "install",
      "--prefix",
      folder,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--legacy-peer-deps",
      ...packages,
    ];
    const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error("The clients could not be installed.");
  }
  copyFileSync(join(import.meta.dirname, "clients.mjs"), join(folder, "clients.mjs"));
}

function check(client, transport, target) {
  const { status, stdout, stderr } = spawnSync(
    join(folder, "node_modules/.bin/node"),
    [join(folder, "clients.mjs"), client, transport, target],
    { cwd: folder, encoding: "utf8", timeout: 120_000, env: { ...process.env, MATRIX_ROOT: root } },
  );
  const isRight = status === 0;
  if (isRight) passed += 1;
  else failed += 1;
  console.log(
    `${isRight ? "ok  " : "FAIL"} ${client.padEnd(14)} ${transport.padEnd(6)} ${stdout.trim().slice(0, 300)}`,
  );
  if (!isRight) console.log(stderr.trim().split("\n").slice(-6).join("\n"));
}
