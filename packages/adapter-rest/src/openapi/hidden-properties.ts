import { isObject } from "@agent-tools/contract";
import type { Documents } from "./documents.js";
import type { Direction, SchemaPlaces } from "./schema-place.js";

/** Which properties of an object do not belong to a direction. */
export interface HiddenProperties {
  /** Their names, those that the object takes over by allOf included, since its `required` may list them. */
  of(schema: unknown, base: string, direction: Direction): ReadonlySet<string>;
}

const maxDepth = 50;
const none: ReadonlySet<string> = new Set();

/** readOnly is not given (OpenAPI 3.1, section 4.8.24.1), writeOnly not answered. */
export function hiddenProperties(places: SchemaPlaces, documents: Documents): HiddenProperties {
  // Most descriptions have none at all. Found out with the first schema: a list of tools has no need of it.
  const isAny: Partial<Record<Direction, boolean>> = {};
  const known: Record<Direction, Map<object, ReadonlySet<string>>> = {
    input: new Map(),
    form: new Map(),
    output: new Map(),
  };

  function isHidden(schema: unknown, base: string, direction: Direction, depth = 0): boolean {
    if (!isObject(schema) || depth > maxDepth) return false;
    if (schema[direction === "output" ? "writeOnly" : "readOnly"] === true) return true;
    if (typeof schema["$ref"] === "string") {
      const target = places.follow(schema["$ref"], base);
      return target !== undefined && isHidden(target.value, target.base, direction, depth + 1);
    }
    const { allOf } = schema;
    return Array.isArray(allOf) && allOf.some((member) => isHidden(member, base, direction, depth + 1));
  }

  function of(schema: unknown, base: string, direction: Direction, depth = 0): ReadonlySet<string> {
    if (!isObject(schema) || depth > maxDepth) return none;
    const before = known[direction].get(schema);
    if (before) return before;
    const names = new Set<string>();
    // Set before its members are looked at, so that a schema that consists of itself comes to an end.
    known[direction].set(schema, names);
    const { properties, $ref, allOf } = schema;
    if (isObject(properties)) {
      for (const [name, property] of Object.entries(properties)) {
        if (isHidden(property, base, direction)) names.add(name);
      }
    }
    const target = typeof $ref === "string" ? places.follow($ref, base) : undefined;
    if (target) for (const name of of(target.value, target.base, direction, depth + 1)) names.add(name);
    if (Array.isArray(allOf)) {
      for (const member of allOf) for (const name of of(member, base, direction, depth + 1)) names.add(name);
    }
    return names;
  }

  return {
    of(schema, base, direction) {
      isAny[direction] ??= documents.mentions(direction === "output" ? "writeOnly" : "readOnly");
      return isAny[direction] ? of(schema, base, direction) : none;
    },
  };
}
