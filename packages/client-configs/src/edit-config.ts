import { isDeepStrictEqual } from "node:util";
import { isObject, ToolError } from "@agent-tools/contract";
import { parseTOML, stringifyTOML } from "confbox";
import { type ParseError, parse as parseJsonc } from "jsonc-parser";
import { parse as parseYaml, stringify as stringifyYaml } from "yaml";
import type { ConfigFormat } from "./client.js";
import { connectionModule, readConnection } from "./connection-module.js";
import { editJson } from "./edit-json.js";

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
  const after = readConfig(edited, format, file);
  if (!isDeepStrictEqual(tidy(after), tidy(withValue(before, path, value)))) {
    throw new ToolError("invalid_configuration", `${file} has a form that cannot be edited safely.`, {
      hint: `Add the entry at ${path.join(".")} by hand; connect --print shows it. Nothing was changed.`,
    });
  }
  return edited;
}

const edit: Readonly<Record<ConfigFormat, (text: string, path: Path, value: object | undefined) => string>> = {
  json: editJson,
  module: (_text, _path, value) => (value ? connectionModule(value) : ""),
  toml(text, path, value) {
    const kept = withoutTables(text, path);
    if (value === undefined) return kept;
    const table = stringifyTOML(path.reduceRight<object>((inner, key) => ({ [key]: inner }), value)).trim();
    // Only the table of the entry itself: the headers of the tables around it stand in the file, or need not.
    const own = table.slice(table.indexOf(`[${path.map(tomlKey).join(".")}]`));
    return joined(kept, own, eolOf(text));
  },
  yaml(text, path, value) {
    const [key = "", name = ""] = path;
    const eol = eolOf(text);
    const lines = text.split(/\r?\n/);
    const kept = withoutYamlEntry(lines, key, name);
    if (value === undefined) return kept.join(eol);
    const block = stringifyYaml({ [name]: value })
      .trimEnd()
      .split("\n");
    const at = kept.findIndex((line) => line.replace(/\s*#.*$/, "") === `${key}:`);
    if (at < 0) return joined(kept.join(eol), [`${key}:`, ...block.map((line) => `  ${line}`)].join(eol), eol);
    const sibling = kept.slice(at + 1).find((line) => /^\s+[^\s#]/.test(line));
    const indent = /^\s+/.exec(sibling ?? "  ")?.[0] ?? "  ";
    kept.splice(at + 1, 0, ...block.map((line) => indent + line));
    return kept.join(eol);
  },
};

/** A TOML text without the tables at this path and beneath it (TOML 1.0, section Table). */
function withoutTables(text: string, path: Path): string {
  const parts = text.split(/^(?=[ \t]*\[)/m);
  const isOurs = (part: string) => {
    const header = /^[ \t]*\[\[?([^\]]*)\]/.exec(part)?.[1];
    if (header === undefined) return false;
    const keys = header.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s.]+/g) ?? [];
    return path.every((key, index) => keys[index]?.replace(/^(["'])(.*)\1$/, "$2") === key);
  };
  return parts.map((part) => (isOurs(part) ? commentsBehind(part) : part)).join("");
}

/** What a table's text ends with from its last comments on: they are about what follows. */
function commentsBehind(part: string): string {
  return /(?:^[ \t]*#[^\n]*(?:\n\s*|(?![\s\S])))+(?![\s\S])/m.exec(part)?.[0] ?? "";
}

function withoutYamlEntry(lines: readonly string[], key: string, name: string): string[] {
  const start = lines.findIndex((line) => line.replace(/\s*#.*$/, "") === `${key}:`);
  if (start < 0) return [...lines];
  const isName = (line: string) => [name, `"${name}"`, `'${name}'`].includes(line.trim().replace(/:.*$/, ""));
  const at = lines.findIndex((line, index) => index > start && /^\s/.test(line) && isName(line));
  if (at < 0) return [...lines];
  const depth = /^\s*/.exec(lines[at] ?? "")?.[0].length ?? 0;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && (/^\s*/.exec(line)?.[0].length ?? 0) <= depth);
  return [...lines.slice(0, at), ...(end < 0 ? rest.filter((line) => line.trim() === "") : rest.slice(end))];
}

function joined(text: string, block: string, eol: string): string {
  const lines = block.split("\n").join(eol);
  if (text.trim() === "") return lines + eol;
  const gap = text.endsWith(eol + eol) ? "" : text.endsWith("\n") ? eol : eol + eol;
  return text + gap + lines + eol;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

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
