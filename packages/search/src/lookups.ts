import type { Postings } from "./postings.js";
import type { QueryUnit } from "./query-units.js";
import { synonymsOf } from "./synonyms.js";
import { textTerms, wordOf } from "./text-terms.js";

/** How a unit of a query is looked up: one term, or those of a phrase, all of which must be there. */
export interface Lookup {
  /** By their numbers. */
  readonly terms: readonly number[];
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

/** Looks units up in these postings, each once. */
export function createLookups(postings: Postings): LookupsOf {
  return (unit) => {
    unit.lookups ??= lookUp(unit, postings);
    return unit.lookups;
  };
}

function lookUp({ text, key, term, english }: QueryUnit, postings: Postings): readonly Lookup[] {
  const lookups: Lookup[] = [];
  const synonyms = synonymsOf(key);
  if (term !== undefined) {
    const own = postings.termNumber(term);
    if (own >= 0) lookups.push({ terms: [own], weight: 1 });
    else if (synonyms.length === 0)
      for (const near of postings.near(term)) lookups.push({ terms: [near], weight: nearWeight });
    if (longEnoughForHalves.test(text)) addHalves(text, postings, lookups);
  }
  for (const { terms, weight } of synonyms) addSynonym(terms, weight, postings, lookups);
  if (english) addEnglish(english, postings, lookups);
  return lookups;
}

function addEnglish(names: readonly string[], postings: Postings, lookups: Lookup[]): void {
  for (const name of names) {
    const terms = textTerms(name);
    addSynonym(terms, translationWeight, postings, lookups);
    for (const synonym of synonymsOf(terms.join(" "))) {
      addSynonym(synonym.terms, synonym.weight * translationWeight, postings, lookups);
    }
  }
}

/** A word that documents write as two, as "JavaScript" and "time zone" are written. */
function addHalves(word: string, postings: Postings, lookups: Lookup[]): void {
  for (let end = shortestHalf; end <= word.length - shortestHalf; end++) {
    // A stem begins like its word, so most places need no stem to be passed over.
    if (!postings.mayBegin(word, end, end + shortestHalf)) continue;
    const first = termOf(word.slice(0, end), postings);
    const second = first < 0 ? -1 : termOf(word.slice(end), postings);
    if (second >= 0) lookups.push({ terms: [first, second], weight: halvesWeight });
  }
}

/** The number of the term that a word of lower case letters is, or -1 where no document has it. */
function termOf(text: string, postings: Postings): number {
  const { term, isEmpty } = wordOf(text);
  return isEmpty ? -1 : postings.termNumber(term);
}

function addSynonym(terms: readonly string[], weight: number, postings: Postings, lookups: Lookup[]): void {
  const numbers: number[] = [];
  for (const term of terms) {
    const number = postings.termNumber(term);
    if (number < 0) return;
    numbers.push(number);
  }
  // A phrase is telling, however common its words are.
  if (numbers.length > 1 || !isFaint(postings, numbers[0] as number, weight)) lookups.push({ terms: numbers, weight });
}

function isFaint({ starts, rarity }: Postings, term: number, weight: number): boolean {
  const count = (starts[term + 1] as number) - (starts[term] as number);
  return count > many && weight * (rarity[term] as number) < faintest;
}
