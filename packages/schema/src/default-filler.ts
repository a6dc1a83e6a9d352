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
  /** True where a default is absent. */
  lacks(value: unknown): boolean;
  /** The value with its absent defaults, a copy where there are any. What `except` names (JSON Pointers) stays absent. */
  fill(value: Record<string, unknown>, changes: ChangeList, except?: ReadonlySet<string>): Record<string, unknown>;
}

/** The default of one property. */
interface Preset {
  readonly key: string;
  readonly value: unknown;
  readonly schema: Schema;
}

/** The defaults at and below one node. */
interface Presets {
  own: readonly Preset[];
  nested: readonly { readonly key: string; readonly presets: Presets }[];
  isConditional: boolean;
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
 * The filler of a schema form; undefined where it has no defaults. A default that its own schema refuses is none. What
 * stands below a union is left alone, since which branch holds is not known.
 */
export function defaultFiller(form: SchemaForm): DefaultFiller | undefined {
  const presets = new PresetFinder(form).find();
  if (!presets) return undefined;
  return {
    isSafe: [...reachable(presets)].every(({ isConditional }) => !isConditional),
    lacks: (value) => lacks(presets, value),
    fill: (value, changes, except) => filled(presets, value, "", { changes, except }, []) as Record<string, unknown>,
  };
}

class PresetFinder {
  readonly #form: SchemaForm;
  readonly #root: Keywords;
  readonly #found = new Map<Schema, Presets>();

  constructor(form: SchemaForm) {
    this.#form = form;
    this.#root = isObject(form.schema) ? form.schema : {};
  }

  /** The presets of the root, without what leads to none. */
  find(): Presets | undefined {
    const root = this.#below(this.#form.schema);
    const all = new Set(this.#found.values());
    if (!root || !isUseful(root)) return undefined;
    this.#dropInvalid(all);
    for (const presets of all) {
      presets.nested = presets.nested.filter((nested) => isUseful(nested.presets));
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
    const presets: Presets = { own: [], nested: [], isConditional: false, items: undefined };
    this.#found.set(schema, presets);
    if (typeof reference === "string" && Object.keys(schema).every((keyword) => annotations.has(keyword))) {
      const target = this.#below(referredSchema(reference, this.#root));
      if (target) this.#found.set(schema, target);
      return target;
    }
    const properties = Object.entries((node["properties"] ?? {}) as Record<string, Schema>);
    presets.own = properties.flatMap(([key, schema]) => {
      const value = isObject(schema) ? schema["default"] : undefined;
      return value === undefined ? [] : [{ key, value, schema }];
    });
    presets.nested = properties.flatMap(([key, property]) => {
      const nested = this.#below(property);
      return nested ? [{ key, presets: nested }] : [];
    });
    presets.items = this.#below((node["items"] ?? true) as Schema);
    // Parts that were merged may each refuse what the other declares.
    presets.isConditional =
      ["allOf", "$ref"].some((keyword) => keyword in schema) || conditions.some((keyword) => keyword in node);
    return presets;
  }

  #dropInvalid(all: Iterable<Presets>): void {
    const candidates = [...all].flatMap(({ own }) => own);
    const properties = Object.fromEntries(candidates.map(({ schema }, index) => [index, schema]));
    const judge = validator({ ...this.#form, schema: { properties, $defs: this.#root["$defs"] ?? {} } }, true);
    judge(Object.fromEntries(candidates.map(({ value }, index) => [index, value])));
    const wrong = new Set(
      (judge.errors ?? []).map(({ instancePath }) => candidates[Number(pointerKeys(instancePath)[0])]),
    );
    for (const presets of all) presets.own = presets.own.filter((preset) => !wrong.has(preset));
  }
}

function isUseful(presets: Presets): boolean {
  return [...reachable(presets)].some(({ own }) => own.length > 0);
}

function reachable(presets: Presets, reached: Set<Presets> = new Set()): Set<Presets> {
  if (reached.has(presets)) return reached;
  reached.add(presets);
  for (const { presets: nested } of presets.nested) reachable(nested, reached);
  return presets.items ? reachable(presets.items, reached) : reached;
}

interface Filling {
  readonly changes: ChangeList;
  readonly except: ReadonlySet<string> | undefined;
}

/** `active` holds what was entered by way of defaults only: a default of itself would never end. */
function filled(presets: Presets, value: unknown, path: string, filling: Filling, active: readonly Presets[]): unknown {
  if (Array.isArray(value)) return filledList(presets, value, path, filling);
  if (!isObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  const fresh = new Set<string>();
  for (const { key, value: preset } of presets.own) {
    const place = `${path}/${pointerToken(key)}`;
    if (!isAbsent(value, key) || filling.except?.has(place)) continue;
    copy ??= { ...value };
    copy[key] = structuredClone(preset);
    fresh.add(key);
    filling.changes.add("fill-default", place);
  }
  for (const { key, presets: nested } of presets.nested) {
    const isEndless = fresh.has(key) && active.includes(nested);
    const current = copy ?? value;
    if (isEndless || !Object.hasOwn(current, key)) continue;
    const entered = fresh.has(key) ? [...active, nested] : [];
    const item = filled(nested, current[key], `${path}/${pointerToken(key)}`, filling, entered);
    if (item === current[key]) continue;
    copy ??= { ...value };
    copy[key] = item;
  }
  return copy ?? value;
}

function filledList(presets: Presets, value: readonly unknown[], path: string, filling: Filling): unknown {
  const { items } = presets;
  if (!items) return value;
  let copy: unknown[] | undefined;
  for (const [index, item] of value.entries()) {
    const read = filled(items, item, `${path}/${index}`, filling, []);
    if (read === item) continue;
    copy ??= [...value];
    copy[index] = read;
  }
  return copy ?? value;
}

function lacks(presets: Presets, value: unknown): boolean {
  if (Array.isArray(value)) {
    const { items } = presets;
    return items !== undefined && value.some((item) => lacks(items, item));
  }
  if (!isObject(value)) return false;
  for (const { key } of presets.own) if (isAbsent(value, key)) return true;
  for (const { key, presets: nested } of presets.nested) {
    if (Object.hasOwn(value, key) && lacks(nested, value[key])) return true;
  }
  return false;
}

function isAbsent(value: Record<string, unknown>, key: string): boolean {
  return value[key] === undefined || !Object.hasOwn(value, key);
}
