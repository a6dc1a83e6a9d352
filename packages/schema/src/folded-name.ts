/** The folded names of late; the same few come with every call. */
const known = new Map<string, string>();

const KNOWN_LIMIT = 10_000;

/**
 * A name without what models get wrong in one: case, and the marks between words. Empty for names without a letter,
 * whose marks are all they have (`+1` and `-1`).
 */
export function foldedName(name: string): string {
  let folded = known.get(name);
  if (folded === undefined) {
    folded = fold(name);
    if (known.size >= KNOWN_LIMIT) known.clear();
    // Only short ones are kept: a name may be as long as a caller likes.
    if (name.length <= 128) known.set(name, folded);
  }
  return folded;
}

function fold(name: string): string {
  const folded = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return /\p{L}/u.test(folded) ? folded : "";
}
