import { type Target, type Tool, ToolError, targetName } from "@agent-tools/contract";
import type { Lock } from "./lock.js";
import { type PinState, pinFor, stateOf } from "./lock-report.js";
import { type Pinnable, pinnableInstruction, type SkillInstructions } from "./pinnable.js";

/** What a policy is asked about, as far as pins look at it. */
export interface PinSubject {
  readonly target: Target;
  /** The definition as it is listed now; absent for a skill. */
  readonly tool?: Tool;
}

/** How pins are enforced. */
export interface PinsOptions {
  /** `true`: what nobody has approved may not be used either. `false`: only what has changed since. Default `true`. */
  readonly isLocked?: boolean;
  /**
   * What the host knows before anything is listed: skills, and what calls of tools need. A tool's definition is always
   * compared as it is listed at that moment.
   */
  readonly items?: readonly Pinnable[];
}

/**
 * The pins in force: a restriction for the policy of `@agent-tools/governance`, and itself a policy for a runtime that has
 * no other. It only narrows: what has changed, or is pending while locked, is neither found nor called.
 */
export interface Pins {
  readonly name: "pin";
  /** Why the subject may not be used, or undefined where its pin holds. */
  refuses(subject: PinSubject): string | undefined;
  decide(subject: PinSubject): { readonly mode: "allow" | "deny"; readonly rule?: string };
  state(subject: PinSubject): PinState;
  /** Skills to read: what their pins do not hold for is not listed, and cannot be read. */
  guard<Source extends SkillInstructions>(plugin: string, source: Source): Source;
  /** Puts another lock in force, for example after an approval; from the next question on. Clients are told to list anew. */
  apply(lock: Lock): void;
  /** Calls back after each `apply`. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** Enforces a lock. A definition is digested once, and known again by its identity: runtimes hand out frozen ones. */
export function createPins(lock: Lock, { isLocked = true, items = [] }: PinsOptions = {}): Pins {
  const known = new Map(items.map((item) => [JSON.stringify([item.plugin, item.kind, item.name]), item]));
  let inForce = lock;
  let states = new WeakMap<Tool, Map<string, PinState>>();
  const listeners = new Set<() => void>();

  const lookUp = (item: Omit<Pinnable, "definition"> & { readonly definition: Tool | undefined }): PinState => {
    const { definition, ...rest } = item;
    if (definition) return stateOf(inForce, { ...rest, definition });
    // A skill that the host has not shown cannot be compared with what was approved.
    return pinFor(inForce, rest) ? "changed" : "pending";
  };
  const state = ({ target, tool }: PinSubject): PinState => {
    const { kind, name } = targetName(target);
    if (kind !== "tool" && kind !== "skill") return "approved";
    const { plugin } = target;
    const key = JSON.stringify([plugin, kind, name]);
    const item = known.get(key);
    const needs = item?.needs && { needs: item.needs };
    if (!tool) return lookUp({ plugin, kind, name, definition: item?.definition, ...needs });
    const ofTool = states.get(tool) ?? new Map<string, PinState>();
    states.set(tool, ofTool);
    const found = ofTool.get(key) ?? lookUp({ plugin, kind, name, definition: tool, ...needs });
    ofTool.set(key, found);
    return found;
  };
  const reasonFor = (found: PinState): string | undefined => {
    if (found === "changed") return "it has changed since it was approved";
    return found === "pending" && isLocked ? "nobody has approved it yet" : undefined;
  };
  const refuses = (subject: PinSubject) => reasonFor(state(subject));

  return {
    name: "pin",
    refuses,
    decide(subject) {
      const reason = refuses(subject);
      return reason === undefined ? { mode: "allow" } : { mode: "deny", rule: `pin: ${reason}` };
    },
    state,
    guard: (plugin, source) => ({
      ...source,
      ...guarded(source, async (skill) =>
        reasonFor(stateOf(inForce, await pinnableInstruction(plugin, source, skill))),
      ),
    }),
    apply(next) {
      inForce = next;
      states = new WeakMap();
      for (const listener of [...listeners]) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Listed = Awaited<ReturnType<SkillInstructions["list"]>>[number];

function guarded(
  source: SkillInstructions,
  reasonFor: (skill: Listed) => Promise<string | undefined>,
): SkillInstructions {
  const list = async (): Promise<readonly Listed[]> => {
    const skills = await source.list();
    const reasons = await Promise.all(skills.map(reasonFor));
    return skills.filter((_, index) => reasons[index] === undefined);
  };
  // Looked at again with each reading: a file may have changed since the list was made.
  const check = async (name: string): Promise<void> => {
    if ((await list()).some((skill) => skill.name === name)) return;
    throw new ToolError("unknown_target", `There is no skill "${name}" here.`);
  };
  const { files, file } = source;
  return {
    list,
    async body(name) {
      await check(name);
      return source.body(name);
    },
    ...(files && {
      async files(name: string) {
        await check(name);
        return files.call(source, name);
      },
    }),
    ...(file && {
      async file(name: string, path: string) {
        await check(name);
        return file.call(source, name, path);
      },
    }),
  };
}
