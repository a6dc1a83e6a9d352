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

interface Table {
  readonly synonyms: ReadonlyMap<string, readonly Synonym[]>;
  readonly phraseBeginnings: ReadonlySet<string>;
}

let table: Table | undefined;

/** The synonyms of a word or phrase, by its terms joined with a blank. */
export function synonymsOf(key: string): readonly Synonym[] {
  table ??= read(englishVocabulary, englishAbbreviations);
  return table.synonyms.get(key) ?? none;
}

/** True for the first term of a phrase that has synonyms. */
export function beginsPhrase(term: string): boolean {
  table ??= read(englishVocabulary, englishAbbreviations);
  return table.phraseBeginnings.has(term);
}

const none: readonly Synonym[] = [];

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
  const phrases = [...found.keys()].filter((key) => key.includes(" "));
  return {
    synonyms: new Map([...found].map(([key, synonyms]) => [key, [...synonyms.values()]])),
    phraseBeginnings: new Set(phrases.map((key) => key.slice(0, key.indexOf(" ")))),
  };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
