import { isObject } from "@agent-tools/contract";
import { type Keywords, nestings } from "./keywords.js";

/** What a provider takes of one schema in all. */
export interface Totals {
  /** Properties of objects, at any depth. */
  readonly properties: number;
  /** Values of enumerations. */
  readonly enumValues: number;
  /** Characters of names of properties and definitions, of values of enumerations, and of constants. */
  readonly characters: number;
  /** An enumeration of text with more values than this may have so many characters in all. */
  readonly longEnum: { readonly values: number; readonly characters: number };
}

/** In which ways a schema is more than that, one sentence each; empty where it is not. */
export function excessOf(schema: unknown, totals: Totals): readonly string[] {
  const found: string[] = [];
  let properties = 0;
  let enumValues = 0;
  let characters = 0;
  const told = (count: number, most: number, what: string) => {
    if (count > most) found.push(`It has ${count} ${what}, and at most ${most} are taken.`);
  };
  const visit = (node: unknown): void => {
    if (!isObject(node)) return;
    const names = Object.keys({ ...textMap(node["properties"]), ...textMap(node["$defs"]) });
    properties += Object.keys(textMap(node["properties"])).length;
    characters += lengthOf(names);
    const values = Array.isArray(node["enum"]) ? node["enum"] : [];
    enumValues += values.length;
    characters += lengthOf(values) + lengthOf("const" in node ? [node["const"]] : []);
    const texts = values.filter((value) => typeof value === "string");
    if (texts.length > totals.longEnum.values) {
      told(lengthOf(texts), totals.longEnum.characters, `characters in an enumeration of ${texts.length} texts`);
    }
    for (const part of partsOf(node)) visit(part);
  };
  visit(schema);
  told(properties, totals.properties, "properties");
  told(enumValues, totals.enumValues, "values of enumerations");
  told(characters, totals.characters, "characters in names and values");
  return found;
}

function partsOf(node: Keywords): readonly unknown[] {
  return Object.entries(node).flatMap(([keyword, value]) => {
    const nesting = nestings.get(keyword);
    if (nesting === "schema") return [value];
    if (nesting === "list" && Array.isArray(value)) return value;
    return nesting === "map" ? Object.values(textMap(value)) : [];
  });
}

function textMap(value: unknown): Keywords {
  return isObject(value) ? value : {};
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value : JSON.stringify(value)).length,
    0,
  );
}
