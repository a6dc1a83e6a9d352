import {
  type CallEvent,
  type Caller,
  type Json,
  localCaller,
  type Plugin,
  resultValue,
  ToolError,
} from "@agent-tools/contract";
import { type CallIo, type CallTarget, createRuntime, type Runtime, type RuntimeOptions } from "@agent-tools/runtime";

/** How a runtime for a test differs from one with only the plugins. */
export interface TestRuntimeOptions extends Omit<RuntimeOptions, "plugins" | "secrets"> {
  /** In whose name everything is called. Default `localCaller()`. */
  readonly caller?: Caller;
  /** Secrets by name; the environment is never read. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** How one call differs from the plain one. */
export interface TestCallOptions extends CallIo {
  /** The model's word that it means the change. Default false. */
  readonly confirm?: boolean;
  /** Default: the test runtime's. */
  readonly caller?: Caller;
}

/** A runtime with its audit and short ways to call. */
export interface TestRuntime extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly caller: Caller;
  /** The record of every call so far, refusals included, in the order in which they ended. */
  readonly events: readonly CallEvent[];
  /** The plain value that a tool answers with. What is refused or fails is thrown as a ToolError. */
  call(plugin: string, tool: string, args?: object, options?: TestCallOptions): Promise<Json>;
  /** The same for a skill. */
  runSkill(plugin: string, skill: string, args?: object, options?: TestCallOptions): Promise<Json>;
  close(): Promise<void>;
}

/**
 * A real runtime over the given plugins. Throws `invalid_configuration` where one of them cannot be loaded, or anything
 * else was left out, so that no test passes without what it is about. Close it, or hold it with `await using`.
 */
export async function testRuntime(
  plugins: Plugin | readonly Plugin[],
  options: TestRuntimeOptions = {},
): Promise<TestRuntime> {
  const { caller = localCaller(), secrets = {}, observers = [], ...rest } = options;
  const events: CallEvent[] = [];
  const runtime = await createRuntime({
    ...rest,
    plugins: ([] as Plugin[]).concat(plugins),
    observers: [{ record: (event) => events.push(event) }, ...observers],
    secrets: { isPerCaller: false, get: (name) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined) },
  });
  if (runtime.problems.length > 0) {
    await runtime.close();
    const words = runtime.problems.map(({ source, message }) => `${source}: ${message}`).join(" ");
    throw new ToolError("invalid_configuration", `The test runtime left something out. ${words}`);
  }

  const run = async (target: CallTarget, args: object, { confirm = false, ...how }: TestCallOptions): Promise<Json> => {
    const outcome = await runtime.call({ target, arguments: args, confirm }, how.caller ?? caller, how);
    if (outcome.status === "pending") {
      throw new ToolError(
        "unsupported",
        "The call waits for an answer: use runtime.call, which hands the question over.",
      );
    }
    const value = resultValue(outcome.result);
    if (outcome.result.isError !== true) return value;
    throw new ToolError("upstream_error", typeof value === "string" ? value : JSON.stringify(value));
  };

  return {
    runtime,
    caller,
    events,
    call: (plugin, tool, args = {}, how = {}) => run({ plugin, tool }, args, how),
    runSkill: (plugin, skill, args = {}, how = {}) => run({ plugin, skill }, args, how),
    close: () => runtime.close(),
    [Symbol.asyncDispose]: () => runtime.close(),
  };
}
