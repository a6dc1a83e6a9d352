import {
  type Caller,
  type Effect,
  type Log,
  memoryStore,
  type Network,
  type Observer,
  type Plugin,
  type Problem,
  type Store,
  standaloneHost,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import { type Approvals, memoryApprovals } from "./approvals.js";
import { createCatalogue } from "./catalogue.js";
import { type Confirmation, usualConfirmation } from "./confirmation.js";
import { type DiscoverOptions, type Discovery, discover, isReadable } from "./discover.js";
import { type Explanation, explain } from "./explain.js";
import type { CallIo } from "./exposure.js";
import { createGates } from "./gates.js";
import { createHealth, type HealthLog, keptFailing } from "./health.js";
import { type Help, help } from "./help.js";
import { keyRing } from "./key-ring.js";
import type { Ledger } from "./ledger.js";
import { type Limits, unlimited } from "./limits.js";
import { type ListedTool, listTools, skillFilter } from "./listed-tool.js";
import { loadPlugins } from "./loaded-plugin.js";
import { type ConfiguredPlugin, configured } from "./membership.js";
import { createNotices } from "./notices.js";
import { createBreaker } from "./path/breaker.js";
import type { CallRequest, CallTarget, Outcome } from "./path/call.js";
import { createCallPath } from "./path/call-path.js";
import { type Policy, ungoverned } from "./policy.js";
import { problemLine } from "./problem.js";
import { openReceipt, type ReceiptClaims } from "./receipt.js";
import { createHandles, type Handles } from "./results/handles.js";
import { environmentSecrets, type SecretSource } from "./secret-source.js";
import { createSkillLibrary, type LoadedInstructions, type PublishedSkills } from "./skill-library.js";
import type { InstructionSkill, SkillSource } from "./skill-source.js";
import { createSource, type Source } from "./source.js";
import { within } from "./within.js";

/** What a runtime is made of. Only the plugins are needed. */
export interface RuntimeOptions {
  readonly plugins: readonly Plugin[];
  /** What was left out before: the `problems` of `findPlugins`, so that all are in one place. */
  readonly problems?: readonly Problem[];
  /** The host's name and version, as clients see them. */
  readonly name?: string;
  readonly version?: string;
  /** Where secrets come from. Default: environment variables. */
  readonly secrets?: SecretSource;
  /** The operator's effects, by prefix and tool name: `{ github: { delete_repo: "destructive" } }`. They win over all others. */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>;
  readonly policy?: Policy;
  /** The host's own skills to read. In the gated exposure the tools that they speak of wait for them to be loaded. */
  readonly skills?: SkillSource;
  /** Who has to agree to which call. Default: the model, to what changes something. */
  readonly confirmation?: Confirmation;
  /** Where questions for a person are kept. Default: in memory. */
  readonly approvals?: Approvals;
  /** Where calls are written down before they are sent, so that none is repeated unknowingly. Default: nowhere. */
  readonly ledger?: Ledger;
  /** How long a call waits for such a decision before it answers `approval_required`, in milliseconds. Default 20,000. */
  readonly approvalWaitMs?: number;
  /** Keys that sign what goes out and comes back, 32 random characters or more; the first signs, all are recognised. Default: a random one. */
  readonly keys?: readonly string[];
  readonly limits?: Limits;
  /** Each gets one record of every call, refusals included. */
  readonly observers?: readonly Observer[];
  /** Where it is kept what fails, so that `discover`, `help` and `explain` know it after a restart. Default: in memory alone. */
  readonly health?: HealthLog;
  readonly store?: Store;
  readonly network?: Network;
  /** Default: warnings and errors to stderr. */
  readonly log?: Log;
  /** How long a call may take when the request does not say, in milliseconds. Default 60,000. */
  readonly deadlineMs?: number;
  /** How long a `createAdapter` may take, in milliseconds. Default 10,000. */
  readonly startMs?: number;
  /** How long a `listTools` may take, in milliseconds. Default 60,000. */
  readonly listMs?: number;
  /** How long a call that failed the same way three times is refused, in milliseconds. Default 60,000. */
  readonly coolDownMs?: number;
}

/** Plugins, their catalogue, and the one governed path to call what is in it. */
export interface Runtime extends AsyncDisposable {
  readonly info: { readonly name: string; readonly version: string };
  /** The plugins that were loaded, in the host's order. It does not change while the runtime lives. */
  readonly plugins: readonly ConfiguredPlugin[];
  /** The same as this caller may know them: without the skills that are denied. `plugins` itself where none is. */
  pluginsFor(caller: Caller): Promise<readonly ConfiguredPlugin[]>;
  /** What was left out when the runtime started, and why. */
  readonly problems: readonly Problem[];
  /** Scrubbed, never cut. Throws ToolError where the call did not run, and `unknown_outcome` where that is not known. */
  call(request: CallRequest, caller: Caller, io?: CallIo): Promise<Outcome>;
  /** Every tool that the caller may use. Lists that are not there yet are waited for, at most 0.8 seconds. */
  tools(caller: Caller): Promise<readonly ListedTool[]>;
  /** Every tool of the caller's view, also those that a policy keeps from it. For operators. */
  inventory(caller: Caller): Promise<readonly ListedTool[]>;
  discover(query: string, caller: Caller, options?: DiscoverOptions): Promise<Discovery>;
  /** One line for each plugin, its state and its alternatives. */
  help(caller: Caller): Help;
  /** Why something is hidden, denied or asked about. For operators. */
  explain(
    target: Extract<CallTarget, { readonly tool: string } | { readonly skill: string }>,
    caller: Caller,
  ): Promise<Explanation>;
  /** One plugin as its adapter shows it, for pass-through. Throws `unknown_plugin`. */
  source(plugin: string): Source;
  readonly skills: SkillReader;
  /** Keeps results that are too large to show. */
  readonly handles: Handles;
  /** What a receipt says, where this runtime's keys made it and, if a result is given, for that result; else undefined. */
  verifyReceipt(receipt: string, result?: ToolResult): ReceiptClaims | undefined;
  /** The questions that wait for a person. */
  readonly approvals: Pick<Approvals, "open" | "decide">;
  /** Calls back when some caller's list of tools has changed. Returns how to stop. */
  onToolsChanged(listener: () => void): () => void;
  /** Calls back when the policy may decide otherwise than before. Returns how to stop. */
  onPolicyChanged(listener: () => void): () => void;
  /** Ends every adapter, each within 5 seconds. Calls from then on are refused. */
  close(): Promise<void>;
}

/** Skills to read: the host's own, and under `prefix:name` those that plugins' servers publish. */
export interface SkillReader {
  /** The host's own, as they were when the runtime started: what descriptions may speak of. */
  readonly configured: readonly InstructionSkill[];
  /** False where there can be none. */
  readonly isPresent: boolean;
  list(caller: Caller): Promise<readonly InstructionSkill[]>;
  /** The instructions. The tools that wait for them are open in this conversation from here on. Throws where they cannot be read. */
  load(name: string, caller: Caller): Promise<LoadedInstructions>;
  /** The bytes of one of a skill's files, by its path from the skill's folder. Throws where the skill has none of that path. */
  file(name: string, path: string, caller: Caller): Promise<Uint8Array>;
  /** The host's own as clients can read them themselves; absent where their files cannot be had. */
  readonly published?: PublishedSkills;
}

const CLOSE_MS = 5_000;

/** A runtime over the given plugins. One that cannot be loaded is logged, is in `problems`, and the others live. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const standalone = standaloneHost();
  const log = options.log ?? standalone.log;
  const {
    policy = ungoverned,
    confirmation = usualConfirmation,
    limits = unlimited,
    observers = [],
    store = memoryStore(),
    network = standalone.network,
  } = options;
  const problems: Problem[] = [];
  const report = (problem: Problem) => log("warning", problemLine(problem));
  const reportAtStart = (problem: Problem) => {
    problems.push(problem);
    report(problem);
  };
  options.problems?.forEach(reportAtStart);

  // An adapter may announce a change while the others are still being made, before there is a catalogue.
  let announce: (prefix: string, caller?: Caller) => void = () => {};
  const notices = createNotices();
  const startMs = options.startMs ?? 10_000;
  const kept = keptFailing(options.health, startMs, report);
  const loaded = await loadPlugins({
    plugins: options.plugins,
    secrets: options.secrets ?? environmentSecrets(),
    startMs,
    report: reportAtStart,
    hostFor: (prefix) => ({ store, network, log, ...notices.hostPart(prefix, (caller) => announce(prefix, caller)) }),
  });
  const effects = new Map(
    Object.entries(options.effects ?? {}).map(([prefix, tools]) => [prefix, new Map(Object.entries(tools))]),
  );
  const source = options.skills ?? { list: () => [], body: () => "" };
  const perCaller = new Set(loaded.filter(({ isPerCaller }) => isPerCaller).map(({ prefix }) => prefix));
  const health = createHealth({ perCaller, log: options.health, kept: await kept });
  const catalogue = createCatalogue({
    ...{ plugins: loaded, effects, listMs: options.listMs ?? 60_000, report, onListed: health.listed },
    ownSkills: () => source.list(),
  });
  announce = catalogue.changed;
  const breaker = createBreaker(options.coolDownMs ?? 60_000, catalogue);
  const library = createSkillLibrary({
    source,
    catalogue,
    isThere: (skill, caller) => isReadable(skill, undefined, caller, policy),
    async readResource(plugin, resource, caller) {
      const outcome = await call({ target: { plugin, resource } }, caller, {});
      if (outcome.status === "done") return outcome.result;
      throw new ToolError("unsupported", `The resource "${resource}" asks a question first.`);
    },
  });
  const gates = createGates(library);
  const configuredSkills = await source.list();
  const keys = keyRing(options.keys);
  const approvals = options.approvals ?? memoryApprovals();
  const call = createCallPath({
    ...{ catalogue, policy, gates, limits, confirmation, approvals, breaker, health, observers },
    ledger: options.ledger,
    keys,
    approvalWaitMs: options.approvalWaitMs ?? 20_000,
    deadlineMs: options.deadlineMs ?? 60_000,
  });

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= Promise.all([
      within<unknown>(CLOSE_MS, options.health?.flush?.(), () => undefined).catch(() => undefined),
      ...loaded.map(async ({ prefix, adapter, scrubber }) => {
        const late = () => report({ source: prefix, message: `Its close did not end within ${CLOSE_MS} ms.` });
        try {
          await within<void>(CLOSE_MS, Promise.resolve(adapter.close?.()), late);
        } catch (error) {
          const words = scrubber.text(ToolError.from(error).message);
          report({ source: prefix, message: `Its close failed: ${words}` });
        }
      }),
    ]).then(() => {});
    return closing;
  };
  const plugins = loaded.map((plugin) => configured(plugin, loaded));
  const onPolicyChanged = (listener: () => void) => policy.onChange?.(listener) ?? (() => {});
  return {
    info: { name: options.name ?? "agent-tools", version: options.version ?? "0.0.0" },
    plugins,
    async pluginsFor(caller) {
      if (policy === ungoverned || loaded.every(({ skills }) => skills.size === 0)) return plugins;
      // What a skill does follows from the tools that it uses.
      await catalogue.settled(caller);
      const told = loaded.map((plugin) => configured(plugin, loaded, skillFilter({ catalogue, policy }, caller)));
      return told.every(({ skills }, index) => skills.length === plugins[index]?.skills.length) ? plugins : told;
    },
    problems,
    async call(request, caller, io = {}) {
      if (closing) throw new ToolError("closed", "The runtime is shutting down, and the call was not run.");
      return call(request, caller, io);
    },
    tools: (caller) => listTools({ catalogue, policy }, caller),
    inventory: (caller) => listTools({ catalogue, policy: ungoverned }, caller),
    discover: (query, caller, how = {}) => discover({ catalogue, policy, gates, health }, query, caller, how),
    help: (caller) => help(loaded, { catalogue, policy, health }, caller),
    explain: (target, caller) => explain({ catalogue, policy, confirmation, health }, target, caller),
    source(prefix) {
      const plugin = catalogue.plugins.get(prefix);
      if (plugin) return createSource(plugin, { catalogue, policy, onNotice: notices.onNotice });
      throw new ToolError("unknown_plugin", `There is no plugin "${prefix}".`);
    },
    skills: {
      configured: configuredSkills,
      isPresent: configuredSkills.length > 0 || loaded.some(({ adapter }) => adapter.resources !== undefined),
      list: library.list,
      load: gates.load,
      file: library.file,
      ...(options.skills && library.published && { published: library.published }),
    },
    handles: createHandles(),
    verifyReceipt: (receipt, result) => openReceipt(keys, receipt, result),
    approvals,
    onToolsChanged(listener) {
      const stops = [catalogue.onChange(listener), onPolicyChanged(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    onPolicyChanged,
    close,
    [Symbol.asyncDispose]: close,
  };
}
