/**
 * A name without what models get wrong in one: case, and the marks between words. Empty for names without a letter,
 * whose marks are all they have (`+1` and `-1`).
 */
export function foldedName(name: string): string {
  const folded = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return /\p{L}/u.test(folded) ? folded : "";
}
