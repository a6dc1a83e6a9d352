/** Shorter words have too many neighbours to be taken for one another. */
const shortest = 5;
const mostRemembered = 1_000;

/** Finds the terms that a misspelt word may mean. */
export interface NearestWords {
  /** Every term that is one slip away (a letter more, less, other, or two swapped) and begins alike, in the order of the alphabet. */
  near(word: string): readonly string[];
}

/** Over a fixed set of terms. Built on first use. */
export function createNearestWords(terms: () => Iterable<string>): NearestWords {
  let byLetter: Map<string, string[]> | undefined;
  const known = new Map<string, readonly string[]>();
  return {
    near(word) {
      const seen = known.get(word);
      if (seen) return seen;
      const found: string[] = [];
      if (word.length >= shortest && letters.test(word)) {
        byLetter ??= groupByLetter(terms());
        for (const term of byLetter.get(word[0] as string) ?? []) if (isOneSlipAway(word, term)) found.push(term);
      }
      if (known.size >= mostRemembered) known.clear();
      known.set(word, found.sort());
      return found;
    },
  };
}

const letters = /^[a-z]+$/;

function groupByLetter(terms: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms) {
    if (term.length < shortest - 1 || !letters.test(term)) continue;
    const group = groups.get(term[0] as string);
    if (group) group.push(term);
    else groups.set(term[0] as string, [term]);
  }
  return groups;
}

function isOneSlipAway(word: string, term: string): boolean {
  const difference = word.length - term.length;
  if (difference > 1 || difference < -1) return false;
  let same = 0;
  while (same < word.length && word.charCodeAt(same) === term.charCodeAt(same)) same++;
  if (difference === 1) return word.endsWith(term.slice(same));
  if (difference === -1) return term.endsWith(word.slice(same));
  const rest = word.slice(same + 1);
  if (term.endsWith(rest)) return true;
  const isSwapped = word[same] === term[same + 1] && word[same + 1] === term[same];
  return isSwapped && term.endsWith(rest.slice(1));
}
