import { createSieve } from "./sieve.js";

/** How terms begin, in letters: shorter beginnings are not told apart. */
export const shortestBeginning = 3;

/** How terms begin. */
export interface Beginnings {
  add(term: string): void;
  /** Whether some term may begin with this stretch of a text, of `shortestBeginning` letters or more. */
  mayBegin(text: string, start: number, end: number): boolean;
  /** The same for the text of this hash and one letter more. */
  mayBeginWith(hash: number, letter: number): boolean;
}

/** No term begins in any way yet. */
export function createBeginnings(): Beginnings {
  const sieve = createSieve();
  return {
    add(term) {
      let hash = 0;
      for (let position = 0; position < term.length; position++) {
        hash = withLetter(hash, term.charCodeAt(position));
        if (position + 1 >= shortestBeginning) sieve.add(hash);
      }
    },
    mayBegin: (text, start, end) => sieve.mayHave(hashOf(text, start, end)),
    mayBeginWith: (hash, letter) => sieve.mayHave(withLetter(hash, letter)),
  };
}

/** A number that texts of one spelling share. */
export function hashOf(text: string, start = 0, end: number = text.length): number {
  let hash = 0;
  for (let position = start; position < end; position++) hash = withLetter(hash, text.charCodeAt(position));
  return hash;
}

function withLetter(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0;
}
