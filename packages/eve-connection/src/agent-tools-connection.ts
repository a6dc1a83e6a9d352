import type { ToolAnnotations } from "@agent-tools/contract";
import { describeHost } from "./describe-host.js";

/** How a host becomes a connection. Everything may be left out. */
export interface AgentToolsConnectionOptions {
  /** The host's Streamable HTTP address. Default: `AGENT_TOOLS_URL`, else `http://127.0.0.1:8321/mcp`. */
  readonly url?: string;
  /** The name of the variable with the bearer token, read at each use. Default `AGENT_TOOLS_TOKEN`; unset: no token is sent. */
  readonly tokenVariable?: string;
  /** What the model reads before it searches. Default: what the host says that it has. */
  readonly description?: string;
  /** The only tools that exist for the agent, by the host's names. Default: all. */
  readonly allow?: readonly string[];
  /** Tools that change things and run without a question nevertheless, by the host's names; `*` is a wildcard. */
  readonly approve?: readonly string[];
  /** Milliseconds that the host has to say what it has, when eve loads the agent. Default 5,000. */
  readonly describeMs?: number;
}

/** What eve asks the policy about: one call, of a tool named `<connection>__<tool>`. */
export interface EveApprovalRequest {
  readonly toolName: string;
  readonly toolAnnotations?: ToolAnnotations;
}

/** The policy's answer: a person decides, or nobody has to. */
export type EveApproval = (request: EveApprovalRequest) => "user-approval" | "not-applicable";

/** What `defineMcpClientConnection` of `eve/connections` takes. */
export interface EveConnection {
  readonly url: string;
  readonly description: string;
  readonly auth?: { readonly credentialOwner: "app"; getToken(): Promise<{ token: string }> };
  readonly tools?: { readonly allow: readonly string[] };
  readonly approval: EveApproval;
}

const LOCAL = "http://127.0.0.1:8321/mcp";

/**
 * A host as a connection of an eve agent, for `defineMcpClientConnection`. A tool that does not say that it only reads waits
 * for a person in eve, unless it is in `approve`. Never throws: a host that is down when eve loads the agent is described in
 * general words, and its tools are found once it is there.
 */
export async function agentToolsConnection(options: AgentToolsConnectionOptions = {}): Promise<EveConnection> {
  const { tokenVariable = "AGENT_TOOLS_TOKEN", allow, approve = [], describeMs = 5_000 } = options;
  const url = options.url ?? process.env["AGENT_TOOLS_URL"] ?? LOCAL;
  const token = process.env[tokenVariable];
  const description = options.description ?? (await describeHost(url, token, describeMs));
  return {
    url,
    description,
    ...(token && { auth: { credentialOwner: "app", getToken: async () => ({ token: tokenNow(tokenVariable) }) } }),
    ...(allow && { tools: { allow } }),
    approval: ({ toolName, toolAnnotations }) => {
      if (toolAnnotations?.readOnlyHint === true) return "not-applicable";
      return approve.some((pattern) => endsWith(toolName, pattern)) ? "not-applicable" : "user-approval";
    },
  };
}

function tokenNow(variable: string): string {
  return process.env[variable] ?? "";
}

/** True where the pattern covers the tool's own name: what follows the connection's, which has no `__`. */
function endsWith(toolName: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const start = toolName.indexOf("__");
  return new RegExp(`^${parts.join(".*")}$`).test(toolName.slice(start < 0 ? 0 : start + 2));
}
