import type { Caller, Effect, Json } from "@agent-tools/contract";
import { signature } from "@agent-tools/schema";
import type { Catalogue } from "./catalogue.js";
import type { CatalogueDocument } from "./catalogue-document.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import type { Policy } from "./policy.js";
import { skillEffect } from "./skill-effect.js";
import { PATIENCE_MS } from "./tool-list.js";
import { within } from "./within.js";

/** How to look. */
export interface DiscoverOptions {
  /** Only this plugin. */
  readonly plugin?: string;
  /** The most hits. Default 8. */
  readonly limit?: number;
  /** How many hits to pass over first. Default 0. */
  readonly offset?: number;
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

/** The answer of `discover`: what the caller may use, best first. */
export interface Discovery {
  readonly query: string;
  /** How many tools and skills match in all. */
  readonly total: number;
  readonly hits: readonly (ToolHit | SkillHit)[];
  /** The query as it was probably meant. */
  readonly suggestion?: string;
  /** What is connecting or cannot be reached, so that its tools may be missing here. */
  readonly notes: readonly { readonly plugin: string; readonly message: string }[];
  /** What the plugins themselves add, by prefix. */
  readonly context?: Readonly<Record<string, Json>>;
}

/** Looks for tools and skills in the caller's view. An empty query lists the tools only. */
export async function discover(
  { catalogue, policy }: { readonly catalogue: Catalogue; readonly policy: Policy },
  query: string,
  caller: Caller,
  { plugin, limit = 8, offset = 0 }: DiscoverOptions,
): Promise<Discovery> {
  const late = await catalogue.settled(caller);
  const snapshot = catalogue.snapshot(caller);
  const isListing = query.trim() === "";
  const isVisible = (document: CatalogueDocument): boolean => {
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
  const page = snapshot.index().search(query, { limit, offset, filter: isVisible });
  const shown = plugin === undefined ? [...catalogue.plugins.keys()] : [plugin];
  const notes = shown.flatMap((prefix) => {
    const { state, error } = snapshot.lists.get(prefix) ?? {};
    if (state === "connecting") return [{ plugin: prefix, message: "is connecting; ask again for its tools" }];
    if (error) return [{ plugin: prefix, message: `cannot be reached now: ${error.message}` }];
    return late.has(prefix) ? [{ plugin: prefix, message: "lists its tools anew; these may have changed" }] : [];
  });
  const context = await contexts(
    shown.map((prefix) => catalogue.plugins.get(prefix)),
    caller,
  );
  return {
    query,
    total: page.total,
    hits: page.hits.map(({ document }) => hitOf(document)),
    ...(page.suggestion === undefined ? {} : { suggestion: page.suggestion }),
    notes,
    ...(Object.keys(context).length === 0 ? {} : { context }),
  };
}

function hitOf(document: CatalogueDocument): ToolHit | SkillHit {
  const { plugin, name, description = "" } = document;
  if (document.kind === "tool") {
    const { tool, known } = document.entry;
    return { kind: "tool", plugin, name, description, signature: signature(tool), effect: known.effect };
  }
  const { args, inputSchema, related } = document.entry.skill.meta ?? {};
  const words = args ?? (inputSchema === undefined ? "" : signature({ name, inputSchema }));
  return { kind: "skill", plugin, name, description, args: words, ...(related === undefined ? {} : { related }) };
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
