import type { Lookup, LookupsOf } from "./lookups.js";
import { entryOf, type Postings } from "./postings.js";
import type { QueryClause } from "./query.js";

/** What the words of a query find. */
export interface Matches {
  /** The documents that match any word, in no order: the first `count` of these. */
  readonly documents: Uint32Array;
  readonly count: number;
  /** Per document, what the words of the whole query are worth in it. */
  readonly whole: Float64Array;
  /** The same for each clause alone; empty where there is only one. */
  readonly clauses: readonly Float64Array[];
  /** The most that a term was looked up with, by its number. */
  readonly termWeights: Float64Array;
}

/** A way to match queries against postings. The answer holds until the next one: its arrays are used again. */
export function createMatcher(postings: Postings, lookupsOf: LookupsOf): (clauses: readonly QueryClause[]) => Matches {
  const { size, starts, rarity, strengths, documents: documentOf } = postings;
  const documents = new Uint32Array(size);
  const whole = new Float64Array(size);
  const clauseArrays: Float64Array[] = [];
  const termWeights = new Float64Array(rarity.length);
  const weighted: number[] = [];
  /** The documents that a unit finds, and what they are worth to it. */
  const found = new Uint32Array(size);
  const best = new Float32Array(size);

  /**
   * Notes what the documents of a lookup are worth, the new ones from `count` on, and answers with the end of them. A phrase
   * counts like one word of the mean worth of its words, and a little more for each further one.
   */
  const offer = ({ terms, weight }: Lookup, count: number): number => {
    const term = terms[0] as number;
    const share = terms.length > 1 ? weight / Math.sqrt(terms.length) : weight;
    const factor = (rarity[term] as number) * share;
    const last = starts[term + 1] as number;
    let next = count;
    for (let entry = starts[term] as number; entry < last; entry++) {
      const document = documentOf[entry] as number;
      let value = (strengths[entry] as number) * factor;
      if (terms.length > 1) value = withRest(value, terms, document, share);
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

  const weigh = ({ terms, weight }: Lookup, unitWeight: number): void => {
    if (terms.length > 1) return;
    const term = terms[0] as number;
    if (weight * unitWeight > (termWeights[term] as number)) termWeights[term] = weight * unitWeight;
    weighted.push(term);
  };

  return (clauses) => {
    for (const term of weighted) termWeights[term] = 0;
    weighted.length = 0;
    whole.fill(0);
    const several = clauses.length > 1 ? clauses.length : 0;
    while (clauseArrays.length < several) clauseArrays.push(new Float64Array(size));
    const counted = several > 0 ? new Set<string>() : undefined;
    let count = 0;
    for (let clause = 0; clause < clauses.length; clause++) {
      const own = several > 0 ? (clauseArrays[clause] as Float64Array).fill(0) : undefined;
      for (const unit of (clauses[clause] as QueryClause).units) {
        let end = 0;
        for (const lookup of lookupsOf(unit)) {
          weigh(lookup, unit.weight);
          end = offer(lookup, end);
        }
        const isNew = !counted?.has(unit.key);
        counted?.add(unit.key);
        for (let position = 0; position < end; position++) {
          const document = found[position] as number;
          const value = (best[document] as number) * unit.weight;
          best[document] = 0;
          if (own) own[document] = (own[document] as number) + value;
          if (!isNew) continue;
          if (whole[document] === 0) documents[count++] = document;
          whole[document] = (whole[document] as number) + value;
        }
      }
    }
    return { documents, count, whole, clauses: clauseArrays.slice(0, several), termWeights };
  };
}
