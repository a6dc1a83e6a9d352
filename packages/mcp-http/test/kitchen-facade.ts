import { type JsonObject, type LogLevel, ToolError } from "@agent-tools/contract";
import type { McpAnswer, McpChange, McpContext, McpFacade } from "@agent-tools/mcp-binding";
import { contents, definitions, prompt, resource, sinkResult, template } from "../../adapter-mcp-proxy/test/kitchen.js";

/** Every field that a definition and a result can have. */
export const kitchen = { definition: definitions[0] as JsonObject, sinkResult, resource, template, contents, prompt };

export const messages: JsonObject = {
  description: "A greeting",
  messages: [
    { role: "user", content: { type: "text", text: "Hello", annotations: { priority: 1 }, _meta: { line: 1 } } },
    { role: "assistant", content: { type: "resource_link", uri: "sink://note", name: "note" } },
  ],
  _meta: { "vendor.example/prompt": true },
};

const tool = (name: string, more: JsonObject = {}): JsonObject => ({ name, inputSchema: { type: "object" }, ...more });
const count = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

const tools: Record<string, (args: JsonObject, context: McpContext) => McpAnswer | Promise<McpAnswer>> = {
  kitchen_sink: () => ({ result: sinkResult }),
  empty: () => ({ result: { content: [], structuredContent: { is: "kept" } } }),
  array: () => ({ result: { content: [], structuredContent: [1, { two: 2 }, null] } }),
  scalar: () => ({ result: { content: [{ type: "text", text: "7" }], structuredContent: 7 } }),
  fail: () => ({ result: { content: [{ type: "text", text: "It went wrong." }], isError: true } }),
  add: ({ n }) => ({ result: { content: [{ type: "text", text: JSON.stringify(n) }] } }),
  echo: ({ text }) => ({ result: { content: [{ type: "text", text: String(text) }] } }),
  logs: (_args, { log }) => {
    log("debug", "fine", "kitchen");
    log("warning", { what: "careful" }, "kitchen");
    return { result: { content: [] } };
  },
};

/** A server of all that MCP has, which says what it was asked, and changes when it is told to. */
export function kitchenFacade() {
  const listeners = new Set<(change: McpChange) => void>();
  const seen: { method: string; params: JsonObject; logLevel: LogLevel | undefined; meta: JsonObject }[] = [];
  const lists: Record<string, JsonObject> = {
    "tools/list": {
      tools: [
        kitchen.definition,
        ...Object.keys(tools)
          .slice(1)
          .map((name) => tool(name, name === "add" ? { inputSchema: count } : {})),
      ],
    },
    "resources/list": { resources: [resource], _meta: { "vendor.example/page": 1 } },
    "resources/templates/list": { resourceTemplates: [template] },
    "resources/read": contents,
    "resources/subscribe": {},
    "resources/unsubscribe": {},
    "prompts/list": { prompts: [prompt] },
    "prompts/get": messages,
    "completion/complete": { completion: { values: ["paris", "park"], total: 5, hasMore: true } },
    "logging/setLevel": {},
  };
  const facade: McpFacade = {
    info: { name: "kitchen", version: "3.2.1", title: "The kitchen", websiteUrl: "https://kitchen.example/" },
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
    instructions: () => "Ask for the sink.",
    async handle(method, params, context) {
      seen.push({ method, params, logLevel: context.logLevel, meta: context.meta });
      if (params["uri"] === "sink://none")
        throw new ToolError("unknown_target", "No such sink.", { details: { uri: "sink://none" } });
      if (method === "tools/call")
        return tools[String(params["name"])]?.((params["arguments"] ?? {}) as JsonObject, context);
      const result = lists[method];
      return result && { result };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    facade,
    seen,
    asked: (method: string) => seen.filter((request) => request.method === method).map(({ params }) => params),
    change: (change: McpChange) => {
      for (const tell of listeners) tell(change);
    },
  };
}
