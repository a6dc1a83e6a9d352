import { isObject, type Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import { ChangeList } from "./change-list.js";
import { enumMember } from "./enum-member.js";
import { foldedName } from "./folded-name.js";
import { pointerToken } from "./json-pointer.js";
import { parseJsonText } from "./relaxed-json.js";
import { scalarCast } from "./scalar-cast.js";
import type { SchemaPlan, SchemaPlans } from "./schema-plan.js";
import { isOfType } from "./value-type.js";

/** A reading stops changing things after so many values, so that no value makes it run long. */
const STEP_LIMIT = 100_000;

/**
 * Reads a value that its schema refuses as what it must have been meant to be. A value that fits its place is never
 * touched; one that does not is changed only where the schema leaves one reading. The result may still be refused.
 */
export class ValueReader {
  readonly #plans: SchemaPlans;
  #steps = 0;

  constructor(plans: SchemaPlans) {
    this.#plans = plans;
  }

  read(schema: Schema, value: unknown, path: string, changes: ChangeList): unknown {
    if (typeof schema === "boolean" || ++this.#steps > STEP_LIMIT) return value;
    const plan = this.#plans.of(schema);
    if (plan.branches.length > 0) return this.#union(plan, value, path, changes);
    if (plan.values) {
      const member = enumMember(plan.values, value);
      if (member?.isExact) return value;
      const [item] = Array.isArray(value) && value.length === 1 ? value : [];
      const meant = member ?? (item === undefined ? undefined : enumMember(plan.values, item));
      if (!meant) return value;
      if (!member) changes.add("unwrap-array", path);
      if (!meant.isExact) changes.add("normalise-enum", path);
      return meant.value;
    }
    const read = hasType(plan, value) ? value : this.#converted(plan, value, path, changes);
    if (Array.isArray(read)) return this.#list(plan, read, path, changes);
    return isObject(read) ? this.#object(plan, read, path, changes) : read;
  }

  /** The one reading by a branch that makes the value valid. */
  #union(plan: SchemaPlan, value: unknown, path: string, changes: ChangeList): unknown {
    if (plan.isValid(value)) return value;
    const readings = new Readings();
    for (const branch of plan.branches) {
      const made = new ChangeList();
      const read = this.read(branch, value, path, made);
      if (made.all.length > 0 && plan.isValid(read)) readings.add(read, made);
    }
    return readings.only(value, changes);
  }

  /** The value as one of the types that the node declares. */
  #converted(plan: SchemaPlan, value: unknown, path: string, changes: ChangeList): unknown {
    const readings = new Readings();
    for (const type of plan.types ?? []) {
      const cast = scalarCast(type, value);
      if (cast) readings.add(cast.value, ChangeList.of(path, cast.kind));
    }
    const parsed = typeof value === "string" ? parseJsonText(value) : undefined;
    const inner = parsed?.value;
    if (parsed && typeof inner === "object" && inner !== null) {
      const made = ChangeList.of(path, ...parsed.steps);
      if (hasType(plan, inner)) readings.add(inner, made);
      else this.#wrapped(plan, inner, path, made, readings);
    } else if (!isJsonLike(value)) {
      this.#wrapped(plan, value, path, new ChangeList(), readings);
    }
    if (Array.isArray(value) && value.length === 1) {
      const cast = (plan.types ?? []).map((type) => scalarCast(type, value[0])).find(Boolean);
      const item = hasType(plan, value[0]) ? { value: value[0] } : cast;
      if (item)
        readings.add(item.value, ChangeList.of(path, "unwrap-array", ...(cast === item && cast ? [cast.kind] : [])));
    }
    return readings.only(value, changes);
  }

  /** Offers the list of this one value, where a list is wanted and the value is right for an item. */
  #wrapped(plan: SchemaPlan, value: unknown, path: string, made: ChangeList, readings: Readings): void {
    if (!plan.types?.includes("array") || value === null || Array.isArray(value) || mayBeSeveral(value)) return;
    const schema = plan.firstItems[0] ?? plan.items;
    made.add("wrap-array", path);
    const item = this.read(schema, value, `${path}/0`, made);
    if (typeof schema === "boolean" ? schema : this.#isFit(this.#plans.of(schema), item)) readings.add([item], made);
  }

  #isFit(plan: SchemaPlan, value: unknown): boolean {
    if (plan.branches.length > 0) return plan.isValid(value);
    return hasType(plan, value) && (plan.values === undefined || enumMember(plan.values, value)?.isExact === true);
  }

  #list(plan: SchemaPlan, value: readonly unknown[], path: string, changes: ChangeList): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const read = this.read(plan.firstItems[index] ?? plan.items, item, `${path}/${index}`, changes);
      if (read === item) continue;
      copy ??= [...value];
      copy[index] = read;
    }
    return copy ?? value;
  }

  #object(plan: SchemaPlan, given: Record<string, unknown>, path: string, changes: ChangeList): unknown {
    const value = this.#renamed(plan, given, path, changes);
    const entries = new Map(Object.entries(value));
    let isChanged = false;
    for (const [key, item] of entries) {
      const place = `${path}/${pointerToken(key)}`;
      const declared = plan.properties.get(key);
      if (item === null && declared !== undefined && this.#isDroppable(plan, key, declared)) {
        changes.add("drop-null", place);
        entries.delete(key);
        isChanged = true;
        continue;
      }
      const read = this.read(declared ?? matching(plan, key) ?? plan.others, item, place, changes);
      if (read === item) continue;
      entries.set(key, read);
      isChanged = true;
    }
    for (const key of plan.required) {
      const preset = entries.has(key) ? undefined : presetOf(plan.properties.get(key));
      if (preset === undefined) continue;
      changes.add("fill-default", `${path}/${pointerToken(key)}`);
      entries.set(key, structuredClone(preset));
      isChanged = true;
    }
    return isChanged ? Object.fromEntries(entries) : value;
  }

  /** Null says "absent" where nothing else can be meant: the property may be left out, or has a default. */
  #isDroppable(plan: SchemaPlan, key: string, declared: Schema): boolean {
    if (plan.required.includes(key) && presetOf(declared) === undefined) return false;
    return !this.#plans.of(declared).mayBeNull;
  }

  /** The object with its unknown names as the schema spells them, where one declared and free name is the same but for case and marks. */
  #renamed(
    plan: SchemaPlan,
    value: Record<string, unknown>,
    path: string,
    changes: ChangeList,
  ): Record<string, unknown> {
    const isTaken = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined;
    const wished = new Map<string, string[]>();
    for (const key of Object.keys(value)) {
      if (plan.properties.has(key) || matching(plan, key) !== undefined) continue;
      const name = plan.byFoldedName.get(foldedName(key));
      // An open object may hold any name: there, only a name that is missing tells that another was meant to be it.
      if (name && (plan.isClosed || (plan.required.includes(name) && !isTaken(name)))) {
        wished.set(name, [...(wished.get(name) ?? []), key]);
      }
    }
    if (wished.size === 0) return value;
    const names = new Map<string, string | undefined>();
    for (const [name, keys] of wished) {
      const texts = [...keys, ...(isTaken(name) ? [name] : [])].map((key) => canonicalJson(value[key]));
      if (new Set(texts).size > 1) continue;
      for (const [index, key] of keys.entries()) {
        const isKept = index === 0 && !isTaken(name);
        names.set(key, isKept ? name : undefined);
        changes.add(isKept ? "normalise-key" : "drop-duplicate-key", `${path}/${pointerToken(isKept ? name : key)}`);
      }
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        const name = names.has(key) ? names.get(key) : key;
        return name === undefined ? [] : [[name, item] as const];
      }),
    );
  }
}

