import type { JsonObject, Schema } from "@agent-tools/contract";
import { schemaParts } from "./compiled-schema.js";
import { flatRoot } from "./flat-root.js";
import type { Keywords } from "./keywords.js";
import { Lowering } from "./lowering.js";
import { type ProfileName, profiles } from "./profiles.js";
import { excessOf } from "./schema-totals.js";
import type { Weakening } from "./weakening.js";

/** A schema as a provider takes it. Arguments that were made for it go through `restore`, then through `settle`. */
export interface LoweredSchema {
  readonly schema: Keywords;
  /** What it says less exactly than the original. */
  readonly weakened: readonly Weakening[];
  /** In which ways it is more than the provider takes of one schema, which it would refuse; empty where it fits. */
  readonly excess: readonly string[];
  /** The arguments under the names of the original, some of which the provider may not take. */
  restore(args: JsonObject): JsonObject;
}

const cache = new WeakMap<object, Map<ProfileName, LoweredSchema>>();

/**
 * An input schema as a provider takes it, the same object each time: an object at the root, with nothing but what the
 * provider knows. What had to go is told in the descriptions and reported. The original still validates: settle with it.
 */
export function lower(schema: Schema | undefined, profile: ProfileName): LoweredSchema {
  const { form } = schemaParts(schema);
  const known = cache.get(form) ?? new Map<ProfileName, LoweredSchema>();
  cache.set(form, known);
  const lowered = known.get(profile) ?? lowerForm(form.schema, profile);
  known.set(profile, lowered);
  return lowered;
}

function lowerForm(schema: Schema, name: ProfileName): LoweredSchema {
  const profile = profiles[name];
  const lowering = new Lowering(schema, profile);
  const { node, losses } = flatRoot(schema);
  for (const loss of losses) lowering.weaken("", loss);
  const names = profile.rootNames ? legalNames(node, profile.rootNames) : new Map<string, string>();
  const given = new Map([...names].map(([original, legal]) => [legal, original]));
  const lowered = lowering.root(renamed(node, names));
  return {
    schema: lowered,
    weakened: lowering.weakened,
    excess: profile.totals ? excessOf(lowered, profile.totals) : [],
    restore(args) {
      if (given.size === 0) return args;
      return Object.fromEntries(Object.entries(args).map(([key, value]) => [given.get(key) ?? key, value]));
    },
  };
}

/** A name that the provider takes for each property whose own it does not. */
function legalNames(node: Keywords, legal: RegExp): ReadonlyMap<string, string> {
  const taken = new Set(Object.keys((node["properties"] ?? {}) as object));
  const names = new Map<string, string>();
  for (const original of [...taken].filter((name) => !legal.test(name))) {
    const base =
      original
        .replaceAll(/[^A-Za-z0-9_.-]+/g, "_")
        .replaceAll(/^_+|_+$/g, "")
        .slice(0, 60) || "property";
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    names.set(original, name);
  }
  return names;
}

function renamed(node: Keywords, names: ReadonlyMap<string, string>): Keywords {
  if (names.size === 0) return node;
  const { properties = {}, required = [], ...rest } = node;
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, property]) => [
        names.get(name) ?? name,
        property,
      ]),
    ),
    required: (required as string[]).map((name) => names.get(name) ?? name),
  };
}
