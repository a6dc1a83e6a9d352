import { isObject, type Tool } from "@agent-tools/contract";
import { pointerToken } from "./definition-texts.js";
import { isExplosive } from "./explosive-pattern.js";
import type { Finding } from "./finding.js";

const DEEPEST = 64;
const MOST_NODES = 200_000;
const MOST_VALUES = 5_000;
/** Keywords that make whoever writes an example write that much. */
const demands = new Set(["minItems", "minLength", "minProperties", "minContains"]);
const MOST_DEMANDED = 1_000_000;
const LONGEST_PATTERN = 2_000;
/** So many different ways through a schema are more than a validator or a model can walk. */
const MOST_WAYS = 1e7;

/** What a schema does to whoever reads, validates or resolves it. */
export function schemaFindings(tool: Tool): readonly Finding[] {
  return ["inputSchema", "outputSchema"].flatMap((field) => {
    const schema: unknown = tool[field];
    return isObject(schema) ? [...walk(schema, `/${field}`), ...references(schema, `/${field}`)] : [];
  });
}

/** Iterative: a schema may be nested deeper than a stack. */
function walk(root: object, base: string): readonly Finding[] {
  const found = new Map<string, Finding>();
  const report = (findingClass: string, place: string, message: string, severity: Finding["severity"] = "high") => {
    if (!found.has(findingClass)) found.set(findingClass, { class: findingClass, severity, place, message });
  };
  const waiting: { value: unknown; place: string; depth: number }[] = [{ value: root, place: base, depth: 0 }];
  let nodes = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, place, depth } = next;
    nodes += 1;
    if (nodes > MOST_NODES) {
      report("schema-size", base, `It has more than ${MOST_NODES} parts.`);
      break;
    }
    if (depth > DEEPEST) {
      report("schema-depth", place.slice(0, 200), `It is nested more than ${DEEPEST} levels deep.`);
      continue;
    }
    if (Array.isArray(value)) {
      if (value.length > MOST_VALUES) report("schema-size", place, `It lists ${value.length} values.`);
      for (const [index, item] of value.slice(0, MOST_VALUES).entries()) {
        waiting.push({ value: item, place: `${place}/${index}`, depth: depth + 1 });
      }
      continue;
    }
    if (!isObject(value)) continue;
    const names = Object.keys(value).length;
    if (names > MOST_VALUES) report("schema-size", place, `It names ${names} things.`);
    for (const [key, held] of Object.entries(value).slice(0, MOST_VALUES)) {
      const at = `${place}/${pointerToken(key)}`;
      if (demands.has(key) && typeof held === "number" && held > MOST_DEMANDED) {
        report("schema-size", at, `It asks for ${held} of something.`);
      }
      if (key === "__proto__") report("schema-proto-key", at, `A property is called "__proto__".`);
      if (key === "constructor" && isObject(held) && ("prototype" in held || "prototype" in Object(held["properties"])))
        report("schema-proto-key", at, "It reaches for a constructor's prototype.");
      if (key === "pattern" && typeof held === "string") pattern(held, at, report);
      if (key === "patternProperties" && isObject(held))
        for (const each of Object.keys(held)) pattern(each, at, report);
      if (["$ref", "$dynamicRef", "$recursiveRef"].includes(key) && typeof held === "string")
        reference(held, at, report);
      waiting.push({ value: held, place: at, depth: depth + 1 });
    }
  }
  return [...found.values()];
}

type Report = (findingClass: string, place: string, message: string, severity?: Finding["severity"]) => void;

function pattern(source: string, place: string, report: Report): void {
  if (source.length > LONGEST_PATTERN || isExplosive(source)) {
    report("schema-redos", place, "A pattern may take endlessly long to match.");
  }
}

function reference(target: string, place: string, report: Report): void {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(target)) {
    report("schema-remote-ref", place, `It refers to ${target.slice(0, 100)}, which is never fetched.`);
  } else if (!target.startsWith("#"))
    report("schema-foreign-ref", place, `It refers to another document, ${target.slice(0, 100)}.`, "review");
}

/** Keywords that apply to the same value: a circle of these alone never ends. */
const sameValue = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];

/** References that lead in a circle without going into a value, and those that multiply. */
function references(root: Record<string, unknown>, base: string): readonly Finding[] {
  const found: Finding[] = [];
  const resolve = (target: unknown): unknown =>
    typeof target === "string" && target.startsWith("#") ? pointed(root, target.slice(1)) : undefined;
  try {
    if (isCircle(root, resolve, new Set())) {
      found.push({
        class: "schema-recursion",
        severity: "high",
        place: base,
        message: "It refers to itself without going into a value.",
      });
    }
    if (ways(root, resolve, new Map()) > MOST_WAYS) {
      found.push({
        class: "schema-expansion",
        severity: "high",
        place: base,
        message: "Its references multiply beyond measure.",
      });
    }
  } catch {
    // Nested deeper than the stack, which the walk has reported.
  }
  return found;
}

function isCircle(schema: unknown, resolve: (target: unknown) => unknown, path: Set<object>): boolean {
  if (!isObject(schema) || path.size > DEEPEST) return false;
  if (path.has(schema)) return true;
  path.add(schema);
  const parts = [resolve(schema["$ref"]), ...sameValue.flatMap((keyword) => schema[keyword])];
  const isFound = parts.some((part) => isCircle(part, resolve, path));
  path.delete(schema);
  if (isFound || path.size > 0) return isFound;
  const inner = ["$defs", "definitions", "properties"].flatMap((keyword) =>
    Object.values((schema[keyword] as object) ?? {}),
  );
  return inner.some((part) => isCircle(part, resolve, new Set()));
}

function ways(schema: unknown, resolve: (target: unknown) => unknown, known: Map<object, number>): number {
  if (typeof schema !== "object" || schema === null) return 0;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, 1);
  let sum = 1;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$defs" || key === "definitions") continue;
    sum += ways(key === "$ref" ? resolve(value) : value, resolve, known);
  }
  known.set(schema, sum);
  return sum;
}

function pointed(root: unknown, pointer: string): unknown {
  let at = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
