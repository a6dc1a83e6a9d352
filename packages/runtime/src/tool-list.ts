import { type Caller, type Effect, isObject, type Problem, type Tool, ToolError } from "@agent-tools/contract";
import { type CompiledSchema, compileSchema } from "@agent-tools/schema";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { type KnownEffect, toolEffect } from "./tool-effect.js";
import { within } from "./within.js";

/** One tool of the catalogue. */
export interface ToolEntry {
  readonly owner: LoadedPlugin;
  /** The definition as the adapter gave it, frozen. */
  readonly tool: Tool;
  readonly known: KnownEffect;
  /** The compiled input schema; compiled when it is first needed. */
  readonly input: CompiledSchema;
}

/** One plugin's tools at one moment. It never changes. */
export interface ListView {
  readonly state: "ready" | "connecting" | "failed";
  readonly tools: ReadonlyMap<string, ToolEntry>;
  /** Why the newest attempt failed. */
  readonly error?: ToolError;
}

/** One plugin's list of tools, for one caller or for all: loaded once at a time, kept until it is stale. */
export interface ToolList {
  view(): ListView;
  /** Begins to load where the list is missing or stale. The load that is under way, or undefined where there is none. */
  start(caller: Caller): Promise<unknown> | undefined;
  /** The list, waited for where there is none yet; a stale one is waited for as long as anybody has patience. */
  load(caller: Caller): Promise<ListView>;
  markStale(): void;
}

/** How a list is made. */
export interface ToolListOptions {
  readonly owner: LoadedPlugin;
  readonly effects: ReadonlyMap<string, Effect> | undefined;
  readonly listMs: number;
  readonly report: (problem: Problem) => void;
  readonly onChange: () => void;
  readonly onListed: (prefix: string, caller: Caller, error?: ToolError) => void;
}

/** A list that is being loaded is waited for this long, in milliseconds; then the answer says so, and goes without it. */
export const PATIENCE_MS = 800;

/** A source that just failed is left alone this long, in milliseconds, doubled with each further failure. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** A list that is not loaded yet. */
export function createToolList(options: ToolListOptions): ToolList {
  const { owner, listMs, onChange, onListed, report } = options;
  let view: ListView = { state: "connecting", tools: new Map() };
  let isStale = true;
  let failures = 0;
  let pauseUntil = 0;
  let loading: Promise<ListView> | undefined;

  const load = async (caller: Caller): Promise<ListView> => {
    isStale = false;
    try {
      const listed = await listTools(owner, caller, listMs);
      failures = 0;
      view = { state: "ready", tools: entriesOf(listed, options) };
      onListed(owner.prefix, caller);
    } catch (thrown) {
      const error = ToolError.from(thrown, "upstream_unavailable");
      failures += 1;
      // A person decides when to log in, and the next call is to notice.
      const isLogin = error.code === "login_required";
      pauseUntil = isLogin ? 0 : Date.now() + Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
      isStale = true;
      // A list from before is still the best that is known: its tools stay, and each call shows whether they answer.
      view = { state: view.tools.size > 0 ? "ready" : "failed", tools: view.tools, error };
      onListed(owner.prefix, caller, error);
      if (failures === 1) report({ source: owner.prefix, message: `Its tools cannot be listed: ${error.message}` });
    } finally {
      loading = undefined;
    }
    onChange();
    return view;
  };
  const begin = (caller: Caller): Promise<ListView> | undefined => {
    if (!loading && isStale && Date.now() >= pauseUntil) loading = load(caller);
    return loading;
  };

  return {
    view: () => view,
    start: begin,
    async load(caller) {
      const begun = begin(caller);
      const isKept = view.tools.size > 0;
      const current = begun ? await (isKept ? within(PATIENCE_MS, begun, () => view) : begun) : view;
      if (current.state === "ready") return current;
      if (current.error?.code === "login_required") throw current.error;
      const { message = "it has not answered yet" } = current.error ?? {};
      throw new ToolError("upstream_unavailable", `Plugin "${owner.prefix}" is not there: ${message}`, {
        cause: current.error,
      });
    },
    markStale() {
      isStale = true;
      pauseUntil = 0;
    },
  };
}

async function listTools(owner: LoadedPlugin, caller: Caller, listMs: number): Promise<unknown> {
  const controller = new AbortController();
  try {
    const listing = Promise.resolve(owner.adapter.listTools(owner.readContext(caller, controller.signal)));
    return await within<unknown>(listMs, listing, () => {
      const error = new ToolError("timeout", `listTools did not answer within ${listMs} ms.`);
      controller.abort(error);
      throw error;
    });
  } catch (error) {
    throw scrubbed(owner, error);
  }
}

/** What was thrown, as a ToolError without any of the plugin's secrets. */
function scrubbed(owner: LoadedPlugin, thrown: unknown): ToolError {
  const error = ToolError.from(thrown, "upstream_unavailable");
  return new ToolError(error.code, owner.scrubber.text(error.message), {
    hint: owner.scrubber.text(error.hint),
    ...(error.details && { details: owner.scrubber.value(error.details) }),
    cause: error,
  });
}

function entriesOf(listed: unknown, { owner, effects, report }: ToolListOptions): ReadonlyMap<string, ToolEntry> {
  const tools = isObject(listed) ? listed["tools"] : undefined;
  if (!Array.isArray(tools)) {
    throw new ToolError(
      "upstream_error",
      "listTools must answer { tools: [...] }, and its answer has no list of tools.",
    );
  }
  const entries = new Map<string, ToolEntry>();
  for (const [position, given] of tools.entries()) {
    const field = `tools[${position}]`;
    if (!isObject(given) || typeof given["name"] !== "string" || given["name"] === "") {
      report({ source: owner.prefix, field, message: "A tool needs a name. This one is left out." });
    } else if (entries.has(given["name"])) {
      report({ source: owner.prefix, field, message: `A second tool is called "${given["name"]}". It is left out.` });
    } else {
      try {
        entries.set(
          given["name"],
          entryOf(freeze(owner.scrubber.value(structuredClone(given))) as unknown as Tool, owner, effects),
        );
      } catch {
        report({ source: owner.prefix, field, message: `Tool "${given["name"]}" is not plain data. It is left out.` });
      }
    }
  }
  return entries;
}

function entryOf(tool: Tool, owner: LoadedPlugin, effects: ReadonlyMap<string, Effect> | undefined): ToolEntry {
  let input: CompiledSchema | undefined;
  return {
    owner,
    tool,
    known: toolEffect(owner, tool, effects),
    get input() {
      input ??= compileSchema(tool.inputSchema);
      return input;
    },
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const held of Object.values(value)) freeze(held);
  return value;
}
