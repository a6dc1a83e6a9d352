import { effects, isObject, ToolError } from "@agent-tools/contract";
import type { PolicyDocument } from "./policy-document.js";

const modes: readonly unknown[] = ["allow", "shadow", "deny"];
const ruleFields = new Set(["name", "for", "targets", "mode", "channels"]);
const documentFields = new Set(["rules", "withoutRules", "sensitive"]);
const callerTexts = new Set(["workspace", "agent", "caller", "role", "channel"]);
const targetTexts = new Set(["plugin", "tool", "skill", "resource", "prompt"]);
const effectNames: ReadonlySet<unknown> = new Set(effects);

/** Throws `invalid_configuration` on the first fault: a field that is misspelled must never widen a policy. */
export function checkDocument(document: PolicyDocument): void {
  record(document, "The policy", documentFields);
  if (!Array.isArray(document.rules)) fault("rules", "has to be a list of rules");
  for (const [index, rule] of document.rules.entries()) checkRule(rule, `rules[${index}]`);
  if (document.withoutRules !== "ungoverned" && document.withoutRules !== "denied") {
    fault("withoutRules", 'has to be "ungoverned" or "denied"');
  }
  if (document.sensitive !== undefined) checkTargets(document.sensitive, "sensitive", []);
}

function checkRule(rule: unknown, at: string): void {
  const fields = record(rule, at, ruleFields);
  const { name, mode, channels } = fields;
  if (!modes.includes(mode)) fault(`${at}.mode`, "has to be allow, shadow or deny");
  if (name !== undefined && (typeof name !== "string" || name === "")) fault(`${at}.name`, "has to be a text");
  if (channels !== undefined && (!Array.isArray(channels) || !isPattern(channels)))
    fault(`${at}.channels`, "has to be a list of channels");
  if (fields["for"] !== undefined) checkCaller(fields["for"], `${at}.for`);
  if (fields["targets"] !== undefined) checkTargets(fields["targets"], `${at}.targets`);
}

/** Throws where a caller pattern has a fault; `at` names its place. */
export function checkCaller(pattern: unknown, at: string): void {
  const fields = record(pattern, at, new Set([...callerTexts, "externalReferenceIds"]));
  for (const key of callerTexts) checkPattern(fields[key], `${at}.${key}`);
  const references = fields["externalReferenceIds"];
  if (references === undefined) return;
  if (!isObject(references)) fault(`${at}.externalReferenceIds`, "has to be an object of id to pattern");
  for (const [key, value] of Object.entries(references as object)) {
    if (!isPattern(value)) fault(`${at}.externalReferenceIds.${key}`, "has to be a text or a list of texts");
  }
}

/** The same for target patterns. */
export function checkTargets(targets: unknown, at: string, more: readonly string[] = ["sensitivity"]): void {
  if (Array.isArray(targets) && targets.length === 0 && more.length > 0)
    fault(at, "is an empty list, which fits nothing; leave it out");
  for (const [index, target] of [targets].flat().entries()) {
    const place = Array.isArray(targets) ? `${at}[${index}]` : at;
    const fields = record(target, place, new Set([...targetTexts, "effect", "annotations", ...more]));
    for (const key of targetTexts) checkPattern(fields[key], `${place}.${key}`);
    const { effect, annotations, sensitivity } = fields;
    if (effect !== undefined && ![effect].flat().every((each) => effectNames.has(each)))
      fault(`${place}.effect`, `has to be one or several of ${effects.join(", ")}`);
    if (sensitivity !== undefined && sensitivity !== "sensitive" && sensitivity !== "normal")
      fault(`${place}.sensitivity`, 'has to be "sensitive" or "normal"');
    if (annotations !== undefined && !isObject(annotations))
      fault(`${place}.annotations`, "has to be an object of annotation to value");
  }
}

function checkPattern(pattern: unknown, at: string): void {
  if (pattern !== undefined && !isPattern(pattern)) fault(at, "has to be a text or a list of texts");
}

function isPattern(value: unknown): boolean {
  const all = [value].flat();
  return all.length > 0 && all.every((each) => typeof each === "string" && each !== "");
}

function record(value: unknown, at: string, known: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  if (!isObject(value)) fault(at, "has to be an object");
  const fields = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).find((key) => !known.has(key));
  if (unknown !== undefined) fault(`${at}.${unknown}`, `is not known; there is ${[...known].join(", ")}`);
  return fields;
}

function fault(field: string, words: string): never {
  throw new ToolError("invalid_configuration", `Policy: ${field} ${words}.`, {
    hint: "Correct it; the policy that was in force before still is.",
    details: { field },
  });
}
