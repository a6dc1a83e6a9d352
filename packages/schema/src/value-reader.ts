import { isObject, type Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import { type ChangeKind, ChangeList } from "./change-list.js";
import { enumMember } from "./enum-member.js";
import { foldedName } from "./folded-name.js";
import { pointerOf } from "./json-pointer.js";
import { parseJsonText } from "./relaxed-json.js";
import { type Cast, scalarCast } from "./scalar-cast.js";
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
  /** The keys that lead to the value that is being read. */
  readonly #keys: (string | number)[] = [];
  #changes = new ChangeList();
  #steps = 0;

  constructor(plans: SchemaPlans) {
    this.#plans = plans;
  }

  /** The value as the root of the schema wants it. What was done is added to the changes. */
  read(value: unknown, changes: ChangeList): unknown {
    this.#changes = changes;
    return this.#read(this.#plans.root, value);
  }

  #read(plan: SchemaPlan, value: unknown): unknown {
    if (++this.#steps > STEP_LIMIT || plan.isFree) return value;
    if (plan.branches.length > 0) return this.#union(plan, value);
    if (plan.values) return this.#member(plan.values, value);
    const read = hasType(plan, value) ? value : this.#converted(plan, value);
    if (Array.isArray(read)) return this.#list(plan, read);
    return isObject(read) ? this.#object(plan, read) : read;
  }

  #below(key: string | number, schema: Schema, value: unknown): unknown {
    if (typeof schema === "boolean") return value;
    this.#keys.push(key);
    const read = this.#read(this.#plans.of(schema), value);
    this.#keys.pop();
    return read;
  }

  /** What a reading makes of a value, without its changes being taken over yet. */
  #tried(read: () => unknown): Reading {
    const outer = this.#changes;
    this.#changes = new ChangeList();
    const reading = { value: read(), changes: this.#changes };
    this.#changes = outer;
    return reading;
  }

  #took(kind: ChangeKind, ...keys: string[]): void {
    this.#changes.add(kind, pointerOf([...this.#keys, ...keys]));
  }

  /** The one reading by a branch that makes the value valid. */
  #union(plan: SchemaPlan, value: unknown): unknown {
    if (plan.isValid(value)) return value;
    const readings = plan.branches
      .map((branch) => this.#tried(() => this.#read(this.#plans.of(branch), value)))
      .filter((reading) => reading.changes.all.length > 0 && plan.isValid(reading.value));
    return this.#only(readings, value);
  }

  #member(values: readonly unknown[], value: unknown): unknown {
    const own = enumMember(values, value);
    const item = Array.isArray(value) && value.length === 1 ? enumMember(values, value[0]) : undefined;
    const member = own ?? item;
    if (!member || own?.isExact) return value;
    if (!own) this.#took("unwrap-array");
    if (!member.isExact) this.#took("normalise-enum");
    return member.value;
  }

  /** The value as one of the types that the node declares. */
  #converted(plan: SchemaPlan, value: unknown): unknown {
    const readings = casts(plan, value).map((cast) => this.#changed(cast.value, cast.kind));
    // JSON text is taken for what it holds, not for an item.
    const parsed = isJsonLike(value) && parseJsonText(value);
    if (parsed) {
      const made = this.#changed(parsed.value, ...parsed.steps);
      if (isObject(parsed.value) || Array.isArray(parsed.value)) {
        if (hasType(plan, parsed.value)) readings.push(made);
        else readings.push(...this.#wrapped(plan, parsed.value, parsed.steps));
      }
    } else if (!isJsonLike(value)) {
      readings.push(...this.#wrapped(plan, value, []));
    }
    if (Array.isArray(value) && value.length === 1) {
      const [item] = value;
      if (hasType(plan, item)) readings.push(this.#changed(item, "unwrap-array"));
      else readings.push(...casts(plan, item).map((cast) => this.#changed(cast.value, "unwrap-array", cast.kind)));
    }
    return this.#only(readings, value);
  }

  #changed(value: unknown, ...kinds: readonly ChangeKind[]): Reading {
    const changes = new ChangeList();
    for (const kind of kinds) changes.add(kind, pointerOf(this.#keys));
    return { value, changes };
  }

  /** The list of this one value, where a list is wanted and the value is right for an item. */
  #wrapped(plan: SchemaPlan, value: unknown, steps: readonly ChangeKind[]): Reading[] {
    if (!plan.types?.includes("array") || value === null || Array.isArray(value) || mayBeSeveral(value)) return [];
    const schema = plan.firstItems[0] ?? plan.items;
    const reading = this.#tried(() => {
      for (const step of steps) this.#took(step);
      this.#took("wrap-array");
      return [this.#below(0, schema, value)];
    });
    return this.#isFit(schema, (reading.value as unknown[])[0]) ? [reading] : [];
  }

  #isFit(schema: Schema, item: unknown): boolean {
    if (typeof schema === "boolean") return schema;
    const plan = this.#plans.of(schema);
    if (plan.branches.length > 0) return plan.isValid(item);
    return hasType(plan, item) && (plan.values === undefined || enumMember(plan.values, item)?.isExact === true);
  }

  /** The only reading, with its changes; the value itself where there is none, or several that differ. */
  #only(readings: readonly Reading[], value: unknown): unknown {
    const [first, ...others] = readings;
    if (!first) return value;
    if (others.some((other) => canonicalJson(other.value) !== canonicalJson(first.value))) return value;
    this.#changes.append(first.changes);
    return first.value;
  }

  #list(plan: SchemaPlan, value: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const read = this.#below(index, plan.firstItems[index] ?? plan.items, value[index]);
      if (read === value[index]) continue;
      copy ??= [...value];
      copy[index] = read;
    }
    return copy ?? value;
  }

  #object(plan: SchemaPlan, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const value = this.#renamed(plan, given);
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const item = value[key];
      const declared = plan.properties.get(key);
      if (item === null && declared !== undefined && this.#isDroppable(plan, key, declared)) {
        this.#took("drop-null", key);
        copy ??= { ...value };
        delete copy[key];
        continue;
      }
      const read = this.#below(key, declared ?? matching(plan, key) ?? plan.others, item);
      if (read === item) continue;
      copy ??= { ...value };
      copy[key] = read;
    }
    for (const key of plan.required) {
      if (Object.hasOwn(copy ?? value, key)) continue;
      const preset = presetOf(plan.properties.get(key));
      if (preset === undefined) continue;
      this.#took("fill-default", key);
      copy ??= { ...value };
      copy[key] = structuredClone(preset);
    }
    return copy ?? value;
  }

  /** Null says "absent" where nothing else can be meant: the property may be left out, or has a default. */
  #isDroppable(plan: SchemaPlan, key: string, declared: Schema): boolean {
    if (plan.required.includes(key) && presetOf(declared) === undefined) return false;
    return !this.#plans.of(declared).mayBeNull;
  }

  /** The object with unknown names as the schema spells them, where one free name differs only in case and marks. */
  #renamed(plan: SchemaPlan, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const isTaken = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined;
    let wished: Map<string, string[]> | undefined;
    for (const key of Object.keys(value)) {
      if (plan.properties.has(key) || matching(plan, key) !== undefined) continue;
      const name = plan.byFoldedName.get(foldedName(key));
      // An open object may hold any name: there, only a name that is missing tells that another was meant to be it.
      if (!name || !(plan.isClosed || (plan.required.includes(name) && !isTaken(name)))) continue;
      wished ??= new Map();
      wished.set(name, [...(wished.get(name) ?? []), key]);
    }
    if (!wished) return value;
    const names = new Map<string, string | undefined>();
    for (const [name, keys] of wished) {
      if (!isOneValue(value, isTaken(name) ? [...keys, name] : keys)) continue;
      for (const [index, key] of keys.entries()) {
        const isKept = index === 0 && !isTaken(name);
        names.set(key, isKept ? name : undefined);
        this.#took(isKept ? "normalise-key" : "drop-duplicate-key", isKept ? name : key);
      }
    }
    const renamed: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const name = names.has(key) ? names.get(key) : key;
      if (name !== undefined) setOwn(renamed, name, value[key]);
    }
    return renamed;
  }
}

