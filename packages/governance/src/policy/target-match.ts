import { type Effect, type Target, targetName } from "@agent-tools/contract";
import type { PolicySubject } from "@agent-tools/runtime";
import { type TextMatcher, textMatcher } from "./match.js";
import type { TargetPattern } from "./policy-document.js";

/** Whether a target fits, in two parts: the first depends on its name and effect alone, so that it can be remembered. */
export interface TargetMatcher {
  readonly isNamed: (target: Target, effect: Effect) => boolean;
  readonly fits: (subject: PolicySubject, isSensitive: boolean) => boolean;
}

const always = () => true;

/** The defaults of MCP 2025-11-25, ToolAnnotations. */
const hintDefaults: Readonly<Record<string, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

const kinds = ["tool", "skill", "resource", "prompt"] as const;

/** The matcher of a target pattern. */
export function targetMatcher(pattern: TargetPattern): TargetMatcher {
  const plugin = textMatcher(pattern.plugin);
  const names = new Map<string, TextMatcher | undefined>(
    kinds.filter((kind) => pattern[kind] !== undefined).map((kind) => [kind, textMatcher(pattern[kind])]),
  );
  const effects = pattern.effect === undefined ? undefined : new Set<Effect>([pattern.effect].flat());
  const annotations = Object.entries(pattern.annotations ?? {});
  const fitsAnnotations = ({ tool }: PolicySubject) =>
    tool !== undefined && annotations.every(([key, value]) => (tool.annotations?.[key] ?? hintDefaults[key]) === value);
  return {
    isNamed(target, effect) {
      if (!(plugin?.(target.plugin) ?? true)) return false;
      if (effects !== undefined && !effects.has(effect)) return false;
      if (names.size === 0) return true;
      const { kind, name } = targetName(target);
      return names.has(kind) && (names.get(kind)?.(name) ?? true);
    },
    fits:
      pattern.sensitivity === undefined && annotations.length === 0
        ? always
        : (subject, isSensitive) =>
            (pattern.sensitivity === undefined || (pattern.sensitivity === "sensitive") === isSensitive) &&
            (annotations.length === 0 || fitsAnnotations(subject)),
  };
}
