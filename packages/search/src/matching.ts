import type { NearestWords } from "./nearest-words.js";
import type { Postings } from "./postings.js";
import type { QueryClause, QueryUnit } from "./query.js";
import { type Synonym, synonymsOf } from "./synonyms.js";
import { textTerms } from "./text-terms.js";

/** What the words of a query find. */
export interface Matches {
  /** The documents that match any word, in no order. */
  readonly documents: readonly number[];
  /** Per document, what the words of the whole query are worth in it. */
  readonly whole: Float32Array;
  /** The same for each clause alone; empty where there is only one. */
  readonly clauses: readonly Float32Array[];
  /** The most that a term was looked up with, by its number. */
  readonly termWeights: Float64Array;
}

/** How a unit of a query is looked up: one term, or those of a phrase, all of which must be there. */
export interface Lookup {
  readonly terms: readonly number[];
  /** The same, the rarest first. */
  readonly rarestFirst: readonly number[];
  readonly weight: number;
}

/** How much a word counts that is one slip away from one that no document has. */
const nearWeight = 0.6;
/** A synonym in more documents than this that would add less than that is not looked up: it tells none of them apart. */
const many = 100;
const faintest = 0.5;
/** How much the two halves of a word count that documents write apart, and how short they may be. */
const halvesWeight = 0.7;
const shortestHalf = 3;
/** How much an English term counts for a word of another language. */
const translationWeight = 0.8;

/** The lookups of a unit that some document can answer. */
export type LookupsOf = (unit: QueryUnit) => readonly Lookup[];

const mostRemembered = 5_000;

/** Looks units up in these postings, and remembers them: people ask in the same words. */
export function createLookups(postings: Postings, nearest: NearestWords): LookupsOf {
  const remembered = new Map<string, readonly Lookup[]>();
  return (unit) => {
    const key = unit.english ? unit.key : unit.text;
    const known = remembered.get(key);
    if (known) return known;
    const lookups = lookUp(unit, postings, nearest);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(key, lookups);
    return lookups;
  };
}

function lookUp(unit: QueryUnit, postings: Postings, nearest: NearestWords): readonly Lookup[] {
  const lookups: Lookup[] = [];
  const synonyms = unit.english ? translationsOf(unit.english) : synonymsOf(unit.key);
  const own = unit.term === undefined ? undefined : postings.termNumber(unit.term);
  if (own !== undefined) lookups.push(lookup([own], 1, postings));
  else if (unit.term !== undefined && synonyms.length === 0) {
    for (const near of nearest.near(unit.term)) {
      lookups.push(lookup([postings.termNumber(near) ?? 0], nearWeight, postings));
    }
  }
  if (unit.term !== undefined && /^[a-z]{6,}$/.test(unit.text)) lookups.push(...halvesOf(unit.text, postings));
  for (const { terms, weight } of synonyms) {
    const numbers = terms.map((term) => postings.termNumber(term));
    if (!numbers.every((number) => number !== undefined)) continue;
    const isFaint = numbers.every((number) => isCommon(postings, number, weight));
    if (!isFaint) lookups.push(lookup(numbers, weight, postings));
  }
  return lookups;
}

/** A word that documents write as two, as "JavaScript" and "time zone" are written. */
function halvesOf(word: string, postings: Postings): readonly Lookup[] {
  const lookups: Lookup[] = [];
  for (let end = shortestHalf; end <= word.length - shortestHalf; end++) {
    const first = onlyTerm(word.slice(0, end), postings);
    const second = first === undefined ? undefined : onlyTerm(word.slice(end), postings);
    if (first === undefined || second === undefined) continue;
    lookups.push(lookup([first, second], halvesWeight, postings));
  }
  return lookups;
}

/** The number of the one term that a word is, where some document has it. */
function onlyTerm(word: string, postings: Postings): number | undefined {
  const [term, ...others] = textTerms(word);
  return term === undefined || others.length > 0 ? undefined : postings.termNumber(term);
}

