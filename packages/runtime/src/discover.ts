import type { Caller, Effect, Json, JsonObject } from "@agent-tools/contract";
import { exampleArguments, signature } from "@agent-tools/schema";
import type { Catalogue } from "./catalogue.js";
import type { CatalogueDocument } from "./catalogue-document.js";
import type { Gates } from "./gates.js";
import { type Health, listFailure, toolFailure } from "./health.js";
import { skillFilter } from "./listed-tool.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { type Policy, ungoverned } from "./policy.js";
import { concerns, type ReadableSkill, speaksOf } from "./readable-skill.js";
import { skillEffect } from "./skill-effect.js";
import { PATIENCE_MS, type ToolEntry } from "./tool-list.js";
import { within } from "./within.js";

/** How to look. */
export interface DiscoverOptions {
  /** Only this plugin. */
  readonly plugin?: string;
  /** The most hits. Default 8. */
  readonly limit?: number;
  /** How many hits to pass over first. Default 0. */
  readonly offset?: number;
  /** Narrows this answer, and this conversation from here on, to the tools of this skill; `all` undoes that. */
  readonly toolset?: string;
}

/** A tool that was found. */
export interface ToolHit {
  readonly kind: "tool";
  readonly plugin: string;
  readonly name: string;
  readonly description: string;
  /** How to call it, as a TypeScript signature. */
  readonly signature: string;
  readonly effect: Effect;
}

/** A skill that was found. */
export interface SkillHit {
  readonly kind: "skill";
  readonly plugin: string;
  readonly name: string;
  readonly description: string;
  readonly args: string;
  readonly related?: readonly { readonly target: string; readonly why: string }[];
}

/** A skill to read that was found. */
export interface InstructionsHit {
  readonly kind: "instructions";
  /** The plugin whose server publishes it; absent for the host's own. */
  readonly plugin?: string;
  readonly name: string;
  readonly description: string;
}

/** The answer of `discover`: what the caller may use, best first. */
export interface Discovery {
  readonly query: string;
  /** How many tools and skills match in all. */
  readonly total: number;
  readonly hits: readonly (ToolHit | SkillHit | InstructionsHit)[];
  /** Arguments that the first hit could be called with, made up where its schema has no sample. Absent where it needs none. */
  readonly example?: JsonObject;
  /** The skill to whose tools the conversation has narrowed itself, and how many others match. Absent where none of them does. */
  readonly toolset?: { readonly skill: string; readonly others: number };
  /** The query as it was probably meant. */
  readonly suggestion?: string;
  /** What is connecting or cannot be reached, so that its tools may be missing here, and which hits failed when they were last called. */
  readonly notes: readonly { readonly plugin: string; readonly message: string }[];
  /** What the plugins themselves add, by prefix. */
  readonly context?: Readonly<Record<string, Json>>;
}

/** What discover works with. */
export interface DiscoverHost {
  readonly catalogue: Catalogue;
  readonly policy: Policy;
  readonly gates: Gates;
  readonly health: Health;
}

