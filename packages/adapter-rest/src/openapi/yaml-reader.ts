import { FAILSAFE_SCHEMA, load, type Schema, Type } from "js-yaml";

/**
 * Reads YAML 1.2. js-yaml takes a tenth of the time and half of the memory that the package yaml needs for a large
 * document, but refuses what yaml forgives (a repeated key, deep nesting). What it refuses goes to yaml, and so does a
 * document with aliases, since only yaml bounds what they unfold to. The two agree on every value. Of a stream of several
 * documents the first one is read.
 */
export async function readYaml(text: string): Promise<unknown> {
  let state: { readonly anchorMap?: object } | undefined;
  const listener = (_: unknown, current: object): void => {
    state ??= current;
  };
  try {
    // Listening has its price, and most documents hold nothing that looks like an anchor.
    const value = load(text, { schema: coreSchema, ...(mayHaveAnchor(text) && { listener }) });
    if (Object.keys(state?.anchorMap ?? {}).length === 0) return value;
  } catch {
    // What is wrong, if anything, yaml will say.
  }
  const { parseAllDocuments } = await import("yaml");
  const documents = parseAllDocuments(text, { uniqueKeys: false, strict: false, merge: true, logLevel: "error" });
  const [first] = Array.isArray(documents) ? documents : [];
  if (first?.errors[0]) throw first.errors[0];
  return first?.toJS({ maxAliasCount: 10_000 }) ?? null;
}

/** `&name` where a value may begin (YAML 1.2.2, section 6.9.2). */
const anchor = /(?<=^|[\s[{,])&[^\s[\]{},]/y;

function mayHaveAnchor(text: string): boolean {
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    anchor.lastIndex = at;
    if (anchor.test(text)) return true;
  }
  return false;
}

/** The core schema of YAML 1.2.2, section 10.3. js-yaml's own also takes `1_000` and `0b1` for numbers. */
const coreSchema: Schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalar("null", "~nN", /^(?:~|null|Null|NULL)$/, () => null),
    scalar("bool", "tTfF", /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => text.toLowerCase() === "true"),
    scalar("int", "+-0123456789", /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/, Number),
    // One type for each tag: a second one of the same tag would take the place of the first.
    scalar(
      "float",
      "+-.0123456789",
      /^(?:[-+]?(?:(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))$/,
      float,
    ),
  ],
});

/** Most scalars are words, and are told from what a tag may begin with by their first character. */
function scalar(name: string, first: string, pattern: RegExp, construct: (text: string) => unknown): Type {
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: "scalar",
    // An empty value is given as null.
    resolve: (text: string | null) =>
      text === null || text === "" ? name === "null" : first.includes(text.charAt(0)) && pattern.test(text),
    construct: (text: string | null) => construct(text ?? ""),
  });
}

function float(text: string): number {
  const lower = text.toLowerCase();
  if (lower === ".nan") return Number.NaN;
  if (lower.endsWith(".inf")) return lower.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
}
