import { type GovernedAdapter, resultValue, type SearchAnswer, type Tool, ToolError } from "@agent-tools/contract";
import type { LoadedPlugin, LoadedSkill } from "../loaded-plugin.js";
import type { ListView } from "../tool-list.js";
import type { Call, PathHost } from "./call.js";

/**
 * A plugin's adapter as a skill gets it: it lists, finds and calls what the skill may use and the caller may see, and
 * every call goes the whole path.
 */
export function governedAdapter(prefix: string, { mayUse }: LoadedSkill, outer: Call, host: PathHost): GovernedAdapter {
  const { catalogue, policy } = host;
  const owner = catalogue.plugins.get(prefix) as LoadedPlugin | undefined;
  if (!owner) {
    throw new ToolError("unknown_plugin", `There is no plugin "${prefix}".`, {
      hint: "Load it, or correct the skill's meta.uses.",
    });
  }
  const { caller, signal } = outer;
  const isAllowed = (name: string, list: ListView): boolean => {
    const entry = list.tools.get(name);
    if (!entry || !mayUse(prefix, name)) return false;
    const { tool, known } = entry;
    return (
      policy.decide({ target: { plugin: prefix, tool: name }, caller, effect: known.effect, tool }).mode !== "deny"
    );
  };
  const listed = async () => {
    const list = await catalogue.load(prefix, caller);
    return [...list.tools.values()].map(({ tool }) => tool).filter((tool) => isAllowed(tool.name, list));
  };
  return {
    listTools: async () => ({ tools: await listed() }),
    async search(query, limit = 10): Promise<SearchAnswer> {
      const list = await catalogue.load(prefix, caller);
      const { createSearchIndex } = await import("@agent-tools/search");
      const { index } = catalogue.searchable(caller, createSearchIndex);
      const page = index.search(query, {
        limit,
        filter: (document) => document.kind === "tool" && document.plugin === prefix && isAllowed(document.name, list),
      });
      const matches = page.hits.map(({ document: { name, description = "" }, score }) => ({
        name,
        description,
        score,
      }));
      return { query, matches };
    },
    async describe(name): Promise<Tool> {
      const tool = (await listed()).find((each) => each.name === name);
      if (tool) return tool;
      throw new ToolError("unknown_target", `Plugin "${prefix}" has no tool "${name}" that this skill may use.`);
    },
    async call(name, args = {}) {
      if (!mayUse(prefix, name)) {
        throw new ToolError("denied", `This skill does not use tool "${name}" of plugin "${prefix}".`, {
          hint: `Add "${prefix}:${name}" to the skill's meta.uses.`,
        });
      }
      const target = { plugin: prefix, tool: name };
      const outcome = await host.callInside({ target, arguments: args, deadlineMs: outer.clock.left() }, outer);
      if (outcome.status === "pending") {
        throw new ToolError(
          "unsupported",
          `Tool "${name}" asks a question before it runs, which a skill cannot pass on.`,
        );
      }
      const value = resultValue(outcome.result);
      if (outcome.result.isError !== true) return value;
      throw new ToolError("upstream_error", typeof value === "string" ? value : JSON.stringify(value));
    },
    discoverContext: async () => {
      if ((await listed()).length === 0) return undefined;
      const facts = await owner.adapter.discoverContext?.(owner.readContext(caller, signal));
      return facts === undefined ? undefined : owner.scrubber.value(JSON.parse(JSON.stringify(facts)));
    },
  };
}
