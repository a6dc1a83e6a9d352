import { isObject, type Tool } from "@agent-tools/contract";

/** What kind of text it is: what it says decides how an order in it is called. */
export type TextKind = "name" | "words" | "key" | "enum" | "example" | "default" | "comment";

/** One text of a definition that a model may read. */
export interface DefinitionText {
  readonly place: string;
  readonly kind: TextKind;
  readonly text: string;
}

/** More than this is not read; a definition that has more is reported for its size. */
const MOST_TEXTS = 20_000;
const DEEPEST = 200;

/** Keywords whose value is data, and what kind of text is in it. */
const dataKeywords: Readonly<Record<string, TextKind>> = {
  enum: "enum",
  const: "enum",
  examples: "example",
  example: "example",
  default: "default",
  $comment: "comment",
};

/** Keywords that hold schemas by names which the model reads. */
const namedSchemas = new Set(["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"]);

/** Every text of a definition, in order: names, words, keys and values, all but `_meta` and icons. */
export function definitionTexts(tool: Tool): readonly DefinitionText[] {
  const texts: DefinitionText[] = [];
  const add = (place: string, kind: TextKind, text: string): void => {
    if (text !== "" && texts.length < MOST_TEXTS) texts.push({ place, kind, text });
  };
  const walk = (value: unknown, place: string, kind: TextKind, depth: number, areKeysNames: boolean): void => {
    if (depth > DEEPEST || texts.length >= MOST_TEXTS) return;
    if (typeof value === "string") add(place, kind, value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, `${place}/${index}`, kind, depth + 1, false);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, held] of Object.entries(value)) {
      const at = `${place}/${pointerToken(key)}`;
      if (areKeysNames || kind !== "words") add(at, "key", key);
      const heldKind = areKeysNames ? "words" : (dataKeywords[key] ?? kind);
      walk(held, at, heldKind, depth + 1, !areKeysNames && kind === "words" && namedSchemas.has(key));
    }
  };
  for (const [field, value] of Object.entries(tool)) {
    if (field === "_meta" || field === "icons") continue;
    walk(value, `/${pointerToken(field)}`, field === "name" ? "name" : "words", 0, false);
  }
  return texts;
}

/** One segment of a JSON Pointer (RFC 6901, section 3). */
export function pointerToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
