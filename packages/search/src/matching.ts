import { createFindings, type Finding } from "./findings.js";
import type { LookupsOf } from "./lookups.js";
import type { Postings } from "./postings.js";
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
  const findings = createFindings(postings, lookupsOf);
  const whole = new Float64Array(postings.size);
  const documents = new Uint32Array(postings.size);
  const clauseArrays: Float64Array[] = [];
  const termWeights = new Float64Array(postings.rarity.length);
  const weighted: number[] = [];

  /** Adds a finding to these values, and its documents that have none yet to the documents. */
  const addNew = ({ start, end }: Finding, weight: number, count: number): number => {
    const { documents: found, values } = findings;
    let next = count;
    for (let position = start; position < end; position++) {
      const document = found[position] as number;
      const known = whole[document] as number;
      if (known === 0) documents[next++] = document;
      whole[document] = known + (values[position] as number) * weight;
    }
    return next;
  };

  const addTo = (sums: Float64Array, { start, end }: Finding, weight: number): void => {
    const { documents: found, values } = findings;
    for (let position = start; position < end; position++) {
      const document = found[position] as number;
      sums[document] = (sums[document] as number) + (values[position] as number) * weight;
    }
  };

  const weigh = ({ lookups }: Finding, weight: number): void => {
    for (const { terms, weight: own } of lookups) {
      if (terms.length > 1) continue;
      const term = terms[0] as number;
      if (own * weight > (termWeights[term] as number)) termWeights[term] = own * weight;
      weighted.push(term);
    }
  };

  return (clauses) => {
    for (const term of weighted) termWeights[term] = 0;
    weighted.length = 0;
    whole.fill(0);
    const several = clauses.length > 1 ? clauses.length : 0;
    while (clauseArrays.length < several) clauseArrays.push(new Float64Array(postings.size));
    for (let position = 0; position < several; position++) (clauseArrays[position] as Float64Array).fill(0);

    const counted = new Set<string>();
    let count = 0;
    for (let position = 0; position < clauses.length; position++) {
      for (const unit of (clauses[position] as QueryClause).units) {
        const finding = findings.of(unit);
        weigh(finding, unit.weight);
        if (several === 0 || !counted.has(unit.key)) count = addNew(finding, unit.weight, count);
        if (several === 0) continue;
        counted.add(unit.key);
        addTo(clauseArrays[position] as Float64Array, finding, unit.weight);
      }
    }
    return { documents, count, whole, clauses: clauseArrays.slice(0, several), termWeights };
  };
}
