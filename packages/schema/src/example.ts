import { isObject, type Schema } from "@agent-tools/contract";
import { pointerToken } from "./json-pointer.js";
import type { Keywords } from "./keywords.js";
import { declaredTypes, mergedNode, mergeSchemas } from "./merge-schemas.js";
import { nearestNames } from "./nearest-names.js";
import { isOfType } from "./value-type.js";

/** A value made to show how a right one looks. */
export interface Example {
  readonly value: unknown;
  /** JSON Pointers to the parts that were made up. */
  readonly invented: readonly string[];
}

/** Objects and lists below this depth are left out where they may be. */
const DEPTH_LIMIT = 6;

/** Lists of the example are not longer. */
const ITEMS_LIMIT = 50;

/**
 * A value that fits a schema (given as a schema form), as far as one can be made without solving it: what was given
 * stays unless its path is one of the wrong ones; what is missing and needed is made up.
 */
export function exampleOf(schema: Schema, given: unknown, wrong: ReadonlySet<string>): Example {
  const maker = new ExampleMaker(isObject(schema) ? schema : {}, wrong);
  return { value: maker.make(schema, given, "", "value", 0), invented: maker.invented };
}

class ExampleMaker {
  readonly invented: string[] = [];
  readonly #root: Keywords;
  readonly #wrong: Set<string>;

  constructor(root: Keywords, wrong: ReadonlySet<string>) {
    this.#root = root;
    this.#wrong = new Set(wrong);
  }

  make(schema: Schema, given: unknown, path: string, name: string, depth: number): unknown {
    const node = this.#alternative(mergedNode(schema, this.#root), given);
    const isUsable = given !== undefined && !this.#wrong.has(path);
    if (typeof node === "boolean") return isUsable ? given : this.#invent(path, `<${name}>`);
    if ("const" in node) return node["const"];
    if (Array.isArray(node["enum"])) return isUsable ? given : this.#invent(path, node["enum"][0]);
    const types = declaredTypes(node) ?? [];
    const isOpen = types.length === 0;
    if (isObject(given) && (isOpen || types.includes("object"))) return this.#object(node, given, path, depth);
    if (Array.isArray(given) && (isOpen || types.includes("array"))) return this.#list(node, given, path, name, depth);
    if (isUsable) return given;
    const [sample] = [...((node["examples"] ?? []) as unknown[]), node["default"]];
    if (sample !== undefined && sample !== null) return this.#invent(path, sample);
    if (types.includes("object") || (isOpen && "properties" in node)) return this.#object(node, {}, path, depth);
    if (types.includes("array")) return this.#list(node, given === undefined ? [] : [given], path, name, depth);
    return this.#invent(path, scalar(types[0], node, name, given));
  }

