import { englishStem } from "./english-stem.js";
import { stopWords } from "./english-words.js";

const marks = /\p{M}+/gu;
const lowerThenUpper = /(?<=[\p{Ll}\d])(?=\p{Lu})/gu;
const acronymThenWord = /(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;
const pluralOfAcronym = /(?<=\p{Lu}{2})s(?=\s|$)/gu;
/** Short mixes such as `s3`, `mp3` and `k8s` stay whole. */
const wordThenNumber = /(?<=\p{L}{3})(?=\d)|(?<=\d{2})(?=\p{L}{2})/gu;
const scriptsWithoutSpaces =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}";
const runs = new RegExp(`[${scriptsWithoutSpaces}ー]+|(?:(?![${scriptsWithoutSpaces}])[\\p{L}\\p{N}])+`, "gu");
const digit = /\d/;
const asciiRuns = /[A-Za-z0-9]+/g;
const isRun = /^[A-Za-z0-9]+$/;
/** Most runs are one word, and to see that is cheaper than to split them. */
const isOneWord = /^[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]+$/;
const notAscii = /\P{ASCII}/u;
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
  return notAscii.test(text) && unspaced.test(text);
}

/**
 * The words of a text in order. Identifiers are split (`camelCase`, `snake_case`, letters and digits), English is
 * stemmed, and scripts without spaces give their pairs of characters.
 */
export function textWords(text: string): readonly Word[] {
  if (isRun.test(text) || isOneWord.test(text)) return runWords(text);
  const isPlain = isAscii(text);
  const normal = isPlain ? text : text.normalize("NFKC");
  const found: Word[] = [];
  for (const run of normal.match(isPlain || isAscii(normal) ? asciiRuns : runs) ?? []) {
    const words = runWords(run);
    for (const word of words) found.push(word);
  }
  return found;
}

/** The terms of a text in order, without the words that carry no meaning. */
export function textTerms(text: string): readonly string[] {
  return textWords(text).flatMap(({ term, isEmpty }) => (isEmpty ? [] : [term]));
}

/** Words repeat throughout a catalogue, and reading one is dear. */
const seen = new Map<string, readonly Word[]>();
const mostSeen = 20_000;

function runWords(run: string): readonly Word[] {
  const known = seen.get(run);
  if (known) return known;
  const words: Word[] = [];
  if (isOneWord.test(run)) words.push(wordOf(withoutMarks(run)));
  else if (isUnspaced(run)) for (const pair of pairs(run)) words.push({ text: pair, term: pair, isEmpty: false });
  else for (const word of splitRun(run)) words.push(wordOf(word));
  if (seen.size >= mostSeen) seen.clear();
  seen.set(run, words);
  return words;
}

function splitRun(run: string): readonly string[] {
  const spaced = run.replace(lowerThenUpper, " ").replace(acronymThenWord, " ").replace(wordThenNumber, " ");
  return withoutMarks(spaced.replace(pluralOfAcronym, "")).split(" ");
}

/** A word of lower case letters and digits that is not split any further. */
export function wordOf(text: string): Word {
  const isEmpty = stopWords.has(text) || (text.length < 2 && !digit.test(text));
  return { text, term: englishStem(text), isEmpty };
}

function isAscii(text: string): boolean {
  return !notAscii.test(text);
}

/** Lower case, accents and ligatures folded: "Größe" is "grosse". */
export function withoutMarks(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower)
    ? lower
    : lower.normalize("NFKD").replace(marks, "").replaceAll("ß", "ss").replaceAll("œ", "oe").replaceAll("æ", "ae");
}

function pairs(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, position) => `${characters[position]}${character}`);
}