/** Readings of one value; equal ones are one. */
class Readings {
  readonly #found = new Map<string, { readonly value: unknown; readonly changes: ChangeList }>();

  add(value: unknown, changes: ChangeList): void {
    const text = canonicalJson(value);
    if (!this.#found.has(text)) this.#found.set(text, { value, changes });
  }

  /** The only reading, and its changes to the list; the value itself where there is none, or several. */
  only(value: unknown, changes: ChangeList): unknown {
    const [reading] = this.#found.values();
    if (!reading || this.#found.size > 1) return value;
    changes.append(reading.changes);
    return reading.value;
  }
}

function hasType(plan: SchemaPlan, value: unknown): boolean {
  if (plan.types === undefined) return true;
  for (const type of plan.types) if (isOfType(type, value)) return true;
  return false;
}

function matching(plan: SchemaPlan, key: string): Schema | undefined {
  return plan.patterns.find(([pattern]) => pattern.test(key))?.[1];
}

function presetOf(schema: Schema | undefined): unknown {
  return isObject(schema) ? schema["default"] : undefined;
}

/** True for text that begins like JSON: it was meant as more than an item. */
function isJsonLike(value: unknown): boolean {
  return typeof value === "string" && /^\s*(?:[[{]|```)/.test(value);
}

/** True for text that may be a list in itself, or nothing. */
function mayBeSeveral(value: unknown): boolean {
  return typeof value === "string" && (value.trim() === "" || /[,;\n]/.test(value));
}
