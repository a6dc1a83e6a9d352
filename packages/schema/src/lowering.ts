import type { Schema } from "@agent-tools/contract";
import { limitPhrases } from "./describe-schema.js";
import { pointerToken } from "./json-pointer.js";
import { annotations, type Keywords, mapNested, nestings } from "./keywords.js";
import { loweredList } from "./lowered-list.js";
import { loweredValues } from "./lowered-values.js";
import { declaredTypes, impliedTypes, mergedNode, mergeSchemas, referredSchema } from "./merge-schemas.js";
import { takesValue } from "./profile-takes.js";
import type { Profile } from "./profiles.js";
import { TypeWriter } from "./type-text.js";
import {
  constantsOf,
  distinct,
  isNull,
  nullable,
  onlyNull,
  withConstants,
  withFirstDescribed,
} from "./union-branches.js";
import { isOfType } from "./value-type.js";
import type { Weakening } from "./weakening.js";

/** A lowered schema has about so many nodes at most; what would come after is cut to plain objects. */
const NODE_LIMIT = 5_000;

/** Of a type in a description, so many characters are told. */
const TYPE_LIMIT = 400;

/** Where a node stands. */
interface Place {
  readonly path: string;
  /** How many objects it is in. */
  readonly depth: number;
  /** The references that were followed to get here. */
  readonly active: readonly string[];
}

/** Keywords that are lowered together with their type. */
const structural: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "anyOf", "oneOf", "$defs", "properties", "required", "additionalProperties"],
  ...["items", "prefixItems"],
]);

/** Lowers the nodes of one schema form by the rules of one profile. */
export class Lowering {
  readonly weakened: Weakening[] = [];
  readonly #root: Keywords;
  readonly #profile: Profile;
  readonly #definitions = new Map<string, Schema>();
  readonly #waiting: string[] = [];
  #nodes = 0;

  constructor(schema: Schema, profile: Profile) {
    this.#root = typeof schema === "boolean" ? {} : schema;
    this.#profile = profile;
  }

  weaken(path: string, loss: string): void {
    this.weakened.push({ path, loss });
  }

  /** The lowered root, of a node that is an object without a union, with the definitions that it refers to. */
  root(node: Keywords): Keywords {
    const place: Place = { path: "", depth: 0, active: [] };
    const root = this.#described(this.#object(node, place), node, place);
    for (let name = this.#waiting.shift(); name !== undefined; name = this.#waiting.shift()) {
      const target = referredSchema(`#/$defs/${name}`, this.#root);
      this.#definitions.set(name, this.#allowed(target, { path: `/$defs/${name}`, depth: 1, active: [] }));
    }
    return this.#definitions.size > 0 ? { ...root, $defs: Object.fromEntries(this.#definitions) } : root;
  }

  #takes(keyword: string, { path }: Place): boolean {
    return (path === "" ? this.#profile.rootKeywords : this.#profile.keywords).has(keyword);
  }

  /** The lowered node; false where nothing is valid. */
  #node(schema: Schema, outer: Place): Keywords | false {
    if (schema === false) return false;
    if (schema === true) return this.#anyValue({}, outer);
    let place = outer;
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const isAlone = Object.keys(schema).every((keyword) => keyword === "$ref" || annotations.includes(keyword));
      if (isAlone && this.#takes("$ref", place)) return this.#referring(reference, schema);
      const isEndless = place.active.includes(reference);
      if (isEndless || ++this.#nodes > NODE_LIMIT) {
        this.weaken(place.path, isEndless ? "it holds itself, and is told once" : "it is too large to be told in full");
        return this.#free(schema, place);
      }
      place = { ...place, active: [...place.active, reference] };
    }
    this.#nodes++;
    const node = mergedNode(schema, this.#root, this.#lostAt(place));
    if (typeof node === "boolean") return node && this.#anyValue({}, place);
    const union = ["anyOf", "oneOf"].find((keyword) => keyword in node);
    if (union) return this.#union(node, union, place);
    if ("const" in node) return this.#values(node, [node["const"]], place);
    if (Array.isArray(node["enum"])) return this.#values(node, node["enum"], place);
    return this.#typed(node, declaredTypes(node) ?? impliedTypes(node), place);
  }

  /** The lowered node where one is needed: that nothing is valid is not told. */
  #allowed(schema: Schema, place: Place): Keywords {
    const lowered = this.#node(schema, place);
    if (lowered) return lowered;
    this.weaken(place.path, "that no value is valid is not told");
    return this.#anyValue({}, place);
  }

