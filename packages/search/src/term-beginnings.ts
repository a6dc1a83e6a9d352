/** How terms begin, in letters: shorter beginnings are not told apart. */
export const shortestBeginning = 3;

/** Tells whether some term begins so. Shorter texts than `shortestBeginning` are unknown: no term does. */
export type IsBeginning = (text: string) => boolean;

/** Over a fixed set of terms, read on first use. */
export function createBeginnings(terms: () => Iterable<string>): IsBeginning {
  let groups: ReadonlyMap<string, readonly string[]> | undefined;
  return (text) => {
    groups ??= grouped(terms());
    const group = groups.get(text.slice(0, shortestBeginning));
    if (!group || text.length === shortestBeginning) return group !== undefined;
    for (const term of group) if (term.startsWith(text)) return true;
    return false;
  };
}

function grouped(terms: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms) {
    const beginning = term.slice(0, shortestBeginning);
    const group = groups.get(beginning);
    if (group) group.push(term);
    else groups.set(beginning, [term]);
  }
  return groups;
}
