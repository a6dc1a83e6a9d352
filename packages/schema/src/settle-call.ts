import { type Awaitable, type Change, isObject, type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import { addOnce, type Envelope, type EnvelopeWords, readEnvelope } from "./call-envelope.js";
import { isArgumentWord, isNameWord } from "./call-words.js";
import { canonicalJson } from "./canonical-json.js";
import { ChangeList } from "./change-list.js";
import { type SchemaParts, schemaParts } from "./compiled-schema.js";
import { foldedName } from "./folded-name.js";
import { isSameTool, twoTools, unnested } from "./nested-arguments.js";
import { rootObject } from "./root-object.js";
import { settle } from "./settle.js";

/** What a call is aimed at. */
export interface CallTarget {
  readonly name: string;
  readonly schema: Schema | undefined;
}

/** The form of a call that holds another: a name, its `arguments`, and what stands beside them. */
export interface CallForm<T extends CallTarget> {
  /** The field that names the target. Default `toolName`. */
  readonly nameField?: string;
  /** The other fields and their schemas, for example `{ confirm: { type: "boolean" } }`. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** What the form itself is called. Where no target has that name, a call of the form inside of another is the one that counts. */
  readonly verbs?: readonly string[];
  /**
   * The target of a name as it was written, given the other fields; `matchName` helps. Throws a ToolError where there is
   * none: that is the answer then.
   */
  readonly find: (name: string, fields: JsonObject) => Awaitable<T>;
}

/** A call that is right and what was changed to make it so, or an error that shows the correct call. */
export type SettledCall<T extends CallTarget> =
  | {
      readonly target: T;
      readonly arguments: JsonObject;
      /** The fields beside name and arguments. */
      readonly fields: JsonObject;
      readonly changes: readonly Change[];
      readonly error?: undefined;
    }
  | { readonly error: ToolError };

/**
 * A call as its form wants it, with arguments as the target's schema wants them (see `settle`). The call may be text, stand
 * up to four levels deep inside of another, use other words for its fields or leave out `arguments`. Two names or two
 * sets of arguments that differ are refused; nothing is chosen between them. Never throws for what was given.
 */
export async function settleCall<T extends CallTarget>(input: unknown, form: CallForm<T>): Promise<SettledCall<T>> {
  const { nameField = "toolName", fields: fieldSchemas = noFields } = form;
  const fieldNames = Object.keys(fieldSchemas);
  const settleFields = (name: string, given: ReadonlyMap<string, unknown>, bags: readonly unknown[]) => {
    const args = bags.length === 1 && isObject(bags[0]) ? { arguments: bags[0] as JsonObject } : {};
    const settled = settle(schemaOf(fieldSchemas), Object.fromEntries(given), {
      subject: "The fields of the call",
      callFor: (others) => ({ [nameField]: name, ...args, ...others }),
    });
    if (settled.error) throw settled.error;
    return settled;
  };
  try {
    const found = async (envelope: Envelope) => {
      const { value } = settleFields(envelope.name, envelope.fields, [...envelope.bags.values()]);
      return { envelope, target: await form.find(envelope.name, value) };
    };
    const words = { nameField, fieldNames };
    const outer = readEnvelope(input, words);
    const { envelope, target } = await found(outer).catch((error: unknown) => {
      const inner = innerCall(outer, words, form.verbs);
      if (!inner) throw error;
      return found(inner);
    });
    const { changes } = envelope;
    if (target.name !== envelope.name) changes.add("normalise-tool-name", "");
    const parts = schemaParts(target.schema);
    const fields = new Map(envelope.fields);
    const bag = argumentsIn(envelope, { schema: target.schema, parts, name: target.name, changes });
    const object = rootObject(bag, changes);
    const given = object && unnested(object, { parts, toolName: target.name, fields, fieldNames }, changes);
    const others = settleFields(target.name, fields, [given]);
    const settled = settle(target.schema, given ?? bag, {
      toolName: target.name,
      callFor: (args) => ({ [nameField]: target.name, arguments: args, ...others.value }),
    });
    if (settled.error) return settled;
    // A path leads into the arguments, and the fields stand beside them.
    const beside = others.changes.map(({ kind }) => ({ kind, path: "" }));
    const made = [...changes.all, ...beside, ...settled.changes];
    return { target, arguments: settled.value, fields: others.value, changes: made };
  } catch (error) {
    if (ToolError.is(error)) return { error };
    if (error instanceof RangeError) {
      return { error: new ToolError("invalid_arguments", "The call is nested too deep.") };
    }
    throw error;
  }
}

/** The call that stands in the arguments of a call of the form itself. */
function innerCall(outer: Envelope, words: EnvelopeWords, verbs: readonly string[] = []): Envelope | undefined {
  const isForm = verbs.some((verb) => foldedName(verb) === foldedName(outer.name));
  const bag = outer.bags.size === 1 ? rootObject([...outer.bags.values()][0], new ChangeList()) : undefined;
  if (!isForm || !bag || !(words.nameField in bag)) return undefined;
  const inner = readEnvelope(bag, words);
  for (const [name, value] of outer.fields) addOnce(inner.fields, name, value);
  inner.changes.add("unnest-envelope", "");
  return inner;
}

const noFields = {};

const schemas = new WeakMap<object, Schema>();

/** The schema of the fields, the same object each time, so that it is compiled once. */
function schemaOf(fields: Readonly<Record<string, Schema>>): Schema {
  let schema = schemas.get(fields);
  if (!schema) {
    schema = { type: "object", properties: fields, additionalProperties: false };
    schemas.set(fields, schema);
  }
  return schema;
}

interface Situation {
  readonly schema: Schema | undefined;
  readonly parts: SchemaParts;
  readonly name: string;
  readonly changes: ChangeList;
}

/** What the call gives as arguments: one bag, and the arguments that stand beside it. */
function argumentsIn(envelope: Envelope, situation: Situation): unknown {
  const { parts, name, changes } = situation;
  const { plans } = parts;
  const bags = new Map<string, unknown>();
  const strays = new Map(envelope.others);
  for (const [key, value] of envelope.bags) {
    if (key === "arguments" || !plans.declares(key)) bags.set(key, value);
    else strays.set(key, value);
  }
  const filled = [...bags].filter(([, value]) => value !== null);
  if (filled.length < bags.size && filled.length > 0) changes.add("drop-null", "");
  const [first, ...more] = (filled.length > 0 ? filled : [...bags]).sort(
    ([a], [b]) => Number(b === "arguments") - Number(a === "arguments"),
  );
  if (!first) return strays.size > 0 ? flattened(strays, situation) : {};
  for (const [key, value] of more) {
    if (canonicalJson(value) === canonicalJson(first[1])) continue;
    throw new ToolError(
      "invalid_arguments",
      `The call of "${name}" has two different sets of arguments, "${first[0]}" and "${key}". Give one, as "arguments".`,
    );
  }
  if (first[0] !== "arguments") changes.add("alias-key", "");
  return strays.size > 0 ? withStrays(first[1], strays, situation) : first[1];
}

/** Arguments that stand directly in the call; or one argument that must be all of them under another word. */
function flattened(strays: ReadonlyMap<string, unknown>, { schema, changes }: Situation): unknown {
  const value = Object.fromEntries(strays);
  const [only] = strays;
  if (
    strays.size === 1 &&
    only &&
    isArgumentWord(only[0]) &&
    settle(schema, value).error &&
    !settle(schema, only[1]).error
  ) {
    changes.add("alias-key", "");
    return only[1];
  }
  changes.add("collect-arguments", "");
  return value;
}

/** The bag with what stands beside it, as far as the schema knows it. */
function withStrays(bag: unknown, strays: ReadonlyMap<string, unknown>, situation: Situation): unknown {
  const { parts, name, changes } = situation;
  const object = rootObject(bag, changes);
  if (!object) return bag;
  const entries = new Map(Object.entries(object));
  for (const [key, value] of strays) {
    const isDeclared = parts.plans.declares(key);
    if (!isDeclared && isNameWord(key) && typeof value === "string") {
      if (!isSameTool(value, name)) throw twoTools(name, key, value);
      changes.add("drop-duplicate-key", "");
    } else if (isDeclared || parts.plans.root.isClosed || parts.plans.root.byFoldedName.has(foldedName(key))) {
      addOnce(entries, key, value);
      changes.add("collect-arguments", "");
    } else {
      // An open schema would accept it, and a tool would get what was never meant for it.
      throw new ToolError(
        "invalid_arguments",
        `"${key}" is no field of the call, and "${name}" declares no argument of that name. Leave it out, or put it into "arguments".`,
      );
    }
  }
  return Object.fromEntries(entries);
}
