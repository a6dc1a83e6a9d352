import type { NearestWords } from "./nearest-words.js";
import { synonymsOf } from "./synonyms.js";
import { textWords } from "./text-terms.js";

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
  const pieces = query.split(/(\s+)/);
  if (pieces.length > 2 * mostWords - 1) return undefined;
  const meant = pieces.map((piece) => {
    const words = textWords(piece);
    const [word] = words;
    if (words.length !== 1 || !word || word.isEmpty) return piece;
    if (spellingOf(word.term) !== undefined || synonymsOf(word.term).length > 0) return piece;
    const [near] = nearest.near(word.term);
    return (near && spellingOf(near)) ?? piece;
  });
  const suggestion = meant.join("");
  return suggestion === query ? undefined : suggestion;
}
