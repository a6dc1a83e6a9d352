import { createHash } from "node:crypto";
import { isObject, type Schema } from "@agent-tools/contract";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Located, Resolved } from "./documents.js";
import { fileSchema, isFile } from "./file-schema.js";
import { inPlaceKeywords, keywords, typeNames } from "./schema-keywords.js";

/**
 * What a schema is for: what a caller gives, the same in a form (where bytes become files), or what a service answers.
 * It decides which of readOnly and writeOnly properties are left out.
 */
export type Direction = "input" | "form" | "output";

/** Where a schema's references and flaws are collected. */
export interface SchemaSink {
  readonly references: Set<string>;
  readonly flaws: Set<string>;
}

/** Turns the schemas of any version into JSON Schema 2020-12, one definition at a time. */
export interface SchemaNormalizer {
  /** References in the result point at `#/$defs`; `bundle` adds what they need. */
  normalize(schema: Located, direction: Direction, sink: SchemaSink): Schema;
  /** The schema with exactly the definitions that it reaches. */
  bundle(schema: Schema, sink: SchemaSink): Schema;
  /** The definition itself where a schema is only a reference to it: for a root, which clients want to see. */
  unfold(schema: Schema, sink: SchemaSink): Schema;
}

interface Definition extends SchemaSink {
  readonly name: string;
  readonly schema: Schema;
  /** The references that apply to the same value as the definition itself. */
  readonly inPlace: readonly InPlaceReference[];
}

