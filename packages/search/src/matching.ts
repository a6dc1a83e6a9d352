import type { Lookup, LookupsOf } from "./lookups.js";
import type { NameTerms } from "./name-terms.js";
import { entryOf, type Postings } from "./postings.js";
import type { QueryClause } from "./query.js";
import type { QueryUnit } from "./query-units.js";

/** What the words of a query find. */
export interface Matches {
  /** The documents that match any word, in no order: the first `count` of these. */
  readonly documents: Uint32Array;
  readonly count: number;
  /** Per document, what the words of the whole query are worth in it. */
  readonly whole: Float64Array;
  /** The same for each clause alone; empty where there is only one. */
  readonly clauses: readonly Float64Array[];
  /** The most that a term was looked up with, by its number; 0 for one that is in no name. */
  readonly termWeights: Float64Array;
}

/** What a unit finds: a stretch of the kept documents, and the most that terms of names were looked up with. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly nameTerms: readonly number[];
  readonly nameWeights: readonly number[];
}

/** Matches queries against postings. */
export interface Matcher {
  /** The answer holds until the next one: its arrays are used again. */
  match(clauses: readonly QueryClause[]): Matches;
  /** To be called when no unit is used any more that was. */
  forget(): void;
}

/** Of so many documents it is kept what they are worth to units: people ask in the same words. */
const mostKept = 2 ** 17;

/** A matcher of these postings. */
export function createMatcher(postings: Postings, lookupsOf: LookupsOf, names: NameTerms): Matcher {
  const { size, starts, rarity, strengths, documents: documentOf } = postings;
  const documents = new Uint32Array(size);
  const whole = new Float64Array(size);
  const clauseArrays: Float64Array[] = [];
  const termWeights = new Float64Array(rarity.length);
  const weighted: number[] = [];
  /** The documents that a unit finds, and what they are worth to it. */
  const found = new Uint32Array(size);
  const best = new Float32Array(size);
  /** The same of many units, one after the other, and behind the last kept one that of the unit at hand. */
  let keptDocuments = new Uint32Array(size);
  let keptWorths = new Float32Array(size);
  let kept = 0;
  /** Counts all queries there ever were. */
  let queryNumber = 0;

  /** Notes what the documents of a lookup are worth, the new ones from `count` on, and answers with the end of them. */
  const offer = ({ terms, weight }: Lookup, count: number): number => {
    const term = terms[0] as number;
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    if (terms.length === 1) {
      return noteBest(documentOf, strengths, start, end, (rarity[term] as number) * weight, best, found, count);
    }
    return offerPhrase(terms, weight / Math.sqrt(terms.length), count);
  };

  /** A phrase counts like one word of the mean worth of its words, and a little more for each further one. */
  const offerPhrase = (terms: readonly number[], share: number, count: number): number => {
    const term = terms[0] as number;
    const factor = (rarity[term] as number) * share;
    const end = starts[term + 1] as number;
    let next = count;
    for (let entry = starts[term] as number; entry < end; entry++) {
      const document = documentOf[entry] as number;
      const value = withRest((strengths[entry] as number) * factor, terms, document, share);
      const known = best[document] as number;
      if (value <= known) continue;
      if (known === 0) found[next++] = document;
      best[document] = value;
    }
    return next;
  };

  /** This and what the further terms of a phrase are worth, or 0 where one of them is not there. */
  const withRest = (first: number, terms: readonly number[], document: number, share: number): number => {
    let value = first;
    for (let place = 1; place < terms.length; place++) {
      const term = terms[place] as number;
      const entry = entryOf(postings, term, document);
      if (entry < 0) return 0;
      value += (strengths[entry] as number) * (rarity[term] as number) * share;
    }
    return value;
  };

  const find = (unit: QueryUnit): Found => {
    const nameTerms: number[] = [];
    const nameWeights: number[] = [];
    let count = 0;
    for (const lookup of lookupsOf(unit)) {
      const term = lookup.terms[0] as number;
      if (lookup.terms.length === 1 && names.has(term)) {
        nameTerms.push(term);
        nameWeights.push(lookup.weight * unit.weight);
      }
      count = offer(lookup, count);
    }
    const start = kept;
    const end = start + count;
    if (end > keptDocuments.length) makeRoom(end);
    takeBest(found, best, count, keptDocuments, keptWorths, start);
    const result = { start, end, nameTerms, nameWeights };
    if (end <= mostKept) {
      kept = end;
      unit.found = result;
    }
    return result;
  };

  const makeRoom = (wanted: number): void => {
    const documents = new Uint32Array(2 * wanted);
    const worths = new Float32Array(2 * wanted);
    documents.set(keptDocuments);
    worths.set(keptWorths);
    keptDocuments = documents;
    keptWorths = worths;
  };

  const weigh = ({ nameTerms, nameWeights }: Found): void => {
    for (let place = 0; place < nameTerms.length; place++) {
      const term = nameTerms[place] as number;
      const weight = nameWeights[place] as number;
      if (weight > (termWeights[term] as number)) termWeights[term] = weight;
      weighted.push(term);
    }
  };

  return {
    match(clauses) {
      for (const term of weighted) termWeights[term] = 0;
      weighted.length = 0;
      whole.fill(0);
      queryNumber++;
      const several = clauses.length > 1 ? clauses.length : 0;
      while (clauseArrays.length < several) clauseArrays.push(new Float64Array(size));
      let count = 0;
      for (let clause = 0; clause < clauses.length; clause++) {
        const own = several > 0 ? (clauseArrays[clause] as Float64Array).fill(0) : undefined;
        for (const unit of (clauses[clause] as QueryClause).units) {
          const result = unit.found ?? find(unit);
          const { start, end } = result;
          if (start === end) continue;
          weigh(result);
          const isNew = unit.mark.lastQuery !== queryNumber;
          unit.mark.lastQuery = queryNumber;
          if (own) addWorths(keptDocuments, keptWorths, start, end, unit.weight, own, undefined, 0);
          if (isNew) count = addWorths(keptDocuments, keptWorths, start, end, unit.weight, whole, documents, count);
        }
      }
      return { documents, count, whole, clauses: clauseArrays.slice(0, several), termWeights };
    },
    forget() {
      kept = 0;
    },
  };
}

