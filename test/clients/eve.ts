import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packed } from "./packed.js";
import { bareEnvironment } from "./run.js";

const snippet = join(import.meta.dirname, "../../packages/eve-connection/test/readme/agent");

/** What an agent is made of. */
export interface EveOptions {
  readonly node: string;
  /** Where eve is installed. */
  readonly modules: string;
  readonly home: string;
  readonly modelUrl: string;
  readonly hostUrl: string;
  readonly token: string;
  /** The file of its connection; default: what the README shows. */
  readonly connection?: string;
}

export interface EveEvent {
  readonly type: string;
  readonly data: {
    readonly requests?: readonly { readonly requestId: string }[];
    readonly result?: { readonly toolName?: string; readonly output?: unknown };
    readonly error?: { readonly message: string };
    readonly status?: string;
  };
}

/** An agent that `eve dev` serves. */
export interface EveAgent {
  /** One message to a new session; each question is answered in turn. Gives every event until the session waits. */
  converse(message: string, answers?: readonly ("approve" | "cancel")[]): Promise<EveEvent[]>;
  /** What eve wrote so far. */
  readonly output: string;
  stop(): Promise<void>;
}

/** Writes the smallest agent with the connection, and serves it. Throws with what eve wrote where it does not start. */
export async function eveAgent(options: EveOptions): Promise<EveAgent> {
  const { node, modules, home, hostUrl, token } = options;
  const project = join(home, "agent-project");
  await writeProject(project, options);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/eve/v1`;
  const args = ["dev", "--no-ui", "--no-default-extensions", "--host", "127.0.0.1", "--port", String(port)];
  const eve = spawn(node, [join(modules, "eve/bin/eve.js"), ...args], {
    cwd: project,
    env: { ...bareEnvironment(home), AGENT_TOOLS_URL: hostUrl, AGENT_TOOLS_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [eve.stdout, eve.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const agent: EveAgent = {
    converse: (message, answers = []) => converse(url, message, answers),
    get output() {
      return output;
    },
    stop: () => stop(eve),
  };
  for (let left = 180; left > 0; left -= 1) {
    if (eve.exitCode !== null) throw new Error(`eve ended: ${output}`);
    const health = await fetch(`${url}/health`).then(
      (response) => response.text(),
      () => "",
    );
    if (/"ok":true/.test(health)) return agent;
    if (health !== "") output += health;
    await sleep(1_000);
  }
  await agent.stop();
  throw new Error(`eve did not start: ${output}`);
}

async function writeProject(project: string, { modules, modelUrl, connection }: EveOptions): Promise<void> {
  mkdirSync(join(project, "node_modules", "@agent-tools"), { recursive: true });
  for (const name of ["eve", "ai", "zod", "@ai-sdk"]) {
    symlinkSync(join(modules, name), join(project, "node_modules", name), "junction");
  }
  const installed = await packed("eve-connection");
  symlinkSync(installed, join(project, "node_modules", "@agent-tools", "eve-connection"), "junction");
  cpSync(snippet, join(project, "agent"), { recursive: true });
  if (connection !== undefined) {
    writeFileSync(join(project, "agent", "connections", "agent-tools-runtime.ts"), connection);
  }
  writeFileSync(join(project, "agent", "instructions.md"), "You keep the desk.\n");
  writeFileSync(
    join(project, "agent", "agent.ts"),
    `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { defineAgent } from "eve";

const scripted = createOpenAICompatible({ name: "scripted", baseURL: "${modelUrl}", includeUsage: true });
export default defineAgent({ model: scripted("scripted-1"), modelContextWindowTokens: 128_000 });
`,
  );
  const dependencies = { eve: "*", ai: "*", zod: "*", "@ai-sdk/openai-compatible": "*" };
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "desk-agent", private: true, type: "module", dependencies }),
  );
}

async function stop(eve: ChildProcess): Promise<void> {
  if (eve.exitCode !== null) return;
  const ended = new Promise((resolve) => eve.once("exit", resolve));
  eve.kill("SIGTERM");
  await Promise.race([ended, sleep(10_000).then(() => eve.kill("SIGKILL"))]);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function converse(url: string, message: string, answers: readonly ("approve" | "cancel")[]): Promise<EveEvent[]> {
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
