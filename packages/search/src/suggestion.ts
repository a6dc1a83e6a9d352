import type { KnownPiece, KnownPieces } from "./known-pieces.js";
import type { Postings } from "./postings.js";

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
  pieces: readonly KnownPiece[],
  known: KnownPieces,
  postings: Postings,
  spellings: readonly string[],
): string | undefined {
  if (query.length > longest || pieces.length > mostWords) return undefined;
  let isMeantOtherwise = false;
  for (const piece of pieces) if (meant(piece, postings, spellings)) isMeantOtherwise = true;
  if (!isMeantOtherwise) return undefined;
  const parts = query.split(/(\s+)/);
  if (parts.length > 2 * mostWords - 1) return undefined;
  const suggestion = parts
    .map((part) => {
      const [piece] = known.of(part);
      return (piece && meant(piece, postings, spellings)) || part;
    })
    .join("");
  return suggestion === query ? undefined : suggestion;
}

/** What a piece that is one word, which nobody knows, is a slip of. */
function meant(piece: KnownPiece, postings: Postings, spellings: readonly string[]): string | undefined {
  const word = piece.words[0];
  if (word === undefined || piece.words.length > 1 || word.isEnglish) return undefined;
  if (piece.meant === undefined) piece.meant = spellingOf(postings.near(word.term), postings, spellings) ?? null;
  return piece.meant ?? undefined;
}

function spellingOf(numbers: readonly number[], postings: Postings, spellings: readonly string[]): string | undefined {
  const rarity = (number: number): number => postings.rarity[number] as number;
  const best = numbers.reduce((one, other) => (rarity(other) < rarity(one) ? other : one), numbers[0] ?? -1);
  return spellings[best];
}