  /** One branch of a union with what stands beside it: the first that is of the given value's kind, else the first. */
  #alternative(schema: Schema, given: unknown): Schema {
    if (typeof schema === "boolean") return schema;
    const { anyOf, oneOf, ...rest } = schema;
    const branches = ((anyOf ?? oneOf ?? []) as Schema[]).map((branch) => mergedNode(branch, this.#root));
    if (branches.length === 0) return schema;
    const branch = branches.find((candidate) => isLike(candidate, given)) ?? (branches[0] as Schema);
    return this.#alternative(mergeSchemas(rest, branch), given);
  }

  #object(node: Keywords, given: Readonly<Record<string, unknown>>, path: string, depth: number): unknown {
    const properties = new Map(Object.entries((node["properties"] ?? {}) as Record<string, Schema>));
    const required = new Set((node["required"] ?? []) as readonly string[]);
    const values = this.#placed(properties, required, given, path);
    const entries: [string, unknown][] = [];
    for (const key of new Set([...properties.keys(), ...required, ...values.keys()])) {
      if (!required.has(key) && values.get(key) === undefined) continue;
      const place = `${path}/${pointerToken(key)}`;
      if (depth >= DEPTH_LIMIT && !values.has(key)) entries.push([key, this.#invent(place, `<${key}>`)]);
      else entries.push([key, this.make(properties.get(key) ?? true, values.get(key), place, key, depth + 1)]);
    }
    if (entries.length === 0 && path !== "") this.#invent(path, {});
    return Object.fromEntries(entries);
  }

  /** The given values where they belong: those of unknown names under the name that may be meant, or left out. */
  #placed(
    properties: ReadonlyMap<string, Schema>,
    required: ReadonlySet<string>,
    given: Readonly<Record<string, unknown>>,
    path: string,
  ): ReadonlyMap<string, unknown> {
    const isUnknown = (key: string) => !properties.has(key) && this.#wrong.has(`${path}/${pointerToken(key)}`);
    const values = new Map(Object.entries(given).filter(([key]) => !isUnknown(key)));
    const unknown = Object.keys(given).filter(isUnknown);
    const missing = [...properties.keys()].filter((key) => required.has(key) && !values.has(key));
    for (const name of missing) {
      const inner = mergedNode(properties.get(name) as Schema, this.#root);
      const known = Object.keys((isObject(inner) ? (inner["properties"] ?? {}) : {}) as object);
      // What belongs into an object may have been given beside it.
      if (unknown.length > 0 && unknown.every((key) => known.includes(key))) {
        values.set(name, Object.fromEntries(unknown.map((key) => [key, given[key]])));
        return values;
      }
      const near = unknown.find((key) => nearestNames(key, missing)[0] === name && isLike(inner, given[key]));
      if (near === undefined) continue;
      values.set(name, given[near]);
      this.#wrong.delete(`${path}/${pointerToken(name)}`);
    }
    return values;
  }

  #list(node: Keywords, given: readonly unknown[], path: string, name: string, depth: number): unknown {
    const first = (node["prefixItems"] ?? []) as readonly Schema[];
    const rest = (node["items"] ?? true) as Schema;
    const { minItems = given.length === 0 && rest !== true ? 1 : 0, maxItems = ITEMS_LIMIT } = node as Limits;
    const wanted = depth >= DEPTH_LIMIT ? given.length : Math.max(given.length, minItems, first.length);
    return Array.from({ length: Math.min(wanted, maxItems, ITEMS_LIMIT) }, (_, index) =>
      this.make(first[index] ?? rest, given[index], `${path}/${index}`, name, depth + 1),
    );
  }

  #invent(path: string, value: unknown): unknown {
    this.invented.push(path);
    return value;
  }
}

/** The keywords of a node that hold numbers. */
type Limits = Readonly<Partial<Record<string, number>>>;

function isLike(branch: Schema, given: unknown): boolean {
  if (typeof branch === "boolean") return branch;
  const types = declaredTypes(branch);
  return types === undefined || types.some((type) => isOfType(type, given));
}

function scalar(type: string | undefined, node: Keywords, name: string, given: unknown): unknown {
  if (type === "null") return null;
  if (type === "boolean") return false;
  if (type !== "number" && type !== "integer") return text(node, name);
  return number(type === "integer", node as Limits, typeof given === "number" ? given : 1);
}

/** The number within the limits that is nearest to the wanted one. */
function number(isWhole: boolean, limits: Limits, wanted: number): number {
  const { multipleOf = isWhole ? 1 : undefined } = limits;
  const gap = multipleOf ?? 0.5;
  const least = Math.max(limits["minimum"] ?? -Infinity, (limits["exclusiveMinimum"] ?? -Infinity) + gap);
  const most = Math.min(limits["maximum"] ?? Infinity, (limits["exclusiveMaximum"] ?? Infinity) - gap);
  const near = Math.min(Math.max(wanted, least), most);
  if (multipleOf === undefined) return near;
  const above = Math.ceil(near / multipleOf) * multipleOf;
  return above <= most ? above : Math.floor(near / multipleOf) * multipleOf;
}

const samples: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "PT1H",
  email: "name@example.com",
  "idn-email": "name@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  iri: "https://example.com/",
  "uri-reference": "/path",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  byte: "dGV4dA==",
  regex: ".*",
  "json-pointer": "/path",
};

function text(node: Keywords, name: string): string {
  const { minLength = 0, maxLength = Infinity } = node as Limits;
  return (samples[node["format"] as string] ?? `<${name}>`).padEnd(minLength, "x").slice(0, maxLength);
}
