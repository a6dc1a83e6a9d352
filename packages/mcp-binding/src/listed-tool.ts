import { isObject, type Schema, type Tool } from "@agent-tools/contract";
import type { Era } from "./facade.js";

type Fields = Record<string, unknown>;

const isText = (value: unknown): boolean => typeof value === "string";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

const isIcon = (icon: unknown): boolean =>
  isObject(icon) && isText(icon["src"]) && (icon["sizes"] === undefined || isTextList(icon["sizes"]));
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** The fields that clients check: one of another type makes them refuse the whole list, so it is left out instead. */
const checked: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  icons: (value) => Array.isArray(value) && value.every(isIcon),
  annotations: isObject,
  execution: (value) => isObject(value) && (value["taskSupport"] === undefined || isText(value["taskSupport"])),
  _meta: isObject,
};

const checkedAnnotations: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  readOnlyHint: isBoolean,
  destructiveHint: isBoolean,
  idempotentHint: isBoolean,
  openWorldHint: isBoolean,
};

const listed: Readonly<Record<Era, WeakMap<Tool, Tool>>> = { legacy: new WeakMap(), modern: new WeakMap() };

/**
 * The definition as a client of that era can read it. A sound definition is given back as it is; an odd one loses only
 * what would make the client refuse the whole list, so that one tool never hides the others.
 */
export function listedTool(tool: Tool, era: Era): Tool {
  const known = listed[era].get(tool);
  if (known) return known;
  const result = asListed(tool, era);
  listed[era].set(tool, result);
  return result;
}

function asListed(tool: Tool, era: Era): Tool {
  const fields = withoutUnfit(tool, checked);
  const annotations = isObject(fields["annotations"])
    ? withoutUnfit(fields["annotations"], checkedAnnotations)
    : undefined;
  const inputSchema = objectInput(tool.inputSchema, era);
  const outputSchema = era === "legacy" ? objectOutput(tool.outputSchema) : modernOutput(tool.outputSchema);
  const isSound =
    fields === tool &&
    annotations === tool.annotations &&
    inputSchema === tool.inputSchema &&
    outputSchema === tool.outputSchema;
  if (isSound) return tool;
  const { outputSchema: _, ...rest } = fields;
  return { ...rest, ...(annotations && { annotations }), inputSchema, ...(outputSchema && { outputSchema }) } as Tool;
}

function withoutUnfit(value: Fields, checks: Readonly<Record<string, (value: unknown) => boolean>>): Fields {
  const unfit = Object.keys(checks).filter((key) => value[key] !== undefined && !checks[key]?.(value[key]));
  if (unfit.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !unfit.includes(key)));
}

/** Arguments are always an object, so saying it changes nothing; every client insists on `type: "object"`. */
function objectInput(schema: Schema | undefined, era: Era): Schema {
  if (schema === false) return { type: "object", not: {} };
  if (!isObject(schema)) return { type: "object" };
  const { type } = schema;
  const isObjectType = type === undefined || (Array.isArray(type) && type.includes("object"));
  if (type === "object") return era === "legacy" ? legacyProperties(schema) : schema;
  const stated = isObjectType ? { ...schema, type: "object" } : { type: "object", allOf: [schema] };
  return era === "legacy" ? legacyProperties(stated) : stated;
}

/** 2025-11-25 and older can only describe objects: what is surely one is said to be one, anything else is not listed. */
function objectOutput(schema: Schema | undefined): Schema | undefined {
  if (!isObject(schema)) return undefined;
  if (!isObjectSchema(schema, schema)) return undefined;
  return legacyProperties(schema["type"] === "object" ? schema : { ...schema, type: "object" });
}

function modernOutput(schema: Schema | undefined): Schema | undefined {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : undefined;
}

/** True where every value that fits is an object, as far as the root, its `$ref` and its combinations tell. */
function isObjectSchema(schema: unknown, root: Fields, known = new Map<unknown, boolean>()): boolean {
  if (!isObject(schema)) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, false);
  const { type, $ref, allOf, anyOf, oneOf, properties } = schema;
  const isOne = (item: unknown) => isObjectSchema(item, root, known);
  const isEvery = (list: unknown) => Array.isArray(list) && list.length > 0 && list.every(isOne);
  const answer =
    type === undefined
      ? isObject(properties) ||
        (typeof $ref === "string" && isOne(target($ref, root))) ||
        (Array.isArray(allOf) && allOf.some(isOne)) ||
        isEvery(anyOf) ||
        isEvery(oneOf)
      : type === "object" || (Array.isArray(type) && type.length === 1 && type[0] === "object");
  known.set(schema, answer);
  return answer;
}

/** What a local reference points at (RFC 6901, percent-encoding apart: no definition's name needs it here). */
function target(reference: string, root: Fields): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) || Array.isArray(at) ? (at as Fields)[key] : undefined;
  }
  return at;
}

/** 1.x clients know no boolean schemas below `properties`, and only lists of names in `required`. */
function legacyProperties(schema: Fields): Fields {
  const { properties, required } = schema;
  const hasOdd = isObject(properties) && Object.values(properties).some((property) => !isObject(property));
  const isOddRequired = required !== undefined && !isTextList(required);
  if (!hasOdd && !isOddRequired && (properties === undefined || isObject(properties))) return schema;
  const result: Fields = { ...schema };
  if (isOddRequired) delete result["required"];
  if (!isObject(properties)) delete result["properties"];
  else result["properties"] = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, plain(value)]));
  return result;
}

function plain(schema: unknown): unknown {
  if (isObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
}
