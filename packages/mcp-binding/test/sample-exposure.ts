import {
  type Answers,
  type JsonObject,
  type Tool,
  ToolError,
  type ToolResult,
  textResult,
} from "@agent-tools/contract";
import type { CallIo, Exposure, Pending, Session } from "@agent-tools/runtime";

type Run = (args: JsonObject, io: CallIo, session: Session) => Promise<ToolResult | Pending> | ToolResult | Pending;

const nameForm = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Your name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
} as const;

const greeting = (answers: Answers): ToolResult => {
  const { action, content } = answers["who"] as { action: string; content?: { name: string } };
  return textResult(action === "accept" ? `Hello ${content?.name}` : `No name: ${action}`);
};

/** A real exposure over plain functions: each tool shows one thing that a binding has to carry. */
export function sampleExposure(extra: readonly (Tool & { run?: Run })[] = []) {
  const listeners = new Set<() => void>();
  const cancelled: string[] = [];
  const metas: JsonObject[] = [];
  const runs: Record<string, Run> = {
    echo: (args, io) => {
      metas.push(io.meta ?? {});
      return { content: [{ type: "text", text: JSON.stringify(args) }], _meta: { "example.org/kept": [1, null] } };
    },
    whoami: (_args, _io, session) => textResult(JSON.stringify(session)),
    steps: (_args, io) => {
      for (const step of [1, 2, 3]) io.progress?.(step, 3, `step ${step}`);
      return textResult(io.progress ? "told" : "nobody listens");
    },
    logs: (_args, io) => {
      io.log?.("debug", "fine");
      io.log?.("warning", { what: "careful" });
      return textResult("logged");
    },
    wait: (_args, io) =>
      new Promise((resolve) => {
        io.log?.("warning", "waiting");
        io.signal?.addEventListener("abort", () => {
          cancelled.push("wait");
          resolve(textResult("too late"));
        });
      }),
    ask: async (_args, io) => {
      if (io.ask) return greeting(await io.ask({ who: nameForm }));
      if (io.resume?.state === "s-1") return greeting(io.resume.answers);
      return { status: "pending", callId: "c-1", requests: { who: nameForm }, state: "s-1" };
    },
    pend: (_args, io) =>
      io.resume
        ? greeting(io.resume.answers)
        : { status: "pending", callId: "c-2", requests: { who: nameForm }, state: "s-2" },
    scalar: () => ({ content: [], structuredContent: [1, 2, 3] }),
    fails: () => ({ content: [{ type: "text", text: "it failed" }], isError: true }),
  };
  const tools: Tool[] = Object.keys(runs).map((name) => ({ name, inputSchema: { type: "object" } }));
  for (const { run, ...tool } of extra) {
    tools.push(tool);
    if (run) runs[tool.name] = run;
  }
  const exposure: Exposure = {
    info: { name: "sample", title: "A sample", version: "1.2.3" },
    instructions: ({ client }) => `For ${client?.name ?? "nobody"}.`,
    listTools: async () => tools,
    async callTool(name, args, session, io = {}) {
      const run = runs[name];
      if (!run) throw new ToolError("unknown_target", `There is no tool "${name}".`);
      return run(args as JsonObject, io, session);
    },
    onToolsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    exposure,
    cancelled,
    metas,
    listeners,
    addTool(tool: Tool) {
      tools.push(tool);
      for (const listener of listeners) listener();
    },
  };
}
