import { stringifyTOML } from "confbox";
import { appendBlock, withoutGap } from "./append-block.js";

type Path = readonly string[];

/** A TOML text with this table at the path and everything else as it was (TOML 1.0). `undefined` takes it out. */
export function editToml(text: string, path: Path, value: object | undefined): string {
  const kept = withoutTables(text, path);
  if (value === undefined) return kept;
  const table = stringifyTOML(path.reduceRight<object>((inner, key) => ({ [key]: inner }), value)).trim();
  // Only the table of the entry itself: the headers of the tables around it stand in the file, or need not.
  const own = table.slice(table.indexOf(`[${path.map(tomlKey).join(".")}]`));
  return appendBlock(kept, own.split("\n"));
}

/** The text without the tables at this path and beneath it. */
function withoutTables(text: string, path: Path): string {
  const starts = headers(text);
  const parts = [0, ...starts].map((start, index) => text.slice(start, starts[index]));
  const isOurs = (part: string, index: number) => {
    const header = index > 0 ? /^[ \t]*\[\[?((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]"'])*)\]/.exec(part)?.[1] : undefined;
    if (header === undefined) return false;
    const keys = header.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s.]+/g) ?? [];
    return path.every((key, level) => keys[level] === key || unquoted(keys[level]) === key);
  };
  const left = parts.map((part, index) => (isOurs(part, index) ? commentsBehind(part) : part)).join("");
  const last = parts.length - 1;
  return isOurs(parts[last] ?? "", last) && commentsBehind(parts[last] ?? "") === "" ? withoutGap(left) : left;
}

/** Where the lines begin that are headers of tables, and neither in a text nor in an array. */
function headers(text: string): number[] {
  const starts: number[] = [];
  let depth = 0;
  const tokens = /"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]/g;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const line = text.lastIndexOf("\n", index - 1) + 1;
    if (token === "[" && depth === 0 && text.slice(line, index).trim() === "") starts.push(line);
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
  }
  return starts;
}

/** What a table's text ends with from its last comments on: they are about what follows. */
function commentsBehind(part: string): string {
  return /(?:^[ \t]*#[^\n]*(?:\n\s*|(?![\s\S])))+(?![\s\S])/m.exec(part)?.[0] ?? "";
}

function unquoted(key = ""): string | undefined {
  if (key.startsWith("'")) return key.slice(1, -1);
  try {
    // Their escapes are those of JSON, but for a few that no name of a server needs.
    return key.startsWith('"') ? (JSON.parse(key) as string) : undefined;
  } catch {
    return undefined;
  }
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}
