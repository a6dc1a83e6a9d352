import { ToolError } from "@agent-tools/contract";
import { type Change, changesSince, pinOf } from "./definition-diff.js";
import type { Lock, Pin, PluginPins } from "./lock.js";
import { modelDigest, needDigests } from "./pin-digest.js";
import type { Pinnable } from "./pinnable.js";
import { type Finding, type Severity, worstSeverity } from "./scan/finding.js";
import type { ScanContext } from "./scan/name-rules.js";
import { scanDefinition } from "./scan/scan-definition.js";

/** `approved`: as it was approved. `pending`: nobody has approved it yet. `changed`: it was approved, and is another now. */
export type PinState = "approved" | "pending" | "changed";

/** How one tool or skill stands to the lock. */
export interface LockEntry {
  readonly plugin: string;
  readonly kind: "tool" | "skill";
  readonly name: string;
  readonly state: PinState;
  /** What has changed, the worst first; only where `state` is `changed`. */
  readonly changes: readonly Change[];
  /** What the scanner found; only where `state` is not `approved`. */
  readonly findings: readonly Finding[];
}

/** A lock beside what is really there. */
export interface LockReport {
  readonly entries: readonly LockEntry[];
  /** What the lock has and nobody offers any longer. */
  readonly missing: readonly Pick<LockEntry, "plugin" | "kind" | "name">[];
  /** The worst of what changed or was found; absent where there is nothing. */
  readonly severity?: Severity;
}

/** The state of one thing. */
export function stateOf(lock: Lock, item: Pinnable): PinState {
  const pin = pinFor(lock, item);
  if (!pin) return "pending";
  return pin.model === modelDigest(item.definition) && sameNeeds(pin.needs, needDigests(item.definition, item.needs))
    ? "approved"
    : "changed";
}

/** Compares a lock with everything that is there. */
export function compareLock(lock: Lock, items: readonly Pinnable[]): LockReport {
  const servers = namesByPlugin(items);
  const entries = items.map((item): LockEntry => {
    const { plugin, kind, name, definition } = item;
    const state = stateOf(lock, item);
    const pin = pinFor(lock, item);
    const changes = state === "changed" && pin ? changesSince(pin, item) : [];
    const findings = state === "approved" ? [] : scanDefinition(definition, contextOf(plugin, servers));
    return { plugin, kind, name, state, changes, findings };
  });
  const there = new Set(items.map(({ plugin, kind, name }) => JSON.stringify([plugin, kind, name])));
  const missing = Object.entries(lock.plugins).flatMap(([plugin, pins]) =>
    (["tool", "skill"] as const).flatMap((kind) =>
      Object.keys(pins[`${kind}s`])
        .filter((name) => !there.has(JSON.stringify([plugin, kind, name])))
        .map((name) => ({ plugin, kind, name })),
    ),
  );
  const severity = worstSeverity(entries.flatMap(({ changes, findings }) => [...changes, ...findings]));
  return { entries, missing, ...(severity && { severity }) };
}

/** A lock in which these are approved as they are now; everything else stays as it was. */
export function approve(lock: Lock, items: readonly Pinnable[]): Lock {
  const plugins: Record<string, PluginPins> = { ...lock.plugins };
  for (const item of items) {
    const { plugin, kind, name, definition } = item;
    const pins = plugins[plugin] ?? { tools: {}, skills: {} };
    const named = { ...pins[`${kind}s`], [name]: pinOf(item, modelDigest(definition)) };
    plugins[plugin] = { ...pins, [`${kind}s`]: named };
  }
  return { ...lock, plugins };
}

/**
 * For CI (`--frozen`): throws `invalid_configuration` with the whole report where anything is pending, changed or missing, and
 * returns where the lock says exactly what is there.
 */
export function checkFrozen(lock: Lock, items: readonly Pinnable[]): void {
  const report = compareLock(lock, items);
  const isExact = report.missing.length === 0 && report.entries.every(({ state }) => state === "approved");
  if (isExact) return;
  throw new ToolError("invalid_configuration", `tools.lock.json does not say what is there.\n${reportText(report)}`, {
    hint: "Look at each change, approve it where it is right, and commit tools.lock.json.",
  });
}

/** A report in lines for a person: what is not approved, and why. */
export function reportText({ entries, missing }: LockReport): string {
  const lines = entries
    .filter(({ state }) => state !== "approved")
    .flatMap(({ plugin, kind, name, state, changes, findings }) => [
      `${plugin} ${kind} ${JSON.stringify(name)}: ${state}`,
      ...changes.map(({ severity, message }) => `  ${severity.padEnd(8)} ${message}`),
      ...(state === "pending" ? findings : []).map(
        ({ severity, class: findingClass, place, message }) =>
          `  ${severity.padEnd(8)} ${findingClass} at ${place}: ${message}`,
      ),
    ]);
  const gone = missing.map(({ plugin, kind, name }) => `${plugin} ${kind} ${JSON.stringify(name)}: no longer there`);
  return [...lines, ...gone].join("\n");
}

export function pinFor(
  lock: Lock,
  { plugin, kind, name }: Pick<Pinnable, "plugin" | "kind" | "name">,
): Pin | undefined {
  const pins = Object.hasOwn(lock.plugins, plugin) ? lock.plugins[plugin]?.[`${kind}s`] : undefined;
  return pins && Object.hasOwn(pins, name) ? pins[name] : undefined;
}

function sameNeeds(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => a[field] === b[field]);
}

function namesByPlugin(items: readonly Pinnable[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { plugin, kind, name } of items) {
    if (kind === "tool") names.set(plugin, [...(names.get(plugin) ?? []), name]);
  }
  return names;
}

function contextOf(plugin: string, servers: ReadonlyMap<string, readonly string[]>): ScanContext {
  return { otherServers: Object.fromEntries([...servers].filter(([other]) => other !== plugin)) };
}
