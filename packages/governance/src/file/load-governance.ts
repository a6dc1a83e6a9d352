import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Adapter, Caller, Network } from "@agent-tools/contract";
import { type GovernancePolicy, policy } from "../policy/policy.js";
import type { PolicyDocument } from "../policy/policy-document.js";
import type { Restriction } from "../policy/restriction.js";
import { agentAdapter } from "./agent-adapter.js";
import { filePolicy, isLocalOnly, listing } from "./agent-rules.js";
import { type AgentFile, fault, parseGovernance } from "./governance-schema.js";
import { shield } from "./shield.js";
import { type SystemSettings, systemSettings } from "./system-settings.js";

/** How a governance file is read. */
export interface LoadGovernanceOptions {
  /** The prefix of the plugin of built-in tools, which the file names without a prefix. Default `system`. */
  readonly plugin?: string;
  /** What holds for agents that the file does not have. Default `denied`. */
  readonly others?: PolicyDocument["withoutRules"];
  readonly restrictions?: readonly Restriction[];
}

/** What one agent of the file is given. */
export interface AgentSettings {
  readonly name: string;
  readonly isPrivate: boolean;
  /** False: its file has no governance block, and it may use every listed tool on every channel. */
  readonly isGoverned: boolean;
  /** True where every model of it is known to be local. */
  readonly isLocal: boolean;
  /** For `systemAdapter` of `@agent-tools/adapter-system`. */
  readonly system: SystemSettings;
  readonly skillsDir?: string;
  /** In code points. */
  readonly skillsBodyBudget: number;
}

/** A governance file in force. */
export interface Governance {
  readonly policy: GovernancePolicy;
  readonly agents: readonly AgentSettings[];
  /** What was read past, and what may surprise, one sentence each. */
  readonly notes: readonly string[];
  /** Throws `invalid_configuration` where the file has no such agent. */
  agent(name: string): AgentSettings;
  /**
   * The adapter of the built-in tools for a runtime of several agents: `make` is asked once for each agent, and a call runs in
   * the cages of its caller's. The plugin has to have `catalogue: "caller"`.
   */
  adapter(make: (settings: SystemSettings, agent: string) => Adapter): Adapter;
  /** The caller with its agent's model locality as the file has it. Throws as `agent` does. */
  caller(fields: Caller): Caller;
  /** The network shield: for private agents nothing but private addresses, whatever `inner` allows. */
  network(inner: Network): Network;
  /** False for an agent whose file entry has no governance block: every listed tool on every channel. */
  isGoverned(caller: Caller): boolean;
  /** The shield that is up for a caller, in words; undefined where none is. */
  shieldOf(caller: Caller): string | undefined;
  /**
   * Reads the file again and puts it in force, whole. Throws where it has a fault, and then nothing has changed. Cages and
   * folders are as they were until the host makes their adapters anew; `notes` says so where they differ.
   */
  reload(): Promise<void>;
}

const BODY_BUDGET = 8_192;

interface Read {
  readonly agents: readonly AgentSettings[];
  readonly document: PolicyDocument;
  readonly notes: readonly string[];
  readonly listing: Restriction;
}

/**
 * A file of agents with their tools, grants, cages and models: one object or a list of them. Throws `invalid_configuration`
 * on a field that is not known, on a caged tool without its cage, and on a memory tool without a grant.
 */
export async function loadGovernance(file: string, options: LoadGovernanceOptions = {}): Promise<Governance> {
  const { plugin = "system", others = "denied", restrictions = [] } = options;
  const read = async (): Promise<Read> => {
    const parsed = parseGovernance(await textOf(file), file);
    const rules = filePolicy(parsed, { file, plugin, others });
    return { agents: parsed.map(settingsOf), listing: listing(parsed, plugin), ...rules };
  };
  const atStart = await read();
  let current = atStart;
  const listed: Restriction = { name: atStart.listing.name, refuses: (subject) => current.listing.refuses(subject) };
  const inForce = policy(atStart.document, { restrictions: [...restrictions, listed] });

  const named = (name: string) => current.agents.find((agent) => agent.name === name);
  const agent = (name: string): AgentSettings => {
    const found = named(name);
    if (found) return found;
    const names = current.agents.map((each) => `"${each.name}"`).join(", ");
    throw fault(file, `has no agent "${name}", only ${names}`);
  };
  const isPrivate = (caller: Caller | undefined) =>
    caller === undefined ? current.agents.some((each) => each.isPrivate) : named(caller.agent)?.isPrivate === true;

  return {
    policy: inForce,
    get agents() {
      return current.agents;
    },
    get notes() {
      return current.notes;
    },
    agent,
    adapter: (make) => agentAdapter(atStart.agents, make),
    caller: (fields) => ({ ...fields, model: { locality: agent(fields.agent).isLocal ? "local" : "cloud" } }),
    network: (inner) => shield(inner, isPrivate),
    isGoverned: (caller) => named(caller.agent)?.isGoverned ?? others === "denied",
    shieldOf: (caller) => (isPrivate(caller) ? "private addresses only" : undefined),
    async reload() {
      const next = await read();
      const changed = next.agents.filter(({ name, system }) => {
        const before = atStart.agents.find((each) => each.name === name);
        return before !== undefined && !isDeepStrictEqual(cagesOf(before.system), cagesOf(system));
      });
      const notes = changed.map(({ name }) => `agent "${name}": its tools or cages changed; the next start takes them`);
      // Settings first: nobody is asked in between, and the policy tells its listeners.
      current = { ...next, notes: [...next.notes, ...notes] };
      inForce.apply(next.document);
    },
  };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw fault(file, `cannot be read: ${(error as Error).message}`);
  }
}

function cagesOf({ grants: _, ...cages }: SystemSettings): object {
  return cages;
}

function settingsOf(file: AgentFile): AgentSettings {
  const { skills_dir, skills_body_budget = BODY_BUDGET, governance } = file.agent;
  return {
    name: file.name,
    isPrivate: file.sensitivity === "private",
    isGoverned: governance !== undefined,
    isLocal: isLocalOnly(file.models),
    system: systemSettings(file),
    ...(skills_dir !== undefined && { skillsDir: skills_dir }),
    skillsBodyBudget: skills_body_budget,
  };
}
