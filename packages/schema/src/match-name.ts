import { foldedName } from "./folded-name.js";
import { nearestNames } from "./nearest-names.js";

/** Something that is called by a name. */
export interface Named {
  readonly name: string;
  /** What may stand before the name: the plugin's prefix, a client's. */
  readonly qualifiers?: readonly string[];
}

/** What a name stands for. `normalised`: it is written otherwise, and only this one is meant. */
export type NameMatch<T extends Named> =
  | { readonly status: "exact" | "normalised"; readonly target: T }
  | { readonly status: "ambiguous"; readonly targets: readonly T[] }
  | { readonly status: "unknown"; readonly nearest: readonly string[] };

/** What models put before any tool's name. */
const commonQualifiers = ["agent_tools", "mcp", "function", "functions", "tool", "tools", "default_api", "call"];

/**
 * What a name that a model wrote stands for: the exact name, else the only one that is the same but for case, marks
 * between words, quotes, `()` and known qualifiers (`mcp__github__get_issue`, `github.get_issue`). Never the nearest one:
 * near names are only told.
 */
export function matchName<T extends Named>(given: string, targets: Iterable<T>): NameMatch<T> {
  const all = [...targets];
  const exact = all.filter(({ name }) => name === given);
  const found = exact.length > 0 ? exact : all.filter((target) => isMeant(given, target));
  const [target] = found;
  if (target && found.length === 1) return { status: exact.length > 0 ? "exact" : "normalised", target };
  if (target) return { status: "ambiguous", targets: found };
  return {
    status: "unknown",
    nearest: nearestNames(
      given,
      all.map(({ name }) => name),
    ),
  };
}

/** Longer names are no other spelling of any. */
const LENGTH_LIMIT = 256;

function isMeant(given: string, { name, qualifiers = [] }: Named): boolean {
  const bare = given
    .trim()
    .replace(/^(["'`*<[(]*)(.*?)["'`*>\])]*$/, "$2")
    .replace(/\(\)?$/, "");
  if (bare.length > LENGTH_LIMIT) return false;
  // Anything but words and the marks between them says more than a name.
  if (!/^[\p{L}\p{N}\s_.:/-]+$/u.test(bare) || bare.includes("..")) return false;
  const wanted = foldedName(bare);
  const folded = foldedName(name);
  if (folded === "" || !wanted.endsWith(folded)) return false;
  return isMadeOf(wanted.slice(0, -folded.length), [...commonQualifiers, ...qualifiers].map(foldedName));
}

function isMadeOf(text: string, words: readonly string[]): boolean {
  return (
    text === "" ||
    words.some((word) => word !== "" && text.startsWith(word) && isMadeOf(text.slice(word.length), words))
  );
}
