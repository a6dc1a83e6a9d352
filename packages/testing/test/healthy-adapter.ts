import { type Adapter, type AdapterHost, type CallContext, type Tool, ToolError } from "@agent-tools/contract";
import type { AdapterSubjectOptions } from "../src/adapter-subject.js";

/** How the healthy adapter is known to the suite. */
export const subjectOptions: Omit<AdapterSubjectOptions, "create"> = {
  call: [
    { tool: "greet", arguments: { name: "Ada" }, answer: { greeting: "Hello Ada" } },
    { tool: "greet", arguments: { name: "Grace" }, answer: { greeting: "Hello Grace" } },
    { tool: "whoami", answer: "signed in" },
  ],
  slowCall: { tool: "wait" },
  failingCall: { tool: "fail" },
  secrets: { SERVICE_TOKEN: "t0ken/with+signs?" },
  patienceMs: 250,
};

const tools: readonly Tool[] = [
  {
    name: "greet",
    description: "Greets somebody by name.",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    outputSchema: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
  },
  { name: "whoami", description: "Says whether the token is good.", inputSchema: { type: "object" } },
  { name: "wait", description: "Waits until it is cancelled." },
  { name: "fail", description: "Fails." },
];

const copy = <T>(value: T): T => structuredClone(value);

/** An adapter that has every optional member and keeps every rule. */
export function healthyAdapter(_host?: AdapterHost): Adapter {
  const ending = new AbortController();

  const handlers: Record<string, (args: { name: string }, context: CallContext) => Promise<unknown>> = {
    async greet({ name }, context) {
      context.dispatched();
      await Promise.resolve();
      const structuredContent = { greeting: `Hello ${name}` };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    },
    async whoami(_, context) {
      const token = await context.secrets.get("SERVICE_TOKEN");
      context.dispatched();
      context.log("info", { tool: "whoami", length: token.length });
      return { content: [{ type: "text", text: "signed in" }] };
    },
    async wait(_, context) {
      const signal = AbortSignal.any([context.signal, ending.signal]);
      ending.signal.throwIfAborted();
      context.dispatched();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    },
    async fail(_, context) {
      context.dispatched();
      throw new ToolError("upstream_error", "The service is out of order.");
    },
  };

  return {
    reportsDispatch: true,
    listTools: () => ({ tools: copy(tools) }),
    async call(name, args, context) {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      context.signal.throwIfAborted();
      if (!handler) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
      return handler(args, context);
    },
    search(query, limit) {
      const words = query.toLowerCase().split(/\s+/);
      return { query, matches: copy(tools.filter(({ name }) => words.includes(name)).slice(0, limit)) };
    },
    describe(name) {
      const tool = tools.find((listed) => listed.name === name);
      if (!tool) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
      return copy(tool);
    },
    discoverContext: () => ({ account: "demo" }),
    effect: (name) => (name === "greet" || name === "whoami" ? "read" : undefined),
    health: () => ({ status: "ok" }),
    resources: {
      list: (cursor) =>
        cursor === undefined
          ? { items: [{ uri: "demo://one", name: "one" }], nextCursor: "2" }
          : { items: [{ uri: "demo://two", name: "two" }] },
      read: (uri) => ({ contents: [{ uri, text: "contents" }] }),
    },
    prompts: {
      list: () => ({ items: [{ name: "review" }] }),
      get: () => ({ messages: [] }),
    },
    close() {
      ending.abort(new ToolError("closed", "The adapter was closed."));
    },
  };
}
