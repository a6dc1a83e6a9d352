import { createHash } from "node:crypto";
import { isObject, type Schema } from "@agent-tools/contract";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Resolved } from "./documents.js";

/**
 * What a schema is for: what a caller gives, the same in a form (where bytes become files), or what a service answers.
 * It decides which of readOnly and writeOnly properties are left out.
 */
export type Direction = "input" | "form" | "output";

/** A schema that references lead to, as it is read for one direction. */
export interface SchemaPlace {
  /** Its name in `$defs`. It follows from the place alone, so that it is the same whatever was read before. */
  readonly name: string;
  readonly direction: Direction;
  readonly target: Resolved;
  /** As a part of an object that other schemas describe as well: it does not say that there are no other properties. */
  readonly isPart: boolean;
  /** Made when it is first needed. */
  definition: Definition | undefined;
  /** The last walk that came by. */
  walk: number;
  /** Unique among the places of a description. */
  readonly id: number;
}

/** Where a schema's references and flaws are collected. */
export interface SchemaSink {
  readonly references: Set<SchemaPlace>;
  readonly flaws: Set<string>;
}

/** A schema in its final form. */
export interface Definition {
  readonly schema: Schema;
  readonly references: ReadonlySet<SchemaPlace>;
  readonly flaws: ReadonlySet<string>;
}

/** Every place that references lead to, each once for a direction. */
export interface SchemaPlaces {
  /** The place that a reference leads to, through references to references; undefined where there is none. */
  follow(reference: string, base: string): Resolved | undefined;
  place(target: Resolved, direction: Direction, isPart?: boolean): SchemaPlace;
}

export function schemaPlaces(documents: Documents, version: ApiVersion): SchemaPlaces {
  const isOldDialect = version === "2.0" || version === "3.0";
  const componentPrefix = `${documents.base}#/${version === "2.0" ? "definitions" : "components/schemas"}/`;
  const places: Record<Direction, Map<string, SchemaPlace>> = { input: new Map(), form: new Map(), output: new Map() };
  const followed = new Map<string, Map<string, Resolved | undefined>>();
  let count = 0;

  function find(reference: string, base: string): Resolved | undefined {
    const seen = new Set<string>();
    let found = documents.resolve(reference, base);
    while (found && isObject(found.value) && typeof found.value["$ref"] === "string") {
      // From 3.1 on a reference may have keywords beside it, and is then a schema of its own.
      if (!isOldDialect && Object.keys(found.value).length > 1) break;
      if (seen.has(found.key)) return undefined;
      seen.add(found.key);
      found = documents.resolve(found.value["$ref"], found.base);
    }
    return found;
  }

  return {
    follow(reference, base) {
      let known = followed.get(base);
      if (!known) {
        known = new Map();
        followed.set(base, known);
      }
      let found = known.get(reference);
      if (found === undefined && !known.has(reference)) {
        found = find(reference, base);
        known.set(reference, found);
      }
      return found;
    },
    place(target, direction, isPart = false) {
      const key = isPart ? `${target.key} part` : target.key;
      const known = places[direction].get(key);
      if (known) return known;
      const name = `${nameOf(target.key)}${isPart ? ".part" : ""}`;
      const place = {
        // A form may stand beside parameters, which are read for another direction.
        name: direction === "form" ? `${name}.form` : name,
        direction,
        target,
        isPart,
        definition: undefined,
        walk: 0,
        id: count,
      };
      count += 1;
      places[direction].set(key, place);
      return place;
    },
  };

  /** A component keeps its name; another place, or a name that is no plain text, gets a hash of the place. */
  function nameOf(key: string): string {
    const isComponent = key.startsWith(componentPrefix);
    const last = isComponent ? key.slice(componentPrefix.length) : (/[^/#]*$/.exec(key)?.[0] ?? "");
    const plain = last.replace(/[^\w.-]/g, "_").slice(0, 80);
    if (isComponent && plain === last) return plain;
    return `${plain}_${createHash("sha256").update(key).digest("hex").slice(0, 6)}`;
  }
}
