import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { type HttpHost, httpHost, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { type ModelServer, modelServer } from "./model-server.js";
import { packed } from "./packed.js";
import { programOnNode24 } from "./programs.js";
import { bareEnvironment, temporaryHome } from "./run.js";

const TOKEN = "a-token-of-the-tests-that-is-long-enough";
const snippet = join(import.meta.dirname, "../../packages/eve-connection/test/readme/agent");

let model: ModelServer;
let host: HttpHost;
let eve: ChildProcess | undefined;
let url: string;
let output = "";
let reason: string | undefined;
const temporary = temporaryHome();

beforeAll(async () => {
  const found = programOnNode24("eve");
  if ("reason" in found) {
    reason = found.reason;
    return;
  }
  model = await modelServer();
  // eve calls itself what every program on the AI SDK does, so its exposure is the host's to choose.
  host = await httpHost(temporary.home, { isLarge: true, clientAsks: true, token: TOKEN, exposure: "native" });
  const project = join(temporary.home, "agent-project");
  await writeProject(project, found.modules);
  const port = await freePort();
  url = `http://127.0.0.1:${port}/eve/v1`;
  const args = ["dev", "--no-ui", "--no-default-extensions", "--host", "127.0.0.1", "--port", String(port)];
  eve = spawn(found.node, [join(found.modules, "eve/bin/eve.js"), ...args], {
    cwd: project,
    env: { ...bareEnvironment(temporary.home), AGENT_TOOLS_URL: host.url, AGENT_TOOLS_TOKEN: TOKEN },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [eve.stdout, eve.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await ready();
});

afterAll(async () => {
  if (eve && eve.exitCode === null) {
    const ended = new Promise((resolve) => eve?.once("exit", resolve));
    eve.kill("SIGTERM");
    await Promise.race([ended, sleep(10_000).then(() => eve?.kill("SIGKILL"))]);
  }
  await host?.stop();
  await model?.close();
  temporary.remove();
});

/** The smallest agent, with the connection that the README shows. */
async function writeProject(project: string, modules: string): Promise<void> {
  mkdirSync(join(project, "node_modules", "@agent-tools"), { recursive: true });
  for (const name of ["eve", "ai", "zod", "@ai-sdk"]) {
    symlinkSync(join(modules, name), join(project, "node_modules", name), "junction");
  }
  const connection = await packed("eve-connection");
  symlinkSync(connection, join(project, "node_modules", "@agent-tools", "eve-connection"), "junction");
  cpSync(snippet, join(project, "agent"), { recursive: true });
  writeFileSync(join(project, "agent", "instructions.md"), "You keep the desk.\n");
  writeFileSync(
    join(project, "agent", "agent.ts"),
    `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { defineAgent } from "eve";

const scripted = createOpenAICompatible({ name: "scripted", baseURL: "${model.url}", includeUsage: true });
export default defineAgent({ model: scripted("scripted-1"), modelContextWindowTokens: 128_000 });
`,
  );
  const dependencies = { eve: "*", ai: "*", zod: "*", "@ai-sdk/openai-compatible": "*" };
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "desk-agent", private: true, type: "module", dependencies }),
  );
}

async function ready(): Promise<void> {
  for (let left = 180; left > 0; left -= 1) {
    if (eve?.exitCode !== null) throw new Error(`eve ended: ${output}`);
    const health = await fetch(`${url}/health`).then(
      (response) => response.text(),
      () => "",
    );
    if (/"ok":true/.test(health)) return;
    if (health !== "") output += health;
    await sleep(1_000);
  }
  throw new Error(`eve did not start: ${output}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

interface EveEvent {
  readonly type: string;
  readonly data: {
    readonly requests?: readonly { readonly requestId: string }[];
    readonly result?: { readonly toolName?: string; readonly output?: unknown };
    readonly error?: { readonly message: string };
    readonly status?: string;
  };
}

/** One message to a new session; each question is answered in turn. Gives every event until the session waits. */
async function converse(message: string, answers: readonly ("approve" | "cancel")[]): Promise<EveEvent[]> {
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const started = await post("/session", { message });
  const { sessionId } = (await started.json()) as { sessionId: string };
  const stream = await fetch(`${url}/session/${sessionId}/stream`, { signal: AbortSignal.timeout(100_000) });
  const left = [...answers];
  const events: EveEvent[] = [];
  let text = "";
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString();
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines.filter((each) => each.trim() !== "")) {
      const event: EveEvent = JSON.parse(line);
      events.push(event);
      for (const { requestId } of event.data.requests ?? []) {
        await post(`/session/${sessionId}`, { inputResponses: [{ requestId, optionId: left.shift() ?? "cancel" }] });
      }
      if (event.type === "session.waiting" && events.some(({ type }) => type === "turn.completed")) return events;
    }
  }
  return events;
}

describe("eve 0.80 with the connection", () => {
  const call = (name: string, input: object) => ({
    call: "eve__tool",
    args: { name: `agent-tools-runtime__${name}`, input },
  });
  const readNote = call("desk__read_note", { title: "welcome" });
  const writeNote = (title: string) => call("desk__write_note", { title, text: "buy some" });

  const skipWithout = (context: TestContext) => reason !== undefined && context.skip(reason);

  test("says what is there, finds, reads, asks before a write and a skill, and survives a restart", async (context) => {
    skipWithout(context);
    model.script([
      { call: "eve__search", args: { query: "read a note" } },
      readNote,
      writeNote("refused"),
      writeNote("agreed"),
      call("agent_tools_run_skill", { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } }),
      () => host.restart().then(() => readNote),
    ]);
    const events = await converse("Go on.", ["cancel", "approve", "approve"]);
    const said = JSON.stringify(model.turns.at(-1)?.body.messages);
    expect(said).toMatch(/Tools of desk \(Notes on a desk\), tickets/);
    expect(said, output).toMatch(/agent-tools-runtime__desk__read_note/);
    expect(said.match(/the kettle is in the kitchen/g)?.length ?? 0, said).toBeGreaterThanOrEqual(2);
    expect(said).toMatch(/denied/);
    expect(said).toMatch(/words\W+6/);
    const asked = events.flatMap(({ data }) => data.requests ?? []);
    expect(asked).toHaveLength(3);
    expect(ranIn(temporary.home)).toEqual([
      "read_note welcome",
      "write_note agreed",
      "count_words welcome",
      "read_note welcome",
      "read_note welcome",
    ]);
    const offered = "none: eve__search and eve__tool reach them";
    record({ client: "eve 0.80, connection", catalogue: "1,000 tools", exposure: "native", offered }, model.turns);
  });
});