/** Looks for tools and skills in the caller's view. An empty query lists the tools only. */
export async function discover(
  { catalogue, policy, gates, health }: DiscoverHost,
  query: string,
  caller: Caller,
  { plugin, limit = 8, offset = 0, toolset: asked }: DiscoverOptions,
): Promise<Discovery> {
  const [{ createSearchIndex }, late, toolset] = await Promise.all([
    // Loaded with the first query: a host that passes one server through has none.
    import("@agent-tools/search"),
    catalogue.settled(caller),
    gates.toolset(asked, caller),
    catalogue.skills(caller, plugin),
  ]);
  const { snapshot, index } = catalogue.searchable(caller, createSearchIndex);
  const isListing = query.trim() === "";
  const isVisible = (document: CatalogueDocument): boolean => {
    if ("readable" in document) return !isListing && isReadable(document.readable, plugin, caller, policy);
    if (plugin !== undefined && document.plugin !== plugin) return false;
    if (document.kind === "skill") {
      if (isListing) return false;
      const effect = skillEffect(document.entry, snapshot);
      return (
        policy.decide({ target: { plugin: document.plugin, skill: document.name }, caller, effect }).mode !== "deny"
      );
    }
    const { tool, known } = document.entry;
    return (
      policy.decide({ target: { plugin: document.plugin, tool: tool.name }, caller, effect: known.effect, tool })
        .mode !== "deny"
    );
  };
  const failureOf = (document: CatalogueDocument): string => {
    if ("readable" in document || document.kind === "skill") return "";
    return toolFailure(health.of(document.plugin, document.name, caller));
  };
  const tieBreak = (document: CatalogueDocument): number => (failureOf(document) === "" ? 0 : 1);
  const search = (filter: (document: CatalogueDocument) => boolean) =>
    index.search(query, { limit, offset, filter, tieBreak });
  const inToolset = toolset && search((document) => isOfToolset(document, toolset) && isVisible(document));
  // What is not of the toolset is still found: nothing that can be called is ever out of reach.
  const isNarrowed = inToolset !== undefined && inToolset.total > 0;
  const everything = isNarrowed ? index.search(query, { limit: 0, filter: isVisible }) : undefined;
  const page = isNarrowed ? inToolset : search(isVisible);
  const shown = plugin === undefined ? [...catalogue.plugins.keys()] : [plugin];
  const notes = shown.flatMap((prefix) => {
    const { state, error } = snapshot.lists.get(prefix) ?? {};
    if (state === "connecting") {
      const before = listFailure(health.of(prefix, undefined, caller));
      return [{ plugin: prefix, message: `is connecting; ask again for its tools${before && `. ${before}`}` }];
    }
    if (error) return [{ plugin: prefix, message: `cannot be reached now: ${error.message}` }];
    return late.has(prefix) ? [{ plugin: prefix, message: "lists its tools anew; these may have changed" }] : [];
  });
  const failures = page.hits.flatMap(({ document }) => {
    const failure = failureOf(document);
    return failure === "" ? [] : [{ plugin: document.plugin, message: `"${document.name}" ${failure}` }];
  });
  const isTold = skillFilter({ catalogue, policy }, caller);
  const isAnythingThere = (owner: LoadedPlugin | undefined): boolean => {
    if (!owner?.adapter.discoverContext || policy === ungoverned) return true;
    const plugin = owner.prefix;
    const isTool = ({ tool, known: { effect } }: ToolEntry) =>
      policy.decide({ target: { plugin, tool: tool.name }, caller, effect, tool }).mode !== "deny";
    const tools = [...(snapshot.lists.get(plugin)?.tools.values() ?? [])];
    return tools.some(isTool) || [...owner.skills.values()].some(isTold);
  };
  const owners = shown.map((prefix) => catalogue.plugins.get(prefix)).filter(isAnythingThere);
  const context = await contexts(owners, caller);
  const example = exampleFor(page.hits[0]?.document);
  return {
    query,
    total: page.total,
    hits: page.hits.map(({ document }) => hitOf(document)),
    ...(example && { example }),
    ...(everything && toolset && { toolset: { skill: toolset.name, others: everything.total - page.total } }),
    ...(page.suggestion === undefined ? {} : { suggestion: page.suggestion }),
    notes: [...notes, ...failures],
    ...(Object.keys(context).length === 0 ? {} : { context }),
  };
}

/** A skill to read, where it concerns the plugin that is asked about and its server may be read. */
export function isReadable(skill: ReadableSkill, plugin: string | undefined, caller: Caller, policy: Policy): boolean {
  if (plugin !== undefined && !concerns(skill, plugin)) return false;
  const { served } = skill;
  if (!served) return true;
  const target = { plugin: served.plugin, resource: served.skill.uri };
  return policy.decide({ target, caller, effect: "read" }).mode !== "deny";
}

/** The tools that the skill speaks of, the code skills of their plugins, and the skill itself. */
function isOfToolset(document: CatalogueDocument, skill: ReadableSkill): boolean {
  if ("readable" in document) return document.readable.name === skill.name;
  return document.kind === "tool" ? speaksOf(skill, document.plugin, document.name) : concerns(skill, document.plugin);
}

function hitOf(document: CatalogueDocument): ToolHit | SkillHit | InstructionsHit {
  const { plugin, name, description = "" } = document;
  if ("readable" in document) return { kind: "instructions", ...(plugin && { plugin }), name, description };
  if (document.kind === "tool") {
    const { tool, known } = document.entry;
    return { kind: "tool", plugin, name, description, signature: signature(tool), effect: known.effect };
  }
  const { args, inputSchema, related } = document.entry.skill.meta ?? {};
  const words = args ?? (inputSchema === undefined ? "" : signature({ name, inputSchema }));
  return { kind: "skill", plugin, name, description, args: words, ...(related === undefined ? {} : { related }) };
}

function exampleFor(document: CatalogueDocument | undefined): JsonObject | undefined {
  if (!document || "readable" in document) return undefined;
  const { entry } = document;
  const { value } = exampleArguments("tool" in entry ? entry.tool.inputSchema : entry.skill.meta?.inputSchema);
  return Object.keys(value).length > 0 ? value : undefined;
}

/** What the plugins attach, each waited for as long as a list is; one that fails or is late is left out. */
async function contexts(owners: readonly (LoadedPlugin | undefined)[], caller: Caller): Promise<Record<string, Json>> {
  const found: Record<string, Json> = {};
  await Promise.all(
    owners.map(async (owner) => {
      if (!owner?.adapter.discoverContext) return;
      const controller = new AbortController();
      try {
        const asked = owner.adapter.discoverContext(owner.readContext(caller, controller.signal));
        const facts = await within(PATIENCE_MS, Promise.resolve(asked), () => undefined);
        if (facts !== undefined) found[owner.prefix] = owner.scrubber.value(JSON.parse(JSON.stringify(facts)) as Json);
      } catch {
        // The facts are an extra; the answer is complete without them.
      } finally {
        controller.abort();
      }
    }),
  );
  return found;
}
