import { isObject, type Schema } from "@agent-tools/contract";
import type { ChangeList } from "./change-list.js";
import { pointerKeys, pointerToken } from "./json-pointer.js";
import type { Keywords } from "./keywords.js";
import { mergedNode, referredSchema } from "./merge-schemas.js";
import type { SchemaForm } from "./schema-form.js";
import { validator } from "./validator.js";

/** Fills in the defaults of one schema. */
export interface DefaultFiller {
  /** True where filling cannot make a valid value invalid. */
  readonly isSafe: boolean;
  /** The value with its absent defaults, a copy where there are any. What `except` names (JSON Pointers) stays absent. */
  fill(value: Record<string, unknown>, changes: ChangeList, except?: ReadonlySet<string>): Record<string, unknown>;
}

/** The defaults at and below one node. */
interface Presets {
  readonly own: Map<string, unknown>;
  isConditional: boolean;
  readonly nested: Map<string, Presets>;
  items: Presets | undefined;
}

/** Keywords beside a reference that do not change what it refers to. */
const annotations: ReadonlySet<string> = new Set(["$ref", "title", "description", "default", "examples", "deprecated"]);

/** Keywords under which one more property can make an object invalid, or two items equal. */
const conditions = [
  "anyOf",
  "oneOf",
  "not",
  "if",
  "enum",
  "const",
  "dependentRequired",
  "dependentSchemas",
  "maxProperties",
  "propertyNames",
  "patternProperties",
  "unevaluatedProperties",
  "uniqueItems",
  "contains",
];

/**
 * The filler of a schema form; undefined where it has no defaults. A default that its own schema refuses is none. Left
 * alone is what stands below a union, since which branch holds is not known, and inside of a default, which is whole.
 */
export function defaultFiller(form: SchemaForm): DefaultFiller | undefined {
  const presets = new PresetFinder(form).find();
  if (!presets) return undefined;
  return {
    isSafe: [...reachable(presets)].every(({ isConditional }) => !isConditional),
    fill: (value, changes, except) => filled(presets, value, "", changes, except) as Record<string, unknown>,
  };
}

class PresetFinder {
  readonly #form: SchemaForm;
  readonly #root: Keywords;
  readonly #found = new Map<Schema, Presets>();
  /** Every default that was found, with its schema. */
  readonly #candidates: { readonly own: Map<string, unknown>; readonly key: string; readonly schema: Schema }[] = [];

  constructor(form: SchemaForm) {
    this.#form = form;
    this.#root = isObject(form.schema) ? form.schema : {};
  }

  /** The presets of the root, without what leads to none. */
  find(): Presets | undefined {
    const root = this.#below(this.#form.schema);
    if (!root || this.#candidates.length === 0) return undefined;
    this.#dropInvalid();
    for (const presets of new Set(this.#found.values())) {
      for (const [key, nested] of presets.nested) if (!isUseful(nested)) presets.nested.delete(key);
      if (presets.items && !isUseful(presets.items)) presets.items = undefined;
    }
    return isUseful(root) ? root : undefined;
  }

  #below(schema: Schema): Presets | undefined {
    const node = mergedNode(schema, this.#root);
    if (typeof node === "boolean" || typeof schema === "boolean") return undefined;
    const reference = schema["$ref"];
    const known = this.#found.get(schema);
    if (known) return known;
    const presets: Presets = { own: new Map(), nested: new Map(), isConditional: false, items: undefined };
    this.#found.set(schema, presets);
    if (typeof reference === "string" && Object.keys(schema).every((keyword) => annotations.has(keyword))) {
      const target = this.#below(referredSchema(reference, this.#root));
      if (target) this.#found.set(schema, target);
      return target;
    }
    for (const [key, property] of Object.entries((node["properties"] ?? {}) as Record<string, Schema>)) {
      const preset = isObject(property) ? property["default"] : undefined;
      if (preset !== undefined) {
        presets.own.set(key, preset);
        this.#candidates.push({ own: presets.own, key, schema: property });
      }
      const nested = this.#below(property);
      if (nested) presets.nested.set(key, nested);
    }
    presets.items = this.#below((node["items"] ?? true) as Schema);
    // Parts that were merged may each refuse what the other declares.
    presets.isConditional =
      ["allOf", "$ref"].some((keyword) => keyword in schema) || conditions.some((keyword) => keyword in node);
    return presets;
  }

  #dropInvalid(): void {
    const properties = Object.fromEntries(this.#candidates.map(({ schema }, index) => [index, schema]));
    const values = Object.fromEntries(this.#candidates.map(({ own, key }, index) => [index, own.get(key)]));
    const judge = validator({ ...this.#form, schema: { properties, $defs: this.#root["$defs"] ?? {} } }, true);
    judge(values);
    for (const { instancePath } of judge.errors ?? []) {
      const candidate = this.#candidates[Number(pointerKeys(instancePath)[0])];
      candidate?.own.delete(candidate.key);
    }
  }
}

function isUseful(presets: Presets): boolean {
  return [...reachable(presets)].some(({ own }) => own.size > 0);
}

function reachable(presets: Presets, reached: Set<Presets> = new Set()): Set<Presets> {
  if (reached.has(presets)) return reached;
  reached.add(presets);
  for (const nested of presets.nested.values()) reachable(nested, reached);
  return presets.items ? reachable(presets.items, reached) : reached;
}

function filled(
  presets: Presets,
  value: unknown,
  path: string,
  changes: ChangeList,
  except: ReadonlySet<string> | undefined,
): unknown {
  if (Array.isArray(value)) return filledList(presets, value, path, changes, except);
  if (!isObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, nested] of presets.nested) {
    if (!Object.hasOwn(value, key)) continue;
    const item = filled(nested, value[key], `${path}/${pointerToken(key)}`, changes, except);
    if (item === value[key]) continue;
    copy ??= { ...value };
    copy[key] = item;
  }
  for (const [key, preset] of presets.own) {
    if (Object.hasOwn(value, key) && value[key] !== undefined) continue;
    const place = `${path}/${pointerToken(key)}`;
    if (except?.has(place)) continue;
    copy ??= { ...value };
    copy[key] = structuredClone(preset);
    changes.add("fill-default", place);
  }
  return copy ?? value;
}

function filledList(
  presets: Presets,
  value: readonly unknown[],
  path: string,
  changes: ChangeList,
  except: ReadonlySet<string> | undefined,
): unknown {
  const { items } = presets;
  if (!items) return value;
  let copy: unknown[] | undefined;
  for (const [index, item] of value.entries()) {
    const read = filled(items, item, `${path}/${index}`, changes, except);
    if (read === item) continue;
    copy ??= [...value];
    copy[index] = read;
  }
  return copy ?? value;
}
