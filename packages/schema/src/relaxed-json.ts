/** A JSON value that was found in a text, and what had to be done to read it. */
export interface JsonText {
  readonly value: unknown;
  readonly steps: readonly ("strip-fence" | "parse-json" | "json-repair")[];
}

/** Text inside text is read so many times. */
const LAYERS = 3;

/** Values nested deeper than this are not read. */
const DEPTH_LIMIT = 100;

/**
 * The JSON value that a text holds: in a markdown fence or not, strict or as models write it (bare keys, other
 * quotes, trailing commas, comments, Python's literals, line breaks in strings). Undefined where it is none, or where it is cut off,
 * repeats a key or has numbers that JSON does not know: nothing is guessed.
 */
export function parseJsonText(text: string): JsonText | undefined {
  const steps: JsonText["steps"][number][] = [];
  let value: unknown = text;
  for (let layer = 0; typeof value === "string" && layer < LAYERS; layer++) {
    const fenced = /^\s*```[\w-]*[ \t]*\r?\n?([\s\S]*?)\s*```\s*$/.exec(value)?.[1];
    if (fenced !== undefined) steps.push("strip-fence");
    const found = strict(fenced ?? value) ?? relaxed(fenced ?? value);
    if (!found) return undefined;
    steps.push(found.step);
    value = found.value;
  }
  return { value, steps: [...new Set(steps)] };
}

type Found = { readonly value: unknown; readonly step: "parse-json" | "json-repair" };

function strict(text: string): Found | undefined {
  try {
    return { value: JSON.parse(text), step: "parse-json" };
  } catch {
    return undefined;
  }
}

function relaxed(text: string): Found | undefined {
  try {
    return { value: new RelaxedReader(text).read(), step: "json-repair" };
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

const literals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
]);

/** The quotes that models and word processors write, each with its end. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\u201c", "\u201d"],
  ["\u2018", "\u2019"],
]);

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

class RelaxedReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > DEPTH_LIMIT) throw new NotJson();
    this.#blank();
    const next = this.#text[this.#at];
    if (next === "{") return this.#object(depth);
    if (next === "[") return this.#list(depth);
    if (next !== undefined && quotes.has(next)) return this.#string();
    const word = this.#match(/-?[\w.+]+(?:[eE]-\d+)?/y);
    if (literals.has(word)) return literals.get(word);
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) throw new NotJson();
    return Number(word);
  }

  #object(depth: number): unknown {
    const entries = new Map<string, unknown>();
    for (const _ of this.#members("{", "}")) {
      const isQuoted = quotes.has(this.#text[this.#at] as string);
      const key = isQuoted ? this.#string() : this.#match(/[A-Za-z_$][\w$-]*/y);
      this.#blank();
      this.#match(/:/y);
      if (entries.has(key)) throw new NotJson();
      entries.set(key, this.#value(depth + 1));
    }
    return Object.fromEntries(entries);
  }

  #list(depth: number): unknown {
    const items: unknown[] = [];
    for (const _ of this.#members("[", "]")) items.push(this.#value(depth + 1));
    return items;
  }

  /** Stops at each member between the brackets; a comma may follow the last one. */
  *#members(open: string, close: string): Generator<void> {
    this.#at += open.length;
    for (;;) {
      this.#blank();
      if (this.#text[this.#at] === close) break;
      yield;
      this.#blank();
      if (this.#text[this.#at] === close) break;
      this.#match(/,/y);
    }
    this.#at += close.length;
  }

  #string(): string {
    const end = quotes.get(this.#text[this.#at] as string);
    let value = "";
    for (this.#at++; this.#text[this.#at] !== end; this.#at++) {
      const letter = this.#text[this.#at];
      if (letter === undefined) throw new NotJson();
      if (letter !== "\\") {
        value += letter;
        continue;
      }
      const escaped = this.#text[++this.#at] ?? "";
      if (escaped === "u") {
        this.#at++;
        value += String.fromCharCode(Number.parseInt(this.#match(/[0-9a-fA-F]{4}/y), 16));
        this.#at--;
      } else if (Object.hasOwn(escapes, escaped)) value += escapes[escaped];
      else if (`"'\\/`.includes(escaped)) value += escaped;
      else throw new NotJson();
    }
    this.#at++;
    return value;
  }

  #blank(): void {
    this.#match(/(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y);
  }

  #match(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    if (found === undefined) throw new NotJson();
    this.#at += found.length;
    return found;
  }
}
