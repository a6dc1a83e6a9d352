import {
  type Adapter,
  type CallContext,
  type Caller,
  isObject,
  type Log,
  type Tool,
  ToolError,
} from "@agent-tools/contract";
import { checkMark, marked, unmarked } from "../definition-mark.js";
import type { AttachedTool } from "./resolve-toolsets.js";

/** What one plugin shows a caller: each tool by the name that the caller knows, or undefined where it shows everything. */
export type ShownTools = (caller: Caller) => ReadonlyMap<string, AttachedTool> | undefined;

/** How an adapter is shown. */
export interface ToolsetAdapterOptions {
  readonly shownTo: ShownTools;
  /** The tool's own name. */
  readonly ownName: (name: string) => string;
  /** Told of whatever the adapter lists, for anybody. */
  readonly seen: (tools: readonly Tool[]) => void;
  /** Whether a toolset's name turned out to be that of another tool. */
  readonly isTaken: (name: string) => boolean;
  /** Told of the tools, as the adapter itself lists them, that somebody is shown otherwise. */
  readonly listed: (caller: Caller, tools: readonly Tool[]) => void;
  readonly log: Log;
}

/** The adapter as each caller's toolsets show it. Everything but its tools stays as it is. */
export function toolsetAdapter(
  adapter: Adapter,
  { shownTo, ownName, seen, isTaken, listed: onListed, log }: ToolsetAdapterOptions,
): Adapter {
  const own: Partial<Adapter> = {
    async listTools(context) {
      const listed = await adapter.listTools(context);
      seen(listed.tools);
      const shown = shownTo(context.caller);
      if (!shown) return listed;
      onListed(context.caller, listed.tools);
      const byName = new Map(listed.tools.map((tool) => [tool.name, tool]));
      const tools = [...shown].flatMap(([name, entry]) => {
        const tool = byName.get(entry.tool);
        if (!tool) return [];
        if (name === entry.tool || !isTaken(name)) return [overridden(tool, name, entry)];
        log("warning", `A toolset calls "${entry.tool}" by the name of another tool, "${name}". It is left out.`);
        return [];
      });
      return { ...listed, tools };
    },
    call(name, args, context) {
      const shown = shownTo(context.caller);
      if (!shown) return adapter.call(name, args, context);
      const entry = shown.get(name);
      if (!entry) throw new ToolError("unknown_target", `There is no tool "${name}" in this agent's toolsets.`);
      checkMark(context.definition, entry.from);
      const definition = context.definition && unmarked(context.definition);
      return callHidden(adapter, entry, args, { ...context, ...(definition && { definition }) });
    },
    effect: (name) => adapter.effect?.(ownName(name)),
  };
  // An adapter may be a class with private fields, so that its methods have to run on itself. What it finds and describes
  // by itself it does under its own names; the runtime's index answers instead.
  return new Proxy(adapter, {
    get(target, key) {
      if (key === "search" || key === "describe") return undefined;
      if (Object.hasOwn(own, key)) return own[key as keyof Adapter];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    has: (target, key) =>
      key !== "search" && key !== "describe" && (Object.hasOwn(own, key) || Reflect.has(target, key)),
  });
}

async function callHidden(
  adapter: Adapter,
  entry: AttachedTool,
  given: unknown,
  context: CallContext,
): Promise<unknown> {
  const { tool, defaults = {}, hidden = {} } = entry;
  const args = isObject(given) ? given : {};
  const taken = Object.keys(hidden).find((key) => Object.hasOwn(args, key));
  if (taken !== undefined) {
    throw new ToolError("invalid_arguments", `The argument "${taken}" is set by the host.`, {
      hint: "Leave it out.",
    });
  }
  const set: Record<string, unknown> = { ...defaults, ...args };
  for (const [key, value] of Object.entries(hidden)) {
    set[key] = isSecret(value) ? await context.secrets.get(value.secret) : value;
  }
  return adapter.call(tool, set, context);
}

function isSecret(value: unknown): value is { readonly secret: string } {
  return isObject(value) && typeof value["secret"] === "string" && Object.keys(value).length === 1;
}

/** The definition under another name and description, with defaults in its schema and without what is hidden. */
function overridden(tool: Tool, name: string, { description, defaults = {}, hidden = {}, from }: AttachedTool): Tool {
  const { inputSchema } = tool;
  const changed = marked({ ...tool, name, ...(description !== undefined && { description }) }, from);
  const names = [...Object.keys(defaults), ...Object.keys(hidden)];
  if (!isObject(inputSchema) || names.length === 0) return changed;
  const properties = { ...(isObject(inputSchema["properties"]) ? inputSchema["properties"] : {}) };
  for (const [key, value] of Object.entries(defaults)) {
    properties[key] = { ...(isObject(properties[key]) ? properties[key] : {}), default: value };
  }
  for (const key of Object.keys(hidden)) delete properties[key];
  const { required } = inputSchema;
  const left = Array.isArray(required) ? required.filter((key) => !names.includes(key)) : undefined;
  return { ...changed, inputSchema: { ...inputSchema, properties, ...(left && { required: left }) } };
}
