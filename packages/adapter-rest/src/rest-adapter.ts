import {
  type Adapter,
  type AdapterHost,
  isObject,
  standaloneHost,
  type Tool,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import { type AuthenticationTools, obtain } from "./authenticate.js";
import type { Authentication } from "./credential.js";
import { runCall } from "./http-call.js";
import { callSignal, httpClient } from "./http-client.js";
import { annotationsOf, effectOfMethod } from "./http-method.js";
import { type HttpTool, type HttpToolDefinition, normalizeTool } from "./http-tool.js";
import { ownField } from "./own-field.js";
import { compileRequest, type RequestTemplate } from "./request-template.js";
import { tokenCache } from "./token-cache.js";
import { toolNamed } from "./tool-named.js";
import { toolScope } from "./tool-scope.js";

/** What `restAdapter` is made of. */
export interface RestOptions {
  readonly tools: readonly (HttpTool | HttpToolDefinition)[];
  /** What relative URLs begin with. It may hold `{{secrets.NAME}}`. */
  readonly baseUrl?: string;
  /** A credential for every tool, beside the secrets in their own templates. */
  readonly authentication?: Authentication;
  /** A header, such as `Idempotency-Key`, under which the service recognises a repeat: a lost change is then sent again. */
  readonly idempotencyHeader?: string;
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
  const tokens = tokenCache();

  return {
    listTools: () => ({ tools: definitions }),
    effect: (name) => tools.get(name)?.effect,
    reportsDispatch: true,
    async call(name, args, context) {
      return callTool(toolNamed(tools, name), args ?? {}, options, { client, tokens, context });
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
  { authentication, baseUrl, idempotencyHeader }: RestOptions,
  { client, tokens, context: given }: Omit<AuthenticationTools, "baseUrl" | "scopes">,
): Promise<ToolResult> {
  requireArguments(tool, args);
  const signal = callSignal(given.signal, tool.timeout);
  const context = { ...given, signal };
  const names = [...request.secrets];
  const secrets = new Map(
    await Promise.all(names.map(async (name) => [name, await context.secrets.get(name)] as const)),
  );
  const filled = request.fill({ args, secrets });
  const credentials = authentication
    ? [await obtain(authentication, authentication.credential, { client, tokens, context, baseUrl, scopes: [] })]
    : [];
  const call = {
    tool: tool.name,
    request: filled,
    label: request.label,
    effect,
    isRepeatable: tool.isIdempotent ?? effect === "read",
    credentials,
    idempotencyHeader,
    pagination: tool.pagination,
    transformation: tool.response,
    secrets: [...secrets.values()],
    signal,
  };
  return runCall(call, client, context);
}

function requireArguments({ name, inputSchema }: HttpTool, args: Readonly<Record<string, unknown>>): void {
  const required = isObject(inputSchema) && Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  const absent = required.filter((property) => ownField(args, property) === undefined);
  if (absent.length > 0) {
    throw new ToolError("invalid_arguments", `Tool "${name}" needs ${absent.join(", ")}. Nothing was sent.`);
  }
}
