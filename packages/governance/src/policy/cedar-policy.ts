import { type Caller, isObject, ToolError, targetName } from "@agent-tools/contract";
import type { Policy, PolicyDecision, PolicySubject } from "@agent-tools/runtime";
import * as cedar from "@cedar-policy/cedar-wasm/nodejs";
import { callerMemory } from "./caller-match.js";
import { policy } from "./policy.js";
import type { TargetPattern } from "./policy-document.js";
import type { Restriction } from "./restriction.js";
import { strictest } from "./strictest.js";

/** Cedar policies, each under the name by which records and explanations call it. */
export type CedarPolicies = Readonly<Record<string, string>>;

/** What stands beside the Cedar policies, as for `policy`. */
export interface CedarPolicyOptions {
  readonly sensitive?: readonly TargetPattern[];
  readonly restrictions?: readonly Restriction[];
}

/** A policy in Cedar that can be replaced while it is in force. */
export interface CedarPolicy extends Policy {
  /** Puts other policies in force, whole. Throws `invalid_configuration` where they do not parse, and then nothing has changed. */
  apply(policies: CedarPolicies): void;
  explain(subject: PolicySubject): readonly string[];
  onChange(listener: () => void): () => void;
}

const MOST_CALLERS = 2_000;
const MOST_TARGETS = 5_000;
let made = 0;

/**
 * A policy in Cedar. A target may be used where a policy permits `Action::"use"`, rehearsed where one permits
 * `Action::"rehearse"`, and is denied otherwise. The principal is `Caller::"<name>"`, in its `Workspace`, `Agent` and `Role`s, with
 * the attributes workspace, agent, name, channel, references and, where it is known, locality; the resource is `Tool`, `Skill`,
 * `Resource` or `Prompt::"<name>"`, in its `Plugin`, with the attributes plugin, name, effect, isSensitive and annotations.
 * Restrictions come first, as in every policy; a policy that fails to be evaluated denies.
 */
export function cedarPolicy(policies: CedarPolicies, options: CedarPolicyOptions = {}): CedarPolicy {
  const { sensitive = [], restrictions = [] } = options;
  const guard = policy({ rules: [{ mode: "allow" }], withoutRules: "denied", sensitive }, { restrictions });
  const listeners = new Set<() => void>();
  made += 1;
  const id = `agent-tools ${made}`;
  prepare(id, policies);
  let remembered = memory();

  const decideAs = (subject: PolicySubject): PolicyDecision => {
    const guarded = guard.decide(subject);
    if (guarded.mode === "deny") return guarded;
    const decisions = remembered(subject.caller);
    const key = subjectKey(subject);
    const known = decisions.get(key);
    if (known) return known;
    if (decisions.size >= MOST_TARGETS) decisions.clear();
    const decision = ask(id, subject, guard.explanation(subject).isSensitive);
    decisions.set(key, decision);
    return decision;
  };
  const decide = (subject: PolicySubject) => strictest(subject, decideAs, ({ rule }) => rule === undefined);

  return {
    decide,
    explain(subject) {
      const guarded = guard.explanation(subject);
      if (guarded.mode === "deny") return guarded.reasons;
      const { mode, rule } = decide(subject);
      return [rule === undefined ? "No Cedar policy permits it." : `The Cedar policy "${rule}" says ${mode}.`];
    },
    apply(next) {
      prepare(id, next);
      remembered = memory();
      for (const listener of [...listeners]) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      const stop = guard.onChange(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
}

function memory(): (caller: Caller) => Map<string, PolicyDecision> {
  return callerMemory(MOST_CALLERS, () => new Map());
}

function prepare(id: string, policies: CedarPolicies): void {
  const answer = cedar.preparsePolicySet(id, { staticPolicies: { ...policies } });
  if (answer.type === "success") return;
  throw new ToolError("invalid_configuration", `Cedar: ${answer.errors.map(({ message }) => message).join("; ")}`, {
    hint: "Correct the policies; those that were in force before still are.",
  });
}

function ask(id: string, subject: PolicySubject, isSensitive: boolean): PolicyDecision {
  const entities = entitiesOf(subject, isSensitive);
  const use = answerTo(id, entities, "use");
  if (use.isAllowed) return { mode: "allow", ...use.rule };
  const rehearse = use.isBroken ? use : answerTo(id, entities, "rehearse");
  if (rehearse.isAllowed) return { mode: "shadow", ...rehearse.rule };
  return { mode: "deny", ...(use.rule ?? rehearse.rule ?? {}) };
}

function answerTo(
  id: string,
  { principal, resource, entities }: ReturnType<typeof entitiesOf>,
  action: "use" | "rehearse",
): { readonly isAllowed: boolean; readonly isBroken: boolean; readonly rule?: { readonly rule: string } } {
  const answer = cedar.statefulIsAuthorized({
    ...{ principal, resource, entities, action: { type: "Action", id: action } },
    context: {},
    preparsedPolicySetId: id,
  });
  if (answer.type === "failure") return { isAllowed: false, isBroken: true, rule: { rule: "cedar, failed" } };
  const { decision, diagnostics } = answer.response;
  // Cedar passes over a policy that cannot be evaluated, which may be the one that forbids.
  const [broken] = diagnostics.errors;
  if (broken) return { isAllowed: false, isBroken: true, rule: { rule: `${broken.policyId}, failed` } };
  const [rule] = diagnostics.reason;
  return { isAllowed: decision === "allow", isBroken: false, ...(rule !== undefined && { rule: { rule } }) };
}

const types = { tool: "Tool", skill: "Skill", resource: "Resource", prompt: "Prompt" } as const;

function entitiesOf({ caller, target, effect, tool }: PolicySubject, isSensitive: boolean) {
  const { kind, name } = targetName(target);
  const principal = { type: "Caller", id: caller.caller };
  const resource = { type: types[kind], id: name };
  const parents = [
    { type: "Workspace", id: caller.workspace },
    { type: "Agent", id: caller.agent },
    ...(caller.roles ?? []).map((role) => ({ type: "Role", id: role })),
  ];
  const plugin = { type: "Plugin", id: target.plugin };
  const { workspace, agent, channel, externalReferenceIds = {}, model } = caller;
  const attributes = {
    ...{ workspace, agent, channel, name: caller.caller, references: { ...externalReferenceIds } },
    ...(model && { locality: model.locality }),
  };
  const about = { plugin: target.plugin, name, effect, isSensitive, annotations: plainAnnotations(tool?.annotations) };
  return {
    principal,
    resource,
    entities: [
      { uid: principal, attrs: attributes, parents },
      { uid: resource, attrs: about, parents: [plugin] },
    ],
  };
}

/** The annotations that Cedar has a type for. */
function plainAnnotations(annotations: unknown): Record<string, boolean | string> {
  const all = isObject(annotations) ? Object.entries(annotations) : [];
  return Object.fromEntries(
    all.filter((entry): entry is [string, boolean | string] => ["boolean", "string"].includes(typeof entry[1])),
  );
}

function subjectKey({ target, effect, tool }: PolicySubject): string {
  const { kind, name } = targetName(target);
  return JSON.stringify([target.plugin, kind, name, effect, tool?.annotations ?? null, tool?.["_meta"] ?? null]);
}