interface InPlaceReference {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** The state of one pass over one schema. */
interface Pass extends SchemaSink {
  readonly direction: Direction;
  readonly inPlace: InPlaceReference[];
}

const maxDepth = 100;
const maxExample = 80;
const none: ReadonlySet<string> = new Set();

export function schemaNormalizer(documents: Documents, version: ApiVersion): SchemaNormalizer {
  const isOldDialect = version === "2.0" || version === "3.0";
  const componentPrefix = `${documents.base}#/${version === "2.0" ? "definitions" : "components/schemas"}/`;
  const definitions = new Map<string, Definition>();

  const places = new Map<string, Resolved>();
  const hiddenIn: Record<Direction, WeakMap<object, ReadonlySet<string>>> = {
    input: new WeakMap(),
    form: new WeakMap(),
    output: new WeakMap(),
  };

  /** The place that a reference leads to, through references to references; undefined where there is none. */
  function follow(reference: string, base: string): Resolved | undefined {
    const seen = new Set<string>();
    let found = documents.resolve(reference, base);
    while (found && isObject(found.value) && typeof found.value["$ref"] === "string") {
      if (!isOldDialect && Object.keys(found.value).length > 1) break;
      if (seen.has(found.key)) return undefined;
      seen.add(found.key);
      found = documents.resolve(found.value["$ref"], found.base);
    }
    return found;
  }

  function isHidden(raw: unknown, base: string, direction: Direction, depth = 0): boolean {
    if (!isObject(raw) || depth > maxDepth) return false;
    if (raw[direction === "output" ? "writeOnly" : "readOnly"] === true) return true;
    if (typeof raw["$ref"] === "string") {
      const target = follow(raw["$ref"], base);
      return target !== undefined && isHidden(target.value, target.base, direction, depth + 1);
    }
    return asList(raw["allOf"]).some((member) => isHidden(member, base, direction, depth + 1));
  }

  /** The properties that are left out of an object, those that it takes over by allOf included. */
  function hiddenNames(raw: unknown, base: string, direction: Direction, depth = 0): ReadonlySet<string> {
    if (!isObject(raw) || depth > maxDepth) return none;
    const known = hiddenIn[direction].get(raw);
    if (known) return known;
    const names = new Set<string>();
    hiddenIn[direction].set(raw, names);
    if (isObject(raw["properties"])) {
      for (const [name, property] of Object.entries(raw["properties"])) {
        if (isHidden(property, base, direction)) names.add(name);
      }
    }
    const target = typeof raw["$ref"] === "string" ? follow(raw["$ref"], base) : undefined;
    if (target) for (const name of hiddenNames(target.value, target.base, direction, depth + 1)) names.add(name);
    for (const member of asList(raw["allOf"])) {
      for (const name of hiddenNames(member, base, direction, depth + 1)) names.add(name);
    }
    return names;
  }

  function visit(
    raw: unknown,
    base: string,
    pass: Pass,
    hidden: ReadonlySet<string>,
    isInPlace: boolean,
    depth: number,
  ): Schema {
    if (typeof raw === "boolean") return raw;
    if (!isObject(raw) || depth > maxDepth) {
      pass.flaws.add(isObject(raw) ? "a schema is nested too deeply" : `${JSON.stringify(raw)} is no schema`);
      return {};
    }
    if (pass.direction === "form" && isFile(raw)) return fileSchema(raw);
    const out: Record<string, unknown> = {};
    const reference = raw["$ref"] ?? raw["$dynamicRef"];
    if (typeof reference === "string") {
      const target = follow(reference, base);
      if (!target) pass.flaws.add(`the reference ${reference} leads nowhere`);
      else if (pass.direction === "form" && isObject(target.value) && isFile(target.value))
        return fileSchema(target.value);
      else {
        const key = `${pass.direction} ${target.key}`;
        places.set(key, target);
        pass.references.add(key);
        out["$ref"] = `#/$defs/${nameOf(target.key)}`;
        if (isInPlace) pass.inPlace.push({ holder: out, key });
      }
      if (isOldDialect) {
        if (typeof raw["description"] === "string") out["description"] = raw["description"];
        return withNull(raw, out);
      }
    }

    const omitted =
      hidden === none || raw["allOf"] || raw["properties"] ? hiddenNames(raw, base, pass.direction) : none;
    const left = omitted.size === 0 ? hidden : hidden.size === 0 ? omitted : new Set([...hidden, ...omitted]);
    const inner = (schema: unknown, keyword: string): Schema => {
      const stays = inPlaceKeywords.has(keyword);
      return visit(schema, base, pass, keyword === "allOf" ? left : none, isInPlace && stays, depth + 1);
    };

    for (const [keyword, value] of Object.entries(raw)) {
      const kind = keywords.get(keyword);
      switch (kind) {
        case "schema":
          if (Array.isArray(value)) break;
          if (typeof value === "boolean" || isObject(value)) out[keyword] = inner(value, keyword);
          break;
        case "schemas":
          if (Array.isArray(value) && value.length > 0) out[keyword] = value.map((member) => inner(member, keyword));
          break;
        case "schemaMap":
          if (isObject(value)) out[keyword] = schemaMap(value, keyword, left, inner);
          break;
        case "number":
        case "positive":
        case "count": {
          const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
          if (isAllowed(number, kind)) out[keyword] = number;
          break;
        }
        case "flag":
          if (value === true) out[keyword] = true;
          break;
        case "text":
          if (typeof value === "string") out[keyword] = value;
          break;
        case "any":
          out[keyword] = value;
          break;
      }
    }
    if (out["description"] !== undefined) delete out["title"];
    oldKeywords(raw, out, inner);
    typesAndValues(raw, out, pass);
    alternatives(raw, base, out, inner);
    const required = asList(raw["required"]).filter((name) => typeof name === "string" && !left.has(name));
    if (required.length > 0) out["required"] = [...new Set(required)];
    const pattern = patternOf(raw["pattern"], pass);
    if (pattern !== undefined) out["pattern"] = pattern;
    if (pass.direction !== "output") exampleOf(raw, out);
    return withNull(raw, out);
  }

  /** `oneOf` becomes `anyOf`: documents mean "one of these", and where the shapes overlap the strict reading would refuse what the service takes. */
  function alternatives(
    raw: Record<string, unknown>,
    base: string,
    out: Record<string, unknown>,
    inner: (schema: unknown, keyword: string) => Schema,
  ): void {
    const members = asList(raw["oneOf"]);
    const chosen = discriminated(
      raw["discriminator"],
      base,
      out["anyOf"] ?? members.map((member) => inner(member, "oneOf")),
    );
    if (members.length === 0) {
      if (Array.isArray(out["anyOf"])) out["anyOf"] = chosen;
    } else if (out["anyOf"] === undefined) out["anyOf"] = chosen;
    else out["allOf"] = [...asList(out["allOf"]), { anyOf: members.map((member) => inner(member, "oneOf")) }];
  }

  /** Writes the value that a discriminator's mapping gives into the branch that it leads to, where the branch does not say. */
  function discriminated(discriminator: unknown, base: string, branches: unknown): Schema[] {
    const list = asList(branches) as Schema[];
    if (!isObject(discriminator) || !isObject(discriminator["mapping"])) return list;
    const { propertyName, mapping } = discriminator;
    if (typeof propertyName !== "string") return list;
    const values = new Map<string, string[]>();
    for (const [value, given] of Object.entries(mapping)) {
      if (typeof given !== "string") continue;
      const target = follow(/[#/.]/.test(given) ? given : `#/components/schemas/${given}`, base);
      if (!target) continue;
      const properties =
        isObject(target.value) && isObject(target.value["properties"]) ? target.value["properties"] : {};
      const own = properties[propertyName];
      if (isObject(own) && (own["enum"] !== undefined || own["const"] !== undefined || own["$ref"] !== undefined))
        continue;
      const reference = `#/$defs/${nameOf(target.key)}`;
      values.set(reference, [...(values.get(reference) ?? []), value]);
    }
    return list.map((branch) => {
      const allowed = isObject(branch) ? values.get(String(branch["$ref"])) : undefined;
      if (!allowed) return branch;
      const property = allowed.length === 1 ? { const: allowed[0] } : { enum: allowed };
      return Object.assign(branch as object, {
        properties: { [propertyName]: property },
        required: [propertyName],
      }) as Schema;
    });
  }

  function nameOf(key: string): string {
    const isComponent = key.startsWith(componentPrefix);
    const last = isComponent ? key.slice(componentPrefix.length) : (/[^/#]*$/.exec(key)?.[0] ?? "");
    const plain = last.replace(/[^\w.-]/g, "_").slice(0, 80);
    const name =
      isComponent && plain === last ? plain : `${plain}_${createHash("sha256").update(key).digest("hex").slice(0, 6)}`;
    return name;
  }

  function definition(key: string): Definition {
    const known = definitions.get(key);
    if (known) return known;
    const { value, base, key: place } = places.get(key) as Resolved;
    const direction = key.slice(0, key.indexOf(" ")) as Direction;
    const pass: Pass = { direction, references: new Set(), flaws: new Set(), inPlace: [] };
    const schema = visit(value, base, pass, none, true, 0);
    const made: Definition = { ...pass, name: nameOf(place), schema };
    definitions.set(key, made);
    // A definition that leads to itself without going into a part of the value would make a validator run for ever.
    for (const reference of made.inPlace) {
      if (!reachesInPlace(reference.key, key, new Set())) continue;
      delete reference.holder["$ref"];
      made.flaws.add(`the schema ${made.name} consists of itself`);
    }
    return made;
  }

  function reachesInPlace(from: string, goal: string, seen: Set<string>): boolean {
    if (from === goal) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return definition(from).inPlace.some(({ holder, key }) => "$ref" in holder && reachesInPlace(key, goal, seen));
  }

  return {
    normalize({ value, base }, direction, sink) {
      return visit(value, base, { ...sink, direction, inPlace: [] }, none, false, 0);
    },
    unfold(schema, sink) {
      if (!isObject(schema) || typeof schema["$ref"] !== "string") return schema;
      const { $ref, ...siblings } = schema;
      for (const key of sink.references) {
        const { name, schema: target, references, flaws } = definition(key);
        if ($ref !== `#/$defs/${name}` || !isObject(target)) continue;
        for (const reference of references) sink.references.add(reference);
        for (const flaw of flaws) sink.flaws.add(flaw);
        // Two sets of the same keyword cannot stand in one object.
        if (Object.keys(siblings).some((keyword) => keyword !== "description" && keyword in target)) return schema;
        return { ...target, ...siblings };
      }
      return schema;
    },
    bundle(schema, sink) {
      const reached = new Map<string, Schema>();
      const used = referencesIn(schema);
      const waiting = [...sink.references].filter((key) => used.has(definition(key).name));
      const seen = new Set(waiting);
      for (const key of waiting) {
        const found = definition(key);
        reached.set(found.name, found.schema);
        for (const flaw of found.flaws) sink.flaws.add(flaw);
        for (const next of found.references) {
          if (seen.has(next)) continue;
          seen.add(next);
          waiting.push(next);
        }
      }
      if (reached.size === 0 || !isObject(schema)) return schema;
      return { ...schema, $defs: Object.fromEntries([...reached].sort(([a], [b]) => (a < b ? -1 : 1))) };
    },
  };
}

function schemaMap(
  map: Record<string, unknown>,
  keyword: string,
  left: ReadonlySet<string>,
  inner: (schema: unknown, keyword: string) => Schema,
): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(map)) {
    if (keyword === "properties" && left.has(name)) continue;
    if (keyword === "patternProperties" && !isRegularExpression(name)) continue;
    Object.defineProperty(schemas, name, {
      value: inner(schema, keyword),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return schemas;
}

/** What earlier drafts and OpenAPI 3.0 wrote otherwise: tuples, boolean exclusive bounds, dependencies. */
function oldKeywords(
  raw: Record<string, unknown>,
  out: Record<string, unknown>,
  inner: (schema: unknown, keyword: string) => Schema,
): void {
  if (Array.isArray(raw["items"]) && raw["items"].length > 0) {
    out["prefixItems"] = raw["items"].map((item) => inner(item, "prefixItems"));
    const rest = raw["additionalItems"];
    if (typeof rest === "boolean" || isObject(rest)) out["items"] = inner(rest, "items");
  }
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (raw[exclusive] !== true || out[bound] === undefined) continue;
    out[exclusive] = out[bound];
    delete out[bound];
  }
  const dependencies = raw["dependentRequired"] ?? raw["dependencies"];
  if (isObject(dependencies)) {
    const names = Object.entries(dependencies).filter(([, value]) => isStrings(value));
    if (names.length > 0) out["dependentRequired"] = Object.fromEntries(names);
  }
}

function typesAndValues(raw: Record<string, unknown>, out: Record<string, unknown>, pass: Pass): void {
  const given = asList(raw["type"] ?? []);
  const types = [
    ...new Set(given.map((type) => typeNames[String(type).toLowerCase()]).filter((type) => type !== undefined)),
  ];
  const isAny = given.some((type) => ["any", "file"].includes(String(type).toLowerCase()));
  if (types.length < given.length && !isAny) pass.flaws.add(`${JSON.stringify(raw["type"])} is no type`);
  if (types.length > 0) out["type"] = types.length === 1 ? types[0] : types;
  if (raw["format"] === "byte" || raw["format"] === "base64") {
    delete out["format"];
    out["contentEncoding"] = "base64";
  }
  const values = raw["enum"] === undefined ? [] : asList(raw["enum"]);
  if (values.length === 0) return;
  out["enum"] = values.filter((value, index) => values.indexOf(value) === index);
  if (types.length > 0 && !values.some((value) => types.some((type) => isOfType(value, type)))) delete out["type"];
}

/** `nullable` of OpenAPI 3.0, and what vendors wrote before. */
function withNull(raw: Record<string, unknown>, out: Record<string, unknown>): Schema {
  if (raw["nullable"] !== true && raw["x-nullable"] !== true) return out;
  const composed = ["$ref", "allOf", "anyOf", "not", "const"].some((keyword) => keyword in out);
  if (composed) {
    const { description, default: byDefault, deprecated, ...schema } = out;
    return {
      ...(description !== undefined && { description }),
      ...(byDefault !== undefined && { default: byDefault }),
      ...(deprecated !== undefined && { deprecated }),
      anyOf: [schema, { type: "null" }],
    };
  }
  if (out["type"] !== undefined) out["type"] = [...new Set([...asList(out["type"]), "null"])];
  if (out["enum"] !== undefined && !asList(out["enum"]).includes(null)) out["enum"] = [...asList(out["enum"]), null];
  return out;
}

/** Drops what no regular expression engine of ECMAScript takes; needless escapes are mended first. */
function patternOf(pattern: unknown, pass: Pass): string | undefined {
  if (typeof pattern !== "string") return undefined;
  if (isRegularExpression(pattern)) return pattern;
  const mended = pattern.replace(/\\([^\w\s^$\\.*+?()[\]{}|/-])/g, "$1");
  if (isRegularExpression(mended)) return mended;
  pass.flaws.add(`the pattern ${pattern} is no regular expression of ECMAScript`);
  return undefined;
}

/** A short example tells a model more than a paragraph. */
function exampleOf(raw: Record<string, unknown>, out: Record<string, unknown>): void {
  const given = raw["example"] ?? asList(raw["examples"])[0];
  if (out["enum"] !== undefined || out["const"] !== undefined || out["type"] === "boolean") return;
  if ((typeof given === "string" && given !== "" && given.length <= maxExample) || typeof given === "number") {
    out["examples"] = [given];
  }
}

function isAllowed(value: unknown, kind: string | undefined): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  return kind === "number" || (kind === "positive" ? value > 0 : Number.isInteger(value) && value >= 0);
}

function isOfType(value: unknown, type: string): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (typeof value === "number") return type === "number" || (type === "integer" && Number.isInteger(value));
  return typeof value === type;
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** The names of the definitions that a schema points at itself. */
function referencesIn(schema: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && typeof value === "string") found.add(value.slice("#/$defs/".length));
    else referencesIn(value, found);
  }
  return found;
}
