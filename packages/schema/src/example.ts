import { isObject, type Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import { pointerToken } from "./json-pointer.js";
import type { Keywords } from "./keywords.js";
import { declaredTypes, mergedNode, mergeSchemas } from "./merge-schemas.js";
import { isOfType } from "./value-type.js";

/** A value made to show how a right one looks. */
export interface Example {
  readonly value: unknown;
  /** JSON Pointers to the parts that were made up. */
  readonly invented: readonly string[];
}

/** Objects and lists below this depth are left out where they may be. */
const DEPTH_LIMIT = 6;

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
  readonly #wrong: ReadonlySet<string>;

  constructor(root: Keywords, wrong: ReadonlySet<string>) {
    this.#root = root;
    this.#wrong = wrong;
  }

  make(schema: Schema, given: unknown, path: string, name: string, depth: number): unknown {
    const node = this.#alternative(mergedNode(schema, this.#root), given);
    const isUsable = given !== undefined && !this.#wrong.has(path);
    if (typeof node === "boolean") return isUsable ? given : this.#invent(path, `<${name}>`);
    if ("const" in node) return node["const"];
    if (Array.isArray(node["enum"])) return isUsable ? given : this.#invent(path, this.#member(node["enum"], given));
    const types = declaredTypes(node) ?? [];
    if (isObject(given) && (types.includes("object") || types.length === 0)) {
      return this.#object(node, given, path, depth);
    }
    if (Array.isArray(given) && (types.includes("array") || types.length === 0)) {
      return this.#list(node, given, path, name, depth);
    }
    if (isUsable) return given;
    const [sample] = [...((node["examples"] as unknown[] | undefined) ?? []), node["default"]];
    if (sample !== undefined) return this.#invent(path, sample);
    if (types.includes("object") || (types.length === 0 && isObject(node["properties"]))) {
      return this.#object(node, {}, path, depth);
    }
    if (types.includes("array")) return this.#list(node, [], path, name, depth);
    return this.#invent(path, scalar(types[0], node, name));
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

  #object(node: Keywords, given: Record<string, unknown>, path: string, depth: number): unknown {
    const properties = (node["properties"] ?? {}) as Readonly<Record<string, Schema>>;
    const required = (node["required"] ?? []) as readonly string[];
    const entries: [string, unknown][] = [];
    for (const key of new Set([...Object.keys(properties), ...required, ...Object.keys(given)])) {
      const place = `${path}/${pointerToken(key)}`;
      const value = Object.hasOwn(given, key) ? given[key] : undefined;
      const isNeeded = required.includes(key);
      if (!isNeeded && (value === undefined || (this.#wrong.has(place) && !isObject(value)))) continue;
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (property === undefined && this.#wrong.has(place) && !isNeeded) continue;
      if (depth >= DEPTH_LIMIT && value === undefined) entries.push([key, this.#invent(place, `<${key}>`)]);
      else entries.push([key, this.make(property ?? true, value, place, key, depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  #list(node: Keywords, given: readonly unknown[], path: string, name: string, depth: number): unknown {
    const first = (node["prefixItems"] ?? []) as readonly Schema[];
    const rest = (node["items"] ?? true) as Schema;
    const atLeast = Math.max(
      (node["minItems"] as number | undefined) ?? 0,
      given.length === 0 && rest !== true ? 1 : 0,
    );
    const atMost = (node["maxItems"] as number | undefined) ?? Number.POSITIVE_INFINITY;
    const count =
      depth >= DEPTH_LIMIT ? given.length : Math.min(Math.max(given.length, atLeast, first.length), atMost, 50);
    return Array.from({ length: count }, (_, index) =>
      this.make(first[index] ?? rest, given[index], `${path}/${index}`, name, depth + 1),
    );
  }

  #member(values: readonly unknown[], given: unknown): unknown {
    const text = canonicalJson(given);
    return values.find((value) => canonicalJson(value) === text) ?? values[0];
  }

  #invent(path: string, value: unknown): unknown {
    this.invented.push(path);
    return value;
  }
}

function isLike(branch: Schema, given: unknown): boolean {
  if (typeof branch === "boolean") return branch;
  const types = declaredTypes(branch);
  return types === undefined || types.some((type) => isOfType(type, given));
}

function scalar(type: string | undefined, node: Keywords, name: string): unknown {
  if (type === "null") return null;
  if (type === "boolean") return false;
  return type === "number" || type === "integer" ? number(type === "integer", node) : text(node, name);
}

function number(isWhole: boolean, node: Keywords): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = node as Record<
    string,
    number | undefined
  >;
  const step = multipleOf ?? (isWhole ? 1 : 0.5);
  let least = Math.max(minimum ?? Number.NEGATIVE_INFINITY, (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + step);
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, (exclusiveMaximum ?? Number.POSITIVE_INFINITY) - step);
  if (least === Number.NEGATIVE_INFINITY) least = Math.min(1, most);
  const wanted = isWhole || multipleOf !== undefined ? Math.ceil(least / step) * step : least;
  return wanted > most ? least : wanted;
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
  const sample = samples[node["format"] as string] ?? `<${name}>`;
  return sample.padEnd(Number(node["minLength"] ?? 0), "x").slice(0, Number(node["maxLength"] ?? sample.length + 1e4));
}
