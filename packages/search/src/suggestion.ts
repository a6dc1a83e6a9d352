import type { Postings } from "./postings.js";
import { type QueryPiece, queryPieces } from "./query-pieces.js";

/** Longer queries have names and numbers in them, which are no slips. */
const mostWords = 6;
/** In characters. */
const longest = 80;

/**
 * The query with each word that nobody knows replaced by the one it is a slip of: of several the one that most documents
 * have. Undefined where there is none. `spellings` has a term as documents write it, by its number.
 */
export function suggestQuery(
  query: string,
  pieces: readonly QueryPiece[],
  postings: Postings,
  spellings: readonly string[],
): string | undefined {
  if (query.length > longest || !hasStrangeWord(pieces, postings)) return undefined;
  const parts = query.split(/(\s+)/);
  if (parts.length > 2 * mostWords - 1) return undefined;
  const meant = parts.map((part) => {
    const [piece] = queryPieces(part);
    const word = piece && strangeWord(piece, postings);
    return (word !== undefined && spellingOf(postings.near(word), postings, spellings)) || part;
  });
  const suggestion = meant.join("");
  return suggestion === query ? undefined : suggestion;
}

function hasStrangeWord(pieces: readonly QueryPiece[], postings: Postings): boolean {
  for (const piece of pieces) if (strangeWord(piece, postings) !== undefined) return true;
  return false;
}

/** The term of a piece that is one word, which nobody knows. */
function strangeWord({ words }: QueryPiece, postings: Postings): string | undefined {
  const word = words[0];
  if (word === undefined || words.length > 1 || word.isEmpty || word.hasSynonyms) return undefined;
  return postings.termNumber(word.term) < 0 ? word.term : undefined;
}

function spellingOf(numbers: readonly number[], postings: Postings, spellings: readonly string[]): string | undefined {
  const rarity = (number: number): number => postings.rarity[number] as number;
  const best = numbers.reduce((one, other) => (rarity(other) < rarity(one) ? other : one), numbers[0] ?? -1);
  return spellings[best];
}
