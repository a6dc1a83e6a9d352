import { isObject, type Schema } from "@agent-tools/contract";
import type { SearchDocument } from "@agent-tools/search";
import type { LoadedPlugin, LoadedSkill } from "./loaded-plugin.js";
import type { ReadableSkill } from "./readable-skill.js";
import type { ListView, ToolEntry } from "./tool-list.js";

/** A tool or skill as the index holds it. */
export type CatalogueDocument = SearchDocument &
  (
    | { readonly kind: "tool"; readonly entry: ToolEntry }
    | { readonly kind: "skill"; readonly entry: LoadedSkill; readonly owner: LoadedPlugin }
    | { readonly kind: "skill"; readonly readable: ReadableSkill }
  );

/**
 * The documents of one snapshot: every plugin's tools, then its code skills, in the order of the host's plugins; then the
 * skills to read.
 */
export function catalogueDocuments(
  plugins: ReadonlyMap<string, LoadedPlugin>,
  lists: ReadonlyMap<string, ListView>,
  readable: readonly ReadableSkill[],
): readonly CatalogueDocument[] {
  const documents: CatalogueDocument[] = [];
  for (const [prefix, owner] of plugins) {
    for (const entry of lists.get(prefix)?.tools.values() ?? []) documents.push(toolDocument(prefix, entry));
    for (const entry of owner.skills.values()) documents.push(skillDocument(prefix, owner, entry));
  }
  for (const skill of readable) documents.push(readableDocument(skill));
  return documents;
}

function toolDocument(plugin: string, entry: ToolEntry): CatalogueDocument {
  const { name, title, description, inputSchema } = entry.tool;
  return {
    id: JSON.stringify([plugin, "tool", name]),
    kind: "tool",
    plugin,
    name,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    parameters: parametersOf(inputSchema),
    server: entry.owner.plugin.name,
    isReadOnly: entry.known.effect === "read",
    entry,
  };
}

function skillDocument(plugin: string, owner: LoadedPlugin, entry: LoadedSkill): CatalogueDocument {
  const { description, args, inputSchema } = entry.skill.meta ?? {};
  return {
    id: JSON.stringify([plugin, "skill", entry.name]),
    kind: "skill",
    plugin,
    name: entry.name,
    ...(description === undefined ? {} : { description }),
    parameters: [...(args === undefined ? [] : [{ name: "", description: args }]), ...parametersOf(inputSchema)],
    server: owner.plugin.name,
    entry,
    owner,
  };
}

function readableDocument(readable: ReadableSkill): CatalogueDocument {
  const { name, description, served } = readable;
  const plugin = served?.plugin ?? "";
  return { id: JSON.stringify([plugin, "read", name]), kind: "skill", plugin, name, description, readable };
}

function parametersOf(schema: Schema | undefined): { name: string; description?: string }[] {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).map(([name, property]) => {
    const description = isObject(property) ? property["description"] : undefined;
    return { name, ...(typeof description === "string" ? { description } : {}) };
  });
}
