import { type Adapter, type Effect, isObject, type Tool, ToolError, type ToolResult } from "@agent-tools/contract";

/** Where an agent's tools are. */
export interface AgentService {
  readonly url: string;
  readonly token: string;
  readonly agent: string;
}

/** A tool as the service lists it. */
type ListedTool = Tool & { readonly id: string; readonly plugin: string; readonly effect: Effect };

/** An adapter that keeps no tools: it asks the service for the list, and for every call. */
export function serviceAdapter({ url, token, agent }: AgentService): Adapter {
  let listed: ReadonlyMap<string, ListedTool> = new Map();

  async function ask(path: string, request: RequestInit = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${url}/api/v1${path}`, { ...request, headers: { ...headers, ...request.headers } });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const {
      code = "upstream_error",
      message = response.statusText,
      hint,
    } = (answer as { error?: ToolError }).error ?? {};
    throw new ToolError(code, message, hint === undefined ? {} : { hint });
  }

  return {
    async listTools() {
      const tools = (await ask(`/agents/${encodeURIComponent(agent)}/tools`)) as ListedTool[];
      listed = new Map(tools.map((tool) => [tool.name, tool]));
      return { tools: tools.map(({ id: _, plugin: __, effect: ___, ...tool }) => tool) };
    },
    effect: (name) => listed.get(name)?.effect,
    reportsDispatch: true,
    async call(name, args, { signal, idempotencyKey, dispatched }) {
      const id = listed.get(name)?.id;
      if (id === undefined) throw new ToolError("unknown_target", `The service has no tool "${name}".`);
      dispatched();
      // Whoever called here has confirmed it; what a person has to approve, the service asks for itself.
      const outcome = await ask(`/tools/${encodeURIComponent(id)}/execute`, {
        method: "POST",
        headers: { "idempotency-key": idempotencyKey },
        body: JSON.stringify({ agent, arguments: args, confirm: true }),
        signal,
      });
      return isObject(outcome) ? (outcome["result"] as ToolResult) : undefined;
    },
  };
}