  #lostAt({ path }: Place): (keyword: string) => void {
    return (keyword) => this.weaken(path, `one of two "${keyword}" is not checked`);
  }

  #referring(reference: string, { description }: Keywords): Keywords {
    const name = reference.slice("#/$defs/".length);
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, {});
      this.#waiting.push(name);
    }
    // Where every keyword counts, nothing may stand beside a reference.
    const isAlone = this.#profile.isStrict || description === undefined;
    return isAlone ? { $ref: reference } : { $ref: reference, description };
  }

  #typed(node: Keywords, types: readonly string[], place: Place): Keywords | false {
    const [type, ...more] = types.filter((name) => name !== "null");
    const isNullable = types.includes("null");
    if (type === undefined) return isNullable ? onlyNull(node, this.#profile.nullBy) : this.#anyValue(node, place);
    if (more.length > 0) {
      const isScalar = [type, ...more].every((name) => name !== "object" && name !== "array");
      if (!isScalar || this.#profile.nullBy === "nullable") {
        const { type: _, ...rest } = node;
        return this.#union({ ...rest, anyOf: types.map((name) => ({ type: name })) }, "anyOf", place);
      }
      return this.#described({ type: types }, node, place);
    }
    const lowered =
      type === "object" ? this.#object(node, place) : type === "array" ? this.#list(node, place) : { type };
    const described = this.#described(lowered, node, place);
    return isNullable ? nullable(described, this.#profile.nullBy) : described;
  }

  #anyValue(node: Keywords, place: Place): Keywords {
    const { anyValue } = this.#profile;
    if (typeof anyValue === "boolean") return {};
    if (Object.keys(anyValue).length > 0) this.weaken(place.path, "lists and objects are not offered as a value here");
    const described = this.#described(anyValue, node, place);
    return this.#profile.hasLonelyUnions ? withFirstDescribed(anyValue, described) : described;
  }

  /** An object of which nothing is told. */
  #free(node: Keywords, place: Place): Keywords {
    if (this.#profile.needsProperties) return this.#text(node, place);
    return this.#described({ type: "object" }, { description: node["description"] }, place);
  }

  /** JSON text in an object's place: settling reads it where the original wants an object. */
  #text(node: Keywords, { path }: Place): Keywords {
    const type = new TypeWriter(this.#root, { depth: 2 }).type(node);
    this.weaken(path, "the object is given as JSON text");
    const told = `JSON text of: ${type.length > TYPE_LIMIT ? `${type.slice(0, TYPE_LIMIT)}…` : type}`;
    return { type: "string", description: [node["description"], told].filter(Boolean).join("\n") };
  }

  #values(node: Keywords, all: readonly unknown[], place: Place): Keywords {
    const declared = declaredTypes(node);
    const values = all.filter((value) => !declared || declared.some((type) => isOfType(type, value)));
    const { lowered, losses, isNullable } = loweredValues(values, this.#profile);
    for (const loss of losses) this.weaken(place.path, loss);
    const described = this.#described(lowered, node, place);
    return isNullable ? nullable(described, this.#profile.nullBy) : described;
  }

  #union(node: Keywords, keyword: string, place: Place): Keywords | false {
    const { [keyword]: all, ...beside } = node;
    const branches = (all as readonly Schema[]).map((branch) => mergedNode(branch, this.#root));
    const constants = branches.map((branch) => (typeof branch === "boolean" ? undefined : constantsOf(branch)));
    if (constants.every((values): values is readonly unknown[] => values !== undefined)) {
      return this.#values(withConstants(beside, branches as Keywords[]), [...new Set(constants.flat())], place);
    }
    const others = (all as readonly Schema[]).filter((_, index) => !isNull(branches[index] as Schema));
    const isNullable = others.length < branches.length;
    const [only] = others;
    if (only !== undefined && others.length === 1) {
      const lowered = this.#node(mergeSchemas(beside, only, this.#lostAt(place)), place);
      return lowered && isNullable ? nullable(lowered, this.#profile.nullBy) : lowered;
    }
    // Weaker branches may overlap where the exact ones did not, so that "oneOf" would refuse what the original accepts.
    if (keyword === "oneOf") this.weaken(place.path, "more than one alternative may fit");
    const notes = Object.fromEntries(Object.entries(beside).filter(([key]) => annotations.includes(key)));
    const rules = Object.fromEntries(Object.entries(beside).filter(([key]) => !annotations.includes(key)));
    const hasRules = Object.keys(rules).length > 0;
    const lowered = others.flatMap((branch, index): Keywords[] => {
      const inside = { ...place, path: `${place.path}/anyOf/${index}` };
      const each = this.#node(hasRules ? mergeSchemas(rules, branch, this.#lostAt(inside)) : branch, inside);
      return each ? [each] : [];
    });
    if (lowered.length === 0) return isNullable ? onlyNull(node, this.#profile.nullBy) : false;
    const union: Keywords = { anyOf: distinct(lowered) };
    const described = this.#profile.hasLonelyUnions
      ? withFirstDescribed(union, notes)
      : this.#described(union, notes, place);
    return isNullable ? nullable(described, this.#profile.nullBy) : described;
  }

  #object(node: Keywords, place: Place): Keywords {
    const { path, depth } = place;
    const isRoot = path === "";
    const properties = Object.entries((node["properties"] ?? {}) as Record<string, Schema>);
    const required = [...new Set((node["required"] ?? []) as readonly string[])];
    for (const name of required) {
      if (!properties.some(([known]) => known === name)) properties.push([name, true]);
    }
    const isTooDeep = this.#profile.depth !== undefined && depth >= this.#profile.depth;
    const isClosed = node["additionalProperties"] === false;
    const isFree = properties.length === 0 && this.#profile.needsProperties && !(isClosed && this.#profile.isStrict);
    if (!isRoot && (isTooDeep || isFree)) return this.#text(node, place);
    const lowered = properties.flatMap(([name, property]) => {
      const at = `${path}/properties/${pointerToken(name)}`;
      const value = this.#node(property, { ...place, path: at, depth: depth + 1 });
      if (!value) this.weaken(path, `"${name}" is not told to be forbidden`);
      return value
        ? [
            [
              name,
              this.#profile.isStrict && !required.includes(name) ? nullable(value, this.#profile.nullBy) : value,
            ] as const,
          ]
        : [];
    });
    const names = lowered.map(([name]) => name);
    const needed = this.#profile.isStrict ? names : required.filter((name) => names.includes(name));
    return {
      type: "object",
      properties: Object.fromEntries(lowered),
      ...(needed.length > 0 || this.#profile.isStrict ? { required: needed } : {}),
      ...this.#additional(node, place),
    };
  }

  #additional(node: Keywords, place: Place): Keywords {
    const additional = node["additionalProperties"] as Schema | undefined;
    if (this.#profile.isStrict) {
      if (additional !== undefined && additional !== false)
        this.weaken(place.path, "further properties are not offered");
      return { additionalProperties: false };
    }
    // What a pattern admits is no further property; where patterns are not told, it would look like one.
    const hasPatterns = "patternProperties" in node && !this.#takes("patternProperties", place);
    if (additional === undefined) return {};
    if (hasPatterns || !this.#takes("additionalProperties", place)) {
      if (additional === false) this.weaken(place.path, "further properties are not refused");
      else if (additional !== true) this.weaken(place.path, "what further properties hold is not told");
      return {};
    }
    if (typeof additional === "boolean") return { additionalProperties: additional };
    const inside = { ...place, path: `${place.path}/additionalProperties`, depth: place.depth + 1 };
    return { additionalProperties: this.#node(additional, inside) };
  }

  #list(node: Keywords, place: Place): Keywords {
    const { prefixItems, items } = node as { prefixItems?: readonly Schema[]; items?: Schema };
    const below = (schema: Schema, path: string) => this.#allowed(schema, { ...place, path: `${place.path}/${path}` });
    const first = (prefixItems ?? []).map((item, index) => below(item, `prefixItems/${index}`));
    const rest = items === undefined || items === false ? items : below(items, "items");
    const any = () => this.#anyValue({}, place);
    const rules = { takesPrefix: this.#takes("prefixItems", place), needsItems: this.#profile.needsItems, any };
    const { lowered, loss } = loweredList(first, rest, node["maxItems"] as number | undefined, rules);
    if (loss) this.weaken(place.path, loss);
    return lowered;
  }

  /** The lowered node with everything else that the original says: as keywords, or in words. */
  #described(lowered: Keywords, node: Keywords, place: Place): Keywords {
    const kept: Record<string, unknown> = {};
    const told: string[] = [];
    for (const [keyword, value] of Object.entries(node)) {
      if (structural.has(keyword) || keyword in lowered || value === undefined) continue;
      if (this.#takes(keyword, place) && takesValue(this.#profile, keyword, value)) kept[keyword] = value;
      else if (!annotations.includes(keyword)) {
        told.push(...limitPhrases({ [keyword]: value }));
        this.weaken(place.path, `"${keyword}" is not checked`);
      }
    }
    const nested = mapNested(kept, nestings, (part, keyword) => {
      const inside = { ...place, path: `${place.path}/${keyword}`, depth: place.depth + 1 };
      return this.#allowed(part, inside);
    });
    const descriptions = [lowered["description"] ?? node["description"], told.join(", ")].filter(Boolean);
    return { ...lowered, ...nested, ...(descriptions.length > 0 && { description: descriptions.join("\n") }) };
  }
}
