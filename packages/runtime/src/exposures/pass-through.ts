import { type Awaitable, type Caller, isObject, type Json, type JsonObject, ToolError } from "@agent-tools/contract";
import type { CallIo, Exposure, Pending, Session, UpstreamNotice } from "../exposure.js";
import type { DirectCall, DoneOutcome } from "../path/call.js";
import type { Runtime } from "../runtime.js";
import type { Source, SourceList } from "../source.js";
import { errorResult } from "./error-result.js";
import type { ExposeOptions } from "./expose-options.js";

type Answer = Promise<JsonObject | Pending>;
type Handler = (params: JsonObject, session: Session, io: CallIo) => Answer;

/**
 * One plugin as if there were nothing in between: its tools under their own names, its resources, prompts, completions
 * and log messages. Every call goes the one way, where arguments are checked and not changed; of what comes back, only the
 * exact secrets are taken out. Failures of the source itself are thrown as it put them.
 */
export function passThrough(runtime: Runtime, options: ExposeOptions): Exposure {
  const source = runtime.source(options.plugin ?? onlyPlugin(runtime));
  const plugin = source.prefix;
  const confirmBy = options.confirm === "person" ? "person" : "client";

  const call = async (direct: DirectCall, { caller, client }: Session, io: CallIo) => {
    const clientCapabilities = client?.capabilities ?? {};
    const canResume = ["elicitation", "sampling", "roots"].some((ability) => isObject(clientCapabilities[ability]));
    const request = { confirmBy, isVerbatim: true, ...direct } as const;
    return runtime.call(request, caller, { canResume, clientCapabilities, ...io });
  };

  const handlers = methods(source, call);
  return {
    info: runtime.info,
    instructions: async ({ caller }) => (await source.about(caller)).instructions ?? "",
    listTools: ({ caller }) => source.tools(caller),
    async callTool(name, args, session, io = {}) {
      try {
        const outcome = await call({ target: { plugin, tool: name }, arguments: args }, session, io);
        return outcome.status === "done" ? outcome.result : outcome;
      } catch (thrown) {
        const error = ToolError.from(thrown);
        if (error.code === "unknown_target") throw nameless(error);
        if (error.details?.["rpcCode"] !== undefined || io.resume) throw error;
        return errorResult(error);
      }
    },
    onToolsChanged(listener) {
      const stops = [source.onNotice(({ kind }) => kind === "tools" && listener()), runtime.onPolicyChanged(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    upstream: {
      about: ({ caller }) => source.about(caller),
      async request(method, params, session, io) {
        const handler = handlers.of(method);
        const { capabilities } = await source.about(session.caller, io.signal);
        return handler && capabilities[handler.capability] !== undefined ? handler.run(params, session, io) : undefined;
      },
      onNotice(listener) {
        handlers.listeners.add(listener);
        const stop = source.onNotice((notice, caller) => notice.kind !== "tools" && listener(notice, caller));
        return () => {
          stop();
          handlers.listeners.delete(listener);
        };
      },
    },
  };
}

/** With advice of its own: what the table advises is a tool of other exposures. */
function nameless({ code, message, details }: ToolError): ToolError {
  const hint = "List the tools again for the right name. Nothing else was run in its place.";
  return new ToolError(code, message, { hint, ...(details && { details }) });
}

type Listener = (notice: UpstreamNotice, caller?: Caller) => void;

function methods(
  source: Source,
  call: (direct: DirectCall, session: Session, io: CallIo) => ReturnType<Runtime["call"]>,
) {
  const { prefix: plugin } = source;
  const listeners = new Set<Listener>();
  const subscriptions = new Map<string, { users: number; readonly stop: Promise<() => Awaitable<void>> }>();

  const list =
    (kind: SourceList, key: string): Handler =>
    async ({ cursor }, { caller }, { signal }) => {
      const { items, nextCursor, rest } = await source.list(kind, cursor as string | undefined, caller, signal);
      return { ...rest, [key]: items, ...(nextCursor !== undefined && { nextCursor }) };
    };
  const run = async (direct: DirectCall, session: Session, io: CallIo, shown: (done: DoneOutcome) => JsonObject) => {
    const outcome = await call(direct, session, io);
    return outcome.status === "done" ? shown(outcome) : outcome;
  };

  const subscribe: Handler = async ({ uri }, { caller }) => {
    const key = keyOf(caller, uri);
    const known = subscriptions.get(key);
    if (known) {
      known.users += 1;
      await known.stop;
      return {};
    }
    const tell = () => {
      for (const listener of listeners) listener({ kind: "resource", uri: String(uri) }, caller);
    };
    const stop = source.subscribe(String(uri), tell, caller);
    subscriptions.set(key, { users: 1, stop });
    stop.catch(() => subscriptions.delete(key));
    await stop;
    return {};
  };
  const unsubscribe: Handler = async ({ uri }, { caller }) => {
    const key = keyOf(caller, uri);
    const known = subscriptions.get(key);
    if (!known) return {};
    known.users -= 1;
    if (known.users === 0) {
      subscriptions.delete(key);
      await (await known.stop)();
    }
    return {};
  };

  const handlers: Readonly<Record<string, { readonly capability: string; readonly run: Handler }>> = {
    "resources/list": { capability: "resources", run: list("resources", "resources") },
    "resources/templates/list": { capability: "resources", run: list("templates", "resourceTemplates") },
    "resources/read": {
      capability: "resources",
      run: ({ uri }, session, io) => run({ target: { plugin, resource: String(uri) } }, session, io, asContents),
    },
    "resources/subscribe": { capability: "resources", run: subscribe },
    "resources/unsubscribe": { capability: "resources", run: unsubscribe },
    "prompts/list": { capability: "prompts", run: list("prompts", "prompts") },
    "prompts/get": {
      capability: "prompts",
      run: ({ name, arguments: args }, session, io) =>
        run({ target: { plugin, prompt: String(name) }, arguments: args }, session, io, asResult),
    },
    "completion/complete": {
      capability: "completions",
      run: ({ ref, argument, context }, session, io) => {
        const { type, name, uri } = isObject(ref) ? ref : {};
        const target = type === "ref/prompt" ? { plugin, prompt: String(name) } : { plugin, resource: String(uri) };
        const asked = { argument, ...(context !== undefined && { context }) };
        return run({ target, arguments: asked, isCompletion: true }, session, io, asResult);
      },
    },
    "logging/setLevel": {
      capability: "logging",
      async run({ level }, { caller }) {
        await source.setLogLevel(level as Parameters<Source["setLogLevel"]>[0], caller);
        return {};
      },
    },
  };
  return { listeners, of: (method: string) => (Object.hasOwn(handlers, method) ? handlers[method] : undefined) };
}

function keyOf({ workspace, agent, caller }: Caller, uri: Json | undefined): string {
  return JSON.stringify([workspace, agent, caller, uri]);
}

/** A resource's contents, out of the content blocks that calls give. */
function asContents({ result: { content, ...rest } }: DoneOutcome): JsonObject {
  return { ...rest, contents: content.map(({ resource }) => resource) } as JsonObject;
}

/** Of what is no tool's result, `content` is the one field that calls add. */
function asResult({ result: { content: _, ...rest } }: DoneOutcome): JsonObject {
  return rest as JsonObject;
}

function onlyPlugin({ plugins }: Runtime): string {
  const [first, ...others] = plugins;
  if (first && others.length === 0) return first.prefix;
  const words = first ? `there are ${plugins.length} plugins` : "no plugin was loaded";
  throw new ToolError("invalid_configuration", `A pass-through exposure shows one plugin, and ${words}.`, {
    hint: 'Name the one to show: expose(runtime, "pass-through", { plugin }).',
  });
}
