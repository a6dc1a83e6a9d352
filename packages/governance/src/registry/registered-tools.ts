import {
  type Adapter,
  type AdapterHost,
  type Awaitable,
  type CallContext,
  type JsonObject,
  type ReadContext,
  type Tool,
  ToolError,
} from "@agent-tools/contract";
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
  call(args: unknown, context: CallContext): Promise<unknown>;
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
  const wrong = (words: string, cause?: unknown) =>
    new ToolError("invalid_configuration", `Tool definition "${source.id}" (${source.kind}): ${words}`, {
      ...(ToolError.is(cause) ? { hint: cause.hint } : {}),
      cause,
    });
  if (!Object.hasOwn(kinds, source.kind)) {
    throw wrong(`there is no such kind here; there is ${Object.keys(kinds).join(", ")}.`);
  }
  const kind = kinds[source.kind] as ToolKind;
  let adapter: Adapter;
  let tools: readonly Tool[];
  try {
    adapter = await kind(source.definition, host);
    ({ tools } = await adapter.listTools(context));
  } catch (error) {
    throw wrong(ToolError.from(error).message, error);
  }
  const [tool] = tools;
  if (!tool || tools.length !== 1) {
    await adapter.close?.();
    throw wrong(`a definition is one tool, and this one is ${tools.length}.`);
  }
  return { source, tool, adapter, ...running(adapter, tool.name) };
}

function running(adapter: Adapter, name: string): Pick<RegisteredTool, "call" | "retire"> {
  let count = 0;
  let isRetired = false;
  const closeWhenIdle = () => {
    if (isRetired && count === 0) void Promise.resolve(adapter.close?.()).catch(() => {});
  };
  return {
    async call(args, context) {
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

/** A kind whose definitions refer to tools of adapters: `{ plugin, tool, name?, title?, description? }`, with words of their own. */
export function referenceKind(adapters: Readonly<Record<string, Adapter>>): ToolKind {
  return ({ plugin, tool: wanted, ...words }) => {
    const adapter = typeof plugin === "string" && Object.hasOwn(adapters, plugin) ? adapters[plugin] : undefined;
    if (!adapter) {
      throw new ToolError(
        "invalid_configuration",
        `There is no adapter "${plugin}"; there is ${Object.keys(adapters).join(", ")}.`,
      );
    }
    const given = Object.fromEntries(
      ["name", "title", "description"].flatMap((field) =>
        typeof words[field] === "string" ? [[field, words[field]]] : [],
      ),
    );
    const effect = adapter.effect?.(String(wanted));
    return {
      async listTools(context) {
        const found = (await adapter.listTools(context)).tools.find(({ name }) => name === wanted);
        if (!found) throw new ToolError("invalid_configuration", `Adapter "${plugin}" has no tool "${wanted}".`);
        return { tools: [{ ...found, ...given }] };
      },
      effect: () => effect,
      call: (_, args, context) => adapter.call(String(wanted), args, context),
      ...(adapter.reportsDispatch === undefined ? {} : { reportsDispatch: adapter.reportsDispatch }),
    };
  };
}
