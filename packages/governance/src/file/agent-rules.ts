import { textMatcher } from "../policy/match.js";
import type { PolicyDocument, PolicyRule, TargetPattern } from "../policy/policy-document.js";
import type { Restriction } from "../policy/restriction.js";
import { targetMatcher } from "../policy/target-match.js";
import { type AgentFile, fault } from "./governance-schema.js";
import { isSystemTool, systemTools } from "./system-settings.js";

/** The cage without which a built-in tool does not start. */
const cageOf = {
  read_file: "read_file",
  http_fetch: "http_fetch",
  webhook_call: "webhook_call",
  memory_note: "memory",
  memory_search: "memory",
  knowledge_search: "knowledge_search",
} as const satisfies Readonly<Record<string, keyof AgentFile["agent"]>>;

/** The built-in tools whose answers are private, whether or not they say so themselves. */
const SENSITIVE_TOOLS = ["read_file", "knowledge_search"];

/** The built-in tools that keep something, and so are there only where a row grants them. */
const GRANTED_TOOLS: readonly string[] = ["memory_note", "memory_search"];

/** What a file's agents come to. */
export interface FilePolicy {
  readonly document: PolicyDocument;
  readonly notes: readonly string[];
}

/** The policy of a file's agents. Throws `invalid_configuration` where a caged tool is listed without its cage. */
export function filePolicy(
  agents: readonly AgentFile[],
  {
    file,
    plugin,
    others,
  }: { readonly file: string; readonly plugin: string; readonly others: PolicyDocument["withoutRules"] },
): FilePolicy {
  for (const agent of agents) checkCages(agent, file);
  return {
    document: {
      rules: agents.flatMap((agent) => rulesOf(agent, plugin)),
      withoutRules: others,
      sensitive: [{ plugin, tool: SENSITIVE_TOOLS }],
    },
    notes: agents.flatMap(notesOf),
  };
}

function rulesOf({ name, models, agent }: AgentFile, plugin: string): PolicyRule[] {
  const about = { agent: name };
  const listed = agent.tools.map((tool) => targetOf(tool, plugin));
  const isLocal = isLocalOnly(models);
  const rules: PolicyRule[] = isLocal
    ? []
    : [{ name: `${name}: sensitivity`, for: about, targets: { sensitivity: "sensitive" }, mode: "deny" }];
  if (agent.governance === undefined) {
    if (listed.length > 0) rules.push({ name: `${name}: ungoverned`, for: about, targets: listed, mode: "allow" });
  } else {
    for (const { tool, mode, channels } of agent.governance) {
      rules.push({
        name: `${name}: ${tool}`,
        for: about,
        targets: targetOf(tool, plugin),
        mode,
        ...(channels && { channels }),
      });
    }
  }
  // Even an agent with no tool at all is governed: by having none.
  if (rules.length === 0) rules.push({ name: `${name}: no tools`, for: about, mode: "deny" });
  return rules;
}

/**
 * What an agent does not list is not there, whatever its rows say. The rows stay as they are, whole: one that is narrower or
 * wider than what is listed still restricts what they have in common.
 */
export function listing(agents: readonly AgentFile[], plugin: string): Restriction {
  const listed = new Map(
    agents.map(({ name, agent }) => [name, agent.tools.map((tool) => targetMatcher(targetOf(tool, plugin)))] as const),
  );
  return {
    name: "listing",
    refuses({ target, caller, effect }) {
      const tools = listed.get(caller.agent);
      if (tools === undefined || tools.some(({ isNamed }) => isNamed(target, effect))) return undefined;
      return "it is not among the tools that this agent lists";
    },
  };
}

/** True where every model of the agent is known to be local. */
export function isLocalOnly(models: AgentFile["models"]): boolean {
  return models !== undefined && models.length > 0 && models.every(({ locality }) => locality === "local");
}

/** A bare name is a built-in tool; `prefix:tool` one of another plugin. */
function targetOf(tool: string, plugin: string): TargetPattern {
  const colon = tool.indexOf(":");
  return colon < 0 ? { plugin, tool } : { plugin: tool.slice(0, colon), tool: tool.slice(colon + 1) };
}

function checkCages({ name, agent }: AgentFile, file: string): void {
  for (const tool of agent.tools) {
    if (!tool.includes(":") && !isSystemTool(tool)) {
      const there = systemTools.join(", ");
      throw fault(file, `agent "${name}" lists ${tool}, and there are only ${there}; write others as prefix:tool`);
    }
    const cage = Object.hasOwn(cageOf, tool) ? cageOf[tool as keyof typeof cageOf] : undefined;
    if (cage !== undefined && agent[cage] === undefined) {
      throw fault(file, `agent "${name}" lists ${tool} without its cage "${cage}"`);
    }
    if (!GRANTED_TOOLS.includes(tool)) continue;
    const rows = (agent.governance ?? []).filter((row) => row.tool === tool);
    if (rows.length === 0 || rows.some(({ mode }) => mode === "deny")) {
      throw fault(file, `agent "${name}" lists ${tool}, and no row of its governance grants it`);
    }
  }
}

function notesOf({ name, policy, sensitivity, models, agent }: AgentFile): string[] {
  const { governance, tools } = agent;
  const rows = [...new Set(governance?.map(({ tool }) => tool))];
  const isMet = (tool: string, others: readonly string[]) => others.some((other) => meets(tool, other));
  const ungranted = governance === undefined ? [] : tools.filter((tool) => !isMet(tool, rows));
  const unlisted = rows.filter((tool) => !isMet(tool, tools));
  return [
    ...(policy?.kind === undefined
      ? []
      : [`policy.kind "${policy.kind}" chooses models, which is for the host; ignored`]),
    ...(governance === undefined ? ["no governance block: ungoverned, every listed tool on every channel"] : []),
    ...(ungranted.length > 0 ? [`listed without a row, and so denied: ${ungranted.join(", ")}`] : []),
    ...(unlisted.length > 0 ? [`rows for tools that are not listed, and so not there: ${unlisted.join(", ")}`] : []),
    ...(sensitivity === "private" && !isLocalOnly(models)
      ? ["private, and not all of its models are known to be local: sensitive tools are denied"]
      : []),
  ].map((note) => `agent "${name}": ${note}`);
}

/** Whether one of two names with `*` takes the other in. */
function meets(one: string, other: string): boolean {
  return (textMatcher(one)?.(other) ?? true) || (textMatcher(other)?.(one) ?? true);
}
