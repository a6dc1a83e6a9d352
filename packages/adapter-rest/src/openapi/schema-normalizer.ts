import { isObject, type Schema } from "@agent-tools/contract";
import { applyDiscriminator } from "./discriminator.js";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Located } from "./documents.js";
import { fileSchema, isFile } from "./file-schema.js";
import { hiddenProperties } from "./hidden-properties.js";
import { type SchemaBundler, schemaBundler } from "./schema-bundler.js";
import { inPlaceKeywords, type KeywordKind, keywords, mendedKeywords, mends } from "./schema-keywords.js";
import { type Definition, type Direction, type SchemaPlace, type SchemaSink, schemaPlaces } from "./schema-place.js";
import {
  asList,
  isRegularExpression,
  keepExample,
  mendBounds,
  mendNull,
  mendPattern,
  mendTypes,
  plainValue,
} from "./schema-repair.js";

/** Turns the schemas of any version into JSON Schema 2020-12, one definition at a time. */
export interface SchemaNormalizer extends SchemaBundler {
  /** References in the result point at `#/$defs`; `bundle` adds what they need. */
  normalize(schema: Located, direction: Direction, sink: SchemaSink): Schema;
}

/** One pass over one schema. */
interface Pass extends SchemaSink {
  readonly direction: Direction;
  /** The references that apply to the same value as the whole schema. */
  readonly inPlace: { readonly holder: Record<string, unknown>; readonly place: SchemaPlace }[];
}

/** Where in a pass a schema stands. */
interface Standing {
  readonly base: string;
  readonly depth: number;
  readonly isInPlace: boolean;
  /** Other schemas describe the same object as well. */
  readonly isPart: boolean;
  /** Properties that an object around it leaves out. */
  readonly hidden: ReadonlySet<string>;
}

/** Brings the schema, or each of the schemas, that a keyword holds to their final form. */
type Inner = (schemas: unknown, keyword: string, isMap?: boolean) => unknown;

const maxDepth = 100;
const none: ReadonlySet<string> = new Set();
/** What may stand beside a reference in 2.0 and 3.0, where everything else there is ignored. */
const besideReference = [
  ["description", "text"],
  ["deprecated", "flag"],
] as const;

export function schemaNormalizer(documents: Documents, version: ApiVersion): SchemaNormalizer {
  const isOldDialect = version === "2.0" || version === "3.0";
  const places = schemaPlaces(documents, version);
  const hidden = hiddenProperties(places, documents);
  const inPlaceOf = new Map<SchemaPlace, Pass["inPlace"]>();
  const { unfold, bundle } = schemaBundler(define);

  function visit(raw: unknown, pass: Pass, standing: Standing): Schema {
    if (typeof raw === "boolean") return raw;
    if (!isObject(raw) || standing.depth > maxDepth) {
      pass.flaws.add(isObject(raw) ? "a schema is nested too deeply" : `${JSON.stringify(raw)} is no schema`);
      return {};
    }
    if (pass.direction === "form" && isFile(raw)) return fileSchema(raw);
    const out: Record<string, unknown> = {};
    const reference = raw["$ref"] ?? raw["$dynamicRef"];
    if (typeof reference === "string") {
      const target = places.follow(reference, standing.base);
      if (pass.direction === "form" && isObject(target?.value) && isFile(target.value)) return fileSchema(target.value);
      const isPart = isClosed(target?.value) && (standing.isPart || (!isOldDialect && "properties" in raw));
      if (target) refer(places.place(target, pass.direction, isPart), out, pass, standing);
      else pass.flaws.add(`the reference ${reference} leads nowhere`);
      if (isOldDialect) {
        for (const [keyword, kind] of besideReference) {
          const value = plainValue(kind, raw[keyword]);
          if (value !== undefined && value !== "") out[keyword] = value;
        }
        return mendNull(raw, out);
      }
    }
    const own = "properties" in raw || "allOf" in raw ? hidden.of(raw, standing.base, pass.direction) : none;
    const left = own.size === 0 ? standing.hidden : new Set([...standing.hidden, ...own]);
    const isComposed = isOfSeveral(raw);
    const inner: Inner = (schemas, keyword, isMap) => {
      const within: Standing = {
        base: standing.base,
        depth: standing.depth + 1,
        isInPlace: standing.isInPlace && inPlaceKeywords.has(keyword),
        isPart: keyword === "allOf" && (isComposed || standing.isPart),
        hidden: keyword === "allOf" ? left : none,
      };
      return isMap
        ? mapOf(schemas as object, left, keyword, (schema) => visit(schema, pass, within))
        : Array.isArray(schemas)
          ? schemas.map((schema) => visit(schema, pass, within))
          : visit(schemas, pass, within);
    };

    let todo = 0;
    for (const keyword of Object.keys(raw)) {
      todo |= mendedKeywords.get(keyword) ?? 0;
      const kind = keywords.get(keyword);
      if (kind === undefined) continue;
      if (keyword === "additionalProperties" && isClosed(raw) && (isComposed || standing.isPart)) {
        pass.flaws.add("one of several schemas of an object refuses the properties of the others: that is left out");
        continue;
      }
      const made = carryOver(kind, keyword, raw[keyword], inner);
      if (made !== undefined) out[keyword] = made;
      else if (kind === "type") todo |= mends.types;
    }
    if (out["description"] !== undefined && out["title"] !== undefined) delete out["title"];
    if (todo !== 0) mend(todo, raw, out, pass, left, inner);
    if (todo & mends.alternatives) alternatives(raw, out, pass, standing, inner);
    return mendNull(raw, out);
  }

  function refer(place: SchemaPlace, out: Record<string, unknown>, pass: Pass, { isInPlace }: Standing): void {
    out["$ref"] = `#/$defs/${place.name}`;
    pass.references.add(place);
    if (isInPlace) pass.inPlace.push({ holder: out, place });
  }

  /**
   * `oneOf` becomes `anyOf`: documents mean "one of these", and where the shapes overlap (an integer, a number) the strict
   * reading would refuse what the service takes.
   */
  function alternatives(
    raw: Record<string, unknown>,
    out: Record<string, unknown>,
    pass: Pass,
    { base }: Standing,
    inner: Inner,
  ): void {
    const keyword = Array.isArray(raw["oneOf"]) && raw["oneOf"].length > 0 ? "oneOf" : "anyOf";
    const given = asList(raw[keyword]);
    if (given.length === 0) return;
    const branches = given.map((branch) => {
      const reference = isObject(branch) ? branch["$ref"] : undefined;
      const target = typeof reference === "string" ? places.follow(reference, base) : undefined;
      // As a list of one: a branch that is a list itself is no schema.
      const [schema = {}] = inner([branch], keyword) as readonly Schema[];
      return { schema, place: target && places.place(target, pass.direction) };
    });
    const chosen = applyDiscriminator(raw["discriminator"], base, branches, places);
    if (keyword === "oneOf" && out["anyOf"] !== undefined) out["allOf"] = [...asList(out["allOf"]), { anyOf: chosen }];
    else out["anyOf"] = chosen;
  }

  function define(place: SchemaPlace): Definition {
    if (place.definition) return place.definition;
    const { value, base } = place.target;
    const pass: Pass = { direction: place.direction, references: new Set(), flaws: new Set(), inPlace: [] };
    const schema = visit(value, pass, { base, depth: 0, isInPlace: true, isPart: place.isPart, hidden: none });
    place.definition = { schema, references: pass.references, flaws: pass.flaws };
    inPlaceOf.set(place, pass.inPlace);
    // A definition that leads to itself without going into a part of the value would keep a validator busy for ever.
    for (const reference of pass.inPlace) {
      if (!leadsTo(reference.place, place, new Set())) continue;
      delete reference.holder["$ref"];
      pass.flaws.add(`the schema ${place.name} consists of itself`);
    }
    return place.definition;
  }

  function leadsTo(from: SchemaPlace, goal: SchemaPlace, seen: Set<SchemaPlace>): boolean {
    if (from === goal) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    define(from);
    return (inPlaceOf.get(from) ?? []).some(({ holder, place }) => "$ref" in holder && leadsTo(place, goal, seen));
  }

  return {
    normalize: ({ value, base }, direction, sink) =>
      visit(
        value,
        { ...sink, direction, inPlace: [] },
        { base, depth: 0, isInPlace: false, isPart: false, hidden: none },
      ),
    unfold,
    bundle,
  };
}

