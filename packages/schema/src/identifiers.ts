import { isObject } from "@agent-tools/contract";

/** The enclosing objects of a place in a schema, the outermost first. */
export type Scope = readonly object[];

/** A part of a schema and where it stands. */
export interface Place {
  readonly node: unknown;
  readonly scope: Scope;
}

/** What identifiers without a scheme are relative to. It never leaves the process. */
const BASE = "schema:///";

/** Data, not schemas: an `$id` in there names nothing. */
const data = new Set(["const", "default", "enum", "example", "examples"]);

/** Every place that `$id`, `$anchor` or `$dynamicAnchor` names, by absolute URI (JSON Schema 2020-12, section 8.2). */
export function identifiedPlaces(root: unknown): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  const add = (uri: string, place: Place) => {
    const known = places.get(uri);
    if (known) known.push(place);
    else places.set(uri, [place]);
  };
  const walk = (node: unknown, scope: Scope, outerBase: string) => {
    if (typeof node !== "object" || node === null || scope.includes(node)) return;
    const place = { node, scope };
    let base = outerBase;
    if (isObject(node)) {
      const id = identifierOf(node);
      if (id !== undefined) {
        const uri = absolute(id, outerBase);
        add(uri, place);
        if (!id.startsWith("#")) base = uri;
      }
      for (const anchor of [node["$anchor"], node["$dynamicAnchor"]]) {
        if (typeof anchor === "string") add(absolute(`#${anchor}`, base), place);
      }
    }
    for (const [key, value] of Object.entries(node)) if (!data.has(key)) walk(value, [...scope, node], base);
  };
  walk(root, [], BASE);
  return places;
}

/** The base URI inside of a scope. */
export function baseUri(scope: Scope): string {
  return scope.filter(isResource).reduce((base, node) => absolute(identifierOf(node) as string, base), BASE);
}

/** True for a node whose `$id` makes it a document of its own. */
export function isResource(node: object): boolean {
  const id = identifierOf(node);
  return id !== undefined && !id.startsWith("#");
}

/** A reference as an absolute URI; the reference itself where it is none. */
export function absolute(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}

/** The place that keys lead to from a node; undefined where nothing stands there. */
export function placeAt(node: unknown, keys: readonly string[], scope: Scope): Place | undefined {
  let found = node;
  const enclosing = [...scope];
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    enclosing.push(found);
    found = (found as Record<string, unknown>)[key];
  }
  return { node: found, scope: enclosing };
}

function identifierOf(node: object): string | undefined {
  const { $id, id } = node as { $id?: unknown; id?: unknown };
  if (typeof $id === "string") return $id;
  // Draft-04 said `id`; only a URI can be one, so that no other use of the word is taken for it.
  return typeof id === "string" && URL.canParse(id) ? id : undefined;
}
