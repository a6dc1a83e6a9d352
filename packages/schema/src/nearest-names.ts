import { foldedName } from "./folded-name.js";

/** Longer names are near to none: comparing them takes the product of their lengths. */
const LENGTH_LIMIT = 128;

/** Up to three names that are near to one that does not exist, the nearest first. */
export function nearestNames(given: string, names: Iterable<string>): string[] {
  const wanted = foldedName(given);
  if (wanted === "" || wanted.length > LENGTH_LIMIT) return [];
  const scored: { name: string; distance: number }[] = [];
  for (const name of names) {
    const folded = foldedName(name);
    if (folded === "" || folded.length > LENGTH_LIMIT) continue;
    const isPart =
      (wanted.length > 2 && folded.length > 2 && (folded.includes(wanted) || wanted.includes(folded))) ||
      wordsOf(name).includes(wanted) ||
      wordsOf(given).includes(folded);
    const distance = isPart ? 1 : editDistance(wanted, folded);
    if (distance <= Math.max(1, Math.floor(wanted.length / 3))) scored.push({ name, distance });
  }
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The words of a name, folded. */
function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map(foldedName);
}

/** The number of letters to insert, remove, replace or swap between two words. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, (before[column - 2] as number) + 1);
      }
      next.push(cost);
    }
    before = last;
    last = next;
  }
  return last[to.length] as number;
}