/** One way to read a value. */
interface Reading {
  readonly value: unknown;
  readonly changes: ChangeList;
}

function casts(plan: SchemaPlan, value: unknown): Cast[] {
  const found: Cast[] = [];
  for (const type of plan.types ?? []) {
    const cast = scalarCast(type, value);
    if (cast) found.push(cast);
  }
  return found;
}

function isOneValue(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  const [first, ...others] = keys;
  return others.every((key) => canonicalJson(value[key]) === canonicalJson(value[first as string]));
}

/** Sets a property of the object itself, also where its name is `__proto__`. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function hasType(plan: SchemaPlan, value: unknown): boolean {
  if (plan.types === undefined) return true;
  for (const type of plan.types) if (isOfType(type, value)) return true;
  return false;
}

function matching(plan: SchemaPlan, key: string): Schema | undefined {
  for (const [pattern, schema] of plan.patterns) if (pattern.test(key)) return schema;
  return undefined;
}

function presetOf(schema: Schema | undefined): unknown {
  return isObject(schema) ? schema["default"] : undefined;
}

/** True for text that begins like JSON, so that it was meant as more than text. */
function isJsonLike(value: unknown): value is string {
  return typeof value === "string" && /^\s*(?:[[{"']|```)/.test(value);
}

/** True for text that may be a list in itself, or nothing. */
function mayBeSeveral(value: unknown): boolean {
  return typeof value === "string" && (value.trim() === "" || /[,;\n]/.test(value));
}
