import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processOf } from "./host-process.js";
import type { ModelServer, Move, Turn } from "./model-server.js";
import { bareEnvironment, type Ended, jsonLines, run } from "./run.js";

/** The name that Pi gives to a tool of the host. */
export const ours = (name: string): string => `mcp__agent_tools__${name}`;

/** What the model asks for in most tests: Pi's own search, and the tools and the recipe of the desk. */
export const moves = {
  search: { call: "tool_search", args: { query: "read a note" } },
  readNote: { call: ours("desk__read_note"), args: { title: "welcome" } },
  writeNote: { call: ours("desk__write_note"), args: { title: "milk", text: "buy some" } },
  countWords: {
    call: ours("agent_tools_run_skill"),
    args: { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } },
  },
} as const;

/** The move, after the host that the model last read from was ended as by a crash. */
export const afterCrash =
  (move: Move) =>
  ({ body }: Turn): Move => {
    process.kill(processOf(JSON.stringify(body.messages)), "SIGKILL");
    return move;
  };

/** One call of a tool, as Pi tells it. */
export interface PiCall {
  readonly type: string;
  readonly toolName: string;
  readonly isError: boolean;
  readonly result: { readonly content: readonly { readonly text?: string }[] };
}

/** A Pi of its own: its folder, its settings, and the scripted model. */
export interface Pi {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Pi's command line, to be followed by more. */
  readonly command: readonly [string, ...string[]];
  /** Runs one prompt without a terminal, and gives what was called. */
  prompt(words: string, ...args: string[]): Promise<Ended & { readonly calls: readonly PiCall[] }>;
}

/** Sets Pi up in a home, with the scripted model as its only one. */
export function piIn(home: string, model: ModelServer, command: readonly [string, ...string[]]): Pi {
  const folder = join(home, ".pi", "agent");
  mkdirSync(folder, { recursive: true });
  const models = [{ id: "scripted-1", contextWindow: 128_000, maxTokens: 4_096 }];
  const provider = { baseUrl: model.url, api: "openai-completions", apiKey: "none", models };
  writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { scripted: provider } }));
  const env = { ...bareEnvironment(home), PI_CODING_AGENT_DIR: folder };
  return {
    folder,
    env,
    command,
    async prompt(words, ...args) {
      const fixed = ["-p", "--mode", "json", "--model", "scripted/scripted-1", "--no-session"];
      const ended = await run([...command, ...fixed, ...args, words] as [string, ...string[]], { cwd: home, env });
      const calls = jsonLines<PiCall>(ended.stdout).filter(({ type }) => type === "tool_execution_end");
      return { ...ended, calls };
    },
  };
}

/** The text of a call's result. */
export function textOf(call: PiCall | undefined): string {
  return call?.result.content.map(({ text }) => text).join("\n") ?? "";
}
