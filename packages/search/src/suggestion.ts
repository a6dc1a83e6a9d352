import type { NearestWords } from "./nearest-words.js";
import { type QueryPiece, type QueryWord, queryPieces } from "./query-pieces.js";

/** Longer queries have names and numbers in them, which are no slips. */
const mostWords = 6;
/** In characters. */
const longest = 80;

/**
 * The query with each word that nobody knows replaced by the one it is a slip of; undefined where there is none.
 * `spellingOf` gives a term as documents write it, or undefined where none has it.
 */
export function suggestQuery(
  query: string,
  spellingOf: (term: string) => string | undefined,
  nearest: NearestWords,
): string | undefined {
  if (query.length > longest) return undefined;
  const isStrange = ({ words: [word, ...others] }: QueryPiece): boolean =>
    word !== undefined &&
    others.length === 0 &&
    !word.isEmpty &&
    !word.hasSynonyms &&
    spellingOf(word.term) === undefined;
  if (!queryPieces(query).some(isStrange)) return undefined;
  const pieces = query.split(/(\s+)/);
  if (pieces.length > 2 * mostWords - 1) return undefined;
  const meant = pieces.map((text) => {
    const [piece] = queryPieces(text);
    if (!piece || !isStrange(piece)) return text;
    const [near] = nearest.near((piece.words[0] as QueryWord).term);
    return (near && spellingOf(near)) ?? text;
  });
  const suggestion = meant.join("");
  return suggestion === query ? undefined : suggestion;
}