function isClosed(schema: unknown): boolean {
  return isObject(schema) && schema["additionalProperties"] === false;
}

/** True where `allOf` adds to an object: what generators close piece by piece, though no piece then allows another. */
function isOfSeveral({ allOf, properties, $ref }: Record<string, unknown>): boolean {
  if (!Array.isArray(allOf) || allOf.length === 0) return $ref !== undefined && properties !== undefined;
  return allOf.length > 1 || properties !== undefined;
}

/** What has to be done beyond carrying keywords over. */
function mend(
  todo: number,
  raw: Record<string, unknown>,
  out: Record<string, unknown>,
  { flaws, direction }: Pass,
  left: ReadonlySet<string>,
  inner: Inner,
): void {
  if (todo & mends.tuple && Array.isArray(raw["items"])) tuple(raw, out, inner);
  if (todo & mends.bounds) mendBounds(raw, out);
  if (todo & mends.types) mendTypes(raw, out, flaws);
  if (todo & mends.required) {
    const required = asList(raw["required"]).filter((name) => typeof name === "string" && !left.has(name));
    if (required.length > 0) out["required"] = [...new Set(required)];
  }
  if (todo & mends.pattern) {
    const pattern = mendPattern(raw["pattern"], flaws);
    if (pattern !== undefined) out["pattern"] = pattern;
  }
  if (todo & mends.example && direction !== "output") keepExample(raw, out);
}

function carryOver(kind: KeywordKind, keyword: string, value: unknown, inner: Inner): unknown {
  switch (kind) {
    case "schema":
      return typeof value === "boolean" || isObject(value) ? inner(value, keyword) : undefined;
    case "schemas":
      return Array.isArray(value) && value.length > 0 ? inner(value, keyword) : undefined;
    case "schemaMap":
      return isObject(value) ? inner(value, keyword, true) : undefined;
    default:
      return plainValue(kind, value);
  }
}

function mapOf(
  schemas: object,
  left: ReadonlySet<string>,
  keyword: string,
  visit: (schema: unknown) => Schema,
): Readonly<Record<string, Schema>> {
  const made: Record<string, Schema> = {};
  for (const name of Object.keys(schemas)) {
    if (keyword === "properties" ? left.has(name) : keyword === "patternProperties" && !isRegularExpression(name))
      continue;
    const schema = visit((schemas as Record<string, unknown>)[name]);
    if (name !== "__proto__") made[name] = schema;
    else Object.defineProperty(made, name, { value: schema, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

/** The tuple of earlier drafts: `items` as a list. */
function tuple(raw: Record<string, unknown>, out: Record<string, unknown>, inner: Inner): void {
  const items = raw["items"] as unknown[];
  if (items.length > 0) out["prefixItems"] = inner(items, "prefixItems");
  const rest = raw["additionalItems"];
  if (typeof rest === "boolean" || isObject(rest)) out["items"] = inner(rest, "items");
}
