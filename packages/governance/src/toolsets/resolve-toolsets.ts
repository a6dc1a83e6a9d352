import { ToolError } from "@agent-tools/contract";
import semver from "semver";
import type { Toolset, ToolsetAttachment, ToolsetsDocument, ToolsetTool } from "./toolset.js";

/** An entry of a toolset, with where it comes from: workspace, name and version. */
export interface AttachedTool extends ToolsetTool {
  readonly from: readonly string[];
}

/** What one agent has. */
export interface ToolsetView {
  readonly toolsets: readonly Toolset[];
  /** By plugin, then by the name that the agent knows. */
  readonly tools: ReadonlyMap<string, ReadonlyMap<string, AttachedTool>>;
  /** As `[plugin, skill]` in JSON. */
  readonly skills: ReadonlySet<string>;
}

/** What a document comes to. */
export interface ResolvedToolsets {
  /** By workspace and agent; agents without a toolset have none. */
  readonly views: ReadonlyMap<string, ReadonlyMap<string, ToolsetView>>;
  /** By plugin, then by the name that agents know: the tool's own name, where that is another. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Chooses every agent's versions. Throws `invalid_configuration`. */
export function resolveToolsets(document: ToolsetsDocument): ResolvedToolsets {
  check(document);
  const attached = new Map<string, Map<string, Toolset[]>>();
  for (const attachment of document.attachments) {
    const ofWorkspace = attached.get(attachment.workspace) ?? new Map<string, Toolset[]>();
    const ofAgent = ofWorkspace.get(attachment.agent) ?? [];
    ofAgent.push(chosen(attachment, document.toolsets));
    attached.set(attachment.workspace, ofWorkspace.set(attachment.agent, ofAgent));
  }
  const views = new Map(
    [...attached].map(([workspace, agents]) => [
      workspace,
      new Map([...agents].map(([agent, toolsets]) => [agent, viewOf(agent, toolsets)])),
    ]),
  );
  return { views, aliases: aliasesOf([...views.values()].flatMap((agents) => [...agents.values()])) };
}

/** A name stands for one tool, whoever uses it: effects and limits go by names. */
function aliasesOf(views: readonly ToolsetView[]): ResolvedToolsets["aliases"] {
  const aliases = new Map<string, Map<string, string>>();
  for (const [plugin, tools] of views.flatMap((view) => [...view.tools])) {
    const ofPlugin = aliases.get(plugin) ?? new Map<string, string>();
    aliases.set(plugin, ofPlugin);
    for (const [name, { tool }] of tools) {
      const other = ofPlugin.get(name);
      if (other !== undefined && other !== tool) {
        throw wrong(`"${name}" of plugin "${plugin}" is the name of "${other}" and of "${tool}"; rename one.`);
      }
      ofPlugin.set(name, tool);
    }
  }
  return aliases;
}

function check({ toolsets, withoutToolsets }: ToolsetsDocument): void {
  if (withoutToolsets !== "everything" && withoutToolsets !== "nothing") {
    throw wrong('withoutToolsets has to be "everything" or "nothing".');
  }
  const seen = new Set<string>();
  for (const { name, version, workspace, visibility } of toolsets) {
    if (semver.valid(version) === null) throw wrong(`Toolset "${name}" has the version "${version}", which is none.`);
    if (visibility !== "public" && visibility !== "private") {
      throw wrong(`Toolset "${name}" ${version} has to be "public" or "private".`);
    }
    const key = JSON.stringify([workspace, name, version]);
    if (seen.has(key)) throw wrong(`Workspace "${workspace}" has toolset "${name}" ${version} twice.`);
    seen.add(key);
  }
}

function chosen({ workspace, agent, toolset, range, from }: ToolsetAttachment, all: readonly Toolset[]): Toolset {
  const whose = `Agent "${agent}" of workspace "${workspace}"`;
  if (semver.validRange(range) === null) throw wrong(`${whose}: "${range}" is no range of versions.`);
  // A private one of another workspace looks like one that is not there.
  const visible = all.filter(
    (each) => each.name === toolset && (each.workspace === workspace || each.visibility === "public"),
  );
  const owners = [...new Set(visible.map((each) => each.workspace))];
  const owner = from ?? (owners.includes(workspace) || owners.length === 0 ? workspace : owners[0]);
  if (from === undefined && owner !== workspace && owners.length > 1) {
    throw wrong(`${whose}: toolset "${toolset}" is public in ${owners.join(", ")}; say in "from" which one is meant.`);
  }
  const versions = visible.filter((each) => each.workspace === owner);
  const newest = semver.maxSatisfying(
    versions.map(({ version }) => version),
    range,
  );
  const found = versions.find(({ version }) => version === newest);
  if (found) return found;
  const there = versions.map(({ version }) => version).join(", ") || "no version";
  throw wrong(`${whose}: there is no toolset "${toolset}" in the range "${range}", only ${there}.`);
}

function viewOf(agent: string, toolsets: readonly Toolset[]): ToolsetView {
  const tools = new Map<string, Map<string, AttachedTool>>();
  const skills = new Set<string>();
  for (const toolset of toolsets) {
    for (const entry of toolset.tools) {
      const { plugin, tool, name = tool } = entry;
      const ofPlugin = tools.get(plugin) ?? new Map<string, AttachedTool>();
      if (ofPlugin.has(name)) {
        throw wrong(`Agent "${agent}" has two tools "${name}" of plugin "${plugin}" in its toolsets; rename one.`);
      }
      tools.set(plugin, ofPlugin.set(name, { ...entry, from: [toolset.workspace, toolset.name, toolset.version] }));
    }
    for (const { plugin, skill } of toolset.skills ?? []) skills.add(JSON.stringify([plugin, skill]));
  }
  return { toolsets, tools, skills };
}

function wrong(message: string): ToolError {
  return new ToolError("invalid_configuration", `Toolsets: ${message}`, {
    hint: "Correct it; what was in force before still is.",
  });
}
