import { englishStem } from "./english-stem.js";
import { stopWords } from "./english-words.js";

const marks = /\p{M}+/gu;
const lowerThenUpper = /(?<=[\p{Ll}\d])(?=\p{Lu})/gu;
const acronymThenWord = /(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;
/** Short mixes such as `s3`, `mp3` and `k8s` stay whole. */
const wordThenNumber = /(?<=\p{L}{3})(?=\d)|(?<=\d{2})(?=\p{L}{2})/gu;
const scriptsWithoutSpaces =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}";
const runs = new RegExp(`[${scriptsWithoutSpaces}ー]+|(?:(?![${scriptsWithoutSpaces}])[\\p{L}\\p{N}])+`, "gu");
const unspaced = new RegExp(`[${scriptsWithoutSpaces}]`, "u");

/** One word of a text, lower case and without accents, and the term that it is indexed and searched by. */
export interface Word {
  readonly text: string;
  readonly term: string;
  /** It carries no meaning of its own: a stop word, or a lone letter. */
  readonly isEmpty: boolean;
}

/** True for text in a script that writes no spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/**
 * The words of a text in order. Identifiers are split (`camelCase`, `snake_case`, letters and digits), English is
 * stemmed, and scripts without spaces give their pairs of characters.
 */
export function textWords(text: string): readonly Word[] {
  if (isPlain(text)) return (text.toLowerCase().match(/[a-z]+/g) ?? []).map(wordOf);
  const spaced = text
    .normalize("NFKC")
    .replace(lowerThenUpper, " ")
    .replace(acronymThenWord, " ")
    .replace(wordThenNumber, " ");
  const found: Word[] = [];
  for (const run of spaced.match(runs) ?? []) {
    if (isUnspaced(run)) found.push(...pairs(run).map((pair) => ({ text: pair, term: pair, isEmpty: false })));
    else found.push(wordOf(withoutMarks(run).toLowerCase()));
  }
  return found;
}

/** Most texts are plain English, for which nothing has to be split or folded. */
function isPlain(text: string): boolean {
  return !/[^\x20-\x7e]|\d|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(text);
}

/** The terms of a text in order, without the words that carry no meaning. */
export function textTerms(text: string): readonly string[] {
  return textWords(text).flatMap(({ term, isEmpty }) => (isEmpty ? [] : [term]));
}

/** Words repeat throughout a catalogue, and stemming is the dear part of reading one. */
const seen = new Map<string, Word>();
const mostSeen = 20_000;

function wordOf(text: string): Word {
  const known = seen.get(text);
  if (known) return known;
  const isEmpty = stopWords.has(text) || (text.length < 2 && !/\d/.test(text));
  const word = { text, term: englishStem(text), isEmpty };
  if (seen.size >= mostSeen) seen.clear();
  seen.set(text, word);
  return word;
}

function withoutMarks(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKD").replace(marks, "");
}

function pairs(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, position) => `${characters[position]}${character}`);
}
