/** At most three of the names, the nearest first, where they are near enough to be what was meant. */
export function nearest(name: string, names: Iterable<string>): readonly string[] {
  const wanted = plain(name);
  const ranked = [...names]
    .map((candidate) => ({ candidate, distance: distance(wanted, plain(candidate)) }))
    .filter(({ candidate, distance }) => {
      const other = plain(candidate);
      const isPart = wanted.length >= 3 && other.length >= 3 && (other.includes(wanted) || wanted.includes(other));
      return isPart || distance <= Math.max(1, Math.floor(wanted.length / 3));
    });
  ranked.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return ranked.slice(0, 3).map(({ candidate }) => candidate);
}

/** "Did you mean …?" for a message, or nothing. */
export function didYouMean(candidates: readonly string[]): string {
  return candidates.length === 0 ? "" : ` Did you mean ${candidates.map((name) => `"${name}"`).join(" or ")}?`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Levenshtein's edit distance, in one row; far longer names than any tool has are cut. */
function distance(a: string, b: string): number {
  const [left, right] = [a.slice(0, 100), b.slice(0, 100)];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + cost);
    }
    row = next;
  }
  return row[right.length] as number;
}
