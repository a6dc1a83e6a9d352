import { ToolError } from "@agent-tools/contract";
import { addOnce, NESTING_LIMIT } from "./call-envelope.js";
import { isArgumentWord, isNameWord } from "./call-words.js";
import { ChangeList } from "./change-list.js";
import type { SchemaParts } from "./compiled-schema.js";
import { foldedName } from "./folded-name.js";
import { matchName } from "./match-name.js";
import { rootObject } from "./root-object.js";

/** What is known of the call that some arguments belong to. */
export interface CallFacts {
  readonly parts: SchemaParts;
  /** The name of what is called, where it is known. */
  readonly toolName: string | undefined;
  /** The call's fields beside name and arguments. Those that stand among the arguments are added. */
  readonly fields: Map<string, unknown>;
  readonly fieldNames: readonly string[];
}

/**
 * The arguments without the call that was wrapped around them once more: `{ arguments: … }`, `{ <tool's name>: … }`, the
 * tool's name, the call's fields. What the tool's schema declares is no wrapping. Throws where another tool is named.
 */
export function unnested(
  given: Record<string, unknown>,
  facts: CallFacts,
  changes: ChangeList,
): Record<string, unknown> {
  let value = given;
  for (let level = 0; level < NESTING_LIMIT; level++) {
    const inner = unwrapped(value, facts, changes) ?? withoutEchoes(value, facts, changes);
    if (!inner) break;
    value = inner;
  }
  return value;
}

function unwrapped(
  value: Record<string, unknown>,
  facts: CallFacts,
  changes: ChangeList,
): Record<string, unknown> | undefined {
  const keys = Object.keys(value);
  const { plans } = facts.parts;
  const isBag = (key: string) => isArgumentWord(key) || isSameTool(key, facts.toolName);
  const bags = keys.filter((key) => !plans.declares(key) && isBag(key));
  const beside = keys.filter((key) => !bags.includes(key));
  if (bags.length !== 1 || !beside.every((key) => isOfCall(key, facts))) return undefined;
  const made = new ChangeList();
  const inner = rootObject(value[bags[0] as string], made);
  if (!inner) return undefined;
  // An open schema accepts any name, so only names that it declares tell that they were meant for it.
  const isMeant = beside.length > 0 || Object.keys(inner).some((key) => plans.declares(key));
  if (!isMeant && facts.parts.isValid(value)) return undefined;
  takeFromCall(value, beside, facts, made);
  changes.add("unwrap-arguments", "");
  changes.append(made);
  return inner;
}

function withoutEchoes(
  value: Record<string, unknown>,
  facts: CallFacts,
  changes: ChangeList,
): Record<string, unknown> | undefined {
  const { plans } = facts.parts;
  const echoes = Object.keys(value).filter((key) => {
    if (!isOfCall(key, facts)) return false;
    if (facts.fieldNames.includes(key)) return plans.root.isClosed;
    return foldedName(key) === "toolname" && (plans.root.isClosed || isSameTool(value[key], facts.toolName));
  });
  if (echoes.length === 0) return undefined;
  takeFromCall(value, echoes, facts, changes);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !echoes.includes(key)));
}

/** True for a key that a call has and this tool's arguments have not. */
function isOfCall(key: string, { parts, toolName, fieldNames }: CallFacts): boolean {
  return !parts.plans.declares(key) && (fieldNames.includes(key) || (toolName !== undefined && isNameWord(key)));
}

function takeFromCall(
  value: Record<string, unknown>,
  keys: readonly string[],
  { toolName, fields, fieldNames }: CallFacts,
  changes: ChangeList,
): void {
  for (const key of keys) {
    if (fieldNames.includes(key)) {
      addOnce(fields, key, value[key]);
      changes.add("lift-field", "");
    } else if (isSameTool(value[key], toolName)) {
      changes.add("lift-toolName", "");
    } else {
      throw twoTools(toolName, key, value[key]);
    }
  }
}

/** The refusal of a call that names a second tool under another key. */
export function twoTools(toolName: string | undefined, key: string, other: unknown): ToolError {
  return new ToolError(
    "invalid_arguments",
    `The call names two tools: "${toolName}", and ${JSON.stringify(other)} as "${key}". Name one.`,
  );
}

/** True for another way to write the tool's name. */
export function isSameTool(name: unknown, toolName: string | undefined): boolean {
  return typeof name === "string" && toolName !== undefined && "target" in matchName(name, [{ name: toolName }]);
}
