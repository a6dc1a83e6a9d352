import { isObject, type Schema } from "@agent-tools/contract";
import { type KeywordKind, typeNames } from "./schema-keywords.js";

type Fields = Readonly<Record<string, unknown>>;
type Made = Record<string, unknown>;

const maxExample = 80;

/** A keyword's value where it is one that the keyword may have; a number written as text counts as the number. */
export function plainValue(kind: KeywordKind, value: unknown): unknown {
  switch (kind) {
    case "any":
      return value;
    case "type":
      return typeof value === "string" && typeNames.get(value) === value ? value : undefined;
    case "flag":
      return value === true ? true : undefined;
    case "text":
      return typeof value === "string" ? value : undefined;
    default: {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
      if (kind === "positive") return number > 0 ? number : undefined;
      return kind === "number" || (Number.isInteger(number) && number >= 0) ? number : undefined;
    }
  }
}

/** The boolean `exclusiveMinimum` and `exclusiveMaximum` of OpenAPI 3.0, and `dependencies` of draft 7. */
export function mendBounds(raw: Fields, out: Made): void {
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (raw[exclusive] !== true || out[bound] === undefined) continue;
    out[exclusive] = out[bound];
    delete out[bound];
  }
  const dependencies = raw["dependentRequired"] ?? raw["dependencies"];
  if (!isObject(dependencies)) return;
  const names = Object.entries(dependencies).filter(([, value]) => isStrings(value));
  if (names.length > 0) out["dependentRequired"] = Object.fromEntries(names);
}

/** Types that are none get their usual meaning, or go; values that no type admits win over the type. */
export function mendTypes(raw: Fields, out: Made, flaws: Set<string>): void {
  const given = asList(raw["type"]);
  const types: string[] = [];
  for (const name of given) {
    const lower = String(name).toLowerCase();
    const type = typeNames.get(lower);
    if (type === undefined) {
      if (lower !== "any" && lower !== "file") flaws.add(`${JSON.stringify(raw["type"])} is no type`);
    } else if (!types.includes(type)) types.push(type);
  }
  if (types.length > 0) out["type"] = types.length === 1 ? types[0] : types;
  if (raw["format"] === "byte" || raw["format"] === "base64") {
    delete out["format"];
    out["contentEncoding"] = "base64";
  }
  const values = asList(raw["enum"]);
  if (values.length === 0) return;
  out["enum"] = [...new Set(values)];
  if (types.length > 0 && !values.some((value) => types.some((type) => isOfType(value, type)))) delete out["type"];
}

/** `nullable` of OpenAPI 3.0, and what vendors wrote before. */
export function mendNull(raw: Fields, out: Made): Schema {
  if (raw["nullable"] !== true && raw["x-nullable"] !== true) return out;
  if (["$ref", "allOf", "anyOf", "not", "const"].some((keyword) => keyword in out)) {
    const { description, default: byDefault, deprecated, ...schema } = out;
    return {
      ...(description !== undefined && { description }),
      ...(byDefault !== undefined && { default: byDefault }),
      ...(deprecated !== undefined && { deprecated }),
      anyOf: [schema, { type: "null" }],
    };
  }
  if (out["type"] !== undefined) out["type"] = [...new Set([...asList(out["type"]), "null"])];
  if (out["enum"] !== undefined) out["enum"] = [...new Set([...asList(out["enum"]), null])];
  return out;
}

/** A pattern that ECMAScript takes; needless escapes are mended, what is beyond that is dropped. */
export function mendPattern(pattern: unknown, flaws: Set<string>): string | undefined {
  if (typeof pattern !== "string") return undefined;
  if (isRegularExpression(pattern)) return pattern;
  const mended = pattern.replace(/\\([^\w\s^$\\.*+?()[\]{}|/-])/g, "$1");
  if (isRegularExpression(mended)) return mended;
  flaws.add(`the pattern ${pattern} is no regular expression of ECMAScript`);
  return undefined;
}

/** A short example tells a model more than a paragraph. */
export function keepExample(raw: Fields, out: Made): void {
  if (out["enum"] !== undefined || out["const"] !== undefined || out["type"] === "boolean") return;
  const example = raw["example"] ?? asList(raw["examples"])[0];
  if (isShortExample(example)) out["examples"] = [example];
}

export function isShortExample(example: unknown): boolean {
  return typeof example === "number" || (typeof example === "string" && example !== "" && example.length <= maxExample);
}

export function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function isOfType(value: unknown, type: string): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (typeof value === "number") return type === "number" || (type === "integer" && Number.isInteger(value));
  return typeof value === type;
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
