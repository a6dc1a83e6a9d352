import { type Adapter, type AdapterHost, type CallContext, type Tool, ToolError } from "@agent-tools/contract";
import { healthyAdapter } from "./healthy-adapter.js";

type Change = (healthy: Adapter, host: AdapterHost) => Partial<Adapter>;

const never = new Promise<never>(() => {});

/** Replaces what the list holds. */
const listing =
  (change: (tools: Tool[]) => unknown): Change =>
  (healthy) => ({
    describe: undefined as never,
    async listTools(context) {
      const { tools } = await healthy.listTools(context);
      return { tools: change([...tools]) as Tool[] };
    },
  });

/** Replaces what one tool does. */
const calling =
  (
    tool: string,
    change: (call: () => Promise<unknown>, context: CallContext, args: { name: string }) => unknown,
  ): Change =>
  (healthy) => ({
    call: async (name, args, context) => {
      const call = async () => healthy.call(name, args, context);
      return name === tool ? change(call, context, args) : call();
    },
  });

const changed = (tools: Tool[], name: string, fields: Partial<Tool>): Tool[] =>
  tools.map((tool) => (tool.name === name ? { ...tool, ...fields } : tool));

/** For each rule an adapter that breaks it and no other. */
export const adapterMutants: Readonly<Record<string, Change>> = {
  "tools-listed": listing((tools) => [...tools, { name: " " }]),
  "names-unique": listing((tools) => [...tools, tools[0]]),
  "definitions-json": listing((tools) => changed(tools, "fail", { _meta: { added: new Map() } })),
  "schemas-compile": listing((tools) => changed(tools, "fail", { inputSchema: { type: "object", properties: 7 } })),
  "input-is-object": listing((tools) => changed(tools, "fail", { inputSchema: { type: "string" } })),
  "list-stable": listing((tools) => changed(tools, "fail", { description: `Listed as ${crypto.randomUUID()}.` })),
  "list-kept": (healthy) => {
    const tools: Tool[] = [{ name: "greet" }, { name: "whoami" }, { name: "wait" }, { name: "fail" }];
    return {
      describe: undefined as never,
      listTools: () => ({ tools }),
      call(name, args, context) {
        tools[3] = { name: "fail", description: `The last call was of ${name}.` };
        return healthy.call(name, args, context);
      },
    };
  },
  "describe-agrees": () => ({
    describe(name) {
      if (name !== "greet") return healthyAdapter().describe?.(name, undefined as never) as Tool;
      return { name, description: "Another description." };
    },
  }),
  "describe-refuses": (healthy) => ({
    describe: async (name, context) =>
      name === "no-such-tool" ? { name } : ((await healthy.describe?.(name, context)) as Tool),
  }),
  "effect-known": () => ({ effect: () => "harmless" as never }),
  "call-listed": listing((tools) =>
    changed(tools, "whoami", { inputSchema: { type: "object", required: ["account"] } }),
  ),
  "call-succeeds": calling("whoami", () => ({ content: [{ type: "text", text: "signed out" }] })),
  "result-json": calling("whoami", async (call) => ({ ...((await call()) as object), _meta: { at: new Set() } })),
  "content-whole": calling("greet", async (call) => {
    const { structuredContent } = (await call()) as { structuredContent: object };
    return { content: [{ type: "image", data: "AAAA" }], structuredContent };
  }),
  "output-schema-kept": listing((tools) =>
    changed(tools, "greet", { outputSchema: { type: "object", required: ["salutation"] } }),
  ),
  "arguments-kept": calling("greet", async (call, _context, args) => {
    const result = await call();
    Object.assign(args, { seen: true });
    return result;
  }),
  "calls-apart": (healthy) => {
    let last: object = {};
    return {
      async call(name, args, context) {
        if (name !== "greet") return healthy.call(name, args, context);
        last = args;
        await Promise.resolve();
        return healthy.call(name, last, context);
      },
    };
  },
  "unknown-tool-refused": (healthy) => ({
    call: async (name, args, context) => (name === "constructor" ? { content: [] } : healthy.call(name, args, context)),
  }),
  "failure-told": calling("fail", (_, context) => {
    context.dispatched();
    return { content: [], isError: true };
  }),
  "dispatch-told": (healthy) => ({
    call: (name, args, context) =>
      healthy.call(name, args, name === "wait" ? context : { ...context, dispatched() {} }),
  }),
  "dispatch-true": (healthy) => ({
    async call(name, args, context) {
      if (context.signal.aborted) context.dispatched();
      return healthy.call(name, args, context);
    },
  }),
  "errors-have-words": calling("fail", () => {
    throw { status: 500 };
  }),
  "aborted-before": calling("wait", (call, context) => (context.signal.aborted ? never : call())),
  "aborted-during": calling("wait", async (call, context) => {
    try {
      return await call();
    } catch (error) {
      if (context.signal.aborted && context.signal.reason?.name === "AbortError" && error instanceof DOMException) {
        return { content: [{ type: "text", text: "Done all the same." }] };
      }
      throw error;
    }
  }),
  "deadline-kept": calling("wait", async (call, context) => {
    try {
      return await call();
    } catch (error) {
      if (context.signal.reason?.name === "TimeoutError") return never;
      throw error;
    }
  }),
  "secrets-silent": calling("whoami", async (call, context) => {
    const token = await context.secrets.get("SERVICE_TOKEN");
    context.log("debug", { authorization: `Basic ${btoa(`user:${token}`)}` });
    return call();
  }),
  "secret-missing-told": calling("whoami", async (call, context) => {
    try {
      return await call();
    } catch (error) {
      context.signal.throwIfAborted();
      if (ToolError.is(error)) throw new ToolError("missing_secret", "Something is not set.");
      throw error;
    }
  }),
  "secrets-per-caller": (healthy) => {
    let token: string | undefined;
    return {
      async call(name, args, context) {
        if (name !== "whoami") return healthy.call(name, args, context);
        token ??= await context.secrets.get("SERVICE_TOKEN");
        const held = token;
        return healthy.call(name, args, { ...context, secrets: { get: async () => held } });
      },
    };
  },
  "search-answers": (healthy) => ({
    search: async (query, limit, context) =>
      query === "" ? { matches: [{ name: "greeting" }] } : ((await healthy.search?.(query, limit, context)) as never),
  }),
  "search-finds": () => ({ search: (query) => ({ query, matches: [] }) }),
  "search-limited": (healthy) => ({
    search: async (query, _limit, context) => (await healthy.search?.(query, 20, context)) as never,
  }),
  "facts-json": () => ({ discoverContext: () => ({ since: Symbol("now") }) }),
  "health-told": () => ({ health: () => ({ status: "fine" }) as never }),
  "resources-read": (healthy) => ({
    resources: { ...healthy.resources, list: () => ({ items: [{ uri: "demo://one" }] }), read: () => ({}) },
  }),
  "prompts-listed": (healthy) => ({
    prompts: { ...healthy.prompts, list: () => ({ items: [], nextCursor: "again" }), get: () => ({}) },
  }),
  "stdout-silent": calling("greet", (call) => {
    console.log("greeting");
    return call();
  }),
  "close-repeated": (healthy) => {
    let isClosed = false;
    return {
      async close() {
        if (isClosed) throw new Error("It is closed already.");
        isClosed = true;
        await healthy.close?.();
      },
    };
  },
  "closed-settles": (healthy) => {
    let isClosed = false;
    return {
      call: (name, args, context) => (isClosed ? never : healthy.call(name, args, context)),
      async close() {
        isClosed = true;
        await healthy.close?.();
      },
    };
  },
  "close-ends-calls": () => ({ close() {} }),
  "close-leaves-nothing": (healthy) => ({
    async call(name, args, context) {
      if (name === "whoami") leftTimers.push(setInterval(() => {}, 60_000));
      return healthy.call(name, args, context);
    },
  }),
};

/** What the mutant of close-leaves-nothing leaves. */
export const leftTimers: NodeJS.Timeout[] = [];

/** The healthy adapter, changed to break one rule. */
export function mutant(rule: string): (host: AdapterHost) => Adapter {
  return (host) => {
    const healthy = healthyAdapter(host);
    return { ...healthy, ...adapterMutants[rule]?.(healthy, host) };
  };
}
