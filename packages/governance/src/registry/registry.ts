import {
  type Adapter,
  type Caller,
  definePlugin,
  type Effect,
  type JsonObject,
  type Network,
  type Plugin,
  type Store,
  standaloneContext,
  standaloneHost,
  ToolError,
} from "@agent-tools/contract";
import { definitionLog } from "./definition-log.js";
import { referenceKind, registeredTool, type ToolKind } from "./registered-tools.js";
import { registryAdapter } from "./registry-adapter.js";
import {
  checkNewDefinition,
  type DefinitionChange,
  type NewToolDefinition,
  type RegistryExport,
  secretNames,
  type ToolDefinition,
} from "./tool-definition.js";

/** What a registry is made of. */
export interface RegistryOptions {
  readonly store: Store;
  /**
   * What makes tools of definitions, by kind: `http: (definition, host) => restAdapter({ tools: [definition] }, host)`. The
   * registry is handed adapters as values; it knows none.
   */
  readonly kinds?: Readonly<Record<string, ToolKind>>;
  /** Adapters that definitions of kind `reference` may name: `{ plugin, tool, name?, title?, description? }`. */
  readonly references?: Readonly<Record<string, Adapter>>;
  /**
   * What the operator and the plugins say of the effects of tools that are referred to: `{ github: { delete_repo: "destructive" } }`.
   * Give what `createRuntime` and the plugins are given, since an adapter does not know it.
   */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>;
  /** The host's, for kinds that connect to list their tool, since each definition is tried before it counts. Default: nothing is reached. */
  readonly network?: Network;
  /** Milliseconds between two looks for changes that other processes made in the same store. Default 1,000. */
  readonly watchMs?: number;
}

/** How the registry's plugin appears. */
export interface RegistryPluginOptions {
  /** Default `Registry`. */
  readonly name?: string;
  /** Default `registry`. */
  readonly prefix?: string;
  readonly description?: string;
  /** The names of the secrets that definitions may use; no other is ever handed out. */
  readonly secrets?: readonly string[];
}

/**
 * Tools as data: created, changed, enabled and disabled while everything runs. Every change is in the caller's workspace and
 * in the caller's name, is kept as a version of its own, and reaches every runtime over the same store: at once in this
 * process, within `watchMs` in others.
 */
export interface Registry {
  list(caller: Caller): Promise<readonly ToolDefinition[]>;
  get(caller: Caller, id: string): Promise<ToolDefinition | undefined>;
  /** Throws `invalid_configuration` where the definition is wrong, holds a credential, or its name or id is taken. */
  create(caller: Caller, definition: NewToolDefinition): Promise<ToolDefinition>;
  /** Replaces the definition. `version` is the one that it was made from; another one since is `invalid_arguments`. */
  update(caller: Caller, id: string, definition: JsonObject, version?: number): Promise<ToolDefinition>;
  setEnabled(caller: Caller, id: string, isEnabled: boolean): Promise<ToolDefinition>;
  remove(caller: Caller, id: string): Promise<void>;
  /** Every change of one definition, or of the workspace, the oldest first: who, when, what, and how it was from then on. */
  changes(caller: Caller, id?: string): Promise<readonly DefinitionChange[]>;
  export(caller: Caller): Promise<RegistryExport>;
  /** Creates what is not there, and updates what is. Nothing is changed where one of them is wrong. */
  import(caller: Caller, given: RegistryExport): Promise<readonly ToolDefinition[]>;
  /** The plugin whose tools are the definitions of each caller's workspace. */
  plugin(options?: RegistryPluginOptions): Plugin;
}

const nowhere: Network = {
  check({ host }) {
    throw new ToolError("network_refused", `"${host}" is not reached while a definition is tried.`, {
      hint: "Give createRegistry the host's network.",
    });
  },
};

