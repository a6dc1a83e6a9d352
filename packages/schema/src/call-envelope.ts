import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import { isArgumentWord, isNameWord, isProviderField, isWrapperWord } from "./call-words.js";
import { canonicalJson } from "./canonical-json.js";
import { ChangeList } from "./change-list.js";
import { foldedName } from "./folded-name.js";
import { rootObject } from "./root-object.js";

/** A call is looked for so many levels deep. */
export const NESTING_LIMIT = 4;

/** The names of a call's own fields. */
export interface EnvelopeWords {
  readonly nameField: string;
  /** The fields beside name and arguments. */
  readonly fieldNames: readonly string[];
}

/** The parts of a call, before anything is known of what it calls. */
export interface Envelope {
  readonly name: string;
  /** What may be the arguments as a whole, by key. */
  readonly bags: ReadonlyMap<string, unknown>;
  readonly fields: Map<string, unknown>;
  /** Whatever else stands there. */
  readonly others: ReadonlyMap<string, unknown>;
  readonly changes: ChangeList;
}

interface Level extends Omit<Envelope, "name" | "changes"> {
  /** The key and value that name what is called. */
  readonly name: readonly [string, string] | undefined;
  readonly fields: Map<string, unknown>;
  readonly others: Map<string, unknown>;
}

/** The call that an input holds. Throws `invalid_arguments` where it names nothing, or two things. */
export function readEnvelope(input: unknown, words: EnvelopeWords): Envelope {
  const changes = new ChangeList();
  const fields = new Map<string, unknown>();
  const others = new Map<string, unknown>();
  let value = input;
  for (let depth = 0; depth <= NESTING_LIMIT; depth++) {
    const object = rootObject(value, changes);
    if (!object) break;
    const level = levelOf(object, words, depth === 0);
    for (const [key, item] of level.fields) addOnce(fields, key, item);
    if (level.name) {
      const [key, name] = level.name;
      if (depth > 0) changes.add(level.bags.size > 0 ? "unnest-envelope" : "lift-toolName", "");
      if (key !== words.nameField) changes.add("alias-key", "");
      for (const [other, item] of level.others) addOnce(others, other, item);
      return { name, bags: level.bags, fields, others, changes };
    }
    const inner = innerCalls(object);
    if (inner.length !== 1) break;
    for (const [other, item] of level.others) {
      if (other !== inner[0] && !isProviderField(other, item)) addOnce(others, other, item);
    }
    value = object[inner[0] as string];
  }
  throw unnamed(input, words);
}

function levelOf(object: Readonly<Record<string, unknown>>, words: EnvelopeWords, isOutermost: boolean): Level {
  const keys = Object.keys(object);
  const exact = keys.filter((key) => foldedName(key) === foldedName(words.nameField));
  const aliases = keys.filter((key) => isNameWord(key) && !exact.includes(key) && !words.fieldNames.includes(key));
  const bags = new Map(keys.filter(isArgumentWord).map((key) => [key, object[key]]));
  const exactName = oneName(object, exact);
  // Words like "name" are common among arguments, so inside of something they name a tool only beside arguments.
  const isCall = exact.length === 0 && (isOutermost || bags.size > 0);
  const name = exactName ?? (isCall ? oneName(object, aliases) : undefined);
  const isForeign = name !== undefined && exactName === undefined && bags.size > 0;
  const fields = new Map<string, unknown>();
  const others = new Map<string, unknown>();
  for (const key of keys) {
    if (bags.has(key) || exact.includes(key) || key === name?.[0]) continue;
    if (isForeign && (isProviderField(key, object[key]) || object[key] === name[1])) continue;
    const field = words.fieldNames.find((known) => foldedName(known) === foldedName(key));
    if (field === undefined) others.set(key, object[key]);
    else addOnce(fields, field, object[key]);
  }
  return { name, bags, fields, others };
}

/** The one name that the keys hold. Throws where they hold two. */
function oneName(
  object: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): readonly [string, string] | undefined {
  const named = keys.flatMap((key) => {
    const value = object[key];
    return typeof value === "string" && value.trim() !== "" ? [[key, value] as const] : [];
  });
  const [first, second] = named;
  if (first && second && named.some(([, value]) => value !== first[1])) {
    throw new ToolError(
      "invalid_arguments",
      `The call names two things: ${named.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(", ")}. Name one.`,
    );
  }
  return first;
}

/** The keys under which another call may stand. */
function innerCalls(object: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(object).filter((key) => isWrapperWord(key) && rootObject(object[key] ?? "?", new ChangeList()));
}

/** Throws where the key has another value already. */
export function addOnce(map: Map<string, unknown>, key: string, value: unknown): void {
  if (map.has(key) && canonicalJson(map.get(key)) !== canonicalJson(value)) {
    throw new ToolError("invalid_arguments", `"${key}" is given twice, with different values. Give it once.`);
  }
  map.set(key, value);
}

function unnamed(input: unknown, words: EnvelopeWords): ToolError {
  const { nameField } = words;
  const deeper = deepCall(input, words);
  const example: JsonObject = deeper ?? { [nameField]: "<a name that discover shows>", arguments: {} };
  const reason = deeper
    ? `"${nameField}" stands more than ${NESTING_LIMIT} levels deep`
    : isObject(input)
      ? `"${nameField}" is missing or no text`
      : Array.isArray(input) && input.length > 1
        ? "it is a list, and calls are sent one at a time"
        : "it is not an object";
  return new ToolError(
    "invalid_arguments",
    `The call does not name what to call: ${reason}. The correct call: ${JSON.stringify(example)}`,
  );
}

/** A call that stands deeper than calls are looked for, to show how it should be sent. */
function deepCall(input: unknown, words: EnvelopeWords): JsonObject | undefined {
  let value = input;
  for (let depth = 0; depth < 64; depth++) {
    const object = rootObject(value, new ChangeList());
    if (!object) return undefined;
    const { name, bags, others } = levelOf(object, words, false);
    if (name) {
      const [args = Object.fromEntries(others)] = bags.values();
      return { [words.nameField]: name[1], arguments: args as JsonObject };
    }
    const [inner] = innerCalls(object);
    if (inner === undefined) return undefined;
    value = object[inner];
  }
  return undefined;
}
