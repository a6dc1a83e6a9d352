/** Shorter words have too many neighbours to be taken for one another. */
const shortest = 5;

/** Finds the terms that a misspelt word may mean. */
export interface NearestWords {
  /** Every term that is one slip away (a letter more, less, other, or two swapped) and begins alike, then those it begins. */
  near(word: string): readonly string[];
}

/** Over a fixed set of terms. Built on first use. */
export function createNearestWords(terms: () => Iterable<string>): NearestWords {
  let byLetter: Map<string, string[]> | undefined;
  return {
    near(word) {
      if (word.length < shortest || !/^[a-z]+$/.test(word)) return [];
      byLetter ??= groupByLetter(terms());
      return (byLetter.get(word[0] ?? "") ?? []).filter((term) => isOneSlipAway(word, term));
    },
  };
}

function groupByLetter(terms: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms) {
    if (term.length < shortest - 1 || !/^[a-z]+$/.test(term)) continue;
    const group = groups.get(term[0] ?? "");
    if (group) group.push(term);
    else groups.set(term[0] ?? "", [term]);
  }
  return groups;
}

function isOneSlipAway(word: string, term: string): boolean {
  const difference = word.length - term.length;
  if (difference > 1 || difference < -1) return false;
  let same = 0;
  while (same < word.length && word[same] === term[same]) same++;
  if (difference === 1) return word.slice(same + 1) === term.slice(same);
  if (difference === -1) return word.slice(same) === term.slice(same + 1);
  if (word.slice(same + 1) === term.slice(same + 1)) return true;
  const isSwapped = word[same] === term[same + 1] && word[same + 1] === term[same];
  return isSwapped && word.slice(same + 2) === term.slice(same + 2);
}
