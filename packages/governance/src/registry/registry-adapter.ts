import {
  type Adapter,
  type AdapterHost,
  type Effect,
  type ReadContext,
  strongestEffect,
  ToolError,
} from "@agent-tools/contract";
import { checkMark, marked, unmarked } from "../definition-mark.js";
import type { DefinitionLog } from "./definition-log.js";
import { type RegisteredTool, registeredTool, relisted, type ToolKind } from "./registered-tools.js";

/** What the adapter works with. */
export interface RegistryAdapterOptions {
  readonly log: DefinitionLog;
  readonly kinds: Readonly<Record<string, ToolKind>>;
  /** Milliseconds between two looks for changes that other processes made. */
  readonly watchMs: number;
  /** Calls back after each change of this process. Returns how to stop. */
  readonly onChange: (listener: () => void) => () => void;
}

/** An adapter whose tools are the enabled definitions of the caller's workspace, as they stand in the store. */
export function registryAdapter({ log, kinds, watchMs, onChange }: RegistryAdapterOptions, host: AdapterHost): Adapter {
  /** By workspace and id; made anew when the version is another one. */
  const made = new Map<string, RegisteredTool>();
  const keyOf = (workspace: string, id: string) => JSON.stringify([workspace, id]);
  const retire = (key: string) => {
    made.get(key)?.retire();
    made.delete(key);
  };

  /** What each workspace's list has shown last. */
  const listed = new Map<string, ReadonlyMap<string, RegisteredTool>>();
  const readTools = async (context: ReadContext): Promise<ReadonlyMap<string, RegisteredTool>> => {
    const { workspace } = context.caller;
    const found = new Map<string, RegisteredTool>();
    const known = new Set<string>();
    for (const definition of await log.list(workspace)) {
      const key = keyOf(workspace, definition.id);
      if (!definition.isEnabled) continue;
      known.add(key);
      const before = made.get(key);
      try {
        const tool =
          before?.source.version === definition.version
            ? await relisted(before, context)
            : await registeredTool(definition, kinds, host, context);
        if (tool.adapter !== before?.adapter) retire(key);
        made.set(key, tool);
        if (found.has(tool.tool.name)) {
          host.log(
            "warning",
            `Tool definition "${definition.id}" is left out: another one is called "${tool.tool.name}".`,
          );
        } else {
          found.set(tool.tool.name, tool);
        }
      } catch (error) {
        host.log("warning", `${ToolError.from(error).message} It is left out.`);
      }
    }
    for (const [key, { source }] of made) if (source.workspace === workspace && !known.has(key)) retire(key);
    listed.set(workspace, found);
    return found;
  };
  /** One at a time for a workspace, so that none closes what another one has just made. */
  const reading = new Map<string, Promise<unknown>>();
  const toolsOf = (context: ReadContext): Promise<ReadonlyMap<string, RegisteredTool>> => {
    const { workspace } = context.caller;
    const next = (reading.get(workspace) ?? Promise.resolve()).then(() => readTools(context));
    reading.set(
      workspace,
      next.catch(() => {}),
    );
    return next;
  };
  /** What was listed, as long as it is still so: a call is never of another definition than the one that was shown. */
  const toCall = async (name: string, context: ReadContext): Promise<RegisteredTool> => {
    const { workspace } = context.caller;
    const tool = (listed.get(workspace) ?? (await toolsOf(context))).get(name);
    const now = tool && (await log.get(workspace, tool.source.id));
    if (tool && now?.isEnabled && now.version === tool.source.version) return tool;
    host.toolsChanged();
    if (!now?.isEnabled) throw new ToolError("unknown_target", `There is no tool "${name}" here any more.`);
    throw new ToolError("upstream_unavailable", `Tool "${name}" was changed a moment ago, and was not run.`, {
      hint: "Look at the tool again with discover, and make the call anew if it is still wanted.",
    });
  };

  const changed = () => host.toolsChanged();
  const watcher = watch(log, watchMs, changed);
  const stop = onChange(() => {
    watcher.look();
    changed();
  });
  return {
    listTools: async (context) => ({
      tools: [...(await toolsOf(context)).values()].map((registered) => marked(registered.tool, versionOf(registered))),
    }),
    /** The strongest where workspaces have different tools of one name. */
    effect(name) {
      const effects = [...made.values()]
        .filter(({ tool }) => tool.name === name)
        .map(({ adapter, tool }): Effect | undefined => adapter.effect?.(tool.name));
      return effects.length === 0 || effects.includes(undefined) ? undefined : strongestEffect(effects as Effect[]);
    },
    reportsDispatch: true,
    async call(name, args, context) {
      const found = await toCall(name, context);
      checkMark(context.definition, versionOf(found));
      const definition = context.definition && unmarked(context.definition);
      return found.call(name, args, { ...context, ...(definition && { definition }) });
    },
    close() {
      stop();
      watcher.stop();
      for (const key of [...made.keys()]) retire(key);
    },
  };
}

function versionOf({ source: { workspace, id, version } }: RegisteredTool): readonly (string | number)[] {
  return [workspace, id, version];
}

/** Looks for changes of other processes; `look` takes what there is now for seen. */
function watch(log: DefinitionLog, watchMs: number, changed: () => void): { look(): void; stop(): void } {
  let seen: Promise<string | undefined>;
  const look = () => {
    seen = log.revision().catch(() => undefined);
    return seen;
  };
  void look();
  const timer = setInterval(async () => {
    const before = await seen;
    const now = await log.revision().catch(() => before);
    // Somebody may have looked meanwhile.
    if (now === before || now === (await seen)) return;
    void look();
    changed();
  }, watchMs).unref();
  return { look: () => void look(), stop: () => clearInterval(timer) };
}
