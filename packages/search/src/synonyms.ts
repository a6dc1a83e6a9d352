import { englishAbbreviations, englishVocabulary } from "./english-vocabulary.js";
import { textTerms, textWords } from "./text-terms.js";

/** Another way to say something. */
export interface Synonym {
  /** One term, or those of a phrase: all of them have to be there. */
  readonly terms: readonly string[];
  /** How much a match of it counts beside a match of the word itself, 0 to 1. */
  readonly weight: number;
}

/** What a word in a table line counts for: the same thing, the general for the special, the special for the general. */
const weights = { same: 0.33, general: 0.5, special: 0.12, abbreviation: 0.54 };

/** A phrase that has synonyms. */
export interface SynonymPhrase {
  /** Its terms joined with a blank. */
  readonly key: string;
  /** Its terms after the first. */
  readonly rest: readonly string[];
}

/** In words. */
const longestPhrase = 3;

interface Table {
  readonly synonyms: ReadonlyMap<string, readonly Synonym[]>;
  readonly phrases: ReadonlyMap<string, readonly SynonymPhrase[]>;
}

let table: Table | undefined;

/** The synonyms of a word or phrase, by its terms joined with a blank. */
export function synonymsOf(key: string): readonly Synonym[] {
  table ??= read(englishVocabulary, englishAbbreviations);
  return table.synonyms.get(key) ?? none;
}

/** The phrases that have synonyms and begin with this term, if any, the longest first. */
export function phrasesFrom(term: string): readonly SynonymPhrase[] | undefined {
  table ??= read(englishVocabulary, englishAbbreviations);
  return table.phrases.get(term);
}

const none: readonly never[] = [];

/** The key of a word or phrase. Here stop words count, so that "turn on" is not "turn". */
export function synonymKey(text: string): string {
  return textWords(text)
    .map((word) => word.term)
    .join(" ");
}

function read(vocabulary: string, abbreviations: string): Table {
  const found = new Map<string, Map<string, Synonym>>();
  const add = (from: string, to: string, weight: number): void => {
    const key = synonymKey(from);
    const meaningful = textTerms(to);
    const terms = meaningful.length > 0 ? meaningful : textWords(to).map((word) => word.term);
    const name = terms.join(" ");
    if (key === name) return;
    const known = found.get(key) ?? new Map<string, Synonym>();
    if ((known.get(name)?.weight ?? 0) < weight) known.set(name, { terms, weight });
    found.set(key, known);
  };
  for (const line of linesOf(vocabulary)) {
    const [general = [], special = []] = line.split("<").map((side) => side.split(",").map((entry) => entry.trim()));
    if (special.length === 0) for (const from of general) for (const to of general) add(from, to, weights.same);
    for (const one of general) {
      for (const other of special) {
        add(other, one, weights.general);
        add(one, other, weights.special);
      }
    }
  }
  for (const line of linesOf(abbreviations)) {
    const [short = "", long = ""] = line.split(" = ");
    add(short, long, weights.abbreviation);
    add(long, short, weights.abbreviation);
    for (const { terms, weight } of found.get(synonymKey(long))?.values() ?? []) {
      add(short, terms.join(" "), weights.abbreviation * weight);
    }
  }
  return {
    synonyms: new Map([...found].map(([key, synonyms]) => [key, [...synonyms.values()]])),
    phrases: phrasesOf([...found.keys()]),
  };
}

/** Of the keys those of several terms, by the first of them. */
function phrasesOf(keys: readonly string[]): ReadonlyMap<string, readonly SynonymPhrase[]> {
  const phrases = new Map<string, SynonymPhrase[]>();
  for (const key of keys) {
    const [first = "", ...rest] = key.split(" ");
    if (rest.length > 0 && rest.length < longestPhrase)
      phrases.set(first, [...(phrases.get(first) ?? []), { key, rest }]);
  }
  for (const each of phrases.values()) each.sort((one, other) => other.rest.length - one.rest.length);
  return phrases;
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
