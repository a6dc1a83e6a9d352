// node client.ts URL: builds a runtime on the server at the URL and uses all that it finds there, as the client suite asks.
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { type Answers, type Ask, isObject, type JsonObject, localCaller, type Tool } from "@agent-tools/contract";
import { type CallIo, createRuntime } from "@agent-tools/runtime";

interface Scenario {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

const address = process.argv.at(-1) ?? "";
const { toolCalls }: Scenario = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const plugin = "upstream";
const caller = localCaller();
const runtime = await createRuntime({
  plugins: [{ name: "the server", prefix: plugin, createAdapter: (host) => mcpProxyAdapter({ url: address }, host) }],
});

/** Accepts every form as its defaults fill it, and lets a model say one word. */
function answered({ method, params }: Ask): JsonObject {
  if (method === "roots/list") return { roots: [] };
  if (method === "sampling/createMessage") {
    return { role: "assistant", model: "none", content: { type: "text", text: "yes" } };
  }
  const schema = params?.["requestedSchema"];
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  const filled = Object.entries(properties).map(([name, property]) => [name, exampleOf(property as JsonObject)]);
  return { action: "accept", content: Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
}

function exampleOf({ type, default: given }: JsonObject): JsonObject[string] {
  if (given !== undefined) return given;
  return { boolean: true, number: 5, integer: 5, string: "text" }[String(type)] as JsonObject[string];
}

/** Arguments that fit the schema, and for a tool that wants a schema that of another one. */
function argumentsFor({ inputSchema }: Tool, others: readonly Tool[]): JsonObject {
  const properties = isObject(inputSchema) && isObject(inputSchema["properties"]) ? inputSchema["properties"] : {};
  const entries = Object.entries(properties).map(([name, property]) => [
    name,
    name === "schema" ? others[0]?.inputSchema : exampleOf(isObject(property) ? (property as JsonObject) : {}),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const io: CallIo = {
  ask: async (requests): Promise<Answers> =>
    Object.fromEntries(Object.entries(requests).map(([key, ask]) => [key, answered(ask)])),
};
const source = runtime.source(plugin);
const tools = await source.tools(caller);
const calls = toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, tools) }));
const use = async (
  target: { readonly tool: string } | { readonly resource: string } | { readonly prompt: string },
  args: JsonObject = {},
) => {
  const request = { target: { plugin, ...target }, arguments: args, confirm: true };
  await runtime.call(request, caller, io).catch((error: unknown) => console.error(String(error)));
};
for (const { name, arguments: args } of calls) await use({ tool: name }, args);
for (const { uri } of (await source.list("resources", undefined, caller)).items) await use({ resource: String(uri) });
for (const { name } of (await source.list("prompts", undefined, caller)).items) await use({ prompt: String(name) });
await runtime.close();
