import { type Caller, localCaller, type ToolResult } from "@agent-tools/contract";
import { type Discovery, expose, type Runtime } from "@agent-tools/runtime";
import { wildcard } from "@agent-tools/skills";

/** A question in a user's words, and what answers it: `prefix:name` of a tool or skill, or the name of a skill to read. */
export interface GoldenQuery {
  readonly query: string;
  readonly expect: readonly string[];
}

/** How well agents can find what a host has. */
export interface Discoverability {
  readonly queries: number;
  /** The share of what was expected that is among the first 1, 5 and 10 hits: the mean over the queries, 0 to 1. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** The queries that do not find everything among the first 5, with what they find instead. */
  readonly missed: readonly {
    readonly query: string;
    readonly missing: readonly string[];
    readonly found: readonly string[];
  }[];
  /** Names that differ in spelling at most, so that a call without its plugin is refused and a model mixes them up. */
  readonly ambiguous: readonly (readonly string[])[];
  /** Links that lead nowhere: `related`, `uses`, and patterns of `allowed-tools` that no tool has. One sentence each. */
  readonly deadLinks: readonly string[];
  /** What an answer of discover costs at the default detail; a token is 4 characters. */
  readonly meanTokens: number;
  readonly mostTokens: number;
}

/** In whose name to look. */
export interface DiscoverabilityOptions {
  /** Default `localCaller()`. */
  readonly caller?: Caller;
}

const DEPTH = 10;
const SHOWN_DEPTH = 5;

/** Asks a runtime golden queries, and looks for what makes its tools and skills hard to find. Nothing is called. */
export async function discoverability(
  runtime: Runtime,
  queries: readonly GoldenQuery[],
  { caller = localCaller() }: DiscoverabilityOptions = {},
): Promise<Discoverability> {
  const compact = expose(runtime, "compact");
  const asked: {
    readonly query: string;
    readonly expect: readonly string[];
    readonly tokens: number;
    readonly found: readonly string[];
  }[] = [];
  for (const { query, expect } of queries) {
    const { hits } = await runtime.discover(query, caller, { limit: DEPTH, toolset: "all" });
    const { content } = (await compact.callTool("discover", { query }, { caller })) as ToolResult;
    const tokens = Math.ceil(String(content[0]?.["text"]).length / 4);
    asked.push({ query, expect, tokens, found: hits.map(identity) });
  }
  const recallAt = (depth: number): number =>
    mean(asked.map(({ expect, found }) => share(expect, found.slice(0, depth))));
  return {
    queries: asked.length,
    recallAt1: recallAt(1),
    recallAt5: recallAt(SHOWN_DEPTH),
    recallAt10: recallAt(DEPTH),
    missed: asked.flatMap(({ query, expect, found: all }) => {
      const found = all.slice(0, SHOWN_DEPTH);
      const missing = expect.filter((name) => !found.includes(name));
      return missing.length === 0 ? [] : [{ query, missing, found }];
    }),
    ambiguous: await ambiguousNames(runtime, caller),
    deadLinks: await deadLinks(runtime, caller),
    meanTokens: Math.round(mean(asked.map(({ tokens }) => tokens))),
    mostTokens: Math.max(0, ...asked.map(({ tokens }) => tokens)),
  };
}

function identity(hit: Discovery["hits"][number]): string {
  return hit.kind === "instructions" ? hit.name : `${hit.plugin}:${hit.name}`;
}

async function ambiguousNames(runtime: Runtime, caller: Caller): Promise<readonly (readonly string[])[]> {
  const bySpelling = new Map<string, string[]>();
  const add = (kind: string, plugin: string, name: string) => {
    const key = `${kind} ${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")}`;
    bySpelling.set(key, [...(bySpelling.get(key) ?? []), `${plugin}:${name}`]);
  };
  for (const { plugin, tool } of await runtime.tools(caller)) add("tool", plugin, tool.name);
  for (const { prefix, skills } of runtime.plugins) for (const skill of skills) add("skill", prefix, skill);
  return [...bySpelling.values()].filter((names) => names.length > 1);
}

async function deadLinks(runtime: Runtime, caller: Caller): Promise<readonly string[]> {
  const tools = await runtime.tools(caller);
  const isOfNone = (pattern: string): boolean => {
    const colon = pattern.indexOf(":");
    const plugin = wildcard(colon < 0 ? "*" : pattern.slice(0, colon));
    const name = wildcard(pattern.slice(colon + 1));
    return !tools.some((each) => plugin.test(each.plugin) && name.test(each.tool.name));
  };
  const links = runtime.problems.filter(({ field }) => field === "related" || field?.endsWith("meta.uses"));
  const patterns = (await runtime.skills.list(caller)).flatMap(({ name, allowedTools }) =>
    allowedTools
      .filter(isOfNone)
      .map((pattern) => `skill "${name}": allowed-tools has "${pattern}", and no tool is called so.`),
  );
  return [...links.map(({ message }) => message), ...patterns];
}

function share(wanted: readonly string[], found: readonly string[]): number {
  return wanted.length === 0 ? 1 : wanted.filter((name) => found.includes(name)).length / wanted.length;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