// The loops over documents are functions of their own: they are compiled early, when few queries were asked, and cheaply.

/** Notes the best worth of the documents of these entries, the new ones from `count` on, and answers with the end of them. */
function noteBest(
  documents: Uint32Array,
  strengths: Float32Array,
  start: number,
  end: number,
  factor: number,
  best: Float32Array,
  found: Uint32Array,
  count: number,
): number {
  let next = count;
  for (let entry = start; entry < end; entry++) {
    const document = documents[entry] as number;
    const value = (strengths[entry] as number) * factor;
    const known = best[document] as number;
    if (value <= known) continue;
    if (known === 0) found[next++] = document;
    best[document] = value;
  }
  return next;
}

/** Moves what was found to behind what is kept. */
function takeBest(
  found: Uint32Array,
  best: Float32Array,
  count: number,
  documents: Uint32Array,
  worths: Float32Array,
  start: number,
): void {
  for (let position = 0; position < count; position++) {
    const document = found[position] as number;
    documents[start + position] = document;
    worths[start + position] = best[document] as number;
    best[document] = 0;
  }
}

/** Adds worths to the sums of their documents, notes the new ones from `count` on, and answers with the end of them. */
function addWorths(
  documents: Uint32Array,
  worths: Float32Array,
  start: number,
  end: number,
  weight: number,
  sums: Float64Array,
  matched: Uint32Array | undefined,
  count: number,
): number {
  let next = count;
  for (let position = start; position < end; position++) {
    const document = documents[position] as number;
    const known = sums[document] as number;
    if (known === 0 && matched) matched[next++] = document;
    sums[document] = known + (worths[position] as number) * weight;
  }
  return next;
}
