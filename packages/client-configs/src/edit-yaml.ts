import { isMap, isScalar, type Node, type Pair, parseDocument, stringify } from "yaml";
import { appendBlock, eolOf } from "./append-block.js";

/**
 * A YAML text with this entry under the key and everything else as it was. `undefined` takes it out. Where the key holds
 * something in which no line can be put, the text no longer says what it should.
 */
export function editYaml(text: string, [key = "", name = ""]: readonly string[], value: object | undefined): string {
  const servers = pairIn(parseDocument(text).contents, key);
  const own = pairIn(servers?.value, name);
  // Each line keeps what it ends with.
  const lines = text.split("\n");
  const cr = eolOf(text).slice(0, -1);
  if (own) takeOut(lines, placeOf(text, own.key));
  if (value === undefined) {
    // A key with nothing under it would be null.
    if (servers && isMap(servers.value) && own && servers.value.items.length === 1)
      empty(lines, placeOf(text, servers.key));
    return lines.join("\n");
  }
  const block = stringify({ [name]: value })
    .trimEnd()
    .split("\n");
  if (!servers) return appendBlock(text, [`${key}:`, ...block.map((line) => `  ${line}`)]);
  const { line, end } = placeOf(text, servers.key);
  const { value: node } = servers;
  const first = isMap(node) ? node.items[0] : undefined;
  if (!first) lines[line] = withoutNothing(lines[line] ?? "", end);
  const indent = " ".repeat(first ? placeOf(text, first.key).start : 2);
  lines.splice(line + 1, 0, ...block.map((each) => indent + each + cr));
  return lines.join("\n");
}

function pairIn(node: unknown, key: string): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => isScalar(pair.key) && pair.key.value === key) : undefined;
}

/** Where a key stands: its line, and the columns where it starts and ends. */
interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

function placeOf(text: string, key: unknown): Place {
  const [from = 0, to = 0] = (key as Node).range ?? [];
  const before = text.slice(0, from).split("\n");
  const start = before.at(-1)?.length ?? 0;
  return { line: before.length - 1, start, end: start + to - from };
}

/** Takes the lines of an entry out: its first one, and all below that are further in. Blank lines behind it stay. */
function takeOut(lines: string[], { line, start }: Place): void {
  const isBeside = (text: string) => text.trim() !== "" && text.search(/\S/) <= start;
  const next = lines.findIndex((text, index) => index > line && isBeside(text));
  let end = next < 0 ? lines.length : next;
  while (end > line + 1 && lines[end - 1]?.trim() === "") end -= 1;
  lines.splice(line, end - line);
}

/** Writes an empty map behind the key. */
function empty(lines: string[], { line, end }: Place): void {
  const text = lines[line] ?? "";
  const colon = text.indexOf(":", end) + 1;
  lines[line] = `${text.slice(0, colon)} {}${text.slice(colon)}`;
}

/** The line of a key without what says that it has nothing. */
function withoutNothing(line: string, keyEnd: number): string {
  return line.slice(0, keyEnd) + line.slice(keyEnd).replace(/^(\s*:)\s*(?:\{\s*\}|~|null)/i, "$1");
}
