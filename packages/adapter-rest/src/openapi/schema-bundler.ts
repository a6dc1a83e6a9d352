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

/** Everything that is reached from somewhere. */
interface Closure {
  readonly places: readonly SchemaPlace[];
  readonly flaws: readonly string[];
  definitions: Definitions | undefined;
}

/** Tools that reach the same definitions share one object of them: in a large description that is most of them. */
export function schemaBundler(define: (place: SchemaPlace) => Definition): SchemaBundler {
  const closures = new Map<SchemaPlace, Closure>();
  const unions = new Map<string, Closure[]>();
  let walks = 0;

  function closureOf(root: SchemaPlace): Closure {
    let closure = closures.get(root);
    if (!closure) {
      closure = shared(collect([root], (place) => define(place).references));
      closures.set(root, closure);
    }
    return closure;
  }

  /** The roots and, in turn, what `next` names for each place. */
  function collect(roots: Iterable<SchemaPlace>, next: (place: SchemaPlace) => Iterable<SchemaPlace>): SchemaPlace[] {
    walks += 1;
    const walk = walks;
    const places: SchemaPlace[] = [];
    const come = (given: Iterable<SchemaPlace>): void => {
      for (const place of given) {
        if (place.walk === walk) continue;
        place.walk = walk;
        places.push(place);
      }
    };
    come(roots);
    for (const place of places) come(next(place));
    return places;
  }

  /** The closure of these places: the one that is known already, where there is one. */
  function shared(places: SchemaPlace[]): Closure {
    let sum = 0;
    for (const { id } of places) sum = (sum + Math.imul(id + 1, 0x9e3779b1)) >>> 0;
    const key = `${places.length} ${sum}`;
    const candidates = unions.get(key) ?? [];
    // The last walk marked exactly these: as many others, all of them marked, are the same.
    const known = candidates.find((closure) => closure.places.every(({ walk }) => walk === walks));
    if (known) return known;
    const flaws = places.flatMap((place) => [...define(place).flaws]);
    const closure: Closure = { places, flaws, definitions: undefined };
    unions.set(key, [...candidates, closure]);
    return closure;
  }

  function definitionsOf(closure: Closure): Definitions {
    if (closure.definitions) return closure.definitions;
    // Without a prototype it is a plain table from the start: a name may be any text, and there are hundreds.
    const definitions: Record<string, Schema> = Object.create(null);
    for (const place of [...closure.places].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      definitions[place.name] = define(place).schema;
    }
    closure.definitions = definitions;
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
      sink.references.delete(place);
      for (const reference of target.references) sink.references.add(reference);
      for (const flaw of target.flaws) sink.flaws.add(flaw);
      return { ...target.schema, ...siblings };
    },
    bundle(schema, { references, flaws }) {
      if (!isObject(schema) || references.size === 0) return schema;
      const parts = [...references].map(closureOf);
      const [first] = parts as [Closure];
      const closure =
        parts.length === 1
          ? first
          : shared(
              collect(
                parts.flatMap(({ places }) => places),
                () => [],
              ),
            );
      for (const flaw of closure.flaws) flaws.add(flaw);
      return { ...schema, $defs: definitionsOf(closure) };
    },
  };
}
