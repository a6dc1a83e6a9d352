import { isObject, type Schema } from "@agent-tools/contract";
import { mapNested } from "./keywords.js";

/** The keywords whose schemas judge the same value as the schema that holds them. */
const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/**
 * Definitions without the references that lead back to their own definition with no step into the value: such a schema
 * judges nothing and would run for ever (2020-12, section 9.4.1). `cut` names the definitions that had one.
 */
export function withoutEndlessReferences(definitions: Readonly<Record<string, Schema>>): {
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly cut: readonly string[];
} {
  const cut = Object.keys(definitions).filter((name) => isEndless(name, definitions));
  if (cut.length === 0) return { definitions, cut };
  const endless = new Set(cut.map((name) => `#/$defs/${name}`));
  return {
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([name, node]) => [
        name,
        cut.includes(name) ? withoutReferences(node, endless) : node,
      ]),
    ),
    cut,
  };
}

function isEndless(name: string, definitions: Readonly<Record<string, Schema>>): boolean {
  const reached = new Set<string>();
  const waiting = references(definitions[name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === name) return true;
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...references(definitions[next]));
  }
  return false;
}

function references(node: unknown): string[] {
  if (!isObject(node)) return [];
  const own = typeof node["$ref"] === "string" ? [node["$ref"].slice("#/$defs/".length)] : [];
  const below: string[] = [];
  mapNested(node, inPlace, (part) => {
    below.push(...references(part));
    return part;
  });
  return [...own, ...below];
}

function withoutReferences(node: Schema, endless: ReadonlySet<string>): Schema {
  if (typeof node === "boolean") return node;
  const { $ref: reference, ...rest } = node;
  const kept = endless.has(reference as string) ? rest : node;
  return mapNested(kept, inPlace, (part) => withoutReferences(part, endless));
}
