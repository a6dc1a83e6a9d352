import type { AdapterHost, Caller, Effect, Plugin, Tool } from "@agent-tools/contract";
import type { ExplainingPolicy } from "../policy/policy.js";
import { createOwnDefinitions } from "./own-definitions.js";
import { checkPublished, resolveToolsets } from "./resolve-toolsets.js";
import type { Toolset, ToolsetsDocument } from "./toolset.js";
import { type ShownTools, toolsetAdapter } from "./toolset-adapter.js";
import { type ToolsetOf, toolsetPolicy } from "./toolset-policy.js";

/** The parts of a runtime that toolsets change; each of them has to be the changed one. */
export interface ToolsetParts {
  readonly plugins: readonly Plugin[];
  readonly policy: ExplainingPolicy;
  /** The operator's effects, as for `createRuntime`. They become part of the plugins. */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>;
}

/** A toolset as a workspace may see it: of arguments that are hidden, the names alone. */
export type VisibleToolset = Omit<Toolset, "tools"> & {
  readonly tools: readonly (Omit<Toolset["tools"][number], "hidden"> & { readonly hidden?: readonly string[] })[];
};

/** Toolsets in force. */
export interface Toolsets {
  /** Plugins and policy as toolsets show them, for `createRuntime`. */
  apply(parts: ToolsetParts): Pick<ToolsetParts, "plugins" | "policy">;
  /** Puts another document in force, whole. Throws `invalid_configuration`, and then nothing has changed. */
  replace(document: ToolsetsDocument): void;
  /** The toolsets that the caller's agent has now, with their versions. */
  attachedTo(caller: Caller): readonly VisibleToolset[];
  /** What a workspace may attach: its own, and the public ones of others. */
  visibleTo(workspace: string): readonly VisibleToolset[];
}

/** Toolsets and who has which. Throws `invalid_configuration` where an attachment finds no version. */
export function toolsets(document: ToolsetsDocument): Toolsets {
  let current = { document: structuredClone(document), ...resolveToolsets(document) };
  const own = createOwnDefinitions();
  const listeners = new Set<() => void>();
  const viewOf: ToolsetOf = ({ workspace, agent }) =>
    current.views.get(workspace)?.get(agent) ?? current.document.withoutToolsets;

  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const shownIn =
    (plugin: string): ShownTools =>
    (caller) => {
      const view = viewOf(caller);
      return view === "everything" ? undefined : view === "nothing" ? new Map() : (view.tools.get(plugin) ?? new Map());
    };
  const aliasesOf = (plugin: string) => current.aliases.get(plugin) ?? new Map<string, string>();

  return {
    apply({ plugins, policy, effects }) {
      const shown = plugins.map((plugin) =>
        toolsetPlugin(plugin, effects?.[plugin.prefix] ?? {}, {
          shownTo: shownIn(plugin.prefix),
          aliases: () => aliasesOf(plugin.prefix),
          listed: (caller, tools) => own.listed(plugin.prefix, caller, tools),
          onChange,
        }),
      );
      return { plugins: shown, policy: toolsetPolicy(policy, viewOf, own, onChange) };
    },
    replace(next) {
      const resolved = resolveToolsets(next);
      checkPublished(current.document, next);
      current = { document: structuredClone(next), ...resolved };
      for (const listener of [...listeners]) listener();
    },
    attachedTo(caller) {
      const view = viewOf(caller);
      return typeof view === "string" ? [] : view.toolsets.map(visible);
    },
    visibleTo: (workspace) =>
      current.document.toolsets
        .filter((each) => each.workspace === workspace || each.visibility === "public")
        .map(visible),
  };
}

function visible({ tools, ...toolset }: Toolset): VisibleToolset {
  return {
    ...toolset,
    tools: tools.map(({ hidden, ...entry }) => ({ ...entry, ...(hidden && { hidden: Object.keys(hidden) }) })),
  };
}

interface ToolsetPluginOptions {
  readonly shownTo: ShownTools;
  readonly aliases: () => ReadonlyMap<string, string>;
  readonly listed: (caller: Caller, tools: readonly Tool[]) => void;
  readonly onChange: (listener: () => void) => () => void;
}

/** The plugin with one list for each caller. Its effects and the operator's hold for the names of toolsets as well. */
function toolsetPlugin(
  plugin: Plugin,
  operator: Readonly<Record<string, Effect>>,
  { shownTo, aliases, listed, onChange }: ToolsetPluginOptions,
): Plugin {
  const { adapter, createAdapter, effects, readonlyTools = [], ...fields } = plugin;
  const read = Object.fromEntries(readonlyTools.map((tool) => [tool, "read" as const]));
  const known: ReadonlyMap<string, Effect> = new Map(Object.entries({ ...read, ...effects, ...operator }));
  return {
    ...fields,
    catalogue: "caller",
    get effects() {
      const ofAliases = [...aliases()].flatMap(([name, tool]): [string, Effect][] => {
        const effect = known.get(tool);
        return effect ? [[name, effect]] : [];
      });
      return Object.fromEntries([...known, ...ofAliases]);
    },
    async createAdapter(host: AdapterHost) {
      const inner = adapter ?? (await createAdapter(host));
      onChange(() => host.toolsChanged());
      const ownName = (name: string) => aliases().get(name) ?? name;
      return toolsetAdapter(inner, { shownTo, ownName, listed, log: host.log });
    },
  };
}
