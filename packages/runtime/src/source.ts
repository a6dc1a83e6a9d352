import {
  type Awaitable,
  type Caller,
  type JsonObject,
  type LogLevel,
  type Page,
  type ReadContext,
  type SourceInfo,
  type SourceNotice,
  type Target,
  type Tool,
  ToolError,
} from "@agent-tools/contract";
import type { Catalogue } from "./catalogue.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { scrubbedError } from "./path/protect.js";
import type { Policy } from "./policy.js";

/** What a plugin's adapter told without being asked. */
export type PluginNotice = SourceNotice | { readonly kind: "tools" };

/** The lists of a source beside that of its tools. */
export type SourceList = "resources" | "templates" | "prompts";

/** One plugin as its adapter shows it, under its own names: what pass-through serves. Calls go the one way, not here. */
export interface Source {
  readonly prefix: string;
  about(caller: Caller, signal?: AbortSignal): Promise<SourceInfo>;
  /** Every tool that the caller may use, as the adapter defines it. A list that is not there yet is waited for. */
  tools(caller: Caller): Promise<readonly Tool[]>;
  list(kind: SourceList, cursor: string | undefined, caller: Caller, signal?: AbortSignal): Promise<Page<JsonObject>>;
  /** Resolves with how to end the subscription. Nothing is told while the policy does not allow the resource. */
  subscribe(uri: string, onUpdate: () => void, caller: Caller): Promise<() => Awaitable<void>>;
  setLogLevel(level: LogLevel, caller: Caller): Promise<void>;
  /** Calls back with what the source tells one caller, or all. Returns how to stop. */
  onNotice(listener: (notice: PluginNotice, caller?: Caller) => void): () => void;
}

/** What a source is made of. */
export interface SourceHost {
  readonly catalogue: Catalogue;
  readonly policy: Policy;
  onNotice(prefix: string, listener: (notice: PluginNotice, caller?: Caller) => void): () => void;
}

/** The plugin as a source. Everything that it says is scrubbed; what policy denies is not there. */
export function createSource(plugin: LoadedPlugin, { catalogue, policy, onNotice }: SourceHost): Source {
  const { prefix, adapter, scrubber } = plugin;

  const asked = async <T>(caller: Caller, signal: AbortSignal | undefined, ask: Ask<T>): Promise<T> => {
    try {
      return scrubber.value(await ask(plugin.readContext(caller, signal ?? new AbortController().signal)));
    } catch (thrown) {
      throw scrubbedError(scrubber, ToolError.from(thrown, "upstream_error"));
    }
  };

  const lists: Readonly<Record<SourceList, (cursor: string | undefined, context: ReadContext) => Lists>> = {
    resources: (cursor, context) => adapter.resources?.list(cursor, context),
    templates: (cursor, context) => adapter.resources?.listTemplates?.(cursor, context),
    prompts: (cursor, context) => adapter.prompts?.list(cursor, context),
  };

  return {
    prefix,
    about: (caller, signal) =>
      asked(caller, signal, async (context) => (await adapter.about?.(context)) ?? { capabilities: inferred(plugin) }),
    async tools(caller) {
      const { tools } = await catalogue.load(prefix, caller);
      const isVisible = (tool: Tool, effect: Parameters<Policy["decide"]>[0]["effect"]) =>
        policy.decide({ target: { plugin: prefix, tool: tool.name }, caller, effect, tool }).mode !== "deny";
      return [...tools.values()].filter(({ tool, known }) => isVisible(tool, known.effect)).map(({ tool }) => tool);
    },
    async list(kind, cursor, caller, signal) {
      const page = await asked(
        caller,
        signal,
        async (context) => (await lists[kind](cursor, context)) ?? { items: [] },
      );
      const isThere = (item: JsonObject) =>
        policy.decide({ target: targetOf(prefix, kind, item), caller, effect: "read" }).mode !== "deny";
      return { ...page, items: page.items.filter(isThere) };
    },
    subscribe: (uri, onUpdate, caller) =>
      asked(caller, undefined, async (context) => {
        const mode = () => policy.decide({ target: { plugin: prefix, resource: uri }, caller, effect: "read" }).mode;
        if (mode() === "deny") throw new ToolError("unknown_target", `Plugin "${prefix}" has no resource "${uri}".`);
        // A rehearsal asks the source for nothing.
        if (mode() === "shadow") return () => {};
        const update = () => {
          if (mode() === "allow") onUpdate();
        };
        const stop = await adapter.resources?.subscribe?.(uri, update, context);
        if (stop) return stop;
        throw new ToolError("unsupported", `Plugin "${prefix}" does not tell when its resources change.`);
      }),
    setLogLevel: (level, caller) => asked(caller, undefined, async (context) => adapter.setLogLevel?.(level, context)),
    onNotice: (listener) =>
      onNotice(prefix, (notice, caller) =>
        listener(notice.kind === "message" ? scrubber.value(notice) : notice, caller),
      ),
  };
}

function targetOf(plugin: string, kind: SourceList, { name, uri, uriTemplate }: JsonObject): Target {
  if (kind === "prompts") return { plugin, prompt: String(name) };
  return { plugin, resource: String(kind === "resources" ? uri : uriTemplate) };
}

type Ask<T> = (context: ReadContext) => Promise<T>;
type Lists = Awaitable<Page<JsonObject>> | undefined;

/** What an adapter can do that does not say it. */
function inferred({ adapter: { resources, prompts, complete } }: LoadedPlugin): JsonObject {
  return {
    tools: { listChanged: true },
    ...(resources && { resources: { subscribe: resources.subscribe !== undefined, listChanged: true } }),
    ...(prompts && { prompts: { listChanged: true } }),
    ...(complete && { completions: {} }),
  };
}