/** A registry over a store. */
export function createRegistry(options: RegistryOptions): Registry {
  const { store, references, effects = {}, network = nowhere, watchMs = 1_000 } = options;
  const log = definitionLog(store);
  const kinds: Readonly<Record<string, ToolKind>> = {
    ...(references && { reference: referenceKind(references, effects) }),
    ...options.kinds,
  };
  const listeners = new Set<() => void>();

  const existing = async ({ workspace }: Caller, id: string): Promise<ToolDefinition> => {
    const found = await log.get(workspace, id);
    if (found) return found;
    throw new ToolError("unknown_target", `There is no tool definition "${id}".`);
  };
  /** The name of its tool, from the adapter that its kind makes; it is closed at once. */
  const nameOf = async (definition: ToolDefinition, caller: Caller): Promise<string> => {
    const host = standaloneHost({ store, network });
    const made = await registeredTool(definition, kinds, host, standaloneContext({ caller }));
    made.retire();
    return made.tool.name;
  };
  /** Checks what is to be there, all of it together with what stays. */
  const check = async (workspace: string, definitions: readonly ToolDefinition[], caller: Caller): Promise<void> => {
    for (const definition of definitions) checkNewDefinition(definition);
    const ids = new Set(definitions.map(({ id }) => id));
    if (ids.size < definitions.length) throw new ToolError("invalid_configuration", "Two definitions have one id.");
    const taken = (owner: string, name: string) =>
      new ToolError("invalid_configuration", `Tool definition "${owner}" is called "${name}" already.`, {
        hint: "Give the tool another name.",
      });
    const names = new Map<string, string>();
    for (const definition of definitions) {
      const name = await nameOf(definition, caller);
      const owner = names.get(name);
      if (owner !== undefined) throw taken(owner, name);
      names.set(name, definition.id);
    }
    for (const other of await log.list(workspace)) {
      if (ids.has(other.id)) continue;
      const name = await nameOf(other, caller).catch(() => undefined);
      if (name !== undefined && names.has(name)) throw taken(other.id, name);
    }
  };
  const make = async (
    caller: Caller,
    did: DefinitionChange["did"],
    before: ToolDefinition | undefined,
    next: Omit<ToolDefinition, "version">,
    isChecked = did !== "created" && did !== "updated",
  ): Promise<ToolDefinition> => {
    const version = before ? before.version + 1 : await log.nextVersion(next.workspace, next.id);
    const tool = { ...next, version };
    if (!isChecked) await check(tool.workspace, [tool], caller);
    await log.append({ did, by: caller.caller, at: Date.now(), tool }, before);
    for (const listener of [...listeners]) listener();
    return tool;
  };

  const registry: Registry = {
    list: ({ workspace }) => log.list(workspace),
    get: ({ workspace }, id) => log.get(workspace, id),
    async create(caller, { id, kind, definition, isEnabled = true }) {
      if (await log.get(caller.workspace, id)) {
        throw new ToolError("invalid_configuration", `There is a tool definition "${id}" already.`, {
          hint: "Update it, or give the new one another id.",
        });
      }
      return make(caller, "created", undefined, { id, workspace: caller.workspace, kind, definition, isEnabled });
    },
    async update(caller, id, definition, version) {
      const before = await existing(caller, id);
      // Of an older version the log refuses the next one, which is there.
      const from = version === undefined ? before : { ...before, version };
      if (from.version > before.version) {
        throw new ToolError("invalid_arguments", `Tool definition "${id}" has no version ${version} yet.`);
      }
      return make(caller, "updated", from, { ...before, definition });
    },
    async setEnabled(caller, id, isEnabled) {
      const before = await existing(caller, id);
      if (before.isEnabled === isEnabled) return before;
      return make(caller, isEnabled ? "enabled" : "disabled", before, { ...before, isEnabled });
    },
    async remove(caller, id) {
      const before = await existing(caller, id);
      await make(caller, "removed", before, before);
    },
    changes: ({ workspace }, id) => log.changes(workspace, id),
    async export(caller) {
      const tools = (await log.list(caller.workspace)).map(({ id, kind, definition, isEnabled }) => ({
        ...{ id, kind, definition, isEnabled },
      }));
      const secrets = [...new Set(tools.flatMap(({ definition }) => secretNames(definition)))].sort();
      return { format: "agent-tools/registry/1", tools, secrets };
    },
    async import(caller, given) {
      const { workspace } = caller;
      if (given?.format !== "agent-tools/registry/1" || !Array.isArray(given.tools)) {
        throw new ToolError(
          "invalid_configuration",
          "This is no export of a registry: its format is not agent-tools/registry/1.",
        );
      }
      const tools = given.tools.map((tool) => {
        const { id, kind, definition, isEnabled } = Object(tool) as typeof tool;
        return { id, workspace, kind, definition, isEnabled };
      });
      await check(
        workspace,
        tools.map((tool) => ({ ...tool, version: 1 })),
        caller,
      );
      const made: ToolDefinition[] = [];
      for (const next of tools) {
        const before = await log.get(workspace, next.id);
        made.push(await make(caller, before ? "updated" : "created", before, next, true));
      }
      return made;
    },
    plugin({ name = "Registry", prefix = "registry", description, secrets } = {}) {
      const onChange = (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      };
      return definePlugin({
        ...{ name, prefix },
        ...(description === undefined ? {} : { description }),
        ...(secrets === undefined ? {} : { secrets }),
        // Each workspace has definitions of its own.
        catalogue: "caller",
        createAdapter: (host) => registryAdapter({ log, kinds, watchMs, onChange }, host),
      });
    },
  };
  return registry;
}
