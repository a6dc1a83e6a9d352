import { isObject, type Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import { withoutEndlessReferences } from "./endless-references.js";
import { isExpression } from "./expression.js";
import { absolute, baseUri, identifiedPlaces, isResource, type Place, placeAt, type Scope } from "./identifiers.js";
import { pointerKeys, pointerToken } from "./json-pointer.js";
import {
  type Keywords,
  type Nesting,
  nestings,
  olderKeywords,
  plainKeywords,
  type TypeName,
  typeNames,
  unknownTo,
} from "./keywords.js";

/**
 * Any schema as one 2020-12 document that a validator takes: every reference is `#/$defs/<name>`, no identifiers,
 * only keywords that count, every value sound. It accepts what the original accepts.
 */
export interface SchemaForm {
  readonly schema: Schema;
  /** What of the original could not be used, in words. */
  readonly problems: readonly string[];
  /** True where a property has the name of an inherited one (`constructor`, …), which a validator must not take for present. */
  readonly hasInheritedNames: boolean;
}

/** Schemas of more nodes than this are not read. */
const NODE_LIMIT = 50_000;

/** The form of a schema. Throws where there is none: nested too deep, or of more than 50,000 nodes. */
export function schemaForm(original: Schema | undefined): SchemaForm {
  return new FormReader(original ?? true).read();
}

class FormReader {
  readonly #root: unknown;
  readonly #problems: string[] = [];
  readonly #names = new Map<object, string>();
  readonly #taken = new Set<string>();
  readonly #waiting: Place[] = [];
  readonly #active = new Set<object>();
  readonly #ignored: ReadonlySet<string>;
  #identified: ReadonlyMap<string, readonly Place[]> | undefined;
  #nodes = 0;
  #hasInheritedNames = false;

  constructor(root: unknown) {
    this.#root = root;
    this.#ignored = unknownTo(isObject(root) ? root["$schema"] : undefined);
  }

  read(): SchemaForm {
    const root = this.#visit(this.#root, [], "");
    const definitions: [string, Schema][] = [];
    for (let place = this.#waiting.shift(); place; place = this.#waiting.shift()) {
      const name = this.#names.get(place.node as object) as string;
      definitions.push([name, this.#visit(place.node, place.scope, `/$defs/${name}`)]);
    }
    if (typeof root === "boolean" || definitions.length === 0) return this.#form(root);
    const { definitions: $defs, cut } = withoutEndlessReferences(Object.fromEntries(definitions));
    for (const name of cut) this.#drop(`/$defs/${name}`, "refers to itself without a step", undefined);
    return this.#form({ ...root, $defs });
  }

  #form(schema: Schema): SchemaForm {
    return { schema, problems: this.#problems, hasInheritedNames: this.#hasInheritedNames };
  }

  #visit(node: unknown, outer: Scope, path: string): Schema {
    if (typeof node === "boolean") return node;
    if (!isObject(node)) return this.#drop(path, "is not a schema", true);
    if (++this.#nodes > NODE_LIMIT) throw new RangeError(`it has more than ${NODE_LIMIT} nodes`);
    // A schema object that holds itself: a reference says the same in a finite way.
    if (this.#active.has(node)) return this.#reference({ node, scope: outer }, "");
    const scope = [...outer, node];
    this.#active.add(node);
    const form: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(node)) {
      if (value === undefined || this.#ignored.has(keyword)) continue;
      this.#keyword(form, keyword, value, node, scope, `${path}/${pointerToken(keyword)}`);
    }
    this.#active.delete(node);
    if (node["nullable"] === true) admitNull(form);
    return form;
  }

  #keyword(form: Form, keyword: string, value: unknown, node: Keywords, scope: Scope, path: string) {
    const meanings = olderKeywords.get(keyword)?.(value, node);
    if (meanings) {
      for (const [name, meaning] of Object.entries(meanings)) this.#keyword(form, name, meaning, node, scope, path);
      return;
    }
    const nesting = nestings.get(keyword);
    const isSound = plainKeywords.get(keyword);
    let sound: unknown;
    if (nesting) {
      sound = this.#nested(nesting, keyword, value, scope, path);
    } else if (keyword === "type") {
      sound = this.#types(value, path);
    } else if (keyword === "$ref" || keyword === "$dynamicRef" || keyword === "$recursiveRef") {
      const target = this.#resolve(value, scope, path);
      if (target === false) form["not"] = {};
      if (typeof target === "object") form["$ref"] = target.$ref;
    } else if (isSound) {
      if (!isSound(value)) this.#drop(path, `cannot be ${JSON.stringify(value)}`, undefined);
      else sound = keyword === "enum" ? distinct(value as unknown[]) : value;
      if (keyword === "required" || keyword === "dependentRequired") this.#note(value);
    }
    if (sound !== undefined) form[keyword] = sound;
  }

  #nested(nesting: Nesting, keyword: string, value: unknown, scope: Scope, path: string): unknown {
    if (nesting === "schema") return this.#visit(value, scope, path);
    if (nesting === "list") {
      if (!Array.isArray(value) || value.length === 0) return this.#drop(path, "is not a list of schemas", undefined);
      return value.map((item, index) => this.#visit(item, scope, `${path}/${index}`));
    }
    if (!isObject(value)) return this.#drop(path, "is not an object of schemas", undefined);
    if (keyword !== "patternProperties") this.#note(Object.keys(value));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => item !== undefined && this.#isUsable(keyword, key, path))
        .map(([key, item]) => [key, this.#visit(item, scope, `${path}/${pointerToken(key)}`)]),
    );
  }

  #isUsable(keyword: string, key: string, path: string): boolean {
    // An own `__proto__` would set the prototype of whatever copies the arguments, so no schema may ask for one.
    const isUsable = key !== "__proto__" && (keyword !== "patternProperties" || isExpression(key));
    return isUsable || this.#drop(`${path}/${pointerToken(key)}`, "cannot be a key here", false);
  }

  #types(value: unknown, path: string): TypeName | TypeName[] | undefined {
    const given = (Array.isArray(value) ? value : [value]).map((name) =>
      typeof name === "string" ? name.toLowerCase() : "",
    );
    const known = distinct(typeNames.filter((name) => given.includes(name)));
    if (known.length < new Set(given).size || known.length === 0) {
      // A type that nobody knows could be any: naming only the others would refuse what the author meant to accept.
      return this.#drop(path, `names no type that there is: ${JSON.stringify(value)}`, undefined);
    }
    return Array.isArray(value) ? known : known[0];
  }

  #resolve(reference: unknown, scope: Scope, path: string): boolean | { $ref: string } | undefined {
    const place = typeof reference === "string" ? this.#find(reference, scope) : undefined;
    if (!place || (typeof place.node !== "boolean" && !isObject(place.node))) {
      return this.#drop(path, `points at nothing: ${JSON.stringify(reference)}`, undefined);
    }
    if (typeof place.node === "boolean") return place.node;
    return this.#reference(place, String(reference));
  }

  #reference(place: Place, reference: string): { $ref: string } {
    const node = place.node as object;
    let name = this.#names.get(node);
    if (name === undefined) {
      name = this.#freeName(reference);
      this.#names.set(node, name);
      this.#waiting.push(place);
    }
    return { $ref: `#/$defs/${name}` };
  }

  #freeName(reference: string): string {
    const last = reference.split(/[#/]/).filter(Boolean).at(-1) ?? "root";
    const base = last.replaceAll(/[^A-Za-z0-9_.-]+/g, "_");
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${count}`;
    this.#taken.add(name);
    return name;
  }

  #find(reference: string, scope: Scope): Place | undefined {
    const [identifier = "", fragment = ""] = reference.split(/#(.*)/s);
    const pointer = decoded(fragment);
    if (pointer !== "" && !pointer.startsWith("/")) return this.#identifiedBy(reference, scope);
    const keys = pointerKeys(pointer);
    if (identifier !== "") {
      const document = this.#identifiedBy(identifier, scope);
      return document && placeAt(document.node, keys, document.scope);
    }
    // The enclosing document rules. Where it has no such place, a schema that was embedded with its own definitions may.
    const inner = [...scope.keys()].reverse();
    const document = inner.find((index) => isResource(scope[index] as object)) ?? 0;
    for (const index of [document, 0, ...inner]) {
      const place = placeAt(scope[index], keys, scope.slice(0, index));
      if (place) return place;
    }
    const name = keys.at(-1) as string;
    for (const index of inner) {
      for (const definitions of ["$defs", "definitions"]) {
        const place = placeAt(scope[index], [definitions, name], scope.slice(0, index));
        if (place) return place;
      }
    }
    return undefined;
  }

  /** The place that a URI names; of several, the one that shares the most of the scope. */
  #identifiedBy(reference: string, scope: Scope): Place | undefined {
    this.#identified ??= identifiedPlaces(this.#root);
    const uri = absolute(reference, baseUri(scope));
    let nearest: Place | undefined;
    let mostShared = -1;
    for (const place of this.#identified.get(uri) ?? []) {
      const shared = [...place.scope, place.node].filter((node) => scope.includes(node as object)).length;
      if (shared > mostShared) [nearest, mostShared] = [place, shared];
    }
    return nearest;
  }

  #note(names: unknown) {
    const list = Array.isArray(names)
      ? names
      : isObject(names)
        ? [Object.keys(names), Object.values(names)].flat(2)
        : [];
    if (list.some((name) => typeof name === "string" && name in Object.prototype)) this.#hasInheritedNames = true;
  }

  #drop<T>(path: string, reason: string, instead: T): T {
    this.#problems.push(`${path || "The root"} ${reason}`);
    return instead;
  }
}

type Form = Record<string, unknown>;

function distinct<T>(values: readonly T[]): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = canonicalJson(value);
    return !seen.has(text) && seen.add(text);
  });
}

/** `nullable: true` (OpenAPI 3.0) as 2020-12 says it. */
function admitNull(form: Form) {
  const { type, enum: values } = form as { type?: TypeName | TypeName[]; enum?: unknown[] };
  if (type !== undefined) form["type"] = [...new Set([type, "null"].flat())];
  if (values && !values.includes(null)) form["enum"] = [...values, null];
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
