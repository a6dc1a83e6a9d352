import type { AdapterHost, Caller, Effect, Plugin, Target, Tool } from "@agent-tools/contract";
import type { Approvals, Confirmation, Limits } from "@agent-tools/runtime";
import type { ExplainingPolicy } from "../policy/policy.js";
import { createOwnDefinitions } from "./own-definitions.js";
import { type PublishedToolsets, publishedWith } from "./published.js";
import { resolveToolsets } from "./resolve-toolsets.js";
import type { Toolset, ToolsetsDocument } from "./toolset.js";
import { type ShownTools, toolsetAdapter } from "./toolset-adapter.js";
import { type ToolsetOf, toolsetPolicy } from "./toolset-policy.js";

/** The parts of a runtime that toolsets change; each of them has to be the changed one, or a new name would be a way around it. */
export interface ToolsetParts {
  readonly plugins: readonly Plugin[];
  readonly policy: ExplainingPolicy;
  /** The operator's effects, as for `createRuntime`. They become part of the plugins. */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>;
  readonly confirmation?: Confirmation;
  readonly limits?: Limits;
  readonly approvals?: Approvals;
}

/** A toolset as a workspace may see it: of arguments that are hidden, the names alone. */
export type VisibleToolset = Omit<Toolset, "tools"> & {
  readonly tools: readonly (Omit<Toolset["tools"][number], "hidden"> & { readonly hidden?: readonly string[] })[];
};

/** Toolsets in force. */
export interface Toolsets {
  /** The parts as toolsets show them, for `createRuntime`: each knows a tool by its own name, whatever a toolset calls it. */
  apply(parts: ToolsetParts): Omit<ToolsetParts, "effects">;
  /**
   * Puts another document in force, whole. Throws `invalid_configuration`, and then nothing has changed. A version that was
   * published keeps its content, also where it was removed meanwhile.
   */
  replace(document: ToolsetsDocument): void;
  /** The toolsets that the caller's agent has now, with their versions. */
  attachedTo(caller: Caller): readonly VisibleToolset[];
  /** What a workspace may attach: its own, and the public ones of others. */
  visibleTo(workspace: string): readonly VisibleToolset[];
  /** What was published so far, for the next start. */
  readonly published: PublishedToolsets;
}

/** What is known before. */
export interface ToolsetsOptions {
  /** What `published` was before the restart, so that versions keep their content across it. */
  readonly published?: PublishedToolsets;
}

/**
 * Toolsets and who has which. Throws `invalid_configuration` where an attachment finds no version, or a version has other
 * content than it was published with.
 */
export function toolsets(document: ToolsetsDocument, { published = {} }: ToolsetsOptions = {}): Toolsets {
  const inForce = (given: ToolsetsDocument, before: PublishedToolsets) => {
    const copy = structuredClone(given);
    return { document: copy, ...resolveToolsets(copy), published: publishedWith(before, copy) };
  };
  let current = inForce(document, published);
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
  const ownTarget = (target: Target, caller: Caller): Target => {
    const view = viewOf(caller);
    if (typeof view === "string" || !("tool" in target)) return target;
    const { plugin } = target;
    const entry = view.tools.get(plugin)?.get(target.tool);
    return entry ? { plugin, tool: entry.tool } : target;
  };

  return {
    apply({ plugins, policy, effects, confirmation, limits, approvals }) {
      const shown = plugins.map((plugin) =>
        toolsetPlugin(plugin, effects?.[plugin.prefix] ?? {}, {
          shownTo: shownIn(plugin.prefix),
          aliases: () => aliasesOf(plugin.prefix),
          listed: (caller, tools) => own.listed(plugin.prefix, caller, tools),
          onChange,
        }),
      );
      const owned = <T extends { readonly target: Target; readonly caller: Caller }>(of: T): T => ({
        ...of,
        target: ownTarget(of.target, of.caller),
      });
      return {
        plugins: shown,
        policy: toolsetPolicy(policy, viewOf, own, onChange),
        ...(confirmation && { confirmation: { modeOf: (subject) => confirmation.modeOf(owned(subject)) } }),
        ...(limits && { limits: { enter: (call) => limits.enter(owned(call)) } }),
        ...(approvals && {
          approvals: {
            take: (binding, subject) => approvals.take(binding, owned(subject)),
            ask: (question, subject) => approvals.ask(question, owned(subject)),
            wait: (...waiting) => approvals.wait(...waiting),
            open: () => approvals.open(),
            decide: (...decision) => approvals.decide(...decision),
          },
        }),
      };
    },
    replace(next) {
      current = inForce(next, current.published);
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
    get published() {
      return current.published;
    },
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

/** The plugin with one list for each caller. Its effects, secrets and the operator's effects hold for the names of toolsets as well. */
function toolsetPlugin(
  plugin: Plugin,
  operator: Readonly<Record<string, Effect>>,
  { shownTo, aliases, listed, onChange }: ToolsetPluginOptions,
): Plugin {
  const { adapter, createAdapter, effects, readonlyTools = [], toolSecrets = {}, ...fields } = plugin;
  const read = Object.fromEntries(readonlyTools.map((tool) => [tool, "read" as const]));
  const known: ReadonlyMap<string, Effect> = new Map(Object.entries({ ...read, ...effects, ...operator }));
  /** Names of toolsets that turned out to be those of other tools. Whatever goes by a name goes by that tool's. */
  const taken = new Set<string>();
  const ownName = (name: string) => (taken.has(name) ? name : (aliases().get(name) ?? name));
  /** What is said of tools, said of the names that toolsets give them as well. */
  const alsoByAlias = <T>(of: ReadonlyMap<string, T>): Record<string, T> => {
    const renamed = [...aliases().keys()].flatMap((name): [string, T][] => {
      const said = of.get(ownName(name));
      return said === undefined ? [] : [[name, said]];
    });
    return Object.fromEntries([...of, ...renamed]);
  };
  return {
    ...fields,
    catalogue: "caller",
    get effects() {
      return alsoByAlias(known);
    },
    get toolSecrets() {
      return alsoByAlias(new Map(Object.entries(toolSecrets)));
    },
    async createAdapter(host: AdapterHost) {
      const inner = adapter ?? (await createAdapter(host));
      onChange(() => {
        taken.clear();
        host.toolsChanged();
      });
      return toolsetAdapter(inner, {
        ...{ shownTo, ownName, listed, log: host.log },
        isTaken: (name) => taken.has(name),
        seen(tools) {
          for (const { name } of tools) if ((aliases().get(name) ?? name) !== name) taken.add(name);
        },
      });
    },
  };
}
