import { isObject, type Schema } from "@agent-tools/contract";
import type { Definition, SchemaPlace, SchemaSink } from "./schema-place.js";

/** Puts schemas and the definitions that they reach together. */
export interface SchemaBundler {
  /** The definition itself where a schema is only a reference to it: for a root, which clients want to see. */
  unfold(schema: Schema, sink: SchemaSink): Schema;
  /** The schema with exactly the definitions that it reaches. */
  bundle(schema: Schema, sink: SchemaSink): Schema;
}

type Definitions = Readonly<Record<string, Schema>>;

/** Tools that reach the same definitions share one object of them: in a large description that is most of them. */
export function schemaBundler(define: (place: SchemaPlace) => Definition): SchemaBundler {
  const shared = new Map<string, { readonly members: ReadonlySet<SchemaPlace>; readonly definitions: Definitions }>();
  let walks = 0;

  function reach(roots: Iterable<SchemaPlace>, flaws: Set<string>): SchemaPlace[] {
    walks += 1;
    const reached: SchemaPlace[] = [];
    const come = (place: SchemaPlace): void => {
      if (place.walk === walks) return;
      place.walk = walks;
      reached.push(place);
    };
    for (const root of roots) come(root);
    for (const place of reached) {
      const definition = define(place);
      for (const flaw of definition.flaws) flaws.add(flaw);
      for (const next of definition.references) come(next);
    }
    return reached;
  }

  function definitionsOf(reached: readonly SchemaPlace[]): Definitions {
    let sum = 0;
    for (const { id } of reached) sum = (sum + Math.imul(id + 1, 0x9e3779b1)) >>> 0;
    const key = `${reached[0]?.direction === "output"} ${reached.length} ${sum}`;
    const known = shared.get(key);
    // The sum only finds candidates: as many members, all of them there, are the same members.
    if (known && reached.every((place) => known.members.has(place))) return known.definitions;
    // Without a prototype it is a plain table from the start: a name may be any text, and there are hundreds.
    const definitions: Record<string, Schema> = Object.create(null);
    for (const place of [...reached].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      definitions[place.name] = define(place).schema;
    }
    shared.set(key, { members: new Set(reached), definitions });
    return definitions;
  }

  return {
    unfold(schema, sink) {
      if (!isObject(schema) || typeof schema["$ref"] !== "string") return schema;
      const { $ref, ...siblings } = schema;
      const place = [...sink.references].find(({ name }) => $ref === `#/$defs/${name}`);
      const target = place && define(place);
      if (!target || !isObject(target.schema)) return schema;
      // Two of the same keyword cannot stand in one object.
      if (Object.keys(siblings).some((keyword) => keyword !== "description" && keyword in (target.schema as object))) {
        return schema;
      }
      for (const reference of target.references) sink.references.add(reference);
      for (const flaw of target.flaws) sink.flaws.add(flaw);
      return { ...target.schema, ...siblings };
    },
    bundle(schema, sink) {
      if (!isObject(schema)) return schema;
      const used = namesIn(schema);
      const roots = [...sink.references].filter(({ name }) => used.has(name));
      return roots.length === 0 ? schema : { ...schema, $defs: definitionsOf(reach(roots, sink.flaws)) };
    },
  };
}

/** The names of the definitions that a schema itself points at. */
function namesIn(schema: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && typeof value === "string") found.add(value.slice("#/$defs/".length));
    else namesIn(value, found);
  }
  return found;
}
