import { isObject } from "@agent-tools/contract";

/** What stands between the name of a reference and its value; in YAML without quotes, and over two lines as well. */
const beforeValue = /["']?\s*:\s*(?:[>|][-+]?\s+)?(["']?)/y;

/**
 * The references of a document that do not begin with `#`. A text is searched for them, which takes a hundredth of the
 * time of a walk; the document is walked only where there is no text, or one whose spelling hides what it refers to.
 */
export function foreignReferences(document: unknown, text: string | undefined): Iterable<string> {
  return (text === undefined ? undefined : referencesIn(text)) ?? walkedReferences(document);
}

/** Undefined where the text alone does not tell. */
function referencesIn(text: string): Set<string> | undefined {
  const found = new Set<string>();
  for (let at = text.indexOf("$ref"); at >= 0; at = text.indexOf("$ref", at + 4)) {
    if (isLocal(text, at + 4)) continue;
    beforeValue.lastIndex = at + 4;
    const before = beforeValue.exec(text);
    // The word alone, in a sentence for example, or in the name of a field that only begins with it.
    if (!before) continue;
    if (text.charCodeAt(beforeValue.lastIndex) === 0x23) continue;
    const end = before[1] === '"' ? text.indexOf('"', beforeValue.lastIndex) : -1;
    const reference = text.slice(beforeValue.lastIndex, end);
    // Anything but a plain text between double quotes is for the reader of JSON or YAML.
    if (end < 0 || /[\\\n]/.test(reference)) return undefined;
    found.add(reference);
  }
  // The dollar sign may be written so in JSON. Searches stop at each place where the first character stands, and backslashes
  // are everywhere: digits first.
  return text.includes("0024") && text.includes("\\u0024") ? undefined : found;
}

/** The usual spellings, as in `"$ref": "#` and `$ref: '#`, are told at once: a large description has tens of thousands. */
function isLocal(text: string, after: number): boolean {
  const colon = text.charCodeAt(after) === 0x22 ? after + 1 : after;
  if (text.charCodeAt(colon) !== 0x3a) return false;
  const value = text.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1;
  const quote = text.charCodeAt(value);
  return (quote === 0x22 || quote === 0x27) && text.charCodeAt(value + 1) === 0x23;
}

function* walkedReferences(root: unknown): Generator<string> {
  for (const [, value] of objectsIn(root)) {
    const reference = value["$ref"];
    if (typeof reference === "string" && !reference.startsWith("#")) yield reference;
  }
}

/** Every object below a value, each once, with its pointer. Aliases may make a document a graph. */
export function* objectsIn(root: unknown): Generator<[pointer: string, value: Record<string, unknown>]> {
  const seen = new Set<unknown>();
  const waiting: [string, unknown][] = [["", root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, value] = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isObject(value)) yield [pointer, value];
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object")
        waiting.push([`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, inner]);
    }
  }
}
