import {
  type Adapter,
  type AdapterHost,
  type CallContext,
  isObject,
  standaloneHost,
  type Tool,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import { callSignal, type HttpClient, httpClient } from "./http-client.js";
import { httpFailure, isFailure } from "./http-failure.js";
import { annotationsOf, effectOfMethod } from "./http-method.js";
import { type HttpTool, type HttpToolDefinition, normalizeTool } from "./http-tool.js";
import { compileRequest, type RequestTemplate } from "./request-template.js";
import { bodyResult, jsonResult, readBody } from "./response-body.js";
import { toolScope } from "./tool-scope.js";
import { transform } from "./transformation.js";

/** What `restAdapter` is made of. */
export interface RestOptions {
  readonly tools: readonly (HttpTool | HttpToolDefinition)[];
  /** What relative URLs begin with. It may hold `{{secrets.NAME}}`. */
  readonly baseUrl?: string;
}

interface CompiledTool {
  readonly tool: ReturnType<typeof normalizeTool>;
  readonly definition: Tool;
  readonly effect: "read" | "write" | "destructive";
  readonly request: RequestTemplate;
}

/**
 * An adapter over HTTP tools that are written down. Throws `invalid_configuration`, naming the tool, where one is wrong.
 * Every connection is subject to the host's network policy.
 */
export function restAdapter(options: RestOptions, host: AdapterHost = standaloneHost()): Adapter {
  const tools = new Map<string, CompiledTool>();
  for (const given of options.tools) {
    const compiled = compileTool(given, options.baseUrl);
    const { name } = compiled.definition;
    if (tools.has(name)) throw new ToolError("invalid_configuration", `Two tools are called "${name}". Rename one.`);
    tools.set(name, compiled);
  }
  const definitions = [...tools.values()].map(({ definition }) => definition);
  const client = httpClient(host);

  return {
    listTools: () => ({ tools: definitions }),
    effect: (name) => tools.get(name)?.effect,
    async call(name, args, context) {
      const tool = tools.get(name);
      if (!tool) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
      return callTool(tool, args ?? {}, client, context);
    },
    close: () => client.close(),
  };
}

function compileTool(given: HttpTool | HttpToolDefinition, baseUrl: string | undefined): CompiledTool {
  const tool = normalizeTool(given);
  const { name, title, description, inputSchema, outputSchema, annotations, generationMetadata, method } = tool;
  const effect = tool.effect ?? effectOfMethod(method);
  const definition: Tool = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(inputSchema !== undefined && { inputSchema }),
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { ...annotationsOf(method, effect), ...annotations },
    ...(generationMetadata && { _meta: { generationMetadata } }),
  };
  try {
    return { tool, definition, effect, request: compileRequest(tool, baseUrl, toolScope(tool)) };
  } catch (error) {
    const { message, hint } = ToolError.from(error);
    throw new ToolError("invalid_configuration", `Tool "${name}": ${message}`, { hint, cause: error });
  }
}

async function callTool(
  { tool, request, effect }: CompiledTool,
  args: Readonly<Record<string, unknown>>,
  client: HttpClient,
  context: CallContext,
): Promise<ToolResult> {
  requireArguments(tool, args);
  const names = [...request.secrets];
  const secrets = new Map(
    await Promise.all(names.map(async (name) => [name, await context.secrets.get(name)] as const)),
  );
  const response = await client.send(request.fill({ args, secrets }), {
    label: request.label,
    effect,
    isRepeatable: tool.isIdempotent ?? effect === "read",
    signal: callSignal(context.signal, tool.timeout),
    caller: context.caller,
    dispatched: () => context.dispatched(),
  });
  if (isFailure(response)) throw httpFailure(response, request.label, secrets.values());
  const body = readBody(response);
  if (!tool.response || body.kind !== "json") return bodyResult(body, response, context);
  try {
    return jsonResult(await transform(body.value, tool.response));
  } catch (error) {
    const warning = `The response could not be transformed (${ToolError.from(error).message}); this is all of it.`;
    context.log("warning", { tool: tool.name, warning });
    const raw = jsonResult(body.value);
    return { ...raw, content: [{ type: "text", text: warning }, ...raw.content] };
  }
}

function requireArguments({ name, inputSchema }: HttpTool, args: Readonly<Record<string, unknown>>): void {
  const required = isObject(inputSchema) && Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  const absent = required.filter((property) => args[property] === undefined);
  if (absent.length > 0) {
    throw new ToolError("invalid_arguments", `Tool "${name}" needs ${absent.join(", ")}. Nothing was sent.`);
  }
}
