import {
  type Adapter,
  type AdapterHost,
  type Awaitable,
  type CallContext,
  type Effect,
  type JsonObject,
  type ReadContext,
  type Tool,
  ToolError,
} from "@agent-tools/contract";
import { canonicalJson } from "@agent-tools/schema";
import { checkMark, marked } from "../definition-mark.js";
import { isReference, referring, type ToolWords } from "../policy/reference.js";
import type { ToolDefinition } from "./tool-definition.js";

/**
 * Makes an adapter with one tool of a definition. Throws `invalid_configuration` where the definition is wrong. It is asked
 * once for each version, and its adapter is closed when the version is replaced.
 */
export type ToolKind = (definition: JsonObject, host: AdapterHost) => Awaitable<Adapter>;

/** A definition that has become a tool. */
export interface RegisteredTool {
  readonly source: ToolDefinition;
  readonly tool: Tool;
  readonly adapter: Adapter;
  call(name: string, args: unknown, context: CallContext): Promise<unknown>;
  /** Closes the adapter once nothing runs on it. */
  retire(): void;
}

/** The tool of a definition. Throws where its kind is not here, refuses it, or makes another number of tools than one. */
export async function registeredTool(
  source: ToolDefinition,
  kinds: Readonly<Record<string, ToolKind>>,
  host: AdapterHost,
  context: ReadContext,
): Promise<RegisteredTool> {
  if (!Object.hasOwn(kinds, source.kind)) {
    throw wrong(source, `there is no such kind here; there is ${Object.keys(kinds).join(", ")}.`);
  }
  const kind = kinds[source.kind] as ToolKind;
  let adapter: Adapter;
  try {
    adapter = await kind(source.definition, host);
  } catch (error) {
    throw wrong(source, ToolError.from(error).message, error);
  }
  try {
    const tool = await onlyTool(source, adapter, context);
    return { source, tool, adapter, ...running(adapter) };
  } catch (error) {
    await adapter.close?.();
    throw error;
  }
}

/** The same as its adapter lists it now: what a reference refers to may have changed. */
export async function relisted(registered: RegisteredTool, context: ReadContext): Promise<RegisteredTool> {
  return { ...registered, tool: await onlyTool(registered.source, registered.adapter, context) };
}

async function onlyTool(source: ToolDefinition, adapter: Adapter, context: ReadContext): Promise<Tool> {
  let tools: readonly Tool[];
  try {
    ({ tools } = await adapter.listTools(context));
  } catch (error) {
    throw wrong(source, ToolError.from(error).message, error);
  }
  const [tool] = tools;
  if (!tool || tools.length !== 1) throw wrong(source, `a definition is one tool, and this one is ${tools.length}.`);
  return tool;
}

function wrong({ id, kind }: ToolDefinition, words: string, cause?: unknown): ToolError {
  return new ToolError("invalid_configuration", `Tool definition "${id}" (${kind}): ${words}`, {
    ...(ToolError.is(cause) ? { hint: cause.hint } : {}),
    cause,
  });
}

function running(adapter: Adapter): Pick<RegisteredTool, "call" | "retire"> {
  let count = 0;
  let isRetired = false;
  const closeWhenIdle = () => {
    if (isRetired && count === 0) void Promise.resolve(adapter.close?.()).catch(() => {});
  };
  return {
    async call(name, args, context) {
      count += 1;
      try {
        // An adapter that never says when a request has left may have sent it at any moment.
        if (adapter.reportsDispatch !== true) context.dispatched();
        return await adapter.call(name, args, context);
      } finally {
        count -= 1;
        closeWhenIdle();
      }
    },
    retire() {
      isRetired = true;
      closeWhenIdle();
    },
  };
}

/**
 * A kind whose definitions refer to tools of adapters: `{ plugin, tool, name?, title?, description? }`, with words of their own.
 * Policies judge such a tool by what it refers to as well; it runs only while that is as it was listed.
 */
export function referenceKind(
  adapters: Readonly<Record<string, Adapter>>,
  effects: Readonly<Record<string, Readonly<Record<string, Effect>>>>,
): ToolKind {
  return ({ plugin, tool: wanted, ...words }, host) => {
    const adapter = typeof plugin === "string" && Object.hasOwn(adapters, plugin) ? adapters[plugin] : undefined;
    if (typeof plugin !== "string" || !adapter) {
      throw new ToolError(
        "invalid_configuration",
        `There is no adapter "${plugin}"; there is ${Object.keys(adapters).join(", ")}.`,
      );
    }
    const given: ToolWords = Object.fromEntries(
      ["name", "title", "description"].flatMap((field) =>
        typeof words[field] === "string" ? [[field, words[field]]] : [],
      ),
    );
    const find = async (context: ReadContext): Promise<Tool> => {
      const found = (await adapter.listTools(context)).tools.find(({ name }) => name === wanted);
      if (!found) throw new ToolError("invalid_configuration", `Adapter "${plugin}" has no tool "${wanted}".`);
      if (!isReference(found)) return found;
      throw new ToolError("invalid_configuration", `Tool "${wanted}" of "${plugin}" is a reference itself.`, {
        hint: "Refer to the tool that it refers to.",
      });
    };
    const versionOf = (tool: Tool) => [plugin, canonicalJson(tool)];
    const declared = new Map(Object.entries(Object.hasOwn(effects, plugin) ? (effects[plugin] ?? {}) : {}));
    return {
      async listTools(context) {
        const found = await find(context);
        return { tools: [marked(referring(found, plugin, given), versionOf(found))] };
      },
      effect: () => declared.get(String(wanted)) ?? adapter.effect?.(String(wanted)),
      async call(_, args, context) {
        const found = await find(context);
        try {
          checkMark(context.definition, versionOf(found));
        } catch (error) {
          host.toolsChanged();
          throw error;
        }
        if (adapter.reportsDispatch !== true) context.dispatched();
        return adapter.call(found.name, args, { ...context, definition: found });
      },
      reportsDispatch: true,
    };
  };
}
