/** Shorter words have too many neighbours to be taken for one another. */
const shortest = 5;
const letters = /^[a-z]+$/;

const none: readonly string[] = [];

/** Finds the terms that a misspelt word may mean. */
export interface NearestWords {
  add(term: string): void;
  /** Every term that is one slip away (a letter more, less, other, or two swapped) and begins alike, in the order of the alphabet. */
  near(word: string): readonly string[];
}

/** Knows no terms yet. */
export function createNearestWords(): NearestWords {
  /** By their first letter and their length. */
  const groups = new Map<string, string[]>();
  const keyOf = (letter: string, length: number): string => `${letter}${length}`;
  return {
    add(term) {
      if (term.length < shortest - 1 || !letters.test(term)) return;
      const key = keyOf(term.charAt(0), term.length);
      const group = groups.get(key);
      if (group) group.push(term);
      else groups.set(key, [term]);
    },
    near(word) {
      const found: string[] = [];
      if (word.length < shortest || !letters.test(word)) return found;
      const second = word.charCodeAt(1);
      const last = word.charCodeAt(word.length - 1);
      for (let length = word.length - 1; length <= word.length + 1; length++) {
        for (const term of groups.get(keyOf(word.charAt(0), length)) ?? none) {
          // One slip is never both at the second letter and at the last.
          if (term.charCodeAt(1) !== second && term.charCodeAt(length - 1) !== last) continue;
          if (isOneSlipAway(word, term)) found.push(term);
        }
      }
      return found.sort();
    },
  };
}

function isOneSlipAway(word: string, term: string): boolean {
  let start = 0;
  let wordEnd = word.length;
  let termEnd = term.length;
  const common = Math.min(wordEnd, termEnd);
  while (start < common && word.charCodeAt(start) === term.charCodeAt(start)) start++;
  while (wordEnd > start && termEnd > start && word.charCodeAt(wordEnd - 1) === term.charCodeAt(termEnd - 1)) {
    wordEnd--;
    termEnd--;
  }
  if (wordEnd - start <= 1 && termEnd - start <= 1) return true;
  const isPair = wordEnd - start === 2 && termEnd - start === 2;
  return isPair && word[start] === term[start + 1] && word[start + 1] === term[start];
}
