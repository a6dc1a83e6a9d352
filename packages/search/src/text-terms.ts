const marks = /\p{M}+/gu;
const lowerThenUpper = /([\p{Ll}\d])(\p{Lu})/gu;
const acronymThenWord = /(\p{Lu})(\p{Lu}\p{Ll})/gu;
const words = /\p{L}+|\p{N}+/gu;

const stopWords = new Set(
  "a an and are as at be by can do for from how i in is it me my of on or our please that the this to us we what with you your".split(
    " ",
  ),
);

/** The terms of a text: identifiers split, accents folded, lower case, stop words left out, plurals folded. */
export function textTerms(text: string): string[] {
  const spaced = text.replace(lowerThenUpper, "$1 $2").replace(acronymThenWord, "$1 $2");
  const found = spaced.normalize("NFKD").replace(marks, "").toLowerCase().match(words) ?? [];
  return found.filter((word) => !stopWords.has(word)).map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return word;
  return word.endsWith("ies") && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
