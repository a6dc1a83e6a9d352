import { type Change, isObject, type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import { ChangeList } from "./change-list.js";
import { type SchemaParts, schemaParts } from "./compiled-schema.js";
import { unnested } from "./nested-arguments.js";
import { type CallWording, refusal } from "./refusal.js";
import { rootObject } from "./root-object.js";
import { shownValue } from "./schema-issue.js";
import { ValueReader } from "./value-reader.js";

/** Arguments that are right and what was changed to make them so, or an error that shows the correct call. */
export type Settled =
  | { readonly value: JsonObject; readonly changes: readonly Change[]; readonly error?: undefined }
  | { readonly error: ToolError };

const unchanged: readonly Change[] = [];

/**
 * The arguments as the schema wants them. A valid value passes as it is, but for its absent defaults. Else what a model
 * gets wrong is put right where the schema leaves one reading: a call wrapped around the arguments, JSON in text, text
 * for a number or boolean, one value for a list, null for an absent property, case and marks in names and enumerations.
 * Each change is told by kind and place. A property that is present and valid is never changed, and what is still
 * invalid is refused with `invalid_arguments`, every issue and the correct call.
 */
export function settle(schema: Schema | undefined, value: unknown, wording: CallWording = {}): Settled {
  const parts = schemaParts(schema);
  if (isObject(value) && parts.isValid(value)) return withDefaults(parts, value, unchanged);
  try {
    return repaired(parts, value, wording);
  } catch (error) {
    if (ToolError.is(error)) return { error };
    if (error instanceof RangeError) {
      return { error: new ToolError("invalid_arguments", "The arguments are nested too deep.") };
    }
    throw error;
  }
}

function repaired(parts: SchemaParts, given: unknown, wording: CallWording): Settled {
  const changes = new ChangeList();
  const root = rootObject(given, changes);
  if (!root) {
    const issue = { path: "", message: `must be an object, not ${shownValue(given)}`, keyword: "type" };
    return { error: refusal(parts, {}, [issue], wording) };
  }
  if (root !== given && parts.isValid(root)) return withDefaults(parts, root, changes.all);
  const facts = { parts, toolName: wording.toolName, fields: new Map(), fieldNames: [] };
  const bare = unnested(root, facts, changes);
  if (bare !== root && parts.isValid(bare)) return withDefaults(parts, bare, changes.all);
  const read = new ValueReader(parts.plans).read(bare, changes) as Record<string, unknown>;
  if (parts.isValid(read)) return withDefaults(parts, read, changes.all);
  return { error: refusal(parts, read, parts.check(read), wording) };
}

/** The valid value with its absent defaults. */
function withDefaults(parts: SchemaParts, value: Record<string, unknown>, changes: readonly Change[]): Settled {
  const { filler } = parts;
  if (!filler?.lacks(value)) return { value: value as JsonObject, changes };
  let made = new ChangeList();
  let full = filler.fill(value, made);
  if (!filler.isSafe && !parts.isValid(full)) {
    // Some default contradicts what was given: keep those that do not, each tried in the order of the schema.
    const except = new Set(made.all.map(({ path }) => path));
    for (const { path } of made.all) {
      except.delete(path);
      if (!parts.isValid(filler.fill(value, new ChangeList(), except))) except.add(path);
    }
    made = new ChangeList();
    full = filler.fill(value, made, except);
  }
  return { value: full as JsonObject, changes: [...changes, ...made.all] };
}
