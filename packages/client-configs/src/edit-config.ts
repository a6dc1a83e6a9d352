import { isDeepStrictEqual } from "node:util";
import { isObject, ToolError } from "@agent-tools/contract";
import { parseTOML } from "confbox";
import { type ParseError, parse as parseJsonc } from "jsonc-parser";
import { parse as parseYaml } from "yaml";
import type { ConfigFormat } from "./client.js";
import { connectionModule, readConnection } from "./connection-module.js";
import { editJson } from "./edit-json.js";
import { editToml } from "./edit-toml.js";
import { editYaml } from "./edit-yaml.js";

type Path = readonly string[];

/** What a configuration file says. Throws `invalid_configuration` where it cannot be read. */
export function readConfig(marked: string, format: ConfigFormat, file: string): unknown {
  const text = marked.replace(/^\uFEFF/, "");
  const unreadable = (words: string, cause?: unknown) =>
    new ToolError("invalid_configuration", `${file} cannot be read: ${words}`, {
      hint: "Correct the file first. Nothing was changed.",
      cause,
    });
  try {
    if (format === "toml") return parseTOML(text);
    if (format === "yaml") return (parseYaml(text) as unknown) ?? {};
    if (format === "module") return readConnection(text);
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error), error);
  }
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw unreadable(`no valid JSON at character ${first.offset}.`);
  return value;
}

/** What stands at the path. */
export function valueAt(config: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), config);
}

/**
 * The text with this value at the path and everything else as it was, comments and layout included. `undefined` takes it
 * out. Throws `invalid_configuration` where that cannot be done without touching the rest.
 */
export function editConfig(
  text: string,
  path: Path,
  value: object | undefined,
  options: { readonly format: ConfigFormat; readonly file: string },
): string {
  const { format, file } = options;
  const before = readConfig(text, format, file);
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const edited = mark + edit[format](text.slice(mark.length), path, value);
  // Whatever the edit did to the text: it has to say the same as before, but for this value.
  if (says(edited, format, withValue(before, path, value))) return edited;
  const place = path.join(".");
  const byHand = value ? `Add ${place} by hand; connect --print shows the entry.` : `Take ${place} out by hand.`;
  throw new ToolError("invalid_configuration", `${file} has a form that cannot be edited safely.`, {
    hint: `${byHand} Nothing was changed.`,
  });
}

function says(text: string, format: ConfigFormat, wanted: unknown): boolean {
  try {
    return isDeepStrictEqual(tidy(readConfig(text, format, "")), tidy(wanted));
  } catch {
    return false;
  }
}

const edit: Readonly<Record<ConfigFormat, (text: string, path: Path, value: object | undefined) => string>> = {
  json: editJson,
  module: (_text, _path, value) => (value ? connectionModule(value) : ""),
  toml: editToml,
  yaml: editYaml,
};

function withValue(config: unknown, [key, ...rest]: Path, value: object | undefined): unknown {
  if (key === undefined) return value;
  const object = isObject(config) ? config : {};
  const inner = withValue(object[key], rest, value);
  const { [key]: _, ...others } = object;
  return inner === undefined ? others : { ...others, [key]: inner };
}

/** Without objects that hold nothing, which an entry leaves behind when it goes, and in plain prototypes. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const clean = tidy(inner);
    const isEmpty = isObject(clean) && Object.keys(clean).length === 0;
    return clean === undefined || isEmpty ? [] : [[key, clean] as const];
  });
  return Object.fromEntries(entries);
}
