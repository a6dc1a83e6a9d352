import { type Caller, isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import type { CallTarget, ListedTool, Runtime } from "@agent-tools/runtime";
import type { Registry } from "../registry.js";
import type { NewToolDefinition, RegistryExport } from "../tool-definition.js";
import { json } from "./answers.js";
import { type ApiRight, type ApiToken, callerFor } from "./bearer-tokens.js";

/** One request, with what its path names. */
export interface ApiCall {
  readonly token: ApiToken;
  readonly caller: Caller;
  /** The part of the path that is in braces, decoded. */
  readonly id: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  body(): Promise<JsonObject>;
}

/** One thing that can be asked of the API. */
export interface Route {
  readonly method: string;
  /** `{id}` stands for one segment. */
  readonly path: string;
  readonly right: ApiRight;
  answer(call: ApiCall): Promise<Response>;
}

/** Every route, under `/api/v1`. */
export function routes(registry: Registry, runtime: Runtime): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/agents/{id}/tools",
      right: "tools:list",
      async answer({ token, id }) {
        const tools = await runtime.tools(callerFor(token, id));
        return json(200, tools.map(shown));
      },
    },
    {
      method: "POST",
      path: "/tools/{id}/execute",
      right: "tools:execute",
      answer: (call) => execute(call, runtime),
    },
    {
      method: "GET",
      path: "/definitions",
      right: "definitions:read",
      answer: async ({ caller }) => json(200, await registry.list(caller)),
    },
    {
      method: "POST",
      path: "/definitions",
      right: "definitions:write",
      async answer({ caller, body }) {
        const made = await registry.create(caller, (await body()) as unknown as NewToolDefinition);
        return json(201, made, { location: `/api/v1/definitions/${made.id}` });
      },
    },
    {
      method: "GET",
      path: "/definitions/{id}",
      right: "definitions:read",
      async answer({ caller, id }) {
        const found = await registry.get(caller, id);
        if (found) return json(200, found, { etag: `"${found.version}"` });
        throw new ToolError("unknown_target", `There is no tool definition "${id}".`);
      },
    },
    {
      method: "PUT",
      path: "/definitions/{id}",
      right: "definitions:write",
      async answer({ caller, id, body, headers }) {
        const { definition } = await body();
        if (!isObject(definition))
          throw new ToolError("invalid_arguments", 'The body has to be { "definition": {…} }.');
        const [, version] = /^"?(\d+)"?$/.exec(headers.get("if-match") ?? "") ?? [];
        const from = version === undefined ? undefined : Number(version);
        return json(200, await registry.update(caller, id, definition as JsonObject, from));
      },
    },
    {
      method: "DELETE",
      path: "/definitions/{id}",
      right: "definitions:write",
      async answer({ caller, id }) {
        await registry.remove(caller, id);
        return json(204, undefined);
      },
    },
    ...(["enable", "disable"] as const).map(
      (verb): Route => ({
        method: "POST",
        path: `/definitions/{id}/${verb}`,
        right: "definitions:write",
        answer: async ({ caller, id }) => json(200, await registry.setEnabled(caller, id, verb === "enable")),
      }),
    ),
    {
      method: "GET",
      path: "/definitions/{id}/changes",
      right: "definitions:read",
      answer: async ({ caller, id }) => json(200, await registry.changes(caller, id)),
    },
    {
      method: "GET",
      path: "/changes",
      right: "definitions:read",
      answer: async ({ caller }) => json(200, await registry.changes(caller)),
    },
    {
      method: "GET",
      path: "/export",
      right: "definitions:read",
      answer: async ({ caller }) => json(200, await registry.export(caller)),
    },
    {
      method: "POST",
      path: "/import",
      right: "definitions:write",
      answer: async ({ caller, body }) =>
        json(200, await registry.import(caller, (await body()) as unknown as RegistryExport)),
    },
  ];
}

/** A tool as the API lists it. Its id is what execute takes. */
function shown({ plugin, tool, effect }: ListedTool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const fields = { title, description, inputSchema, outputSchema, annotations };
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { id: `${plugin}__${name}`, plugin, name, effect, ...Object.fromEntries(present) };
}

async function execute({ token, id, body, headers, signal }: ApiCall, runtime: Runtime): Promise<Response> {
  const [, plugin = "", tool = ""] = /^(.+?)__(.+)$/s.exec(id) ?? [];
  if (tool === "") throw new ToolError("unknown_target", `There is no tool "${id}".`);
  const { arguments: args = {}, confirm = false, agent = token.caller.agent } = await body();
  if (typeof agent !== "string" || typeof confirm !== "boolean") {
    throw new ToolError("invalid_arguments", "agent has to be a text, and confirm a boolean.");
  }
  const target: CallTarget = { plugin, tool };
  const idempotencyKey = headers.get("idempotency-key");
  const request = { target, arguments: args, confirm, ...(idempotencyKey === null ? {} : { idempotencyKey }) };
  const outcome = await runtime.call(request, callerFor(token, agent), { signal });
  if (outcome.status === "pending") {
    throw new ToolError("unsupported", "The tool asks a question, which this API cannot pass on.");
  }
  const { status, callId, changes, result, receipt } = outcome;
  return json(200, { status, callId, changes, result, receipt });
}
