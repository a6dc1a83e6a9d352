import type { Caller } from "@agent-tools/contract";
import { textMatcher } from "./match.js";
import type { CallerPattern } from "./policy-document.js";

/** Whether a caller fits, in two parts. */
export interface CallerMatcher {
  /** By workspace, agent and name alone: whether the rule governs this caller at all. */
  readonly isAbout: (caller: Caller) => boolean;
  /** By the rest as well. */
  readonly applies: (caller: Caller) => boolean;
}

/** The matcher of a caller pattern. */
export function callerMatcher(pattern: CallerPattern = {}): CallerMatcher {
  const [workspace, agent, name, role, channel] = [
    textMatcher(pattern.workspace),
    textMatcher(pattern.agent),
    textMatcher(pattern.caller),
    textMatcher(pattern.role),
    textMatcher(pattern.channel),
  ];
  const references = Object.entries(pattern.externalReferenceIds ?? {}).map(
    ([key, value]) => [key, textMatcher(value) ?? (() => true)] as const,
  );
  const isAbout = (caller: Caller) =>
    (agent?.(caller.agent) ?? true) && (workspace?.(caller.workspace) ?? true) && (name?.(caller.caller) ?? true);
  return {
    isAbout,
    applies: (caller) =>
      isAbout(caller) &&
      (channel?.(caller.channel) ?? true) &&
      (pattern.role === undefined || (caller.roles ?? []).some((each) => role?.(each) ?? true)) &&
      references.every(([key, fits]) => {
        const ids = caller.externalReferenceIds ?? {};
        return Object.hasOwn(ids, key) && fits(ids[key] as string);
      }),
  };
}

/** True where every field that identifies a caller is there; there is no default for any. */
export function isWhole({ workspace, agent, caller, channel }: Caller): boolean {
  return isName(workspace) && isName(agent) && isName(caller) && isName(channel);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Remembers one value for each caller between whom no policy can tell; beyond `most` it begins anew. */
export function callerMemory<T>(most: number, make: (caller: Caller) => T): (caller: Caller) => T {
  // Maps inside of maps: no text is built that could be read as that of another caller, nor has one to be hashed.
  type Level = Map<string, Level | T>;
  let root: Level = new Map();
  let size = 0;
  const within = (level: Level, key: string): Level => {
    const known = level.get(key);
    if (known) return known as Level;
    const made: Level = new Map();
    level.set(key, made);
    return made;
  };
  return (caller) => {
    const { workspace, agent, channel } = caller;
    const last = within(within(within(within(root, workspace), agent), caller.caller), channel);
    const key = restOf(caller);
    const known = last.get(key);
    if (known) return known as T;
    const made = make(caller);
    if (size >= most) {
      root = new Map();
      size = 0;
      within(within(within(within(root, workspace), agent), caller.caller), channel).set(key, made);
    } else last.set(key, made);
    size += 1;
    return made;
  };
}

/** The rest of what policies look at: each part says how long it is. */
function restOf({ roles, externalReferenceIds, model }: Caller): string {
  let key = model?.locality ?? "";
  for (const role of roles ?? []) key += `r${part(role)}`;
  for (const id in externalReferenceIds) key += `x${part(id)}${part(externalReferenceIds[id])}`;
  return key;
}

function part(text: unknown): string {
  // What is no text fits no pattern, so that one mark stands for all of it.
  return typeof text === "string" ? `${text.length}:${text}` : "-";
}
