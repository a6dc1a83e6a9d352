// The agent's side: a real MCP client that starts the host over stdio and uses it as a model would.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { CallEvent } from "@agent-tools/contract";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const folder = await mkdtemp(path.join(tmpdir(), "agent-tools-quickstart-"));
const audit = path.join(folder, "audit.jsonl");
const client = new Client({ name: "quickstart-agent", version: "1.0.0" });

try {
  say("Starting the host: two MCP servers, a REST service, a program …");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...process.execArgv, fileURLToPath(new URL("./serve.ts", import.meta.url))],
      env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", QUICKSTART_AUDIT: audit },
      stderr: "inherit",
    }),
  );
  const { tools } = await client.listTools();
  const listed = JSON.stringify(tools).length + (client.getInstructions() ?? "").length;
  say("What the agent sees");
  for (const { name, description = "" } of tools) console.log(`  ${name.padEnd(10)} ${description.slice(0, 88)}…`);

  say("An MCP server: discover, then call");
  await show("discover", { query: "echo a message back" });
  await show("call", { plugin: "everything", toolName: "echo", arguments: { message: "hello" } });
  await show("discover", { query: "read a text file" });
  await show("call", { plugin: "files", toolName: "read_text_file", arguments: { path: notes("welcome.md") } });

  say("A program: discover, then call");
  await show("discover", { query: "newest commits" });
  await show("call", { plugin: "git", toolName: "log", arguments: { count: 3 } });

  say("A REST service: a change is refused, and the same call confirmed");
  const create = hitNamed(await show("discover", { query: "create a todo", plugin: "todo" }), /create/);
  const change = { plugin: "todo", toolName: create, arguments: { body: { title: "Try Agent Tools" } } };
  expect(await show("call", change), /^confirmation_required/);
  expect(await show("call", { ...change, confirm: true }), /Try Agent Tools/);

  say("A recipe over two of them: run_skill");
  await show("discover", { query: "put the newest commit on the to-do list" });
  const skill = { plugin: "git", skill: "note-latest-commit", confirm: true };
  expect(await show("run_skill", skill), /Review/);

  const records = await auditTrail();
  const native = records.find((record) => record.type === "native");
  if (!native) throw new Error("The host did not measure the native listing.");
  say("What it costs in context (tokens: characters / 4)");
  const tokens = (characters: number) => Math.ceil(characters / 4).toLocaleString("en-US");
  console.log(`  listed to the agent   ${tools.length} tools  ${tokens(listed)} tokens`);
  console.log(`  listing everything   ${native.tools} tools  ${tokens(native.characters)} tokens`);

  say("The audit trail");
  const calls = records.filter((record) => record.type === "call");
  for (const { target, effect = "-", status, code = "", durationMs, parentCallId } of calls) {
    const name = "tool" in target ? target.tool : "skill" in target ? target.skill : "";
    const what = `${parentCallId ? "  " : ""}${target.plugin}:${name}`;
    console.log(
      `  ${what.padEnd(36)} ${effect.padEnd(12)} ${status.padEnd(8)} ${String(durationMs).padStart(5)} ms  ${code}`,
    );
  }
  say("Done. npm start leaves the same host on HTTP, for your own client.");
} finally {
  await client.close();
  await rm(folder, { recursive: true, force: true });
}

type Native = { type: "native"; tools: number; characters: number };

async function auditTrail(): Promise<(CallEvent | Native)[]> {
  const lines = (await readFile(audit, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

async function show(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.map((block) => ("text" in block ? block.text : `[${block.type}]`)).join("\n");
  console.log(`  > ${name} ${JSON.stringify(args)}`);
  const lines =
    name === "discover"
      ? hits(text)
          .slice(0, 2)
          .map((hit) => `${hit.plugin}: ${hit.call ?? hit.name}`)
      : text.trim().split("\n");
  for (const line of lines.slice(0, 4)) console.log(`    ${line.length > 110 ? `${line.slice(0, 110)}…` : line}`);
  if (result.isError && !text.startsWith("confirmation_required")) throw new Error(`${name} failed: ${text}`);
  return text;
}

function hitNamed(answer: string, name: RegExp): string {
  const hit = hits(answer).find((each) => name.test(each.name));
  if (!hit) throw new Error(`Nothing called ${name} was found.`);
  return hit.name;
}

function hits(answer: string): { plugin: string; name: string; call?: string }[] {
  return JSON.parse(answer).hits;
}

function expect(text: string, words: RegExp): void {
  if (!words.test(text)) throw new Error(`Expected ${words}, and got: ${text}`);
}

function notes(name: string): string {
  return fileURLToPath(new URL(`./notes/${name}`, import.meta.url));
}

function say(words: string): void {
  console.log(`\n${words}`);
}
