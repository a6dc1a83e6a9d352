import { type Caller, type ErrorCode, type Problem, type Target, ToolError } from "@agent-tools/contract";
import { viewKey } from "./catalogue.js";
import type { CallEnd } from "./limits.js";
import { within } from "./within.js";

/** The list of a plugin's tools, or one of these, as somebody sees it. */
export interface HealthSubject {
  readonly plugin: string;
  /** Absent: the list. */
  readonly tool?: string;
  /** Whose it is: what is seen by all callers, by a workspace or by one caller is told to nobody else. */
  readonly view: string;
}

/** What failed when it was last asked. */
export interface Failing extends HealthSubject {
  readonly code: ErrorCode;
  /** Why a list could not be had, without secrets. Of a call nothing is kept but its code. */
  readonly message?: string;
  /** How often in a row. */
  readonly failures: number;
  /** When it last did, in milliseconds since the epoch. */
  readonly at: number;
}

/** Where it is kept what fails, so that a host that starts again knows it. */
export interface HealthLog {
  /** What is kept. Asked once, when the runtime starts. */
  read(): Promise<readonly Failing[]>;
  /** Keeps it in place of what was known before. It is told in the middle of a call, and must return at once. */
  failed(failing: Failing): void;
  /** The subject answers again, or is forgotten. */
  recovered(subject: HealthSubject): void;
  /** Resolves when what it was told is kept. */
  flush?(): Promise<void>;
}

/** How plugins and tools are doing. What fails is remembered until it answers again, here and in the host's log. */
export interface Health {
  /** A plugin's tools were listed, or could not be. */
  listed(plugin: string, caller: Caller, error?: ToolError): void;
  /** A call that ran has ended. */
  called(target: Target, caller: Caller, end: CallEnd): void;
  /** What this caller may know of one tool; without a tool, of the plugin's list. */
  of(plugin: string, tool: string | undefined, caller: Caller): Failing | undefined;
}

const MOST_FAILING = 1_000;
const MOST_CHARACTERS = 300;

/** Failures that say something of the tool, and not of what it was asked or by whom. */
const unwell: ReadonlySet<ErrorCode> = new Set([
  "upstream_unavailable",
  "timeout",
  "unknown_outcome",
  "login_required",
]);

/** How health is begun. */
export interface HealthOptions {
  /** The prefixes of the plugins that show each caller something else. */
  readonly perCaller: ReadonlySet<string>;
  readonly log: HealthLog | undefined;
  /** What the log kept. */
  readonly kept: readonly Failing[];
}

/** Nothing more fails than what was kept. At most 1,000 are remembered; what failed longest ago is forgotten first. */
export function createHealth({ perCaller, log, kept }: HealthOptions): Health {
  const byAge = [...kept].sort((a, b) => a.at - b.at).slice(-MOST_FAILING);
  const failing = new Map(byAge.map((each) => [keyOf(each), each]));

  const tell = (what: (log: HealthLog) => void) => {
    try {
      if (log) what(log);
    } catch {
      // A log that fails must not turn a call that ran into one that seems to have failed.
    }
  };
  const subjectOf = (plugin: string, tool: string | undefined, caller: Caller): HealthSubject => {
    if (tool === undefined) return { plugin, view: perCaller.has(plugin) ? viewKey(caller) : "" };
    return { plugin, tool, view: perCaller.has(plugin) ? viewKey(caller) : caller.workspace };
  };
  const failed = (subject: HealthSubject, code: ErrorCode, message?: string) => {
    const key = keyOf(subject);
    const failures = (failing.get(key)?.failures ?? 0) + 1;
    const words = message === undefined ? {} : { message: message.slice(0, MOST_CHARACTERS) };
    const found: Failing = { ...subject, code, ...words, failures, at: Date.now() };
    failing.delete(key);
    failing.set(key, found);
    tell((each) => each.failed(found));
    if (failing.size > MOST_FAILING) recovered(failing.values().next().value as Failing);
  };
  const recovered = (subject: HealthSubject) => {
    if (failing.delete(keyOf(subject))) tell((each) => each.recovered(subject));
  };

  return {
    listed(plugin, caller, error) {
      const subject = subjectOf(plugin, undefined, caller);
      if (error === undefined) recovered(subject);
      else if (error.code !== "cancelled" && error.code !== "closed") failed(subject, error.code, error.message);
    },
    called(target, caller, { status, code }) {
      if (!("tool" in target)) return;
      const isUnwell = code !== undefined && unwell.has(code);
      // What a tool reports itself is an answer; what else went wrong says nothing of it.
      const isWell = failing.size > 0 && (status === "done" || code === "upstream_error");
      if (!isUnwell && !isWell) return;
      const subject = subjectOf(target.plugin, target.tool, caller);
      if (isUnwell) failed(subject, code);
      else recovered(subject);
    },
    of: (plugin, tool, caller) =>
      failing.size === 0 ? undefined : failing.get(keyOf(subjectOf(plugin, tool, caller))),
  };
}

/** What the log kept; nothing where it cannot be had in time, which is reported. */
export async function keptFailing(
  log: HealthLog | undefined,
  milliseconds: number,
  report: (problem: Problem) => void,
): Promise<readonly Failing[]> {
  if (!log) return [];
  const lost = (words: string): readonly Failing[] => {
    report({ source: "health", message: `What failed before is not known: ${words}` });
    return [];
  };
  try {
    return await within(milliseconds, log.read(), () => lost(`it could not be read within ${milliseconds} ms.`));
  } catch (error) {
    return lost(ToolError.from(error).message);
  }
}

/** In words, when a list could not be had, and why; nothing where it could. */
export function listFailure(failing: Failing | undefined): string {
  return failing ? `It could not be reached ${ago(failing.at)}: ${failing.message ?? failing.code}` : "";
}

/** In words, how a tool failed when it was last called; nothing where it did not. */
export function toolFailure(failing: Failing | undefined): string {
  if (!failing) return "";
  const { code, failures, at } = failing;
  return `failed with ${code} when it was last called, ${ago(at)}${failures > 1 ? `, ${failures} times in a row` : ""}`;
}

function ago(at: number): string {
  const seconds = Math.max(0, Math.round((Date.now() - at) / 1_000));
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? (["second", 1] as const);
  // Made here: the first one loads a language's data, which costs more than everything else of a start.
  relative ??= new Intl.RelativeTimeFormat("en");
  return relative.format(-Math.floor(seconds / length), unit);
}

let relative: Intl.RelativeTimeFormat | undefined;
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

function keyOf({ plugin, tool, view }: HealthSubject): string {
  return JSON.stringify([plugin, tool ?? null, view]);
}
