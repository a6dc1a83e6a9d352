import type { NearestWords } from "./nearest-words.js";
import type { Postings } from "./postings.js";
import type { QueryUnit } from "./query.js";
import { type Synonym, synonymsOf } from "./synonyms.js";
import { textTerms, wordOf } from "./text-terms.js";

/** How a unit of a query is looked up: one term, or those of a phrase, all of which must be there. */
export interface Lookup {
  /** By their numbers. */
  readonly terms: readonly number[];
  /** The same, the rarest first. */
  readonly rarestFirst: readonly number[];
  readonly weight: number;
}

/** The lookups of a unit that some document can answer. */
export type LookupsOf = (unit: QueryUnit) => readonly Lookup[];

/** How much a word counts that is one slip away from one that no document has. */
const nearWeight = 0.6;
/** A synonym in more documents than this that would add less than that is not looked up: it tells none of them apart. */
const many = 100;
const faintest = 0.5;
/** How much the two halves of a word count that documents write apart, and how short they may be. */
const halvesWeight = 0.7;
const shortestHalf = 3;
const longEnoughForHalves = /^[a-z]{6,}$/;
/** How much an English term counts for a word of another language. */
const translationWeight = 0.8;

/** Looks units up in these postings. */
export function createLookups(postings: Postings, nearest: NearestWords): LookupsOf {
  return (unit) => {
    const lookups: Lookup[] = [];
    const synonyms = unit.english ? translationsOf(unit.english) : synonymsOf(unit.key);
    const { term } = unit;
    if (term !== undefined) {
      const own = postings.termNumber(term);
      if (own >= 0) addLookup([own], 1, postings, lookups);
      else if (synonyms.length === 0) {
        for (const near of nearest.near(term)) addLookup([postings.termNumber(near)], nearWeight, postings, lookups);
      }
      if (longEnoughForHalves.test(unit.text)) addHalves(unit.text, postings, lookups);
    }
    for (const { terms, weight } of synonyms) addSynonym(terms, weight, postings, lookups);
    return lookups;
  };
}

function addLookup(terms: readonly number[], weight: number, { starts }: Postings, lookups: Lookup[]): void {
  const length = (term: number): number => (starts[term + 1] as number) - (starts[term] as number);
  const rarestFirst = terms.length === 1 ? terms : [...terms].sort((one, other) => length(one) - length(other));
  lookups.push({ terms, rarestFirst, weight });
}

/** A word that documents write as two, as "JavaScript" and "time zone" are written. */
function addHalves(word: string, postings: Postings, lookups: Lookup[]): void {
  for (let end = shortestHalf; end <= word.length - shortestHalf; end++) {
    // A stem begins like its word, so most places need no stem to be passed over.
    if (!postings.isBeginning(word.slice(end, end + shortestHalf))) continue;
    const first = termOf(word.slice(0, end), postings);
    const second = first < 0 ? -1 : termOf(word.slice(end), postings);
    if (second >= 0) addLookup([first, second], halvesWeight, postings, lookups);
  }
}

/** The number of the term that a word of lower case letters is, or -1 where no document has it. */
function termOf(text: string, postings: Postings): number {
  const { term, isEmpty } = wordOf(text);
  return isEmpty ? -1 : postings.termNumber(term);
}

function addSynonym(terms: readonly string[], weight: number, postings: Postings, lookups: Lookup[]): void {
  const numbers: number[] = [];
  let isFaint = true;
  for (const term of terms) {
    const number = postings.termNumber(term);
    if (number < 0) return;
    if (!isCommon(postings, number, weight)) isFaint = false;
    numbers.push(number);
  }
  if (!isFaint) addLookup(numbers, weight, postings, lookups);
}

function isCommon({ starts, rarity }: Postings, term: number, weight: number): boolean {
  const count = (starts[term + 1] as number) - (starts[term] as number);
  return count > many && weight * (rarity[term] as number) < faintest;
}

/** The English terms for a foreign word, and, as with English words, their synonyms. */
function translationsOf(english: readonly string[]): readonly Synonym[] {
  return english.flatMap((text) => {
    const terms = textTerms(text);
    const synonyms = synonymsOf(terms.join(" "));
    return [
      { terms, weight: translationWeight },
      ...synonyms.map((synonym) => ({ ...synonym, weight: synonym.weight * translationWeight })),
    ];
  });
}