function lookup(terms: readonly number[], weight: number, { starts }: Postings): Lookup {
  const length = (term: number): number => (starts[term + 1] as number) - (starts[term] as number);
  return { terms, rarestFirst: [...terms].sort((one, other) => length(one) - length(other)), weight };
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

/**
 * A way to match queries against postings. Of what a unit finds in a document, its word or a synonym, only the best
 * counts. The answer holds until the next one: its arrays are used again.
 */
export function createMatcher(postings: Postings, lookupsOf: LookupsOf): (clauses: readonly QueryClause[]) => Matches {
  const whole = new Float32Array(postings.size);
  const unitBest = new Float32Array(postings.size);
  const isMatched = new Uint8Array(postings.size);
  const clauseArrays: Float32Array[] = [];
  const touched: number[] = [];
  const termWeights = new Float64Array(postings.rarity.length);
  const weighted: number[] = [];
  let documents: number[] = [];

  const clear = (): void => {
    for (const document of documents) {
      whole[document] = 0;
      isMatched[document] = 0;
      for (const array of clauseArrays) array[document] = 0;
    }
    documents = [];
    for (const term of weighted) termWeights[term] = 0;
    weighted.length = 0;
  };

  const take = (weight: number, isNew: boolean, clause: Float32Array | undefined): void => {
    for (let position = 0; position < touched.length; position++) {
      const document = touched[position] as number;
      const value = (unitBest[document] as number) * weight;
      unitBest[document] = 0;
      if (isNew) whole[document] = (whole[document] as number) + value;
      if (clause) clause[document] = (clause[document] as number) + value;
      if (isMatched[document] === 1) continue;
      isMatched[document] = 1;
      documents.push(document);
    }
    touched.length = 0;
  };

  return (clauses) => {
    clear();
    const hasSeveral = clauses.length > 1;
    const counted = new Set<string>();
    if (hasSeveral) {
      while (clauseArrays.length < clauses.length) clauseArrays.push(new Float32Array(postings.size));
    }
    for (let position = 0; position < clauses.length; position++) {
      for (const unit of (clauses[position] as QueryClause).units) {
        for (const { terms, rarestFirst, weight } of lookupsOf(unit)) {
          if (terms.length > 1) offerPhrase(postings, rarestFirst, weight, unitBest, touched);
          else {
            const term = terms[0] as number;
            offerTerm(postings, term, weight, unitBest, touched);
            if (weight * unit.weight > (termWeights[term] as number)) termWeights[term] = weight * unit.weight;
            weighted.push(term);
          }
        }
        take(unit.weight, !counted.has(unit.key), hasSeveral ? clauseArrays[position] : undefined);
        if (hasSeveral) counted.add(unit.key);
      }
    }
    return { documents, whole, clauses: hasSeveral ? clauseArrays.slice(0, clauses.length) : [], termWeights };
  };
}

function offerTerm(
  { starts, documents, strengths, rarity }: Postings,
  term: number,
  weight: number,
  best: Float32Array,
  touched: number[],
): void {
  const factor = (rarity[term] as number) * weight;
  const end = starts[term + 1] as number;
  for (let entry = starts[term] as number; entry < end; entry++) {
    const document = documents[entry] as number;
    const value = (strengths[entry] as number) * factor;
    const known = best[document] as number;
    if (value <= known) continue;
    if (known === 0) touched.push(document);
    best[document] = value;
  }
}

/** A phrase, its rarest term first, counts like one word of the mean worth of its words, and a little more for each further one. */
function offerPhrase(
  postings: Postings,
  terms: readonly number[],
  weight: number,
  best: Float32Array,
  touched: number[],
): void {
  const { starts, documents, strengths, rarity } = postings;
  const rarest = terms[0] as number;
  const end = starts[rarest + 1] as number;
  for (let entry = starts[rarest] as number; entry < end; entry++) {
    const document = documents[entry] as number;
    let value = (strengths[entry] as number) * (rarity[rarest] as number);
    let place = 1;
    for (; place < terms.length; place++) {
      const term = terms[place] as number;
      const other = entryOf(postings, term, document);
      if (other < 0) break;
      value += (strengths[other] as number) * (rarity[term] as number);
    }
    if (place < terms.length) continue;
    value *= weight / Math.sqrt(terms.length);
    const known = best[document] as number;
    if (value <= known) continue;
    if (known === 0) touched.push(document);
    best[document] = value;
  }
}

/** The entry of a term for a document, or -1. */
export function entryOf({ starts, documents }: Postings, term: number, document: number): number {
  let low = starts[term] as number;
  let high = (starts[term + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = documents[middle] as number;
    if (found === document) return middle;
    if (found < document) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
